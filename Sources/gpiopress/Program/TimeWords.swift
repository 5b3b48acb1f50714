import ButtonController

/// Lengths of time for people: milliseconds or seconds, no finer than they matter.
enum TimeWords {
  /// `0 ms`, `0.35 ms`, `12.4 ms`, `240 ms` or `1.25 s`.
  static func of(_ span: TimeSpan) -> String {
    let micros = span.nanoseconds / 1000
    if micros < 10_000 { return "\(decimal(micros / 10, places: 2)) ms" }
    if micros < 100_000 { return "\(decimal(micros / 100, places: 1)) ms" }
    if micros < 1_000_000 { return "\(micros / 1000) ms" }
    return "\(decimal(micros / 10_000, places: 2)) s"
  }

  private static func decimal(_ number: Int64, places: Int) -> String {
    var digits = String(number)
    while digits.count <= places { digits = "0" + digits }
    var text = digits.dropLast(places) + "." + digits.suffix(places)
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return String(text)
  }
}

import ButtonController
import PanelFiles

/// Events as lines for people: `  3.500 s  erase    confirm  via hold, held 1.2 s`.
enum EventText {
  ///
  /// `isNarrow` is for a terminal of 80 columns beside a drawing: hundredths of a second, and names as
  /// wide as they are.
  static func line(_ event: PanelEvent, of panel: PanelFile, isNarrow: Bool = false) -> String {
    var particulars: [String] = []
    EventFields.each(of: event, in: panel) { name, value in
      if let text = particular("\(name)", value) { particulars.append(text) }
    }
    let controls = panel.controls
    let name = controls.indices.contains(event.control) ? controls[event.control].name : ""
    let head = [
      head(.zero + (event.at - event.origin), name, of: panel, isNarrow: isNarrow), event.name,
    ]
    let rest = particulars.joined(separator: ", ")
    return (head + (rest.isEmpty ? [] : [rest])).joined(separator: "  ")
  }

  /// The columns with which all lines begin: when, and of what.
  static func head(
    _ instant: Instant, _ name: String, of panel: PanelFile, isNarrow: Bool = false
  ) -> String {
    let widest = panel.controls.map { VisibleText.of($0.name).count }.max() ?? 0
    let nanoseconds = instant.nanoseconds
    let time =
      isNarrow
      ? padded(seconds(nanoseconds, digits: 2), to: 8, atStart: true)
      : padded(seconds(nanoseconds, digits: 3), to: 9, atStart: true)
    return "\(time)  \(padded(VisibleText.of(name), to: isNarrow ? widest : max(widest, 7)))"
  }

  /// nil for what stands in every line.
  static func particular(_ name: String, _ value: EventFields.Value) -> String? {
    switch (name, value) {
    case ("at", _), ("decided", _), ("control", _), ("event", _), ("time", _), ("n", _): return nil
    case ("reason", .text(let text)): return text
    case (_, .text(let text)): return "\(name) \(VisibleText.of(text))"
    case (_, .wallTime(let time)): return "\(name) \(time.text)"
    case (_, .time(let span)): return "\(name) \(seconds(span.nanoseconds, digits: 2))"
    case ("progress", .number(let share)): return "\(Int((share * 100).rounded())) %"
    case (_, .number(let number)):
      let isWhole = number == number.rounded()
      return "\(name) \(decimal(number, digits: isWhole ? 0 : 1))"
    case (_, .integer(let number)): return "\(name) \(number)"
    case (_, .flag(let flag)): return "\(name) \(flag)"
    }
  }

  private static func seconds(_ nanoseconds: Int64, digits: Int) -> String {
    decimal(Double(nanoseconds) / 1_000_000_000, digits: digits) + " s"
  }

  private static func decimal(_ number: Double, digits: Int) -> String {
    let scale = (0..<digits).reduce(1) { scale, _ in scale * 10 }
    // What no 64-bit integer holds is cut there: a number for people may not end the program.
    let scaled = Int64(min(max((number * Double(scale)).rounded(), -9.2e18), 9.2e18))
    let (whole, rest) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt64(scale))
    let fraction = digits == 0 ? "" : ".\(String(UInt64(scale) + rest).dropFirst())"
    return (scaled < 0 ? "-" : "") + "\(whole)\(fraction)"
  }

  private static func padded(_ text: String, to width: Int, atStart: Bool = false) -> String {
    let space = String(repeating: " ", count: max(0, width - text.count))
    return atStart ? space + text : text + space
  }
}

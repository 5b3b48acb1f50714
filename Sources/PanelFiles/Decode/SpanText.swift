import ButtonController

/// Lengths of time as people write them: `250us`, `10ms`, `1.2s`, `1m`.
enum SpanText {
  /// The units, with their nanoseconds.
  static let units: [(name: String, nanoseconds: Int64)] = [
    ("us", 1_000), ("ms", 1_000_000), ("s", 1_000_000_000), ("m", 60_000_000_000),
  ]

  /// Why a text is no span.
  enum Fault: Error, Equatable {
    case notANumber
    case noUnit
    case unknownUnit(String)
    case tooFine
    case tooLarge
  }

  /// The span of a text, exactly.
  static func parse(_ text: String) throws(Fault) -> TimeSpan {
    // Longer than any number of nanoseconds with its decimals and its unit.
    guard text.utf8.count <= 64 else { throw .notANumber }
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard !digits.isEmpty else { throw .notANumber }
    let unit = String(text[digits.endIndex...])
    if unit.isEmpty { throw .noUnit }
    guard let size = units.first(where: { $0.name == unit })?.nanoseconds else {
      throw .unknownUnit(unit)
    }
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty }) else { throw .notANumber }
    guard parts[0].count <= 15, let whole = Int64(parts[0]) else { throw .tooLarge }
    let (base, overflow) = whole.multipliedReportingOverflow(by: size)
    if overflow { throw .tooLarge }
    guard parts.count == 2 else { return TimeSpan(nanoseconds: base) }
    var rest: Int64 = 0
    var step = size
    for character in parts[1] {
      let digit = Int64(character.wholeNumberValue ?? 0)
      // Where the unit has no tenth left, a digit other than 0 is finer than a nanosecond.
      guard (step >= 10 && step % 10 == 0) || digit == 0 else { throw .tooFine }
      step /= 10
      rest += digit * step
    }
    let (sum, isTooLarge) = base.addingReportingOverflow(rest)
    if isTooLarge { throw .tooLarge }
    return TimeSpan(nanoseconds: sum)
  }

  /// A span as it would be written, in the largest unit that keeps it short.
  static func write(_ span: TimeSpan) -> String {
    let nanoseconds = span.nanoseconds
    if nanoseconds == 0 { return "0ms" }
    if nanoseconds % 60_000_000_000 == 0, nanoseconds >= 120_000_000_000 {
      return "\(nanoseconds / 60_000_000_000)m"
    }
    let size: (name: String, nanoseconds: Int64)
    switch nanoseconds.magnitude {
    case 1_000_000_000...: size = ("s", 1_000_000_000)
    case 1_000_000...: size = ("ms", 1_000_000)
    default: size = ("us", 1_000)
    }
    var bytes: [UInt8] = []
    JSONText.append(
      number: Double(nanoseconds) / Double(size.nanoseconds), to: &bytes)
    return String(decoding: bytes, as: UTF8.self) + size.name
  }

  /// The unit that a number without one most likely meant: the nearer to what is usual.
  static func likelyUnit(of number: String, range: ClosedRange<TimeSpan>, usual: TimeSpan) -> String
  {
    func distance(_ unit: String) -> Double {
      guard let span = try? parse(number + unit), range.contains(span) else { return .infinity }
      let (a, b) = (Double(max(span.nanoseconds, 1)), Double(max(usual.nanoseconds, 1)))
      return a > b ? a / b : b / a
    }
    return distance("s") < distance("ms") ? "s" : "ms"
  }
}

extension TimeSpan {
  /// The span of a text with its unit, such as `250us`, `10ms`, `1.2s` or `1m`.
  public init?(text: String) {
    guard let span = try? SpanText.parse(text) else { return nil }
    self = span
  }

  /// The span as it would be written, such as `100ms` or `1.2s`.
  public var text: String { SpanText.write(self) }
}

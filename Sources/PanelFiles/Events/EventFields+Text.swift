extension EventFields.Value {
  /// The value as plain text: what JSON writes, but text without its quotes and escapes.
  public var text: String {
    var bytes: [UInt8] = []
    switch self {
    case .text(let text): return text
    case .wallTime(let time): return time.text
    case .integer(let number): return String(number)
    case .time(let span): JSONText.append(milliseconds: span.nanoseconds, to: &bytes)
    case .number(let number): JSONText.append(number: number, to: &bytes)
    case .flag(let flag): return flag ? "true" : "false"
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

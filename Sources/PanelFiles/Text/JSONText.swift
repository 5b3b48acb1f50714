import ButtonController

/// Pieces of JSON, appended to bytes without Foundation.
public enum JSONText {
  /// Appends `text` as a JSON string, quotes included.
  ///
  /// Pure ASCII for what acts on a terminal or on the order of letters (see `VisibleText`), so that a
  /// line can be looked at as it is; a reader of JSON finds the text unchanged.
  public static func append(string text: String, to bytes: inout [UInt8]) {
    TextScratch.fill(&bytes) { put(string: text, to: &$0) }
  }

  /// Appends a whole number.
  public static func append(integer number: Int, to bytes: inout [UInt8]) {
    TextScratch.fill(&bytes) { put(integer: number, to: &$0) }
  }

  /// Appends nanoseconds as exact milliseconds: up to six decimals, no trailing zeros.
  public static func append(milliseconds nanoseconds: Int64, to bytes: inout [UInt8]) {
    TextScratch.fill(&bytes) { put(milliseconds: nanoseconds, to: &$0) }
  }

  /// Appends a number rounded to six decimals: no exponent, no trailing zeros, no -0.
  ///
  /// What is not a number becomes 0, and what no 64-bit integer of millionths holds is clamped:
  /// JSON has neither.
  public static func append(number: Double, to bytes: inout [UInt8]) {
    TextScratch.fill(&bytes) { put(number: number, to: &$0) }
  }

  // MARK: - On the way

  static func put(string: String, to text: inout TextScratch) {
    text.put(UInt8(ascii: "\""))
    if !putPlain(string, to: &text) { putEscaped(string, to: &text) }
    text.put(UInt8(ascii: "\""))
  }

  /// Puts a text that stands for itself, as most names do; false where something is to be escaped.
  private static func putPlain(_ string: String, to text: inout TextScratch) -> Bool {
    let isPlain = string.utf8.withContiguousStorageIfAvailable { utf8 -> Bool in
      guard let start = utf8.baseAddress else { return utf8.isEmpty }
      var place = 0
      while place < utf8.count {
        let byte = start[place]
        if byte < 0x20 || byte > 0x7E || byte == 0x22 || byte == 0x5C { return false }
        place &+= 1
      }
      text.put(utf8)
      return true
    }
    return isPlain ?? false
  }

  private static func putEscaped(_ string: String, to text: inout TextScratch) {
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        text.put(UInt8(ascii: "\\"))
        text.put(UInt8(truncatingIfNeeded: scalar.value))
      case "\n": text.put("\\n")
      case "\r": text.put("\\r")
      case "\t": text.put("\\t")
      case _ where VisibleText.isControl(scalar):
        text.put("\\u")
        // All of them are in the first plane.
        for shift in stride(from: 12, through: 0, by: -4) {
          text.put(hexDigit(UInt8(scalar.value >> UInt32(shift) & 15)))
        }
      default:
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { text.put(byte) }
      }
    }
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  static func put(integer number: Int, to text: inout TextScratch) {
    if number < 0 { text.put(UInt8(ascii: "-")) }
    putWhole(UInt64(number.magnitude), to: &text)
  }

  static func put(milliseconds nanoseconds: Int64, to text: inout TextScratch) {
    if nanoseconds < 0 { text.put(UInt8(ascii: "-")) }
    let whole = nanoseconds.magnitude / 1_000_000
    putWhole(whole, to: &text)
    let millionths = nanoseconds.magnitude &- whole &* 1_000_000
    if millionths > 0 { putFraction(millionths, to: &text) }
  }

  static func put(number: Double, to text: inout TextScratch) {
    let scaled = (number * 1_000_000).rounded()
    let limit = 9.2e18
    let clamped = scaled.isNaN ? 0 : min(max(scaled, -limit), limit)
    put(milliseconds: Int64(clamped), to: &text)
  }

  private static func putWhole(_ number: UInt64, to text: inout TextScratch) {
    let count = Digits.count(of: number)
    Digits.write(number, count: count, to: text.room(for: count))
  }

  /// Millionths behind the point, without the zeros at the end.
  private static func putFraction(_ millionths: UInt64, to text: inout TextScratch) {
    var (rest, count) = (millionths, 6)
    if rest % 1000 == 0 {
      rest /= 1000
      count = 3
    }
    while rest % 10 == 0 {
      rest /= 10
      count &-= 1
    }
    let room = text.room(for: count &+ 1)
    room[0] = UInt8(ascii: ".")
    Digits.write(rest, count: count, to: room + 1)
  }
}

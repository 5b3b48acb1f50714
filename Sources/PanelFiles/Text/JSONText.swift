import ButtonController

/// Pieces of JSON, appended to bytes without Foundation.
public enum JSONText {
  /// Appends `text` as a JSON string, quotes included.
  ///
  /// Pure ASCII for what acts on a terminal or on the order of letters (see `VisibleText`), so that a
  /// line can be looked at as it is; a reader of JSON finds the text unchanged.
  public static func append(string text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      case "\n": bytes.append(contentsOf: "\\n".utf8)
      case "\r": bytes.append(contentsOf: "\\r".utf8)
      case "\t": bytes.append(contentsOf: "\\t".utf8)
      case _ where VisibleText.isControl(scalar):
        bytes.append(contentsOf: "\\u".utf8)
        // All of them are in the first plane.
        for shift in stride(from: 12, through: 0, by: -4) {
          bytes.append(hexDigit(UInt8(scalar.value >> UInt32(shift) & 15)))
        }
      case _ where scalar.isASCII: bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Appends a whole number.
  public static func append(integer number: Int, to bytes: inout [UInt8]) {
    append(millionths: Int64(number).magnitude, isNegative: number < 0, scale: 1, to: &bytes)
  }

  /// Appends nanoseconds as exact milliseconds: up to six decimals, no trailing zeros.
  public static func append(milliseconds nanoseconds: Int64, to bytes: inout [UInt8]) {
    append(
      millionths: nanoseconds.magnitude, isNegative: nanoseconds < 0, scale: 1_000_000, to: &bytes)
  }

  /// Appends a number rounded to six decimals: no exponent, no trailing zeros, no -0.
  ///
  /// What is not a number becomes 0, and what no 64-bit integer of millionths holds is clamped:
  /// JSON has neither.
  public static func append(number: Double, to bytes: inout [UInt8]) {
    let scaled = (number * 1_000_000).rounded()
    let limit = 9.2e18
    let clamped = scaled.isNaN ? 0 : min(max(scaled, -limit), limit)
    append(milliseconds: Int64(clamped), to: &bytes)
  }

  private static func append(
    millionths magnitude: UInt64, isNegative: Bool, scale: UInt64, to bytes: inout [UInt8]
  ) {
    if isNegative && magnitude != 0 { bytes.append(UInt8(ascii: "-")) }
    let whole = magnitude / scale
    var fraction = magnitude % scale
    append(whole, to: &bytes)
    guard fraction != 0 else { return }
    bytes.append(UInt8(ascii: "."))
    var digit = scale / 10
    while fraction != 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(fraction / digit))
      fraction %= digit
      digit /= 10
    }
  }

  private static func append(_ whole: UInt64, to bytes: inout [UInt8]) {
    var unit: UInt64 = 1
    while whole / unit >= 10 { unit *= 10 }
    while unit > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(whole / unit % 10))
      unit /= 10
    }
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}

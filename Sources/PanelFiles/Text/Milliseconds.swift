/// Decimal numbers of time as integers of nanoseconds, exactly.
enum Milliseconds {
  /// The latest time of a trace: 285 years, so that no deadline of the engine overflows.
  static let latest: Int64 = 9_000_000_000_000 * 1_000_000

  /// Why a text is no time.
  enum Fault: Error, Equatable {
    /// Not digits, perhaps with a point and more digits.
    case notANumber
    /// More than six decimals.
    case tooFine
    /// Beyond `latest`.
    case tooLarge
  }

  /// The nanoseconds of a number of milliseconds such as `18.25`.
  static func parse(_ text: some Collection<UInt8>) throws(Fault) -> Int64 {
    var whole: Int64 = 0
    var fraction: Int64 = 0
    var digits = 0
    var decimals: Int?
    for byte in text {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let digit = Int64(byte - UInt8(ascii: "0"))
        if let count = decimals {
          decimals = count + 1
          if count < 6 { fraction = fraction * 10 + digit }
        } else {
          digits += 1
          // Stops growing far beyond `latest`; the check below then refuses it.
          if whole <= latest / 1_000_000 { whole = whole * 10 + digit }
        }
      case UInt8(ascii: "."):
        guard decimals == nil else { throw .notANumber }
        decimals = 0
      default: throw .notANumber
      }
    }
    guard digits > 0, decimals != 0 else { throw .notANumber }
    guard decimals ?? 0 <= 6 else { throw .tooFine }
    for _ in (decimals ?? 0)..<6 { fraction *= 10 }
    guard whole <= latest / 1_000_000 else { throw .tooLarge }
    let nanoseconds = whole * 1_000_000 + fraction
    guard nanoseconds <= latest else { throw .tooLarge }
    return nanoseconds
  }
}

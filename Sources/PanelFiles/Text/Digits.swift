/// Decimal digits, written in pairs: so it divides half as often, and by a constant, which is a
/// multiplication.
enum Digits {
  private static let pairs: StaticString =
    """
    00010203040506070809101112131415161718192021222324252627282930313233343536373839\
    40414243444546474849505152535455565758596061626364656667686970717273747576777879\
    8081828384858687888990919293949596979899
    """

  /// Writes `number`, which is below 100, to two places.
  @inline(__always)
  static func writePair(_ number: Int, to room: UnsafeMutablePointer<UInt8>) {
    room[0] = pairs.utf8Start[2 &* number]
    room[1] = pairs.utf8Start[2 &* number &+ 1]
  }

  /// Writes the last `count` digits of `number`.
  static func write(_ number: UInt64, count: Int, to room: UnsafeMutablePointer<UInt8>) {
    var (rest, place) = (number, count)
    while place >= 2 {
      place &-= 2
      let quotient = rest / 100
      writePair(Int(truncatingIfNeeded: rest &- quotient &* 100), to: room + place)
      rest = quotient
    }
    if place == 1 { room[0] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10) }
  }

  /// How many digits `number` has.
  static func count(of number: UInt64) -> Int {
    // Most numbers are small; of the others as many at once as one division takes away.
    var (rest, count) = (number, 0)
    while rest >= 10_000 {
      rest /= 10_000
      count &+= 4
    }
    return count &+ (rest >= 100 ? (rest >= 1000 ? 4 : 3) : (rest >= 10 ? 2 : 1))
  }
}

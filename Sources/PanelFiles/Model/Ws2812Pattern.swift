/// How the bits of a WS2812 look at an SPI clock: so many SPI bits each, high at first.
///
/// Times are those of the data sheets of WS2812B-V5 and SK6812, in nanoseconds; what decides a bit is
/// how long the line is high.
public struct Ws2812Pattern: Equatable, Sendable {
  /// SPI bits for one bit of colour.
  public var bits: Int
  /// SPI bits that are high of a 0.
  public var zero: Int
  /// SPI bits that are high of a 1.
  public var one: Int

  static let zeroHigh = 220.0...380.0
  static let oneHigh = 580.0...750.0
  static let low = 580.0...1000.0
  /// In the middle of all sheets.
  private static let best = (zero: 320.0, one: 640.0)
  /// The clocks that are tried, in hertz.
  public static let clocks = 2_000_000.0...20_000_000.0

  /// The shortest pattern that keeps the times at a clock of so many hertz; nil where none does.
  ///
  /// One whose high times never cross the end of a byte stands pauses between bytes, and is preferred.
  public init?(hertz: Double) {
    let tick = 1e9 / hertz
    guard
      let zero = Ws2812Pattern.count(
        in: Ws2812Pattern.zeroHigh, near: Ws2812Pattern.best.zero, tick),
      let one = Ws2812Pattern.count(in: Ws2812Pattern.oneHigh, near: Ws2812Pattern.best.one, tick)
    else { return nil }
    let fitting = (one + 1...one + 64).filter { bits in
      [zero, one].allSatisfy { Ws2812Pattern.low.widened.contains(Double(bits - $0) * tick) }
    }
    guard let shortest = fitting.first else { return nil }
    self.bits = fitting.first { Ws2812Pattern.staysInBytes($0, high: one) } ?? shortest
    self.zero = zero
    self.one = one
  }

  /// Whether each high time of a byte of colour lies within one byte on the wire.
  static func staysInBytes(_ bits: Int, high: Int) -> Bool {
    (0..<8).allSatisfy { $0 * bits % 8 + high <= 8 }
  }

  private static func count(
    in range: ClosedRange<Double>, near best: Double, _ tick: Double
  ) -> Int? {
    let counts = (1...32).filter { range.widened.contains(Double($0) * tick) }
    return counts.min { abs(Double($0) * tick - best) < abs(Double($1) * tick - best) }
  }

  /// The nearest clocks below and above that do, in whole 10 kHz.
  public static func clocks(near hertz: Double) -> [Double] {
    let step = 10_000.0
    let first = (hertz / step).rounded()
    func find(_ direction: Double) -> Double? {
      var clock = first
      while clocks.contains(clock * step) {
        if Ws2812Pattern(hertz: clock * step) != nil { return clock * step }
        clock += direction
      }
      return nil
    }
    return [find(-1), find(1)].compactMap { $0 }
  }
}

extension ClosedRange<Double> {
  /// With room for what a division rounds.
  fileprivate var widened: ClosedRange<Double> { (lowerBound - 1e-6)...(upperBound + 1e-6) }
}

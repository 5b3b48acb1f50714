// Firmware prints no times, and text would be the largest part of it.
#if !hasFeature(Embedded)
  extension TimeSpan: CustomStringConvertible {
    /// Exactly, in the largest unit of which it has one: `1.2 s`, `800 ms`, `15.5 us`, `7 ns`.
    public var description: String {
      let units: [(name: String, nanoseconds: UInt64)] = [
        ("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1_000), ("ns", 1),
      ]
      let magnitude = nanoseconds.magnitude
      guard let unit = units.first(where: { magnitude >= $0.nanoseconds }) else { return "0 s" }
      let (whole, rest) = magnitude.quotientAndRemainder(dividingBy: unit.nanoseconds)
      var text = (nanoseconds < 0 ? "-" : "") + String(whole)
      if rest > 0 {
        // The unit's own zeros keep the places that the rest does not fill.
        var digits = String(unit.nanoseconds + rest).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        text += ".\(digits)"
      }
      return "\(text) \(unit.name)"
    }
  }

  extension Instant: CustomStringConvertible {
    /// How far it is from the clock's zero, as a span says it; `never` and `ever` by their names.
    public var description: String {
      switch self {
      case .never: return "never"
      case .ever: return "ever"
      default: return TimeSpan(nanoseconds: nanoseconds).description
      }
    }
  }
#endif

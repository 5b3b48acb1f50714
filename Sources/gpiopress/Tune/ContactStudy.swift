import ButtonController

/// What the changes of one contact say about it: bounce, presses, the times between, and its health.
///
/// A value; changes go in by `edge` in order of time, then `finish`.
struct ContactStudy {
  /// One press: when it closed, and how long it stayed closed.
  struct Press: Equatable {
    let at: Instant
    let held: TimeSpan
    var end: Instant { at + held }
  }

  /// All bursts, in order.
  private(set) var bursts: [Burst] = []
  /// All presses that have ended, in order.
  private(set) var presses: [Press] = []
  /// Sequence gaps and times without the chip: what was under way then counts nothing.
  private(set) var interruptions = 0

  private var current: Burst?
  private var isClosed: Bool
  private var pressedAt: Instant?

  /// A study that begins with the level at the start.
  init(isClosed: Bool) { self.isClosed = isClosed }

  /// Takes a change; a report that repeats the level counts as one, as a change was missed before it.
  mutating func edge(at instant: Instant, isClosed: Bool) {
    settle(by: instant)
    if current != nil {
      current?.add(at: instant, isClosed: isClosed)
    } else if isClosed != self.isClosed {
      current = Burst(at: instant, wasClosed: self.isClosed, isClosed: isClosed)
    }
  }

  /// Forgets what is under way, and goes on with this level.
  mutating func interrupt(isClosed: Bool) {
    interruptions += 1
    current = nil
    pressedAt = nil
    self.isClosed = isClosed
  }

  /// Whether there are changes that have not come to rest.
  var isUnderWay: Bool { current != nil }

  /// Takes what is under way as over if nothing happened until `instant` for long enough.
  mutating func settle(by instant: Instant) {
    if let burst = current, instant - burst.last >= Burst.quiet { end(burst) }
  }

  /// The end: what is under way is over.
  mutating func finish() { if let burst = current { end(burst) } }

  private mutating func end(_ burst: Burst) {
    current = nil
    isClosed = burst.isClosed
    bursts.append(burst)
    guard burst.hum == nil else {
      pressedAt = nil
      return
    }
    switch burst.outcome {
    case .press: pressedAt = burst.first
    case .release:
      if let start = pressedAt { presses.append(Press(at: start, held: burst.first - start)) }
      pressedAt = nil
    case .dropout, .touch: break
    }
  }

  /// The bursts that came to `outcome` and are no hum.
  func bursts(_ outcome: Burst.Outcome) -> [Burst] {
    bursts.filter { $0.outcome == outcome && $0.hum == nil }
  }

  /// From the end of each press to the beginning of the next, where that came within a second.
  var gaps: [TimeSpan] {
    zip(presses, presses.dropFirst()).map { $1.at - $0.end }.filter { $0 < .seconds(1) }
  }

  /// The length that parts taps from holds: in the middle of the widest step, by ratio, between two
  /// lengths of presses; nil where all are of one kind.
  var division: TimeSpan? {
    let lengths = presses.map(\.held.nanoseconds).sorted()
    let steps = zip(lengths, lengths.dropFirst()).filter { $0 > 0 && $1 >= 300_000_000 }
    guard
      let widest = steps.max(by: { Double($0.1) / Double($0.0) < Double($1.1) / Double($1.0) }),
      Double(widest.1) >= 1.6 * Double(widest.0)
    else { return nil }
    return TimeSpan(nanoseconds: widest.0 + (widest.1 - widest.0) / 2)
  }

  /// The presses shorter than `division`, or all of them.
  var taps: [Press] { division.map { limit in presses.filter { $0.held < limit } } ?? presses }
  /// The presses that are longer.
  var holds: [Press] { division.map { limit in presses.filter { $0.held >= limit } } ?? [] }
}

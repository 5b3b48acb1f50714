import ButtonController

/// What the changes of a knob's two contacts say about its detents.
///
/// A value; changes go in by `edge` in order of time, then `finish`.
struct KnobStudy {
  /// A position that the knob stayed at.
  struct Rest: Equatable {
    /// The levels of a and b.
    let a: Bool
    let b: Bool
    /// Quarter-steps from the rest before; + is clockwise, a closing before b.
    let quarters: Int
  }

  /// Where it stayed, in order; the first is where it stood.
  private(set) var rests: [Rest] = []
  /// Reports that repeat a level: a change was missed before them.
  private(set) var missed = 0

  private var a: Bool
  private var b: Bool
  private var last: Instant?
  private var quarters = 0

  /// So long without a change is a rest: a hand that turns fast passes a quarter in 10 ms or less.
  static let rest = TimeSpan.milliseconds(60)

  /// A study that begins with these levels.
  init(a: Bool, b: Bool) {
    self.a = a
    self.b = b
    rests = [Rest(a: a, b: b, quarters: 0)]
  }

  /// Takes a change of a, or of b.
  mutating func edge(isA: Bool, isClosed: Bool, at instant: Instant) {
    settle(by: instant)
    last = instant
    guard (isA ? a : b) != isClosed else {
      missed += 1
      return
    }
    // Clockwise goes through both open, a, both closed, b.
    let step = isA == (a == b) ? 1 : -1
    if isA { a = isClosed } else { b = isClosed }
    quarters += step
  }

  /// Forgets what is under way, and goes on with these levels.
  mutating func interrupt(a: Bool, b: Bool) {
    (self.a, self.b, last, quarters) = (a, b, nil, 0)
  }

  /// Whether there are changes that have not come to rest.
  var isUnderWay: Bool { last != nil }

  /// Takes the position as a rest if nothing happened until `instant` for long enough.
  mutating func settle(by instant: Instant) {
    if let last, instant - last >= KnobStudy.rest { stay() }
  }

  /// The end: where it stands is a rest.
  mutating func finish() { if last != nil { stay() } }

  private mutating func stay() {
    last = nil
    defer { quarters = 0 }
    // Bounce that came to nothing is no move from one detent to the next.
    if quarters != 0 { rests.append(Rest(a: a, b: b, quarters: quarters)) }
  }

  /// What the knob's file should say; nil where it was not moved often enough to know.
  ///
  /// Nine of ten rests decide, as a knob may be left between two detents now and then.
  var verdict: Verdict? {
    guard rests.count >= 6 else { return nil }
    let most = rests.count * 9 / 10
    let open = rests.filter { !$0.a && !$0.b }.count
    let closed = rests.filter { $0.a && $0.b }.count
    if open >= most { return Verdict(steps: 4, rest: .open) }
    if closed >= most { return Verdict(steps: 4, rest: .closed) }
    if open + closed >= most { return Verdict(steps: 2, rest: .open) }
    return Verdict(steps: 1, rest: .open)
  }

  /// Quarter-steps of a detent, and where its detents are.
  struct Verdict: Equatable {
    let steps: Int
    let rest: Knob.Rest
  }

  /// Whether it counts downwards though it was turned clockwise; nil where it went both ways alike.
  var isReversed: Bool? {
    let clockwise = rests.filter { $0.quarters > 0 }.count
    let back = rests.filter { $0.quarters < 0 }.count
    if clockwise >= 2 * max(back, 1) { return false }
    return back >= 2 * max(clockwise, 1) ? true : nil
  }
}

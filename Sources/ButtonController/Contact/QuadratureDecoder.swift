/// From the two contacts of a rotary encoder to detents.
///
/// Every edge of both lines goes through a table of the 16 transitions; there is no time in it, since
/// a contact that bounces goes forth and back and so counts nothing.
struct QuadratureDecoder {
  private var a: Bool
  private var b: Bool
  /// Quarter-steps since the last rest position.
  private var quarters = 0
  private let stepsPerDetent: Int
  private let restIsClosed: Bool
  /// Repeats of a level: an edge between them was missed.
  private(set) var faults = 0

  /// Begins at the levels read; a position between rests has nothing behind it.
  init(a: Bool, b: Bool, stepsPerDetent: Int, rest: Knob.Rest) {
    self.a = a
    self.b = b
    self.stepsPerDetent = stepsPerDetent
    switch rest {
    case .open: restIsClosed = false
    case .closed: restIsClosed = true
    case .found: restIsClosed = a && b
    }
  }

  /// Takes the levels read after a loss; what was on the way counts nothing.
  mutating func reset(a: Bool, b: Bool) {
    self.a = a
    self.b = b
    quarters = 0
  }

  /// Counts a report that repeats a level.
  mutating func noteRepeat() { faults += 1 }

  /// A change of contact a (or b); gives +1 (clockwise: a closes before b), -1 or 0 detents.
  mutating func edge(isA: Bool, isClosed: Bool) -> Int {
    let before = Self.position(a, b)
    if isA { a = isClosed } else { b = isClosed }
    let after = Self.position(a, b)
    quarters += Self.step(from: before, to: after)
    guard isAtRest else { return 0 }
    let complete = quarters >= stepsPerDetent ? 1 : quarters <= -stepsPerDetent ? -1 : 0
    quarters = 0
    return complete
  }

  private var isAtRest: Bool {
    switch stepsPerDetent {
    case 1: return true
    case 2: return a == b
    default: return a == restIsClosed && b == restIsClosed
    }
  }

  private static func position(_ a: Bool, _ b: Bool) -> Int { (a ? 2 : 0) | (b ? 1 : 0) }

  /// The transition table over positions 0 (both open), 1 (b), 2 (a), 3 (both closed).
  private static func step(from before: Int, to after: Int) -> Int {
    switch (before, after) {
    case (0, 2), (2, 3), (3, 1), (1, 0): return 1
    case (0, 1), (1, 3), (3, 2), (2, 0): return -1
    // No change, or both contacts at once: which way cannot be emitted.
    default: return 0
    }
  }
}

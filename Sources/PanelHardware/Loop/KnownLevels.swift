import ButtonController

/// Where the level that is known of a line came from, so that its own edge is no repeat.
///
/// An edge that repeats its line's level means that an opposite change was too short to show. But a
/// level that was read is ahead of its edge, which comes later with the level that is known already;
/// and the contact of a line that was pressed from afar may follow at any time.
struct KnownLevels {
  /// An edge that repeats the level and is stamped up to here is the level's own.
  private var ownUpTo: [Instant]

  init(lines count: Int) {
    ownUpTo = [Instant](repeating: .ever, count: count)
  }

  /// The level of `line` was read at `now`.
  mutating func noteRead(_ line: Int, at now: Instant) { ownUpTo[line] = now + LevelAudit.grace }

  /// The level of `line` was set from afar.
  mutating func noteRemote(_ line: Int) { ownUpTo[line] = .never }

  /// Takes an edge of `line`; whether it reports something: a change, or a repeat that is one.
  mutating func takes(_ line: Int, isRepeat: Bool, at stamp: Instant) -> Bool {
    defer { ownUpTo[line] = .ever }
    return !isRepeat || stamp > ownUpTo[line]
  }
}

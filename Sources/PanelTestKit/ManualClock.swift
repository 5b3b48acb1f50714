import ButtonController

/// A monotonic clock that stands until a test moves it.
///
/// A value: two copies are two clocks.
public struct ManualClock: Equatable, Sendable {
  /// The clock's reading.
  public private(set) var now: Instant

  /// A clock that reads `start`.
  public init(at start: Instant = .zero) { now = start }

  /// Moves on by `span`; a negative span leaves it, because a monotonic clock never goes back.
  public mutating func advance(by span: TimeSpan) { now = max(now, now + span) }

  /// Moves on to `instant`; an earlier one leaves it.
  public mutating func advance(to instant: Instant) { now = max(now, instant) }
}

import ButtonController

/// A clock that stands until it is moved by hand: for virtual time, and for tests.
public final class SteppedClock: PanelClock {
  /// What `now` gives.
  public var instant: Instant
  /// What `nowAndTimeAsleep` gives.
  public var asleep = TimeSpan.zero
  /// What `wallOffset` gives.
  public var offset = TimeSpan.zero

  /// A clock that stands at `instant`.
  public init(_ instant: Instant = .zero) {
    self.instant = instant
  }

  /// The instant that was set.
  public func now() -> Instant { instant }
  /// The instant and the span that were set.
  public func nowAndTimeAsleep() -> (now: Instant, asleep: TimeSpan) { (instant, asleep) }
  /// The offset that was set.
  public func wallOffset() -> TimeSpan { offset }
}

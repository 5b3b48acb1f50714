/// A point on the monotonic clock.
///
/// Counts nanoseconds from a zero that the owner of the clock chooses: the kernel's CLOCK_MONOTONIC
/// in the daemon, the trace's zero in a replay. 64 bits reach 292 years. A value; safe to share.
public struct Instant: Comparable, Sendable {
  /// Nanoseconds since the clock's zero.
  public var nanoseconds: Int64

  /// An instant `nanoseconds` after the clock's zero.
  @inlinable public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// The clock's zero.
  @inlinable public static var zero: Instant { Instant(nanoseconds: 0) }
  /// Later than every instant that a clock reaches: "never" for a deadline.
  @inlinable public static var never: Instant { Instant(nanoseconds: Int64.max) }
  /// Earlier than every instant that a clock reaches: "since ever".
  @inlinable public static var ever: Instant { Instant(nanoseconds: Int64.min) }

  /// Whether `a` is earlier than `b`.
  @inlinable public static func < (a: Instant, b: Instant) -> Bool {
    a.nanoseconds < b.nanoseconds
  }

  /// The instant `span` after `instant`; stays at `never` instead of wrapping.
  @inlinable public static func + (instant: Instant, span: TimeSpan) -> Instant {
    let (sum, overflow) = instant.nanoseconds.addingReportingOverflow(span.nanoseconds)
    return overflow ? (span.nanoseconds > 0 ? never : ever) : Instant(nanoseconds: sum)
  }

  /// The instant `span` before `instant`; stays at `ever` instead of wrapping.
  @inlinable public static func - (instant: Instant, span: TimeSpan) -> Instant {
    let (sum, overflow) = instant.nanoseconds.subtractingReportingOverflow(span.nanoseconds)
    return overflow ? (span.nanoseconds > 0 ? ever : never) : Instant(nanoseconds: sum)
  }

  /// The span from `earlier` to `later`; negative if the names lie, and clamped instead of wrapping.
  @inlinable public static func - (later: Instant, earlier: Instant) -> TimeSpan {
    let (sum, overflow) = later.nanoseconds.subtractingReportingOverflow(earlier.nanoseconds)
    if overflow { return TimeSpan(nanoseconds: later > earlier ? Int64.max : Int64.min) }
    return TimeSpan(nanoseconds: sum)
  }
}

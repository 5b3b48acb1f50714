/// A length of time in nanoseconds; may be negative.
public struct TimeSpan: Comparable, Sendable {
  /// The length in nanoseconds.
  public var nanoseconds: Int64

  /// A span of `nanoseconds`.
  @inlinable public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// No time at all.
  @inlinable public static var zero: TimeSpan { TimeSpan(nanoseconds: 0) }

  /// A span of whole milliseconds; at 292 years it stays instead of wrapping.
  @inlinable public static func milliseconds(_ count: Int64) -> TimeSpan {
    times(count, 1_000_000)
  }

  /// A span of whole microseconds.
  @inlinable public static func microseconds(_ count: Int64) -> TimeSpan {
    times(count, 1_000)
  }

  /// A span of whole seconds.
  @inlinable public static func seconds(_ count: Int64) -> TimeSpan {
    times(count, 1_000_000_000)
  }

  @usableFromInline static func times(_ count: Int64, _ unit: Int64) -> TimeSpan {
    let (product, overflow) = count.multipliedReportingOverflow(by: unit)
    return TimeSpan(nanoseconds: overflow ? (count > 0 ? Int64.max : Int64.min) : product)
  }

  /// Whether `a` is shorter than `b`.
  @inlinable public static func < (a: TimeSpan, b: TimeSpan) -> Bool {
    a.nanoseconds < b.nanoseconds
  }

  /// The sum of two spans; clamped instead of wrapping.
  @inlinable public static func + (a: TimeSpan, b: TimeSpan) -> TimeSpan {
    let (sum, overflow) = a.nanoseconds.addingReportingOverflow(b.nanoseconds)
    return TimeSpan(nanoseconds: overflow ? (b.nanoseconds > 0 ? Int64.max : Int64.min) : sum)
  }

  /// The difference of two spans; clamped instead of wrapping.
  @inlinable public static func - (a: TimeSpan, b: TimeSpan) -> TimeSpan {
    let (sum, overflow) = a.nanoseconds.subtractingReportingOverflow(b.nanoseconds)
    return TimeSpan(nanoseconds: overflow ? (b.nanoseconds > 0 ? Int64.min : Int64.max) : sum)
  }

  /// This span as a share of `whole`, without bounds; 0 where `whole` is empty.
  @inlinable public func share(of whole: TimeSpan) -> Double {
    whole.nanoseconds == 0 ? 0 : Double(nanoseconds) / Double(whole.nanoseconds)
  }
}

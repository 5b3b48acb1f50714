import ButtonController
import Glibc

/// Where the loop takes time from: the kernel's clocks, or a test's own.
public protocol PanelClock: AnyObject {
  /// Now, on the clock of the edges' stamps.
  func now() -> Instant
  /// Now, and how long the system has slept since it was booted.
  func nowAndTimeAsleep() -> (now: Instant, asleep: TimeSpan)
  /// What to add to an instant to have nanoseconds of the wall clock.
  func wallOffset() -> TimeSpan
  /// What times in event lines count from: the clock's own zero, or that of a trace.
  var origin: Instant { get }
}

extension PanelClock {
  /// The clock's own zero.
  public var origin: Instant { .zero }
}

/// CLOCK_MONOTONIC, which is also the clock of the kernel's edge stamps.
public final class MonotonicClock: PanelClock, Sendable {
  /// The kernel's clock.
  public init() {}

  /// CLOCK_MONOTONIC.
  public func now() -> Instant { MonotonicClock.now() }

  /// CLOCK_MONOTONIC, for threads that have no loop.
  public static func now() -> Instant { Instant(nanoseconds: read(CLOCK_MONOTONIC)) }

  /// CLOCK_MONOTONIC, and by how much CLOCK_BOOTTIME, which goes on in a sleep, is ahead of it.
  public func nowAndTimeAsleep() -> (now: Instant, asleep: TimeSpan) {
    // In this order a process that is stopped between the two has not slept.
    let total = MonotonicClock.read(CLOCK_BOOTTIME)
    let awake = MonotonicClock.read(CLOCK_MONOTONIC)
    return (Instant(nanoseconds: awake), TimeSpan(nanoseconds: total - awake))
  }

  /// CLOCK_REALTIME less CLOCK_MONOTONIC.
  public func wallOffset() -> TimeSpan {
    TimeSpan(
      nanoseconds: MonotonicClock.read(CLOCK_REALTIME) - MonotonicClock.read(CLOCK_MONOTONIC))
  }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

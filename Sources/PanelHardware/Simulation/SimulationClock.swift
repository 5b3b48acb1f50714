import ButtonController
import Glibc

/// The clock of a simulation: a real one that begins at the trace's zero, and that stands still at each
/// directive of the trace until that has been carried out.
///
/// So everything before a directive is decided before it, and nothing behind it, however late the
/// process is. Time asleep does not count on it, as on the kernel's monotonic clock. For the loop's
/// thread.
public final class SimulationClock: PanelClock {
  /// Lets the process stand still until an instant of the clock below.
  typealias Pause = (_ until: Instant) -> Void

  private let base: any PanelClock
  private let pause: Pause
  private(set) var hasBegun = false
  private var latest: Instant
  private var slept = TimeSpan.zero
  /// The trace's zero on this clock, from which event lines count; a sleep puts it back.
  public private(set) var origin: Instant
  /// The clock does not pass this.
  var limit = Instant.never

  /// The kernel's clock; the trace's zero is now.
  public convenience init() {
    self.init(over: MonotonicClock()) { until in
      var time = timespec(
        tv_sec: Int(until.nanoseconds / 1_000_000_000),
        tv_nsec: Int(until.nanoseconds % 1_000_000_000))
      while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
    }
  }

  /// A clock over one that is moved by hand.
  public convenience init(over base: SteppedClock) {
    self.init(over: base) { base.instant = max(base.instant, $0) }
  }

  init(over base: any PanelClock, pause: @escaping Pause) {
    self.base = base
    self.pause = pause
    origin = base.now()
    latest = origin
  }

  /// Lets it run; before, it stands at the trace's zero.
  public func begin() { hasBegun = true }

  /// Where an instant of the trace is on this clock.
  func instant(of traceInstant: Instant) -> Instant { origin + (traceInstant - .zero) }

  /// The clock below, held at the next directive.
  public func now() -> Instant {
    if hasBegun { latest = max(latest, min(base.now(), limit)) }
    return latest
  }

  /// The same, and the time for which the system or the trace has slept.
  public func nowAndTimeAsleep() -> (now: Instant, asleep: TimeSpan) {
    (now(), base.nowAndTimeAsleep().asleep + slept)
  }

  /// As the clock below has it.
  public func wallOffset() -> TimeSpan { base.wallOffset() }

  /// The process stands still until an instant of this clock.
  func stall(until instant: Instant) { pause(instant) }

  /// The system has slept for so long: at once, since no time passes on this clock.
  func sleep(for span: TimeSpan) {
    slept = slept + span
    origin = origin - span
  }
}

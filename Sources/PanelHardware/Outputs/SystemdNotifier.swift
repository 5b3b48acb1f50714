import ButtonController
import CPanelLinux
import Glibc

/// Tells systemd that the panel runs, and again and again that its loop is alive.
///
/// Does nothing where systemd does not ask for it. To be added once the lines are open.
public final class SystemdNotifier: LoopPart {
  private let socket: String?
  /// Half of what systemd allows; nil where it watches nothing.
  private let period: TimeSpan?
  private var next = Instant.ever

  /// Reads what systemd asks for from the environment: NOTIFY_SOCKET and WATCHDOG_USEC.
  public init(environment: (String) -> String? = SystemdNotifier.variable) {
    socket = environment("NOTIFY_SOCKET").flatMap { $0.isEmpty ? nil : $0 }
    let isForUs = environment("WATCHDOG_PID").map { $0 == String(getpid()) } ?? true
    let microseconds = environment("WATCHDOG_USEC").flatMap { UInt64($0) } ?? 0
    period = isForUs ? SystemdNotifier.period(ofMicroseconds: microseconds) : nil
    tell("READY=1")
  }

  /// Half of the time allowed; nil for none.
  ///
  /// UInt64.max is systemd's word for "not watched".
  static func period(ofMicroseconds microseconds: UInt64) -> TimeSpan? {
    guard microseconds > 1, microseconds < .max else { return nil }
    // More often than asked for does no harm, and a day is within every number's reach.
    return .microseconds(Int64(min(microseconds / 2, 86_400_000_000)))
  }

  /// A variable of the process's environment.
  public static func variable(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    return String(cString: value)
  }

  private func tell(_ text: String) {
    guard let socket else { return }
    _ = pl_notify(socket, text)
  }

  /// The next sign of life.
  public func nextDeadline(in loop: PanelLoop) -> Instant? {
    socket == nil || period == nil ? nil : next
  }

  /// A sign of life from the loop itself, so that a loop that hangs gives none.
  public func serve(_ set: PollSet, now: Instant, in loop: PanelLoop) {
    guard let period, socket != nil, next <= now else { return }
    next = now + period
    tell("WATCHDOG=1")
  }

  /// The new panel runs.
  public func reload(in loop: PanelLoop) {
    tell("RELOADING=1\nMONOTONIC_USEC=\(loop.clock.now().nanoseconds / 1_000)")
    tell("READY=1")
  }

  /// The end has begun.
  public func stop(in loop: PanelLoop) { tell("STOPPING=1") }
}

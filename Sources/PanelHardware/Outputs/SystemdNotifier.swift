import ButtonController
import CPanelLinux
import Glibc
import PanelFiles

/// Reports systemd that the panel runs, what it waits for, and again and again that its loop is alive.
///
/// Does nothing where systemd does not ask for it. To be added once the lines are open.
public final class SystemdNotifier: LinePart {
  private let socket: String?
  /// Half of what systemd allows; nil where it watches nothing.
  private let period: TimeSpan?
  private var next = Instant.ever
  /// Whether the status that was reported last may be out of date.
  private var isStale = true

  /// Reads what systemd asks for from the environment: NOTIFY_SOCKET and WATCHDOG_USEC.
  public init(environment: (String) -> String? = SystemdNotifier.variable) {
    socket = environment("NOTIFY_SOCKET").flatMap { $0.isEmpty ? nil : $0 }
    let isForUs = environment("WATCHDOG_PID").map { $0 == String(getpid()) } ?? true
    let microseconds = environment("WATCHDOG_USEC").flatMap { UInt64($0) } ?? 0
    period = isForUs ? SystemdNotifier.period(ofMicroseconds: microseconds) : nil
    notify("READY=1")
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

  private func notify(_ text: String) {
    guard let socket else { return }
    _ = pl_notify(socket, text)
  }

  /// The next sign of life.
  public func nextDeadline(in loop: PanelLoop) -> Instant? {
    if socket == nil { return nil }
    if isStale { return .ever }
    return period == nil ? nil : next
  }

  /// A line has come or gone.
  public func note(_ report: LineReport, in loop: PanelLoop) {
    switch report {
    case .found, .gone: isStale = true
    case .edge, .lost, .audited, .slept, .started, .reloading, .ended: break
    }
  }

  /// A sign of life from the loop itself, so that a loop that hangs gives none.
  public func serve(_ set: PollSet, now: Instant, in loop: PanelLoop) {
    if isStale, socket != nil, !loop.isEnding {
      isStale = false
      notify("STATUS=\(SystemdNotifier.status(of: loop))")
    }
    guard let period, socket != nil, next <= now else { return }
    next = now + period
    notify("WATCHDOG=1")
  }

  /// What runs, or which lines are waited for, in one line.
  private static func status(of loop: PanelLoop) -> String {
    let plans = loop.panel.lines
    let missing = plans.indices.filter { !loop.lines.isOpen($0) }.map { plans[$0] }
    if missing.isEmpty {
      return "running, \(plans.count == 1 ? "its line is" : "all \(plans.count) lines are") open"
    }
    let names = missing.prefix(mostNamed).map { VisibleText.of("\($0.name) (\($0.pin))") }
    let more = missing.count > mostNamed ? " and \(missing.count - mostNamed) more" : ""
    return "\(plans.count - missing.count) of \(plans.count) lines are open; waiting for "
      + names.joined(separator: ", ") + more
  }

  /// As many lines are named; systemctl shows one row.
  private static let mostNamed = 4

  /// The new panel runs.
  public func reload(in loop: PanelLoop) {
    isStale = true
    notify("RELOADING=1\nMONOTONIC_USEC=\(loop.clock.now().nanoseconds / 1_000)")
    notify("READY=1")
  }

  /// The end has begun.
  public func stop(in loop: PanelLoop) { notify("STOPPING=1") }
}

import ButtonController
import Glibc
import PanelFiles

/// Actions that are reported instead of done: how long commands take, how they end, and who hears of it.
///
/// What is decided of them (which entry of `do` is meant, what waits, what is added up, what a ring shows)
/// is decided by the same code as in the daemon.
public struct DryRun {
  /// How long each command runs.
  public var commandTime: TimeSpan
  /// Whether a command of an event fails, with status 1.
  public var fails: (_ command: Action.Command, _ event: PanelEvent, _ control: String) -> Bool
  /// Takes what would be done, in order.
  public var report: (DryAction) -> Void

  /// How long a command takes where nobody says.
  public static let usualTime = TimeSpan.milliseconds(100)

  /// A dry run whose commands all succeed.
  public init(
    commandTime: TimeSpan = DryRun.usualTime,
    fails: @escaping (Action.Command, PanelEvent, String) -> Bool = { _, _, _ in false },
    report: @escaping (DryAction) -> Void
  ) {
    self.commandTime = commandTime
    self.fails = fails
    self.report = report
  }
}

/// What an action would do.
public struct DryAction: Equatable, Sendable {
  /// The kinds of action, each with all that it would use.
  public enum Kind: Equatable, Sendable {
    /// A command is started, with these variables (`NAME=value`) beside those of the daemon.
    case run(Action.Command, variables: [String])
    /// Keys are typed so many times.
    case stroke(keys: [UInt16], count: Int)
    /// Keys go down, or up again.
    case hold(keys: [UInt16], isDown: Bool)
    /// A message is published.
    case publish(topic: String, payload: [UInt8], qos: Int, isRetained: Bool)
    /// A ring shows a picture, for so long; nil for until another is asked for.
    case light(ring: Int, RingPicture, for: TimeSpan?)
    /// A cue sounds: milliseconds on, off, on …
    case cue(Int, pattern: String, pulses: [Int])
    /// A cue's output is switched.
    case sound(Int, isOn: Bool)
  }

  /// When.
  public var at: Instant
  /// The control whose event it is; empty for a cue's output.
  public var control: String
  /// The event that causes it, such as `tap` or `command_failed`; empty where none does.
  public var event: String
  /// What would be done.
  public var kind: Kind

  /// An action of `control` at an instant of the loop's clock.
  public init(at now: Instant, control: Int?, event: String, in loop: PanelLoop, kind: Kind) {
    let controls = loop.panel.controls
    at = .zero + (now - loop.clock.origin)
    self.control = control.flatMap { controls.indices.contains($0) ? controls[$0].name : nil } ?? ""
    self.event = event
    self.kind = kind
  }

  /// An action of `event`, now.
  public init(_ event: PanelEvent, in loop: PanelLoop, kind: Kind) {
    self.init(at: loop.time(), control: event.control, event: event.name, in: loop, kind: kind)
  }

  /// A command of `job`.
  init(at now: Instant, _ job: Job, kind: Kind) {
    at = .zero + (now - job.event.origin)
    control = job.name
    event = job.event.name
    self.kind = kind
  }
}

/// Reports commands instead of starting them.
struct DryStarter: CommandStarter {
  let run: DryRun

  func start(
    _ command: Action.Command, of job: Job, variables: [String], output: Int32, at now: Instant
  ) throws(SystemError) -> any RunningCommand {
    run.report(
      DryAction(at: now, job, kind: .run(command, variables: variables)))
    let status: Int32 = run.fails(command, job.event, job.name) ? 1 : 0
    return DryCommand(end: now + run.commandTime, status: status)
  }
}

/// A command that only takes its time.
private final class DryCommand: RunningCommand {
  let watch: Int32? = nil
  private(set) var end: Instant?
  private var result: ChildProcess.End

  init(end: Instant, status: Int32) {
    self.end = end
    result = .status(status)
  }

  /// It ends by the first signal that comes before its time.
  func signal(_ number: Int32) {
    end = .ever
    result = .signal(number)
  }

  func collect(sweeps: Bool, at now: Instant) -> ChildProcess.End? {
    guard let end, end <= now else { return nil }
    return result
  }
}

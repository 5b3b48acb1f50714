import ButtonController

/// An event as outputs take it: what the engine decided, or how a command ended, with what the program
/// knows beside it.
///
/// A value; safe to share.
public struct PanelEvent: Equatable, Sendable {
  /// What happened.
  public enum Kind: Equatable, Sendable {
    /// The engine's decision.
    case gesture(Event.Kind)
    /// A command that an event of the control started has ended.
    case command(CommandEnd)
  }

  /// What happened.
  public var kind: Kind
  /// The control's index.
  public var control: Int
  /// When it happened.
  public var at: Instant
  /// When it was decided; later than `at` where the program was late or had to wait for more.
  public var decided: Instant
  /// Its number in this run of the program, from 1 and without gaps; nil where nothing is numbered, as
  /// in a replay.
  public var number: Int?
  /// What `at` and `decided` count from where they are written; `zero` but in a simulation, whose lines
  /// report the times of its trace.
  public var origin = Instant.zero
  /// Whether a program pressed, over the socket or MQTT, and no finger.
  public var isRemote: Bool

  /// What the engine decided.
  public init(_ event: Event, number: Int? = nil, isRemote: Bool = false) {
    kind = .gesture(event.kind)
    control = event.control
    at = event.at
    decided = event.decided
    self.number = number
    self.isRemote = isRemote
  }

  /// The end of a command of `control`.
  public init(_ end: CommandEnd, control: Int, at instant: Instant) {
    kind = .command(end)
    self.control = control
    at = instant
    decided = instant
    isRemote = false
  }

  /// The engine's decision; nil for the end of a command.
  public var gesture: Event? {
    guard case .gesture(let kind) = kind else { return nil }
    return Event(at: at, decided: decided, control: control, kind: kind)
  }

  /// The event's name, such as `hold_repeat` or `command_done`.
  public var name: String {
    let name: EventName
    switch kind {
    case .gesture(let kind): name = EventName(kind)
    case .command(let end): name = end.hasFailed ? .commandFailed : .commandDone
    }
    return name.rawValue
  }
}

/// How a command ended, and what had started it.
public struct CommandEnd: Equatable, Sendable {
  /// The way in which it ended.
  public enum Outcome: Equatable, Sendable {
    /// By itself, with this status (0 for success).
    case exit(Int)
    /// By a signal, of this number.
    case signal(Int)
    /// Its time was over, and it was ended.
    case timeout
    /// It could not be started, or nothing is known of its end, for this reason.
    case notStarted(String)
  }

  /// The name of the event that started it.
  public var event: String
  /// The way in which it ended.
  public var outcome: Outcome
  /// How long it ran.
  public var took: TimeSpan

  /// The end of a command that `event` had started.
  public init(of event: String, _ outcome: Outcome, took: TimeSpan) {
    self.event = event
    self.outcome = outcome
    self.took = took
  }

  /// Whether it did not end by itself with status 0.
  public var hasFailed: Bool { outcome != .exit(0) }
}

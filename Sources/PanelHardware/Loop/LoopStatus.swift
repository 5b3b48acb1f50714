import ButtonController
import PanelFiles

/// What the parts of a loop say of themselves when somebody asks; each adds what is its own.
public struct LoopStatus: Equatable, Sendable {
  /// Where events go, and how that is doing.
  public var outputs: [OutputStatus] = []
  /// The commands that run.
  public var commands: [CommandStatus] = []
  /// Events whose commands wait for another to end.
  public var waitingRuns = 0
  /// Events whose commands were dropped since the start, because too many waited.
  public var droppedRuns = 0

  /// Nothing yet.
  public init() {}
}

/// How an output is doing: the standard output, the keyboard, the broker.
public struct OutputStatus: Equatable, Sendable {
  /// Whether it does what it is for.
  public enum State: Equatable, Sendable, CaseIterable {
    /// It does.
    case working
    /// It does not yet, or not any more, and goes on by itself once it can.
    case waiting
    /// It does not, and somebody has to do something about it.
    case failed
  }

  /// Its key in the panel file's `outputs`, such as `mqtt`.
  public var name: String
  /// Whether it does what it is for.
  public var state: State
  /// Why it does not, or what a person should know; nil where there is nothing to say.
  public var detail: String?
  /// What it has counted, in the order in which it is to be shown; names in lower case with `_`.
  public var counts: [Count]

  /// Something that was counted since the start.
  public struct Count: Equatable, Sendable {
    /// Such as `dropped`.
    public var name: String
    /// How many.
    public var value: Int

    /// So many of `name`.
    public init(_ name: String, _ value: Int) {
      self.name = name
      self.value = value
    }
  }

  /// The state of the output called `name`.
  public init(_ name: String, _ state: State, detail: String? = nil, counts: [Count] = []) {
    self.name = name
    self.state = state
    self.detail = detail
    self.counts = counts
  }
}

/// A command that runs.
public struct CommandStatus: Equatable, Sendable {
  /// The name of the control whose event started it.
  public var control: String
  /// That event's name.
  public var event: String
  /// The program, as the panel file has it.
  public var program: String

  /// A command of `control`.
  public init(control: String, event: String, program: String) {
    self.control = control
    self.event = event
    self.program = program
  }
}

/// How a line is.
public struct LineStatus: Equatable, Sendable {
  /// Whether its contact is closed by the last level that was reported.
  public var isClosed: Bool
  /// Whether its contact is settled closed.
  public var isSettledClosed: Bool
  /// Whether it counts, and why not.
  public var health: LineHealth
  /// Whether a program presses it.
  public var isPressedRemotely: Bool
  /// Level changes since the panel was loaded.
  public var edges: Int
  /// Those of them that were bounces or glitches; nil for an encoder's contact.
  public var bounces: Int?
}

/// What the loop has counted since the program started, reloads included.
public struct LoopCounts: Equatable, Sendable {
  /// Events: the number of the last one.
  public var events = 0
  /// `lost` among them.
  public var losses = 0
  /// `resync` among them.
  public var resyncs = 0
  /// `chatter` among them.
  public var chatters = 0
  /// Reloads.
  public var reloads = 0

  mutating func note(_ event: PanelEvent.Kind) {
    events += 1
    guard case .gesture(let kind) = event else { return }
    switch kind {
    case .lost: losses += 1
    case .resync: resyncs += 1
    case .chatter: chatters += 1
    case .press, .release, .ignored, .tap, .hold, .holdLevel, .holdReady, .holdRepeat, .holdEnd,
      .confirmStart, .ready, .confirm, .cancel, .turn, .dragStart, .drag, .dragEnd, .move, .moveEnd,
      .on, .off, .state, .bootHeld, .stuck, .unstuck, .quiet, .lineGone, .lineBack:
      break
    }
  }
}

extension PanelLoop {
  /// What the parts say of themselves.
  public func status() -> LoopStatus {
    var status = LoopStatus()
    for part in parts { part.report(to: &status, in: self) }
    return status
  }

  /// How a line is; one that the panel does not have is gone.
  public func status(ofLine line: Int) -> LineStatus {
    let isThere = panel.lines.indices.contains(line) && lines.isOpen(line)
    var health = isThere ? controller.health(ofLine: line) : .gone
    // One that loses edges all the time is ignored like one in quarantine.
    if health == .sound, losses.isStorm(line) { health = .chatter }
    return LineStatus(
      isClosed: controller.isClosed(line: line),
      isSettledClosed: controller.isSettledClosed(line: line), health: health,
      isPressedRemotely: remote.isOpen(line), edges: controller.changeCount(ofLine: line),
      bounces: controller.bounceCount(ofLine: line))
  }

  /// What a ring shows now.
  public func shown(on ring: Int) -> Controller.Shown { controller.shown(on: ring, at: time()) }
}

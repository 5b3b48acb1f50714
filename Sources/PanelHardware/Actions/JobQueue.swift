import ButtonController
import PanelFiles

/// One event's actions, waiting or running: they are done one after the other.
public struct Job: Equatable, Sendable {
  /// The event that caused it.
  public var event: PanelEvent
  /// The control's name, for messages and the environment.
  public var name: String { names.control }
  /// What the panel that was loaded at the event calls things.
  var names: EventEnvironment.Names
  /// What to add to the event's instant to have the wall clock's.
  var wallOffset = TimeSpan.zero
  /// Whether it follows from the end of a command, so that the ends of its own are no events.
  var isFollowUp: Bool
  /// Whether an end of its knob's position cut one of its turns short: then their sum says nothing of
  /// where the knob is.
  var hasMetLimit: Bool
  /// Which entry of the control's `do` it comes from.
  public var binding: Int
  /// Which of the panels that were loaded one after the other it belongs to.
  var panelNumber = 0
  /// What is left to do, the next first.
  public var actions: [Action]
  /// The rings that show how it ends.
  public var rings: [Int]
  /// When a command that still runs is shown as working; nil where it never is.
  public var showsWorkAt: Instant?
  /// Whether its ring shows that it runs on.
  public var isShown = false
  /// Whether a command of it reports its progress, so that its ring shows success, however soon.
  public var reportsProgress = false
  /// Whether it waits for no other of its control: all its commands are parallel.
  let isParallel: Bool

  /// A job of `actions`.
  public init(
    event: PanelEvent, name: String, binding: Int, actions: [Action], rings: [Int] = [],
    showsWorkAt: Instant? = nil
  ) {
    self.event = event
    names = EventEnvironment.Names(control: name)
    self.binding = binding
    if case .command = event.kind { isFollowUp = true } else { isFollowUp = false }
    hasMetLimit = event.hasMetLimit
    self.actions = actions
    self.rings = rings
    self.showsWorkAt = showsWorkAt
    isParallel = actions.allSatisfy { action in
      if case .run(let command) = action { return command.isParallel }
      return true
    }
  }
}

/// Jobs that wait for their turn: one at a time a control, at most eight of one entry.
///
/// What reports a change of a value does not queue: it adds up in the one that waits.
public struct JobQueue: Sendable {
  /// How many of one entry wait; what is pressed more often than that is no longer meant.
  public static let mostWaiting = 8
  /// How many of one entry run at once where they may.
  public static let mostParallel = 8

  private var waiting: [Job] = []

  /// An empty queue.
  public init() {}

  /// Whether none waits.
  public var isEmpty: Bool { waiting.isEmpty }

  /// The jobs that wait, oldest first.
  public var jobs: [Job] { waiting }

  /// Adds a job, or what it reports to one that waits; gives the oldest of its entry back if there are
  /// too many.
  public mutating func add(_ job: Job) -> Job? {
    if merge(job) { return nil }
    waiting.append(job)
    let alike = waiting.filter { $0.isLike(job) }
    guard alike.count > JobQueue.mostWaiting,
      let oldest = waiting.firstIndex(where: { $0.isLike(job) })
    else { return nil }
    return waiting.remove(at: oldest)
  }

  /// Whether a job that waits took it in.
  ///
  /// That stays where it is in the row, so between the two only other changes of values may stand.
  private mutating func merge(_ job: Job) -> Bool {
    guard job.event.isValue else { return false }
    for index in waiting.indices.reversed() where waiting[index].name == job.name {
      if waiting[index].isLike(job),
        let merged = waiting[index].event.merged(with: job.event)
      {
        waiting[index].event = merged
        waiting[index].wallOffset = job.wallOffset
        waiting[index].hasMetLimit = waiting[index].hasMetLimit || job.hasMetLimit
        // There and back: what the last command was given still holds.
        if merged.isNoChange, !waiting[index].hasMetLimit { waiting.remove(at: index) }
        return true
      }
      if !waiting[index].event.isValue { return false }
    }
    return false
  }

  /// Takes the first job that may run beside `running`; nil where all have to wait.
  public mutating func next(beside running: [Job]) -> Job? {
    for (index, job) in waiting.enumerated() {
      let mayRun: Bool
      if job.isParallel {
        mayRun = running.filter { $0.isLike(job) }.count < JobQueue.mostParallel
      } else {
        mayRun = !running.contains { !$0.isParallel && $0.name == job.name }
      }
      if mayRun { return waiting.remove(at: index) }
    }
    return nil
  }

  /// Changes the jobs that wait.
  mutating func update(_ change: (inout Job) -> Void) {
    for index in waiting.indices { change(&waiting[index]) }
  }

  /// Forgets those of a kind that wait; gives how many it was.
  mutating func removeAll(where isMeant: (Job) -> Bool) -> Int {
    let before = waiting.count
    waiting.removeAll(where: isMeant)
    return before - waiting.count
  }
}

extension Job {
  /// Whether both come from one entry of one control.
  func isLike(_ other: Job) -> Bool {
    name == other.name && binding == other.binding && panelNumber == other.panelNumber
  }

  /// Whether it closes what an earlier one may have opened, so that it is done even after the grace
  /// of the end.
  var isClosing: Bool {
    guard case .gesture(let kind) = event.kind else { return false }
    switch kind {
    case .holdEnd, .release, .cancel, .dragEnd, .moveEnd, .off, .confirm: return true
    case .press, .ignored, .tap, .hold, .holdLevel, .holdReady, .holdRepeat, .confirmStart, .ready,
      .turn, .dragStart, .drag, .move, .on, .state, .bootHeld, .stuck, .unstuck, .chatter, .quiet,
      .lineGone, .lineBack, .lost, .resync:
      return false
    }
  }

  /// Takes it off the rings of a panel that is no longer there.
  mutating func leavePanel() {
    rings = []
    showsWorkAt = nil
    actions.removeAll { action in
      if case .light = action { return true }
      return false
    }
  }
}

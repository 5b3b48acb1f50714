import ButtonController
import Glibc
import PanelFiles

/// Does what a panel file says under `do`: starts commands, watches them, and shows their end.
///
/// The commands of one event run one after the other, those of one control likewise; a control never
/// waits for another's. At the end every command that runs is sent TERM and left to itself.
public final class ActionRunner: LoopPart {
  /// Does an action that is no command: a key, a message, a picture.
  public typealias Perform = (_ action: Action, _ event: Event, _ loop: PanelLoop) -> Void

  private struct Running {
    var job: Job
    var child: ChildProcess
    var command: Action.Command
    /// When the time is over: first for the command, then for its grace.
    var deadline: Instant
    var isTerminated = false
    var isKilled = false
    var hasFailed = false
  }

  private let perform: Perform
  private var queue = JobQueue()
  private var running: [Running] = []
  private var workingRings: [Int] = []
  /// Entries of which a dropped job was told; told anew when they have caught up.
  private var saidDropped: [Job] = []

  /// How long a command has after TERM.
  public static let grace = Span.seconds(2)

  /// A runner that hands keys, messages and pictures to `perform`.
  public init(perform: @escaping Perform = { _, _, _ in }) {
    self.perform = perform
  }

  /// How many commands run.
  public var runningCount: Int { running.count }

  // MARK: Events

  /// Queues the actions of an event.
  public func take(_ event: Event, in loop: PanelLoop) {
    guard loop.panel.controls.indices.contains(event.control) else { return }
    let control = loop.panel.controls[event.control]
    for (index, binding) in control.actions.enumerated() where binding.matches(event.kind) {
      var job = Job(
        event: event, name: control.name, binding: index, actions: binding.actions,
        ring: loop.panel.panel.controls[event.control].ring)
      guard job.hasCommand else {
        for action in job.actions { perform(action, event, loop) }
        continue
      }
      if case .confirm = event.kind, job.ring != nil,
        let confirm = loop.panel.panel.controls[event.control].gestures.confirm
      {
        job.showsWorkAt = event.decided + confirm.success
      }
      enqueue(job, loop)
    }
    startWaiting(loop)
  }

  private func enqueue(_ job: Job, _ loop: PanelLoop) {
    guard queue.add(job) != nil, !saidDropped.contains(where: { $0.isLike(job) }) else { return }
    saidDropped.append(job)
    loop.log(
      "\(job.title): more than \(JobQueue.mostWaiting) runs are waiting; the oldest are dropped "
        + "(parallel: true lets them run side by side)")
  }

  private func startWaiting(_ loop: PanelLoop) {
    while let job = queue.next(beside: running.map(\.job)) {
      proceed(with: job, hasFailed: false, loop)
    }
    saidDropped.removeAll { said in !queue.jobs.contains { $0.isLike(said) } }
  }

  /// Does a job's actions up to the next command, and starts that.
  private func proceed(with job: Job, hasFailed: Bool, _ loop: PanelLoop) {
    var job = job
    var hasFailed = hasFailed
    while !job.actions.isEmpty {
      let action = job.actions.removeFirst()
      guard case .run(let command) = action else {
        perform(action, job.event, loop)
        continue
      }
      do throws(SystemError) {
        let child = try ChildProcess(
          command.arguments,
          variables: EventEnvironment.variables(of: job.event, control: job.name))
        running.append(
          Running(
            job: job, child: child, command: command, deadline: loop.time() + command.timeout,
            hasFailed: hasFailed))
        return
      } catch {
        loop.log("\(job.title): cannot \(error)")
        hasFailed = true
      }
    }
    finish(job, hasFailed: hasFailed, loop)
  }

  // MARK: Watching

  /// The next time limit, or the next moment at which a command is shown as working.
  public func nextDeadline(in loop: PanelLoop) -> Instant? {
    var next = Instant.never
    for each in running where !each.isKilled { next = min(next, each.deadline) }
    for job in openJobs { if let at = job.showsWorkAt { next = min(next, at) } }
    return next == .never ? nil : next
  }

  private var openJobs: [Job] { running.map(\.job) + queue.jobs }

  /// Takes in what has ended; to be called at SIGCHLD.
  public func collect(in loop: PanelLoop) {
    var index = 0
    while index < running.count {
      guard let end = running[index].child.collect(sweeps: running[index].isTerminated) else {
        index += 1
        continue
      }
      let each = running.remove(at: index)
      if end != .status(0), !each.isTerminated {
        loop.log("\(each.job.title): \(each.command.arguments[0]) \(end.text)")
      }
      proceed(
        with: each.job, hasFailed: each.hasFailed || each.isTerminated || end != .status(0), loop)
    }
    startWaiting(loop)
  }

  /// Ends commands whose time is over, and shows those that go on.
  public func serve(_ set: PollSet, now: Instant, in loop: PanelLoop) {
    for index in running.indices where running[index].deadline <= now {
      expire(index, now, loop)
    }
    for job in openJobs {
      if let at = job.showsWorkAt, at <= now { showWork(of: job, loop) }
    }
  }

  private func expire(_ index: Int, _ now: Instant, _ loop: PanelLoop) {
    if running[index].isTerminated {
      guard !running[index].isKilled else { return }
      running[index].isKilled = true
      running[index].child.signal(SIGKILL)
      return
    }
    running[index].isTerminated = true
    running[index].deadline = now + ActionRunner.grace
    running[index].child.signal(SIGTERM)
    let (job, command) = (running[index].job, running[index].command)
    loop.log(
      "\(job.title): \(command.arguments[0]) ran longer than "
        + "\(command.timeout.nanoseconds / 1_000_000) ms and is ended; timeout: gives it longer")
  }

  private func showWork(of job: Job, _ loop: PanelLoop) {
    queue.forgetWork(of: job)
    for index in running.indices where running[index].job == job {
      running[index].job.showsWorkAt = nil
    }
    guard let ring = job.ring else { return }
    if !workingRings.contains(ring) { loop.show { $0.showWorking(ring: ring, at: $1) } }
    workingRings.append(ring)
  }

  private func finish(_ job: Job, hasFailed: Bool, _ loop: PanelLoop) {
    guard let ring = job.ring else { return }
    let wasShown: Bool
    if let index = workingRings.firstIndex(of: ring), job.isConfirm, job.showsWorkAt == nil {
      workingRings.remove(at: index)
      wasShown = true
    } else {
      wasShown = false
    }
    if hasFailed {
      loop.show { $0.showFailure(ring: ring, at: $1) }
    } else if wasShown, !workingRings.contains(ring) {
      loop.show { $0.showSuccess(ring: ring, at: $1) }
    }
  }

  // MARK: The end

  /// What waits is dropped, what runs goes on: its panel's rings are no longer there.
  public func reload(in loop: PanelLoop) {
    let count = queue.removeAll()
    if count > 0 { loop.log("\(count) waiting commands were dropped with the old panel") }
    workingRings.removeAll()
    for index in running.indices {
      running[index].job.ring = nil
      running[index].job.showsWorkAt = nil
    }
  }

  /// Everything that runs is asked to end.
  public func stop(in loop: PanelLoop) {
    _ = queue.removeAll()
    for each in running { each.child.signal(SIGTERM) }
  }
}

extension Job {
  var hasCommand: Bool {
    actions.contains { action in
      if case .run = action { return true }
      return false
    }
  }

  var isConfirm: Bool {
    if case .confirm = event.kind { return true }
    return false
  }

  /// `erase: confirm`, for messages.
  var title: String { "\(name): \(EventLine.name(of: event.kind))" }
}

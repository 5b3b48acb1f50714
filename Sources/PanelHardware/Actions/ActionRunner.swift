import ButtonController
import Glibc
import PanelFiles

/// Does what a panel file says under `do`: starts commands, watches them, and shows their end.
///
/// The commands of one event run one after the other, those of one control likewise; a control never
/// waits for another's. A command that fails does not keep the next from running. At the end every
/// command that runs is sent TERM and left to itself.
public final class ActionRunner: LoopPart {
  /// Does an action that is neither a command nor a picture: a key, a message.
  public typealias Perform = (_ action: Action, _ event: Event, _ loop: PanelLoop) -> Void

  private struct Running {
    var job: Job
    let child: ChildProcess
    let command: Action.Command
    /// When the time is over: first for the command, then for its grace.
    var deadline: Instant
    let pipe: ProgressPipe?
    var hasFailed: Bool
    var isTerminated = false
    var isKilled = false
  }

  private let perform: Perform
  private var queue = JobQueue()
  private var running: [Running] = []
  /// Entries of which a dropped job was told; told anew when they have caught up.
  private var saidDropped: [Job] = []

  /// How long a command has after TERM.
  public static let grace = Span.seconds(2)

  /// A runner that hands keys and messages to `perform`.
  public init(perform: @escaping Perform = { _, _, _ in }) {
    self.perform = perform
  }

  /// How many commands run.
  public var runningCount: Int { running.count }

  // MARK: Events

  /// Queues the actions of an event.
  public func take(_ event: Event, in loop: PanelLoop) {
    guard loop.panel.controls.indices.contains(event.control) else { return }
    let file = loop.panel.controls[event.control]
    let control = loop.panel.panel.controls[event.control]
    for (index, binding) in file.actions.enumerated() where binding.matches(event.kind) {
      var job = Job(
        event: event, name: file.name, binding: index, actions: binding.actions, ring: control.ring)
      if case .confirm = event.kind, job.ring != nil, let confirm = control.gestures.confirm {
        job.showsWorkAt = event.decided + confirm.success
      }
      if job.hasCommand {
        enqueue(job, loop)
      } else {
        // Nothing to wait for: a key follows its press though a command of the control still runs.
        for action in job.actions { performNow(action, event, loop) }
      }
    }
    startWaiting(loop)
  }

  private func enqueue(_ job: Job, _ loop: PanelLoop) {
    guard let dropped = queue.add(job) else { return }
    if dropped.isShown { endWork(of: dropped, loop) }
    if saidDropped.contains(where: { $0.isLike(job) }) { return }
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
        performNow(action, job.event, loop)
        continue
      }
      do throws(SystemError) {
        running.append(try start(command, of: job, hasFailed: hasFailed, loop))
        return
      } catch {
        loop.log("\(job.title): cannot \(error)")
        hasFailed = true
      }
    }
    finish(job, hasFailed: hasFailed, loop)
  }

  private func start(
    _ command: Action.Command, of job: Job, hasFailed: Bool, _ loop: PanelLoop
  ) throws(SystemError) -> Running {
    let pipe = command.showsProgress && job.ring != nil ? try ProgressPipe() : nil
    let child = try ChildProcess(
      command.arguments, variables: EventEnvironment.variables(of: job.event, control: job.name),
      output: pipe?.commandEnd ?? STDERR_FILENO)
    pipe?.giveCommandEndAway()
    var job = job
    if pipe != nil { job.tellsProgress = true }
    return Running(
      job: job, child: child, command: command, deadline: loop.time() + command.timeout, pipe: pipe,
      hasFailed: hasFailed)
  }

  private func performNow(_ action: Action, _ event: Event, _ loop: PanelLoop) {
    guard case .light(let ring, let pattern) = action else { return perform(action, event, loop) }
    guard let picture = RemotePicture(text: pattern) else { return }
    loop.show { controller, now in
      let end = picture.usualTime.map { now + $0 } ?? .never
      controller.showRemote(ring: ring, picture, until: end, at: now)
    }
  }

  // MARK: Watching

  /// Commands that tell their progress.
  public func addDescriptors(to set: inout PollSet) {
    for each in running {
      if let pipe = each.pipe, pipe.isOpen { set.add(reading: pipe.raw) }
    }
  }

  /// The next time limit, or the next moment at which a command is shown as working.
  public func nextDeadline(in loop: PanelLoop) -> Instant? {
    var next = Instant.never
    for each in running where !each.isKilled { next = min(next, each.deadline) }
    for job in openJobs {
      if let at = job.showsWorkAt { next = min(next, at) }
    }
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
      each.pipe?.drain()
      if end != .status(0), !each.isTerminated {
        loop.log("\(each.job.title): \(each.command.arguments[0]) \(end.text)")
      }
      let hasFailed = each.hasFailed || each.isTerminated || end != .status(0)
      proceed(with: each.job, hasFailed: hasFailed, loop)
    }
    startWaiting(loop)
  }

  /// Ends commands whose time is over, and shows those that go on.
  public func serve(_ set: PollSet, now: Instant, in loop: PanelLoop) {
    for index in running.indices {
      showProgress(index, loop)
      if running[index].deadline <= now { expire(index, now, loop) }
    }
    showWork(now, loop)
  }

  private func expire(_ index: Int, _ now: Instant, _ loop: PanelLoop) {
    guard !running[index].isTerminated else {
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

  // MARK: Pictures

  /// Whether a job other than `job` has its work shown on the same ring.
  private func isShared(_ ring: Int, by job: Job) -> Bool {
    openJobs.contains { $0.ring == ring && $0.isShown && $0 != job }
  }

  private func showProgress(_ index: Int, _ loop: PanelLoop) {
    guard let pipe = running[index].pipe, pipe.isOpen, let ring = running[index].job.ring else {
      return
    }
    let before = pipe.progress
    pipe.drain()
    guard let progress = pipe.progress, progress != before else { return }
    running[index].job.showsWorkAt = nil
    running[index].job.isShown = true
    loop.show { controller, now in
      if before == nil { controller.endWorking(ring: ring, at: now) }
      controller.showRemote(ring: ring, .progress(progress), until: .never, at: now)
    }
  }

  private func showWork(_ now: Instant, _ loop: PanelLoop) {
    for job in openJobs {
      guard let at = job.showsWorkAt, at <= now, let ring = job.ring else { continue }
      if !isShared(ring, by: job) {
        loop.show { controller, now in controller.showWorking(ring: ring, at: now) }
      }
      func mark(_ other: inout Job) {
        guard other == job else { return }
        other.showsWorkAt = nil
        other.isShown = true
      }
      queue.update(mark)
      for index in running.indices { mark(&running[index].job) }
    }
  }

  private func endWork(of job: Job, _ loop: PanelLoop) {
    guard let ring = job.ring, !isShared(ring, by: job) else { return }
    loop.show { controller, now in
      controller.endRemote(ring: ring, at: now)
      controller.endWorking(ring: ring, at: now)
    }
  }

  private func finish(_ job: Job, hasFailed: Bool, _ loop: PanelLoop) {
    loop.tellEndOfCommand(of: job.event.control, hasFailed: hasFailed)
    if job.isShown { endWork(of: job, loop) }
    guard let ring = job.ring else { return }
    if hasFailed {
      loop.show { controller, now in controller.showFailure(ring: ring, at: now) }
    } else if job.isShown || job.tellsProgress, !isShared(ring, by: job) {
      loop.show { controller, now in controller.showSuccess(ring: ring, at: now) }
    }
  }

  // MARK: The end

  /// What waits is dropped, what runs goes on: its panel's rings are no longer there.
  public func reload(in loop: PanelLoop) {
    let count = queue.removeAll()
    if count > 0 { loop.log("\(count) waiting commands were dropped with the old panel") }
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

  /// `erase: confirm`, for messages.
  var title: String { "\(name): \(EventLine.name(of: event.kind))" }
}

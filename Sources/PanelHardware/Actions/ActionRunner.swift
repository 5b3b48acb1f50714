import ButtonController
import Glibc
import PanelFiles

/// Does what a panel file says under `do`: starts commands, watches them, and shows their end.
///
/// The commands of one event run one after the other, those of one control likewise; a control never
/// waits for another's. A command that fails does not keep the next from running. At the end what
/// runs or waits has the panel's `stopTimeout`; see `Ending`.
public final class ActionRunner: EventPart {
  /// Does an action that is neither a command nor a picture: a key, a message.
  public typealias Perform = (_ action: Action, _ event: PanelEvent, _ loop: PanelLoop) -> Void

  struct Running {
    var job: Job
    let child: any RunningCommand
    /// Where its end is polled; -1 where only SIGCHLD reports it.
    var slot = -1
    let command: Action.Command
    let began: Instant
    /// When the time is over: first for the command, then for its grace.
    var deadline: Instant
    let pipe: ProgressPipe?
    var hasFailed: Bool
    var isTerminated = false
    /// Whether its own time was over, and not that of the program's end.
    var isTimedOut = false
    var isKilled = false
  }

  private let perform: Perform
  private let starter: any CommandStarter
  private let dry: DryRun?
  var queue = JobQueue()
  var running: [Running] = []
  private(set) var dropped = DroppedRuns()
  private var ending = Ending.no
  private var panelNumber = 0

  /// How long a command has after TERM.
  public static let grace = TimeSpan.seconds(2)

  /// A runner that hands keys and messages to `perform`.
  public init(perform: @escaping Perform = { _, _, _ in }) {
    self.perform = perform
    starter = ProcessStarter()
    dry = nil
  }

  /// A runner that starts nothing: it reports what it would do to `run`, and hands keys and messages to
  /// `perform`.
  public init(dry run: DryRun, perform: @escaping Perform = { _, _, _ in }) {
    self.perform = perform
    starter = DryStarter(run: run)
    dry = run
  }

  /// How many commands run.
  public var runningCount: Int { running.count }

  /// Whether commands run or wait.
  public var isBusy: Bool { !running.isEmpty || !queue.jobs.isEmpty }

  // MARK: Events

  /// An entry for `press` or `release` is asked for by standing in `do`.
  public var takesHiddenEdges: Bool { true }

  /// Queues the actions of an event.
  public func take(_ event: PanelEvent, in loop: PanelLoop) {
    guard loop.panel.controls.indices.contains(event.control) else { return }
    let count = loop.panel.controls[event.control].actions.count
    for index in 0..<count
    where loop.panel.controls[event.control].actions[index].matches(event) {
      begin(event, index, loop)
    }
    startWaiting(loop)
  }

  /// Queues or does what the entry of `do` at `index` says.
  private func begin(_ event: PanelEvent, _ index: Int, _ loop: PanelLoop) {
    let file = loop.panel.controls[event.control]
    let control = loop.panel.panel.controls[event.control]
    let binding = file.actions[index]
    var job = Job(
      event: event, name: file.name, binding: index, actions: binding.actions,
      rings: control.rings)
    job.names = EventEnvironment.Names(
      panel: loop.panel.name, control: file.name, label: file.label)
    job.wallOffset = loop.wallOffset
    job.panelNumber = panelNumber
    if ending != .no { job.leavePanel() }
    if case .confirm = event.gesture?.kind, !job.rings.isEmpty,
      let confirm = control.gestures.confirm
    {
      job.showsWorkAt = event.decided + confirm.success
    }
    if job.hasCommand {
      enqueue(job, loop)
    } else {
      // Nothing to wait for: a key follows its press though a command of the control still runs.
      for action in job.actions { performNow(action, event, loop) }
    }
  }

  private func enqueue(_ job: Job, _ loop: PanelLoop) {
    guard ending.mayBegin(job) else { return }
    guard let oldest = queue.add(job) else { return }
    if oldest.isShown { endWork(of: oldest, loop) }
    if let line = dropped.note(oldest, at: loop.time()) { loop.log(line) }
  }

  private func startWaiting(_ loop: PanelLoop) {
    while !queue.isEmpty, let job = queue.next(beside: running.map(\.job)) {
      proceed(with: job, hasFailed: false, loop)
    }
    reportDropped(loop)
  }

  private func reportDropped(_ loop: PanelLoop) {
    if dropped.isEmpty { return }
    for line in dropped.report(at: loop.time(), waiting: queue.jobs) { loop.log(line) }
  }

  /// Does a job's actions up to the next command, and starts that.
  private func proceed(with job: Job, hasFailed: Bool, _ loop: PanelLoop) {
    var job = job
    var hasFailed = hasFailed
    while !job.actions.isEmpty, ending.mayBegin(job) {
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
        emit(.notStarted(ErrorNumber.text(of: error.code)), of: job, took: .zero, loop)
        hasFailed = true
      }
    }
    finish(job, hasFailed: hasFailed, loop)
  }

  private func start(
    _ command: Action.Command, of job: Job, hasFailed: Bool, _ loop: PanelLoop
  ) throws(SystemError) -> Running {
    let pipe = command.showsProgress && !job.rings.isEmpty ? try ProgressPipe() : nil
    let now = loop.time()
    let child = try starter.start(
      command, of: job,
      variables: EventEnvironment.variables(
        of: job.event, names: job.names, time: WallTime(job.event.at + job.wallOffset)),
      output: pipe?.commandEnd ?? STDERR_FILENO, at: now)
    pipe?.giveCommandEndAway()
    var job = job
    if pipe != nil { job.reportsProgress = true }
    return Running(
      job: job, child: child, command: command, began: now, deadline: now + command.timeout,
      pipe: pipe, hasFailed: hasFailed)
  }

  private func performNow(_ action: Action, _ event: PanelEvent, _ loop: PanelLoop) {
    guard case .light(let ring, let picture, let time) = action else {
      return perform(action, event, loop)
    }
    dry?.report(DryAction(event, in: loop, kind: .light(ring: ring, picture, for: time)))
    loop.show(LightRequest(picture, for: time), on: [ring])
  }

  // MARK: Watching

  /// Commands that run, for their end, and those that report their progress.
  public func addDescriptors(to set: inout PollSet) {
    for index in running.indices {
      running[index].slot = running[index].child.watch.map { set.add(reading: $0) } ?? -1
      running[index].pipe?.addDescriptor(to: &set)
    }
  }

  /// The next time limit, the next moment at which a command is shown as working, and the like.
  public func nextDeadline(in loop: PanelLoop) -> Instant? {
    var next = dropped.nextReport
    for each in running {
      if !each.isKilled { next = min(next, each.deadline) }
      if let end = each.child.end { next = min(next, end) }
      if let pipe = each.pipe { next = min(next, pipe.nextDeadline) }
    }
    for each in running {
      if let at = each.job.showsWorkAt { next = min(next, at) }
    }
    for job in queue.jobs {
      if let at = job.showsWorkAt { next = min(next, at) }
    }
    if isFinishing { next = min(next, ending.until) }
    return next == .never ? nil : next
  }

  var openJobs: [Job] { running.map(\.job) + queue.jobs }

  /// Takes in what has ended; to be called at SIGCHLD, which reports it where there are no pidfds.
  public func collect(in loop: PanelLoop) { collect(in: loop) { _ in true } }

  private func collect(in loop: PanelLoop, where mayHaveEnded: (Running) -> Bool) {
    var ended: [(run: Running, end: ChildProcess.End)] = []
    var index = 0
    while index < running.count {
      guard mayHaveEnded(running[index]),
        let end = running[index].child.collect(
          sweeps: running[index].isTerminated, at: loop.time())
      else {
        index += 1
        continue
      }
      ended.append((running.remove(at: index), end))
    }
    if ended.isEmpty { return }
    for each in ended { take(each.end, of: each.run, loop) }
    startWaiting(loop)
  }

  private func take(_ end: ChildProcess.End, of run: Running, _ loop: PanelLoop) {
    if let pipe = run.pipe {
      reportLeftOut(pipe.finish(at: loop.time(), pass: StandardError.pass), of: run.job, loop)
    }
    if end != .status(0), !run.isTerminated {
      loop.log("\(run.job.title): \(end.text(of: run.command.arguments[0]))")
    }
    emit(
      run.isTimedOut ? .timeout : end.outcome, of: run.job, took: loop.time() - run.began, loop)
    let hasFailed = run.hasFailed || run.isTerminated || end != .status(0)
    proceed(with: run.job, hasFailed: hasFailed, loop)
  }

  /// Puts the end of a command among the events, unless it follows from such an event itself.
  ///
  /// So nothing goes round in circles. A control that the panel no longer has reports nothing.
  private func emit(
    _ outcome: CommandEnd.Outcome, of job: Job, took: TimeSpan, _ loop: PanelLoop
  ) {
    guard !job.isFollowUp, loop.panel.controls.indices.contains(job.event.control) else { return }
    loop.emit(CommandEnd(of: job.event.name, outcome, took: took), of: job.event.control)
  }

  /// Takes in what has ended, ends commands whose time is over, and shows those that go on.
  public func serve(_ set: PollSet, now: Instant, in loop: PanelLoop) {
    if !running.isEmpty || !queue.isEmpty { watch(set, now, loop) }
    if isFinishing, ending.until <= now { advanceEnd(now, loop) }
    if dropped.nextReport <= now { reportDropped(loop) }
  }

  private func watch(_ set: PollSet, _ now: Instant, _ loop: PanelLoop) {
    for index in running.indices {
      showProgress(index, now, loop)
      if running[index].deadline <= now { expire(index, now, loop) }
    }
    collect(in: loop) { set.isReady($0.slot) || $0.child.end.map { $0 <= now } ?? false }
    showWork(now, loop)
  }

  func reportLeftOut(_ lines: Int, of job: Job, _ loop: PanelLoop) {
    if lines > 0 { loop.log("\(job.title): \(lines) lines of its output left out") }
  }

  private func expire(_ index: Int, _ now: Instant, _ loop: PanelLoop) {
    guard !running[index].isTerminated else {
      guard !running[index].isKilled else { return }
      running[index].isKilled = true
      running[index].child.signal(SIGKILL)
      return
    }
    terminate(index, now)
    running[index].isTimedOut = true
    let (job, command) = (running[index].job, running[index].command)
    loop.log(
      "\(job.title): \(command.arguments[0]) ran longer than "
        + "\(command.timeout.nanoseconds / 1_000_000) ms and is ended; timeout: gives it longer")
  }

  func terminate(_ index: Int, _ now: Instant) {
    running[index].isTerminated = true
    running[index].deadline = now + ActionRunner.grace
    running[index].child.signal(SIGTERM)
  }

  // MARK: The end

  /// What runs and waits goes on, in its order and before what the new panel's controls of the same
  /// names start; the old panel's rings are no longer there.
  public func reload(in loop: PanelLoop) {
    panelNumber += 1
    func leave(_ job: inout Job) {
      job.leavePanel()
      job.event.control = loop.panel.controls.firstIndex { $0.name == job.name } ?? -1
    }
    queue.update(leave)
    for index in running.indices { leave(&running[index].job) }
  }

  /// The grace begins: what runs and waits may end by itself.
  public func stop(in loop: PanelLoop) {
    ending = .grace(until: loop.time() + loop.panel.stopTimeout)
    queue.update { $0.leavePanel() }
    for index in running.indices { running[index].job.leavePanel() }
  }

  /// Ends the grace at once: somebody asks for the end a second time.
  public func endGrace(in loop: PanelLoop) {
    if case .grace = ending { ending = .grace(until: loop.time()) }
  }

  /// Whether commands run or wait that the end waits for.
  public func isFinishing(in loop: PanelLoop) -> Bool { isFinishing }

  private var isFinishing: Bool {
    switch ending {
    case .no, .over: return false
    case .grace, .closing, .killing: return !running.isEmpty || !queue.jobs.isEmpty
    }
  }

  private func advanceEnd(_ now: Instant, _ loop: PanelLoop) {
    ending = ending.next(at: now, stopTimeout: loop.panel.stopTimeout)
    if ending == .over {
      loop.log("\(running.count) commands could not be ended")
      return
    }
    for run in running where !run.isTerminated {
      loop.log(
        "\(run.job.title): \(run.command.arguments[0]) still runs at the end and is ended; "
          + "stop_timeout: gives it longer")
    }
    for index in running.indices where !running[index].isTerminated { terminate(index, now) }
    let allowed = ending
    let count = queue.removeAll { !allowed.mayBegin($0) }
    // What is counted of the entries goes first.
    reportDropped(loop)
    if count > 0 { loop.log("\(count) waiting commands were dropped at the end") }
    startWaiting(loop)
  }

  /// The program ends whatever runs: it is sent TERM and left to itself.
  public func leave() {
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
  var title: String { "\(name): \(event.name)" }
}

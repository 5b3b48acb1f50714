import ButtonController
import PanelFiles

/// The event loop: one thread around one wait, a controller, its lines and its parts.
///
/// The decisions are the controller's and follow from stamps alone; the loop's duty is that every
/// edge stamped before a deadline is reported before the deadline fires, however late the loop is.
/// Nothing in it blocks, and a panel at rest never wakes it. One thread; not `Sendable`.
public final class PanelLoop {
  /// The panel that runs.
  public private(set) var panel: PanelFile
  /// The engine; its inputs are the loop's alone.
  public internal(set) var controller: Controller
  /// Counts what may have changed a picture.
  public internal(set) var revision = 0
  /// Where time comes from.
  public let clock: any PanelClock
  /// Tells a user one line on the standard error.
  public let log: (String) -> Void

  let hardware: any LineHardware
  var lines: LineBank
  var outbox: [Event] = []
  private var parts: [any LoopPart] = []
  private var pollSet = PollSet()
  private let clockJumps: ClockJumps?
  private var jumpSlot = -1
  private var isOver = false

  /// Up to here everything was reported and decided; inputs never go back behind it.
  var frontier = Instant.ever
  var asleep: Span
  /// What to add to an instant to have nanoseconds of the wall clock, which may be set.
  public internal(set) var wallOffset: Span
  var nextSearch = Instant.never
  var searchDelay = Timing.firstSearchDelay
  var nextPoll = Instant.never
  var lastAudit = Instant.ever
  /// Lines with edges whose losses do not show, to be looked at when their level has settled a bit.
  var unsureLines: [Int] = []
  var nextLossCheck = Instant.never
  /// Lines that somebody presses from afar.
  var injected: [Int] = []
  /// When the loss of edges was last told; a line that floats loses many.
  var saidLoss = Instant.ever
  /// The trouble of each line as it was told last, so that a search does not repeat itself.
  var saidTroubles: [Int: String] = [:]

  /// The loop's own times.
  enum Timing {
    static let firstSearchDelay = Span.milliseconds(100)
    static let longestSearchDelay = Span.seconds(5)
    /// While a button, push or direction is closed.
    static let auditPeriod = Span.milliseconds(250)
    /// Else, and only when the loop is awake anyway.
    static let idleAuditPeriod = Span.seconds(1)
    /// How late an interrupt's thread may be before a level without its edge is believed.
    static let edgeGrace = Span.milliseconds(1)
    /// When the level is compared with the last edge where a loss does not show by itself.
    static let lossGrace = Span.milliseconds(3)
    /// Two clocks read one after the other differ by microseconds; after a sleep by much more.
    static let leastSleep = Span.milliseconds(100)
    /// Losses are told no more often than this.
    static let lossPeriod = Span.seconds(10)
    /// A stamp this far in the future comes from another clock.
    static let foreignStamp = Span.seconds(1)
  }

  /// A loop for `panel`; nothing is opened before `start`.
  public init(
    panel: PanelFile, hardware: any LineHardware, clock: any PanelClock,
    log: @escaping (String) -> Void
  ) {
    self.panel = panel
    self.hardware = hardware
    self.clock = clock
    self.log = log
    controller = Controller(panel.panel)
    lines = LineBank(plans: panel.lines, hardware: hardware)
    asleep = clock.nowAndTimeAsleep().asleep
    // Without it a sleep is noticed at the next wake instead of at its end.
    clockJumps = try? ClockJumps()
    wallOffset = clock.wallOffset()
    outbox.reserveCapacity(64)
  }

  /// Adds a part; they take events in the order in which they were added.
  public func add(_ part: any LoopPart) { parts.append(part) }

  // MARK: Life

  /// Opens the lines and starts the controller.
  ///
  /// Lines that are not there are waited for. If `refuses` says so of a trouble, nothing is started:
  /// all lines are given back and the troubles are the result.
  public func start(refuses: (LineTrouble) -> Bool = { _ in false }) -> [LineTrouble] {
    let (_, opening) = lines.openMissing()
    let refused = opening.troubles.filter(refuses)
    if !refused.isEmpty {
      lines.closeAll()
      return refused
    }
    begin(opening)
    return []
  }

  private func begin(_ opening: LineOpening) {
    let now = time()
    frontier = now
    revision += 1
    say(opening)
    for line in panel.lines.indices {
      guard !lines.isOpen(line) else {
        note(.found(line: line, isClosed: lines.levels[line], at: now))
        continue
      }
      note(.gone(line: line, at: now))
      controller.detach(line: line, at: now, known: now) { outbox.append($0) }
    }
    let found = lines
    controller.start(at: now, isClosed: { found.isOpen($0) && found.levels[$0] }) {
      outbox.append($0)
    }
    if lines.hasMissing { nextSearch = now + searchDelay }
    lastAudit = now
    nextPoll = lines.pollPeriod.map { now + $0 } ?? .never
    deliver()
  }

  /// Runs until `stop`.
  public func run() throws(SystemError) {
    while !isOver {
      try wait()
      turn()
    }
  }

  /// Ends `run` after this turn.
  public func stop() { isOver = true }

  /// Cancels what is open, tells the parts, and gives the lines back.
  public func shutDown() {
    let now = time()
    controller.shutDown(at: now, known: now) { outbox.append($0) }
    deliver()
    for part in parts { part.stop(in: self) }
    lines.closeAll()
    isOver = true
  }

  /// Cancels what is open with `reload`, and starts anew with `panel` on newly requested lines.
  public func reload(_ panel: PanelFile) {
    let now = time()
    controller.reload(at: now, known: now) { event in
      // The old panel's new start is of no interest: another panel starts in its place.
      if PanelLoop.endsSomething(event.kind) { outbox.append(event) }
    }
    deliver()
    lines.closeAll()
    self.panel = panel
    controller = Controller(panel.panel)
    lines = LineBank(plans: panel.lines, hardware: hardware)
    saidTroubles.removeAll()
    injected.removeAll()
    unsureLines.removeAll()
    nextLossCheck = .never
    searchDelay = Timing.firstSearchDelay
    nextSearch = .never
    for part in parts { part.reload(in: self) }
    let (_, opening) = lines.openMissing()
    begin(opening)
  }

  private static func endsSomething(_ kind: Event.Kind) -> Bool {
    switch kind {
    case .cancel, .release, .holdEnd, .dragEnd, .moveEnd: return true
    case .press, .ignored, .tap, .hold, .holdLevel, .holdReady, .holdRepeat, .confirmStart, .ready,
      .confirm, .turn, .dragStart, .drag, .move, .on, .off, .state, .bootHeld, .stuck, .unstuck,
      .chatter,
      .quiet, .lineGone, .lineBack, .lost, .resync:
      return false
    }
  }

  /// Lets a part show a picture: the controller, and the instant at which it is shown.
  public func show(_ picture: (inout Controller, Instant) -> Void) {
    revision += 1
    picture(&controller, time())
  }

  /// Now, but never before what was reported already.
  public func time() -> Instant { max(clock.now(), frontier) }

  // MARK: Turns

  /// When there is something to do though nothing happens; nil for never.
  public var nextWake: Instant? {
    var next = min(min(nextSearch, nextPoll), nextLossCheck)
    if let deadline = controller.nextDeadline { next = min(next, deadline) }
    if controller.needsAudit { next = min(next, lastAudit + Timing.auditPeriod) }
    if let held = lines.batch.first { next = min(next, held.stamp) }
    for part in parts {
      if let deadline = part.nextDeadline(in: self) { next = min(next, deadline) }
    }
    return next == .never ? nil : next
  }

  /// Waits until something happens or is due.
  public func wait() throws(SystemError) {
    pollSet.removeAll()
    lines.addDescriptors(to: &pollSet)
    if let clockJumps { jumpSlot = pollSet.add(reading: clockJumps.raw) }
    for part in parts { part.addDescriptors(to: &pollSet) }
    let timeout = nextWake.map { $0 - clock.now() }
    try pollSet.wait(timeout: timeout)
    lines.noteFailures(in: pollSet)
    if pollSet.isReady(jumpSlot) { clockJumps?.take() }
    // It stays as it is until the clock jumps; reading it for each event would cost its time.
    if clockJumps == nil || pollSet.isReady(jumpSlot) { wallOffset = clock.wallOffset() }
  }

  /// Does what has happened or is due.
  public func turn() {
    // First the clock, then the queues: what is due by this reading has its edges in them.
    let (read, total) = clock.nowAndTimeAsleep()
    let now = max(read, frontier)
    if !resumeAfterSleep(now, asleep: total) {
      takeEdges(now)
      // What was told by edges alone goes out before the levels are read.
      deliver()
      fireDeadlines(now)
      // What is decided is told first: an audit looks at what comes.
      deliver()
      auditIfDue(now)
      checkForHiddenLosses(now)
    }
    if nextSearch <= now { search(now) }
    if nextPoll <= now { nextPoll = lines.pollPeriod.map { now + $0 } ?? .never }
    deliver()
    for part in parts { part.serve(pollSet, now: now, in: self) }
    deliver()
  }

  func note(_ report: LineReport) {
    for part in parts { part.note(report, in: self) }
  }

  func tellEndOfCommand(of control: Int, hasFailed: Bool) {
    for part in parts { part.noteEndOfCommand(of: control, hasFailed: hasFailed, in: self) }
  }

  private func deliver() {
    // By index: a part that makes the controller tell more adds to the end.
    var index = 0
    while index < outbox.count {
      let event = outbox[index]
      for part in parts { part.take(event, in: self) }
      index += 1
    }
    outbox.removeAll(keepingCapacity: true)
  }
}

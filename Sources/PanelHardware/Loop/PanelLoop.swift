import ButtonController
import PanelFiles

/// The event loop: one thread around one wait, a controller, its lines and its parts.
///
/// The decisions are the controller's and follow from stamps alone; the loop's duty is that every
/// edge stamped before a deadline is reported before the deadline fires, however late the loop is.
/// Nothing in it blocks, and a panel at rest never wakes it. One thread; not `Sendable`.
public final class PanelLoop {
  /// The panel that runs.
  @inlinable public var panel: PanelFile { box.panel }
  @usableFromInline var box: PanelBox
  /// The engine; its inputs are the loop's alone.
  public internal(set) var controller: Controller
  /// Counts what may have changed a picture.
  public internal(set) var revision = 0
  /// Where time comes from.
  public let clock: any PanelClock
  /// Reports a user one line on the standard error.
  public let log: (String) -> Void

  let hardware: any LineHardware
  var lines: LineBank
  var outbox: [PanelEvent] = []
  /// What was counted since the program started.
  public internal(set) var counts = LoopCounts()
  private(set) var parts: [any LoopPart] = []
  private(set) var chain: PartChain?
  var pollSet = PollSet()
  let clockJumps: ClockJumps?
  var jumpSlot = -1
  private var isOver = false
  /// Whether `shutDown` was called: there is no more input, and only parts are served.
  public private(set) var isEnding = false

  /// Up to here everything was reported and decided; inputs never go back behind it.
  var frontier = Instant.ever
  var asleep: TimeSpan
  /// What to add to an instant to have nanoseconds of the wall clock, which may be set.
  public internal(set) var wallOffset: TimeSpan
  private var lastWallTime: WallTime?
  var nextPoll = Instant.never
  var lastAudit = Instant.ever
  /// Which levels are in doubt; no deadline passes one.
  var audit: LevelAudit
  /// When to look for which missing lines.
  var search: LineSearch
  /// Lines that lose edges all the time.
  var losses: LossLimit
  /// Which edges repeat a level only because that was read before they came.
  var known: KnownLevels
  /// How many lines of each control chatter: they are silent until they report `quiet`.
  var chattering: [Int]
  /// Lines that programs press.
  var remote = RemotePresses()
  /// The trouble of each line as it was reported last, so that a search does not repeat itself.
  var saidTroubles: [Int: String] = [:]
  let chipWatch: (any ChipWatch)?
  var chipSlot = -1
  var chipsChanged = false

  /// The loop's own times.
  enum Timing {
    /// While a button, push or direction is closed.
    static let auditPeriod = TimeSpan.milliseconds(250)
    /// Else, and only when the loop is awake anyway.
    static let idleAuditPeriod = TimeSpan.seconds(1)
    /// Where nothing reports that a chip has gone, the loop wakes to look.
    static let unwatchedPeriod = TimeSpan.seconds(5)
    /// Two clocks read one after the other differ by microseconds; after a sleep by much more.
    static let leastSleep = TimeSpan.milliseconds(100)
    /// Settles, and is neither hold nor confirm in most panels.
    static let rehearsedPress = TimeSpan.milliseconds(100)
    /// A stamp this far in the future comes from another clock.
    static let foreignStamp = TimeSpan.seconds(1)
  }

  /// A loop for `panel`; nothing is opened before `start`.
  public init(
    panel: PanelFile, hardware: any LineHardware, clock: any PanelClock,
    log: @escaping (String) -> Void
  ) {
    box = PanelBox(panel)
    self.hardware = hardware
    self.clock = clock
    self.log = log
    controller = Controller(panel.panel)
    let count = panel.lines.count
    lines = LineBank(plans: panel.lines, hardware: hardware)
    audit = LevelAudit(lines: count)
    losses = LossLimit(lines: count)
    known = KnownLevels(lines: count)
    chattering = [Int](repeating: 0, count: panel.controls.count)
    // Before the first look for chips, so that none comes unseen between the two.
    chipWatch = PanelLoop.watchChips(of: hardware, log)
    search = LineSearch(lines: count, isTold: chipWatch != nil)
    asleep = clock.nowAndTimeAsleep().asleep
    // Without it a sleep is noticed at the next wake instead of at its end.
    clockJumps = try? ClockJumps()
    wallOffset = clock.wallOffset()
    outbox.reserveCapacity(64)
  }

  private static func watchChips(
    of hardware: any LineHardware, _ log: (String) -> Void
  ) -> (any ChipWatch)? {
    let period = Timing.unwatchedPeriod.nanoseconds / 1_000_000_000
    do throws(SystemError) {
      if let watch = try hardware.watchChips() { return watch }
      log(
        "nothing here reports when chips come and go (a container's own /dev); looking every \(period) s"
      )
    } catch {
      log("cannot \(error); looking every \(period) s whether chips have come or gone")
    }
    return nil
  }

  /// Adds a part; they take events in the order in which they were added.
  public func add(_ part: any LoopPart) {
    parts.append(part)
    chain = PartChain.of(parts)
  }

  // MARK: Life

  /// Opens the lines and starts the controller.
  ///
  /// Lines that are not there are waited for. If `refuses` says so of a trouble, nothing is started:
  /// all lines are given back and the troubles are the result.
  public func start(refuses: (LineTrouble) -> Bool = { _ in false }) -> [LineTrouble] {
    let (opened, opening) = lines.open(Array(panel.lines.indices))
    let refused = opening.troubles.filter(refuses)
    if !refused.isEmpty {
      lines.closeAll()
      return refused
    }
    begin(opened, opening)
    return []
  }

  private func begin(_ opened: [Int], _ opening: LineOpening) {
    let now = time()
    frontier = now
    revision += 1
    noteSearch(of: Array(panel.lines.indices), opened, opening, now)
    for line in panel.lines.indices where !lines.isOpen(line) {
      note(.gone(line: line, at: now))
      controller.detach(line: line, at: now, known: now) { outbox.append(PanelEvent($0)) }
    }
    for line in opened {
      note(.found(line: line, isClosed: lines.levels[line], at: now))
      known.noteRead(line, at: now)
    }
    note(.started(at: now))
    let found = lines
    controller.start(at: now, isClosed: { found.isOpen($0) && found.levels[$0] }) {
      outbox.append(PanelEvent($0))
    }
    lastAudit = now
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

  /// Cancels what is open, reports the parts, and gives the lines back.
  ///
  /// `cancelsOpen` is false where nothing is to be decided any more, at the end of a trace.
  public func shutDown(cancelsOpen: Bool = true) {
    if cancelsOpen {
      let (at, now) = catchUp()
      note(.ended(at: at))
      controller.shutDown(at: at, known: now) { outbox.append(PanelEvent($0)) }
    }
    deliver()
    isOver = true
    isEnding = true
    for part in parts { part.stop(in: self) }
    lines.closeAll()
  }

  /// After `shutDown`: turns on, with no more input, until the last part has finished.
  ///
  /// Parts limit that time themselves; what none of them waits for costs none.
  public func finish() throws(SystemError) {
    while isFinishing {
      try wait()
      turn()
    }
  }

  /// Whether a part has something to finish.
  public var isFinishing: Bool { parts.contains { $0.isFinishing(in: self) } }

  /// Cancels what is open with `reload`, and starts again with `panel` on newly requested lines.
  public func reload(_ panel: PanelFile) {
    let (at, now) = catchUp()
    note(.reloading(at: at))
    // Its new start is of no interest: another panel starts in its place.
    controller.shutDown(at: at, known: now, because: .reload) { outbox.append(PanelEvent($0)) }
    deliver()
    lines.closeAll()
    box = PanelBox(panel)
    controller = Controller(panel.panel)
    lines = LineBank(plans: panel.lines, hardware: hardware)
    audit = LevelAudit(lines: panel.lines.count)
    search = LineSearch(lines: panel.lines.count, isTold: chipWatch != nil)
    losses = LossLimit(lines: panel.lines.count)
    known = KnownLevels(lines: panel.lines.count)
    chattering = [Int](repeating: 0, count: panel.controls.count)
    saidTroubles.removeAll()
    remote.removeAll()
    counts.reloads += 1
    for part in parts { part.reload(in: self) }
    let (opened, opening) = lines.open(Array(panel.lines.indices))
    begin(opened, opening)
  }

  /// Shows a picture on `rings`, from now on.
  public func show(_ request: LightRequest, on rings: some Sequence<Int>) {
    revision += 1
    let now = time()
    for ring in rings { controller.show(request, ring: ring, at: now) }
  }

  /// Sounds a pattern of a cue, which is an index into `PanelFile.cues`.
  public func sound(_ pattern: CuePattern, of cue: Int) {
    for part in parts { part.sound(pattern, of: cue, in: self) }
  }

  /// Puts the end of a command of `control` among the events; it is delivered in this turn.
  public func emit(_ end: CommandEnd, of control: Int) {
    outbox.append(PanelEvent(end, control: control, at: time()))
  }

  /// Appends an event as a line of JSON, with its control's name and the wall clock's time.
  public func appendLine(of event: PanelEvent, to bytes: inout [UInt8]) {
    EventLine.append(event, control: controlName(of: event), time: wallTime(of: event), to: &bytes)
  }

  /// What the control of an event is called; nothing where the panel has no such control any more.
  public func controlName(of event: PanelEvent) -> String {
    let controls = box.panel.controls
    return controls.indices.contains(event.control) ? controls[event.control].name : ""
  }

  /// When an event was, by the wall clock.
  public func wallTime(of event: PanelEvent) -> WallTime {
    let time = WallTime(event.at + wallOffset, like: lastWallTime)
    lastWallTime = time
    return time
  }

  /// Now, but never before what was reported already.
  public func time() -> Instant { max(clock.now(), frontier) }
}

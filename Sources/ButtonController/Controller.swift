/// A whole panel: levels and time go in, events and light come out.
///
/// A pure value: no clock, no I/O, no thread; nothing is allocated after `init`, so every call may be
/// made from a real-time loop. Not safe for concurrent use: one owner, like any value.
///
/// The caller reports raw level changes in the order of their stamps, and before it lets time pass
/// with `advance` it has reported every change stamped before. `known` is the instant at which the
/// caller learnt of what it reports: it becomes `decided` where the rules alone would give an earlier
/// one, so a stalled process emits the same events with a later `decided`. A stamp earlier than what
/// was already decided counts as that instant.
public struct Controller: Sendable {
  /// Receives each event as it is decided; must not touch the controller.
  public typealias Sink = (Event) -> Void

  /// The panel that it runs: the one it was made for, with the nearest that can be run in place of what
  /// `Panel.problems` names.
  public let panel: Panel

  @usableFromInline var lines: [Line] = []
  var states: [ControlState]
  /// Each control's earliest timer; kept by `refresh`.
  @usableFromInline var timers: Tournament
  /// The number of each control's first line.
  var firstLine: [Int] = []
  var inputs: InputQueue
  /// The openings of bursts under way, `Defaults.openingsKept` a line that needs them.
  var openings: [Opening] = []
  /// Two for each control: a knob or a stick's x, and a stick's y.
  var decoders: [QuadratureDecoder]
  /// The releases of taps that wait, from `tapBase` of each control on.
  var tapStamps: [Instant]
  var tapBase: [Int] = []
  let chords: ChordTable
  var waits: [ChordWait]
  /// When no chord can be any more, by component.
  @usableFromInline var waitEnds: Tournament
  /// The component whose wait is being resolved: its members are decided one after the other; -1 for none.
  var resolving = -1
  var ringStates: [RingState]

  // Tables over all lines and controls: nothing that an edge may lead to looks at each of them.

  /// Each line's next deadline.
  @usableFromInline var lineDeadlines: Tournament
  /// Since when each line is unsettled, by the line's slot.
  var unsettled: Tournament
  /// How many lines an audit should look at.
  @usableFromInline var auditedLines = 0
  /// Each control's open press, mirrored: the newest first.
  var presses: Tournament
  /// The presses that wait for a chord.
  var waiting: Tournament
  /// The presses without an outcome where confirm is bound.
  var attempts: Tournament

  /// Everything due before this has been decided.
  @usableFromInline var now = Instant.ever
  /// The latest instant at which the caller said to know something.
  var knownAt = Instant.ever
  var arrivals: Int64 = 0
  @usableFromInline var isRunning = false

  /// A controller of `panel`; nothing is known before `start`.
  ///
  /// Any panel is run: what is wrong with it (`Panel.problems`) is taken as the nearest that is not.
  public init(_ panel: Panel) {
    let panel = panel.sound
    self.panel = panel
    let count = panel.controls.count
    states = Array(repeating: ControlState(), count: count)
    timers = Tournament(count: count)
    presses = Tournament(count: count)
    waiting = Tournament(count: count)
    attempts = Tournament(count: count)
    decoders = []
    chords = ChordTable(panel)
    waits = Array(repeating: ChordWait(), count: chords.componentCount)
    waitEnds = Tournament(count: chords.componentCount)
    lineDeadlines = Tournament(count: chords.lineCount)
    unsettled = Tournament(count: chords.lineCount)
    ringStates = []
    var tapSlots = 0
    for control in 0..<count {
      firstLine.append(lines.count)
      tapBase.append(tapSlots)
      let gestures = panel.controls[control].gestures
      tapSlots += (gestures.tap?.max ?? 0) + (gestures.hold?.taps ?? 0) + 2
      Self.appendLines(of: panel.controls[control], number: control, to: &lines)
      for axis in 0..<2 {
        decoders.append(Self.decoder(of: panel.controls[control], axis: axis, a: false, b: false))
      }
    }
    tapStamps = Array(repeating: .ever, count: tapSlots)
    var kept = 0
    for line in lines.indices where Self.isJudged(lines[line], panel, chords) {
      lines[line].openingBase = kept
      kept += Defaults.openingsKept
    }
    openings = Array(repeating: .none, count: kept)
    inputs = InputQueue(capacity: 64 + 8 * lines.count + kept)
    for ring in panel.rings {
      ringStates.append(RingState(pixels: ring.pixels, shows: ring.shows))
    }
  }

  /// How many lines the panel has: those of its controls one after the other.
  public var lineCount: Int { lines.count }

  /// Begins at `instant` with the levels as read: `isClosed` is asked once for each line.
  ///
  /// Lines that were given to `detach` before are emitted as gone and are not asked for.
  public mutating func start(
    at instant: Instant, known: Instant? = nil, isClosed: (_ line: Int) -> Bool, _ sink: Sink
  ) {
    guard Self.isUsable(instant) else { return }
    isRunning = true
    now = instant
    knownAt = Self.usable(known ?? instant)
    for line in lines.indices where !lines[line].isGone {
      resetContact(of: line, isClosed: isClosed(line))
    }
    begin(at: instant, emitsGone: true, sink)
  }

  /// A level change, or a repeat of a level, on `line`.
  public mutating func report(
    line: Int, isClosed: Bool, at stamp: Instant, known: Instant, _ sink: Sink
  ) {
    guard isRunning, Self.isUsable(stamp) else { return }
    enter(stamp, known: known, sink)
    guard lines.indices.contains(line), !lines[line].isGone else { return }
    if lines[line].debouncer.rawIsClosed == isClosed {
      if case .quadrature(let axis, _) = lines[line].role {
        decoders[lines[line].control * 2 + axis].noteRepeat()
        return
      }
      // Its partner was too short for the kernel to show: two changes, and both count.
      change(line, isClosed: !isClosed, sink)
    }
    change(line, isClosed: isClosed, sink)
  }

  /// A change of `line` at the present to the level that it was not.
  private mutating func change(_ line: Int, isClosed: Bool, _ sink: Sink) {
    arrivals += 1
    lines[line].changes &+= 1
    if lines[line].isQuarantined {
      resetContact(of: line, isClosed: isClosed)
      setQuiet(line, at: now + Defaults.quietAfter)
      return
    }
    if lines[line].isDebounced && isChatter(on: line) {
      startQuarantine(of: line, isClosed: isClosed, sink)
      return
    }
    switch lines[line].role {
    case .quadrature(let axis, let isA):
      resetContact(of: line, isClosed: isClosed)
      let decoder = lines[line].control * 2 + axis
      let detents = decoders[decoder].edge(isA: isA, isClosed: isClosed)
      guard detents != 0 else { return }
      queue(
        Input(
          line: line, control: lines[line].control, stamp: now, arrival: arrivals,
          what: .detent(axis: axis, delta: detents)), sink)
    case .button, .toggle, .direction:
      if isClosed { noteOpening(of: line) }
      let change = takeEdge(of: line, isClosed: isClosed, arrival: arrivals)
      if let change { queue(change, of: line, sink) }
      if lineDeadlines.earliest <= now { expireLines(sink) }
    }
    settle(sink)
  }

  /// Lets time pass: everything that is due up to and at `instant` is decided.
  ///
  /// `Instant.never` runs until nothing is due any more but repeats, which might go on for ever.
  public mutating func advance(to instant: Instant, known: Instant, _ sink: Sink) {
    guard isRunning else { return }
    if Self.isUsable(instant) { return enter(instant, known: known, sink) }
    guard instant > now else { return }
    while !hasOnlyRepeats, let deadline = nextDeadline, Self.isUsable(deadline) {
      enter(deadline, known: deadline, sink)
    }
  }

  /// When `advance` will have something to do, if no level changes before; nil for never.
  ///
  /// Always later than the instant last advanced to.
  @inlinable public var nextDeadline: Instant? {
    guard isRunning else { return nil }
    let next = min(lineDeadlines.earliest, nextTimer)
    return next == .never ? nil : next
  }

  /// Whether nothing is due any more but repeats of what is held or moved: these may go on for ever.
  public var hasOnlyRepeats: Bool {
    guard isRunning else { return true }
    if lineDeadlines.earliest < .never || waitEnds.earliest < .never { return false }
    var next = timers.first(before: .never)
    while let control = next {
      if nextTimer(of: control, withRepeats: false).at < .never { return false }
      next = timers.first(from: control + 1, before: .never)
    }
    return true
  }

  /// The level of `line` as last reported or read.
  ///
  /// False for a line that is not there.
  @inlinable public func isClosed(line: Int) -> Bool {
    lines.indices.contains(line) && lines[line].debouncer.rawIsClosed
  }

  /// Whether `line` is in quarantine, because it chatters.
  public func isQuarantined(line: Int) -> Bool {
    lines.indices.contains(line) && lines[line].isQuarantined
  }

  /// The numbers of the control's own lines, in the order that `Control.Kind` names them.
  ///
  /// None for a chord, and for a control that is not there.
  public func lines(of control: Int) -> Range<Int> {
    firstLine.indices.contains(control) ? ownLines(of: control) : 0..<0
  }

  /// The control to which `line` belongs; nil for a line that is not there.
  public func control(ofLine line: Int) -> Int? {
    lines.indices.contains(line) ? lines[line].control : nil
  }

  /// Whether levels should be audited every 250 ms: a button, push or direction is closed.
  @inlinable public var needsAudit: Bool { auditedLines > 0 }

  // MARK: - Inside

  /// When something that is emitted now was known.
  var decided: Instant { max(now, knownAt) }

  /// Whether an instant is one that a clock reaches, with room for every span after it.
  static func isUsable(_ instant: Instant) -> Bool {
    instant.nanoseconds > -latest && instant.nanoseconds < latest
  }

  /// The nearest instant that a clock reaches.
  static func usable(_ instant: Instant) -> Instant {
    Instant(nanoseconds: max(1 - latest, min(latest - 1, instant.nanoseconds)))
  }

  /// 146 years.
  private static let latest: Int64 = 1 << 62

  /// Decides what is due up to `wanted`, which becomes the present; what no clock reaches is now.
  mutating func enter(_ wanted: Instant, known: Instant, _ sink: Sink) {
    let instant = Self.isUsable(wanted) ? wanted : now
    knownAt = max(knownAt, Self.usable(known))
    while true {
      let next = min(lineDeadlines.earliest, nextTimer)
      guard next <= instant else { break }
      now = max(now, next)
      expireLines(sink)
      settle(sink)
    }
    now = max(now, instant)
  }

  mutating func emit(_ kind: Event.Kind, of control: Int, at instant: Instant, _ sink: Sink) {
    sink(Event(at: min(instant, decided), decided: decided, control: control, kind: kind))
  }

  /// The picture of each of the control's rings is changed by `change`.
  mutating func light(_ control: Int, _ change: (inout RingState, Instant) -> Void) {
    for ring in panel.controls[control].rings { change(&ringStates[ring], decided) }
  }

  /// The numbers of the control's own lines; a chord has none.
  func ownLines(of control: Int) -> Range<Int> {
    let first = firstLine[control]
    let end = control + 1 < firstLine.count ? firstLine[control + 1] : lines.count
    return first..<end
  }

  private static func appendLines(of control: Control, number: Int, to lines: inout [Line]) {
    func add(_ role: Line.Role, isWatched: Bool) {
      lines.append(Line(control: number, role: role, isWatched: isWatched))
    }
    switch control.kind {
    case .button: add(.button, isWatched: true)
    case .toggle: add(.toggle, isWatched: false)
    case .knob(_, let hasPush):
      add(.quadrature(axis: 0, isA: true), isWatched: false)
      add(.quadrature(axis: 0, isA: false), isWatched: false)
      if hasPush { add(.button, isWatched: true) }
    case .stick(_, let hasPush):
      for direction in 0..<4 { add(.direction(direction), isWatched: true) }
      if hasPush { add(.button, isWatched: true) }
    case .encoderStick:
      for axis in 0..<2 {
        add(.quadrature(axis: axis, isA: true), isWatched: false)
        add(.quadrature(axis: axis, isA: false), isWatched: false)
      }
      add(.button, isWatched: true)
    case .chord: break
    }
  }

  /// Whether a press of the line, or of a chord with it, may be ended by its open time.
  private static func isJudged(_ line: Line, _ panel: Panel, _ chords: ChordTable) -> Bool {
    guard case .button = line.role else { return false }
    func isBound(_ control: Int) -> Bool {
      panel.controls[control].gestures.hold != nil
        || panel.controls[control].gestures.confirm != nil
    }
    if isBound(line.control) { return true }
    for chord in chords.ofControl[line.control] where isBound(chord) { return true }
    return false
  }

  static func decoder(of control: Control, axis: Int, a: Bool, b: Bool) -> QuadratureDecoder {
    switch control.kind {
    case .knob(let knob, _):
      return QuadratureDecoder(a: a, b: b, stepsPerDetent: knob.stepsPerDetent, rest: knob.rest)
    case .encoderStick, .button, .toggle, .stick, .chord:
      return QuadratureDecoder(a: a, b: b, stepsPerDetent: 4, rest: .open)
    }
  }
}

import ButtonController
import PanelFiles

/// Replays traces through the engine on a virtual clock.
///
/// The one place that knows how a trace becomes calls of `Controller`; `gpiopress replay` and the
/// tests share it. It streams: entries go in one by one, events and frames come out of a closure in
/// the order of their `decided`, and nothing grows with the length of the trace. A value with one
/// owner, like the controller inside it.
///
///     var runner = TraceRunner(panel: file.panel)
///     runner.run(trace) { output in print(output) }
public struct TraceRunner {
  /// What a replay emits besides gestures.
  public struct Options: Equatable, Sendable {
    /// Whether every control emits `press` and `release`.
    public var emitsEdges: Bool
    /// Frames of the rings a second, 1…1,000; nil for none.
    public var framesPerSecond: Int?

    /// The options; a plain replay by default.
    public init(emitsEdges: Bool = false, framesPerSecond: Int? = nil) {
      self.emitsEdges = emitsEdges
      self.framesPerSecond = framesPerSecond
    }
  }

  /// One thing that a replay emits.
  public enum Output: Equatable, Sendable {
    /// An event of the engine.
    case event(Event)
    /// A ring's picture from this instant on.
    case frame(Frame)
  }

  /// A ring's picture.
  public struct Frame: Equatable, Sendable {
    /// The frame's instant.
    public var at: Instant
    /// The ring's number in the panel.
    public var ring: Int
    /// One pixel each, as 0xrrggbb.
    public var pixels: [UInt32]

    /// A picture of `ring`.
    public init(at: Instant, ring: Int, pixels: [UInt32]) {
      self.at = at
      self.ring = ring
      self.pixels = pixels
    }
  }

  /// Receives what is emitted; must not touch the runner.
  public typealias Sink = (Output) -> Void

  /// The engine as it stands, for whoever asks how its lines and controls are.
  public private(set) var controller: Controller
  private var film: Film?
  /// The level of each line in the world, which is what a resume reads.
  private var levels: [Bool]
  /// The process knows nothing before this: the end of the last stall or sleep.
  private var awake = Instant.ever
  private var sleep: (beginning: Instant, end: Instant)?
  /// The latest instant that was played.
  private var now = Instant.zero
  private var isEnded = false
  /// What a start or reload has decided: held back, as what is found may follow and decide otherwise.
  private var held: [Event] = []
  /// When all begins again with what was found.
  private var restart: Instant?
  /// Lines that are not there.
  private var isGone: [Bool]

  /// A runner for `panel`.
  public init(panel: Panel, options: Options = Options()) {
    var panel = panel
    if options.emitsEdges {
      for index in panel.controls.indices { panel.controls[index].emitsEdges = true }
    }
    controller = Controller(panel)
    levels = Array(repeating: false, count: controller.lineCount)
    isGone = levels
    film = options.framesPerSecond.map { Film(rings: panel.rings, framesPerSecond: $0) }
  }

  /// The engine's next deadline; nil for never.
  public var nextDeadline: Instant? { controller.nextDeadline }

  /// Whether the system sleeps, so that nothing is decided until the next entry after it.
  public var isAsleep: Bool { sleep != nil }

  /// Plays a whole trace: start, entries, and on until nothing is pending.
  public mutating func run(_ trace: Trace, _ sink: Sink) {
    start(levels: trace.startLevels, sink)
    for entry in trace.entries { play(entry, sink) }
    finish(sink)
  }

  /// Begins at the trace's zero with the levels of the lines; those not given are open.
  public mutating func start(levels known: [Bool], _ sink: Sink) {
    for (line, level) in known.prefix(levels.count).enumerated() { levels[line] = level }
    let levels = levels
    var decided: [Event] = []
    controller.start(at: .zero, known: .zero, isClosed: { levels[$0] }, { decided.append($0) })
    held = decided
    film?.touch()
  }

  /// Emits what was held back until it was clear that `entry` is no `found`.
  ///
  /// `play` does so; it is for who looks at entries before they are played.
  public mutating func settle(before entry: Trace.Entry, _ sink: Sink) {
    if case .found = entry.action { return }
    settle(sink)
  }

  /// Plays one entry, after everything that is due at or before its instant.
  ///
  /// Entries come in order of time. An entry after `end` is not played.
  public mutating func play(_ entry: Trace.Entry, _ sink: Sink) {
    if isEnded { return }
    if case .found(let line, let isClosed) = entry.action {
      return find(line, isClosed, at: entry.at)
    }
    settle(sink)
    if let sleep {
      if entry.at < sleep.end {
        // Asleep: the kernel queues nothing that would be worth more than the level read afterwards.
        if case .edge(let line, let isClosed) = entry.action { levels[line] = isClosed }
        return
      }
      wake(from: sleep.beginning, to: sleep.end, sink)
    }
    advance(to: entry.at, sink)
    let known = arrive(at: entry.at, sink)
    let emitted: Controller.Sink = { sink(.event($0)) }
    switch entry.action {
    case .edge(let line, let isClosed):
      levels[line] = isClosed
      controller.report(line: line, isClosed: isClosed, at: entry.at, known: known, emitted)
    case .stall(let end):
      awake = max(awake, end)
    case .lost(let line, let isClosed):
      levels[line] = isClosed
      controller.lose(line: line, isClosed: isClosed, at: entry.at, known: known, emitted)
    case .level(let line, let isClosed):
      levels[line] = isClosed
      controller.audit(line: line, isClosed: isClosed, at: entry.at, known: known, emitted)
    case .gone(let lines):
      for line in lines {
        isGone[line] = true
        controller.detach(line: line, at: entry.at, known: known, emitted)
      }
    case .back(let lines, let isClosed):
      for line in lines {
        levels[line] = isClosed
        isGone[line] = false
        controller.attach(line: line, isClosed: isClosed, at: entry.at, known: known, emitted)
      }
    case .suspend(let end):
      sleep = (entry.at, end)
    case .reload:
      reload(at: entry.at, known: known, sink)
    case .shutdown:
      controller.shutDown(at: entry.at, known: known, emitted)
    case .found: break
    case .end:
      isEnded = true
    }
    film?.touch()
  }

  /// Runs on until no timer is pending (unless the trace had an end) and all rings stand still.
  public mutating func finish(_ sink: Sink) {
    settle(sink)
    if let sleep { wake(from: sleep.beginning, to: sleep.end, sink) }
    // What only repeats may go on for ever, and leads to nothing else.
    while !isEnded, !controller.hasOnlyRepeats, let deadline = controller.nextDeadline {
      advance(to: deadline, sink)
    }
    now = max(now, awake)
    isEnded = true
    film?.showRest(of: controller, from: now, sink)
  }

  // MARK: In real time

  /// Whether nothing is pending that could lead to an event, as at the end of a replay.
  public var isOver: Bool {
    isEnded || sleep == nil && (controller.hasOnlyRepeats || controller.nextDeadline == nil)
  }

  /// Lets time pass without an entry; in a sleep nothing does.
  public mutating func pass(to instant: Instant, _ sink: Sink) {
    settle(sink)
    if isEnded || sleep != nil { return }
    advance(to: instant, sink)
  }

  /// What a ring shows at an instant.
  public func colours(of ring: Int, at instant: Instant) -> [Colour] {
    controller.frame(of: ring, at: instant)
  }

  /// Whether what a ring shows changes by itself.
  public func motion(of ring: Int, at instant: Instant) -> Controller.Motion {
    controller.motion(of: ring, at: instant)
  }

  // MARK: New starts

  /// Reloads; the ends of what is open are emitted, and what the new start decides is held back.
  private mutating func reload(at instant: Instant, known: Instant, _ sink: Sink) {
    var ends = 0
    var ended = controller
    ended.shutDown(at: instant, known: known, because: .reload) { _ in ends += 1 }
    var decided: [Event] = []
    controller.reload(at: instant, known: known) { decided.append($0) }
    for event in decided.prefix(ends) { sink(.event(event)) }
    held = Array(decided.dropFirst(ends))
  }

  /// Takes in how a line is found, after a sleep or for a new start.
  private mutating func find(_ line: Int, _ isClosed: Bool?, at instant: Instant) {
    levels[line] = isClosed ?? false
    if sleep != nil { return }
    isGone[line] = isClosed == nil
    held.removeAll()
    restart = instant
  }

  private mutating func settle(_ sink: Sink) {
    if let restart {
      self.restart = nil
      let known = arrive(at: restart, sink)
      var restarted = Controller(controller.panel)
      for line in isGone.indices where isGone[line] {
        restarted.detach(line: line, at: restart, known: known, { _ in })
      }
      let levels = levels
      restarted.start(at: restart, known: known, isClosed: { levels[$0] }, { sink(.event($0)) })
      controller = restarted
      film?.touch()
    }
    let events = held
    held.removeAll()
    for event in events { sink(.event(event)) }
  }

  /// Fires the due timers one by one, each with its own instant as `known` unless a stall hides it.
  private mutating func advance(to instant: Instant, _ sink: Sink) {
    while let deadline = controller.nextDeadline, deadline <= instant {
      let known = arrive(at: deadline, sink)
      controller.advance(to: deadline, known: known, { sink(.event($0)) })
      film?.touch()
    }
  }

  private mutating func wake(from beginning: Instant, to end: Instant, _ sink: Sink) {
    sleep = nil
    awake = max(awake, end)
    let known = arrive(at: end, sink)
    let levels = levels
    controller.resume(
      from: beginning, to: end, known: known, isClosed: { levels[$0] }, { sink(.event($0)) })
    film?.touch()
  }

  /// The instant at which the process learns of something at `instant`; shows the frames before it.
  private mutating func arrive(at instant: Instant, _ sink: Sink) -> Instant {
    let known = max(instant, awake)
    now = max(now, instant)
    film?.show(controller, before: known, sink)
    return known
  }
}

import ButtonController
import Glibc
import PanelFiles
import PanelHardware
import PanelReplay

/// `replay --speed real`: a trace at its own speed, or as it comes, with the rings in the terminal.
///
/// What comes by a pipe is shown a moment later than it happened, so that an edge is there before the
/// timers that are due behind it.
final class LiveReplay {
  private let panel: PanelFile
  private let board: RingBoard?
  private let clock = MonotonicClock()
  private var runner: TraceRunner
  private var stream: TraceStream
  private var input: TraceInput
  /// Whether it may come as it happens.
  private let isLive: Bool
  private var explainer: Explainer?
  private let wantsEdges: Bool
  /// What was read and is still to come.
  private var coming: [Trace.Entry] = []
  private var next = 0
  private var hasStarted = false
  private var hasEnded = false
  /// The trace's zero on the clock; nil until something has come.
  private var zero: Instant?
  private var output = Output()
  private var line: [UInt8] = []

  /// How long what comes by a pipe may be on its way.
  private static let lag = TimeSpan.milliseconds(50)
  private static let framePeriod = TimeSpan.milliseconds(33)
  /// No more is read while so much is still to come.
  private static let mostComing = 4096
  /// How long rings are shown at the end that never rest.
  private static let patience = TimeSpan.seconds(3)

  init(
    _ panel: PanelFile, _ path: String, _ form: TraceStream.Form, _ arguments: Arguments
  ) throws(Failure) {
    self.panel = panel
    input = try TraceInput(path)
    isLive = input.isLive
    stream = TraceStream(path: path, lines: panel.lines, controls: panel.controls, form: form)
    wantsEdges = arguments.has("--edges")
    let explains = arguments.has("--explain")
    explainer = explains ? Explainer(panel) : nil
    runner = TraceRunner(
      panel: panel.panel, options: TraceRunner.Options(emitsEdges: wantsEdges || explains))
    let rings = zip(panel.rings, panel.panel.rings).map { ($0.name, $1.pixels) }
    board = Screen.style() == nil ? nil : RingBoard(rings)
  }

  /// Plays to the end, or until a signal.
  func run() throws(Failure) {
    let signals: SignalWatch
    do throws(SystemError) { signals = try SignalWatch(SignalWatch.ends + [SIGHUP]) } catch {
      throw Failure(.system, "gpiopress: cannot \(error)")
    }
    defer { board?.close() }
    var restsSince: Instant?
    while true {
      // A file is there; what comes by a pipe is waited for below.
      while !isLive, wantsMore { try read() }
      let now = clock.now()
      try play(to: position(at: now))
      let isMoving = draw(at: position(at: now))
      try output.finish()
      if hasEnded, next == coming.count {
        if runner.isOver, !isMoving { break }
        if runner.isOver {
          restsSince = restsSince ?? now
          if now - (restsSince ?? now) > LiveReplay.patience { break }
        }
      }
      var set = PollSet()
      let signal = set.add(reading: signals.raw)
      let slot = isLive && wantsMore ? set.add(reading: STDIN_FILENO) : -1
      do throws(SystemError) { try set.wait(timeout: timeout(at: now, isMoving)) } catch {
        throw Failure(.system, "gpiopress: cannot \(error)")
      }
      if set.isReady(signal) { return }
      if set.isReady(slot) {
        try read()
      } else if input.count > 0, !hasStarted, clock.now() - now >= LiveReplay.lag {
        // Nothing has happened yet, but how the lines are is known.
        stream.startNow { take($0) }
      }
    }
  }

  // MARK: Time

  /// Where in the trace the clock is.
  private func position(at now: Instant) -> Instant {
    guard let zero else { return .zero }
    return .zero + (now - zero)
  }

  private func timeout(at now: Instant, _ isMoving: Bool) -> TimeSpan? {
    guard let zero else { return input.count > 0 ? LiveReplay.lag : nil }
    var due = Instant.never
    if next < coming.count { due = coming[next].at }
    if hasStarted, let deadline = runner.nextDeadline, !runner.isAsleep { due = min(due, deadline) }
    var timeout = due == .never ? TimeSpan?.none : max(zero + (due - .zero) - now, .zero)
    if isMoving { timeout = min(timeout ?? LiveReplay.framePeriod, LiveReplay.framePeriod) }
    return timeout
  }

  // MARK: The trace

  private var wantsMore: Bool { !hasEnded && coming.count - next < LiveReplay.mostComing }

  private func read() throws(Failure) {
    let isMore = try input.next { bytes in stream.take(bytes) { take($0) } }
    if isMore, !stream.hasFailed { return }
    hasEnded = true
    // The rest of what it says comes with its end, as do its errors.
    do throws(FileError) { try stream.finish { take($0) } } catch {
      board?.close()
      throw Failure(error, invalid: .badData)
    }
    for warning in stream.warnings { ErrorOutput.say("\(warning)") }
  }

  private func take(_ item: TraceStream.Item) {
    switch item {
    case .start(let levels):
      hasStarted = true
      runner.start(levels: levels) { emit($0) }
      if zero == nil { zero = clock.now() }
    case .entry(let entry):
      if next == coming.count, next > 0 {
        coming.removeAll(keepingCapacity: true)
        next = 0
      }
      // What comes as it happens: now is when its first entry was.
      if isLive, !hasAligned {
        zero = clock.now() + LiveReplay.lag - (entry.at - .zero)
        hasAligned = true
      }
      coming.append(entry)
    }
  }

  private var hasAligned = false

  private func play(to instant: Instant) throws(Failure) {
    while next < coming.count, coming[next].at <= instant {
      let entry = coming[next]
      next += 1
      runner.settle(before: entry) { emit($0) }
      if case .edge(let line, let isClosed) = entry.action {
        explainer?.note(line: line, isClosed: isClosed, at: entry.at)
      }
      runner.play(entry) { emit($0) }
    }
    guard hasStarted else { return }
    // What a new start finds belongs to the entry before it.
    if next < coming.count, case .found = coming[next].action { return }
    runner.pass(to: instant) { emit($0) }
  }

  private func emit(_ result: TraceRunner.Output) {
    guard case .event(let event) = result else { return }
    let explanation = explainer?.explain(event)
    switch event.kind {
    case .press, .release:
      let control = event.control
      guard
        wantsEdges
          || panel.panel.controls[control].emitsEdges && !panel.controls[control].hidesEdges
      else { return }
    default: break
    }
    line.removeAll(keepingCapacity: true)
    EventLine.append(event, of: panel, to: &line)
    explanation?.insert(into: &line)
    output.bytes += line
  }

  // MARK: Rings

  /// Draws all rings; whether one of them moves.
  private func draw(at instant: Instant) -> Bool {
    guard let board, hasStarted else { return false }
    var isMoving = false
    for ring in panel.rings.indices {
      board.draw(ring, runner.colours(of: ring, at: instant))
      switch runner.motion(of: ring, at: instant) {
      case .still, .until(.never): break
      case .until, .moving: isMoving = true
      }
    }
    return isMoving
  }
}

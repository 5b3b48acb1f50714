import ButtonController
import PanelFiles

/// Carries out a trace's directives in the loop, and ends the program where the trace ends.
///
/// A directive comes when everything up to its instant is decided. What shows only in a further turn of
/// the loop (a chip that has gone, a loss, a sleep) has that turn before anything behind it comes.
public final class TracePlayer: LoopPart {
  /// What ended the simulation.
  public enum End: Equatable, Sendable {
    /// `! end`, or the last entry and all that was pending: what is open gets no event, as in a replay.
    case ofTrace
    /// `! shutdown`: as SIGTERM does.
    case shutdown
  }

  private let lines: TraceLines
  private let clock: SimulationClock
  private let reload: (PanelLoop) -> Void
  /// Whether levels that nothing reports and sleeps are known at once, at the trace's own instants, instead
  /// of as the daemon would come to know them.
  private let isExact: Bool
  /// Whether something goes on that may lead to an event, beside the gestures.
  private let isBusy: () -> Bool
  /// Whether the directive that is due has been carried out, and the loop's turn after it is awaited.
  private var isBetween = false
  /// Whether nothing is added to the trace any more.
  public var isComplete: Bool
  /// What ended it; nil while it runs, and where something else ends the program.
  public private(set) var end: End?

  /// Plays what `lines` holds; `reload` is called for `! reload`.
  public convenience init(
    _ lines: TraceLines, clock: SimulationClock, isComplete: Bool,
    reload: @escaping (PanelLoop) -> Void
  ) {
    self.init(
      lines, clock: clock, isComplete: isComplete, isExact: false, isBusy: { false }, reload: reload
    )
  }

  init(
    _ lines: TraceLines, clock: SimulationClock, isComplete: Bool, isExact: Bool,
    isBusy: @escaping () -> Bool, reload: @escaping (PanelLoop) -> Void
  ) {
    self.isExact = isExact
    self.isBusy = isBusy
    self.lines = lines
    self.clock = clock
    self.isComplete = isComplete
    self.reload = reload
  }

  /// The next entry; at once where a directive was carried out, or where nothing is left.
  public func nextDeadline(in loop: PanelLoop) -> Instant? {
    if loop.isEnding { return nil }
    if isBetween || isOver(loop) { return .ever }
    return lines.nextInstant == .never ? nil : lines.nextInstant
  }

  /// Carries out the directive that is due, or ends the program where nothing is left.
  public func serve(_ set: PollSet, now: Instant, in loop: PanelLoop) {
    if loop.isEnding || end != nil { return }
    if isBetween {
      isBetween = false
      lines.passDirective()
    } else if let entry = lines.directive(at: now) {
      isBetween = carryOut(entry, in: loop)
      if !isBetween { lines.passDirective() }
    }
    if isOver(loop) { stop(.ofTrace, loop) }
  }

  /// Whether it needs a turn of the loop to show.
  private func carryOut(_ entry: Trace.Entry, in loop: PanelLoop) -> Bool {
    switch entry.action {
    case .edge: return false
    // What stands behind a new start was taken with it.
    case .found(let line, let isClosed): lines.find(line, isClosed)
    case .stall(let until): clock.stall(until: clock.instant(of: until))
    case .level(let line, let isClosed):
      lines.set(line, isClosed)
      if isExact, let number = lines.number(of: line) {
        let now = loop.time()
        loop.believe(number, isClosed: isClosed, at: now, now)
      }
    case .reload:
      lines.takeFound()
      reload(loop)
    case .shutdown, .end:
      stop(entry.action == .end ? .ofTrace : .shutdown, loop)
      return true
    case .lost(let line, let isClosed):
      lines.lose(line, isClosed, at: entry.at)
      return true
    case .gone(let gone):
      for line in gone { lines.setGone(line, true) }
      return true
    case .back(let back, let isClosed):
      for line in back {
        lines.set(line, isClosed)
        lines.setGone(line, false)
      }
      return true
    case .suspend(let until):
      lines.sleepThrough(until: until)
      lines.takeFound()
      if isExact {
        wake(from: entry.at, at: until, in: loop)
      } else {
        clock.sleep(for: until - entry.at)
        return true
      }
    }
    return false
  }

  /// The system sleeps on a clock that goes on meanwhile.
  private func wake(from start: Instant, at end: Instant, in loop: PanelLoop) {
    // Behind it the clock may go on.
    clock.limit = .never
    clock.stall(until: clock.instant(of: end))
    loop.resume(from: clock.instant(of: start), to: loop.time())
  }

  /// Whether no entry is left and nothing is pending that could lead to an event, as a replay has it.
  private func isOver(_ loop: PanelLoop) -> Bool {
    guard isComplete, lines.waitingCount == 0, !isBetween, end == nil, !isBusy() else {
      return false
    }
    return loop.controller.hasOnlyRepeats || loop.controller.nextDeadline == nil
  }

  private func stop(_ end: End, _ loop: PanelLoop) {
    self.end = end
    loop.stop()
  }

  /// The end: time goes on for those who finish something.
  public func stop(in loop: PanelLoop) { clock.limit = .never }
}

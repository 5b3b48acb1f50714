import ButtonController
import PanelFiles

/// The daemon's loop on a trace, in virtual time: what takes the daemon an hour takes no time here.
///
/// The same loop and the same parts as in `run --simulate`; only the clock is moved from one thing that is
/// due to the next. Entries go in as they come, and nothing grows with the length of the trace. One thread.
public final class VirtualLoop {
  /// The loop; add its parts before `start`.
  public let loop: PanelLoop
  private let time = SteppedClock()
  private let clock: SimulationClock
  private let lines: TraceLines
  private let player: TracePlayer
  private let look: (PanelLoop, Instant) -> Void
  private var pauses = TracePauses()

  /// A loop for `panel` on lines at these levels; those not given are open.
  ///
  /// `isBusy` says whether something goes on that may lead to an event, beside the gestures. `look` is
  /// called before anything is done at an instant, while all pictures are those of the time before it.
  public init(
    _ panel: PanelFile, startLevels: [Bool], log: @escaping (String) -> Void,
    isBusy: @escaping () -> Bool = { false },
    look: @escaping (PanelLoop, Instant) -> Void = { _, _ in }
  ) {
    clock = SimulationClock(over: time)
    lines = TraceLines(panel.lines, startLevels: startLevels, clock: clock)
    lines.needsAudits = false
    loop = PanelLoop(panel: panel, hardware: lines, clock: clock, log: log)
    player = TracePlayer(
      lines, clock: clock, isComplete: false, isExact: true, isBusy: isBusy
    ) { $0.reload(panel) }
    self.look = look
  }

  /// Begins at the trace's zero, with the parts that were added.
  public func start() {
    // Last, so that its directives find all else done.
    loop.add(player)
    _ = loop.start()
    clock.begin()
  }

  /// Plays what comes next in the trace, up to the last of it.
  public func play(_ entries: [Trace.Entry]) throws(SystemError) {
    try add(pauses.take(entries))
  }

  /// The end of the trace: goes on until nothing is pending, ends as the daemon does, and lets commands
  /// that still run have their time.
  public func finish() throws(SystemError) {
    try add(pauses.end())
    player.isComplete = true
    try run(to: .never)
    loop.shutDown(cancelsOpen: player.end == .shutdown)
    while loop.isFinishing, let wake = loop.nextWake { try turn(at: wake) }
    look(loop, clock.now())
  }

  private func add(_ entries: [Trace.Entry]) throws(SystemError) {
    guard let last = entries.last else { return }
    lines.add(entries)
    try run(to: last.at)
  }

  private func run(to instant: Instant) throws(SystemError) {
    while player.end == nil, let wake = loop.nextWake, wake <= instant { try turn(at: wake) }
  }

  private func turn(at instant: Instant) throws(SystemError) {
    time.instant = max(time.instant, instant)
    look(loop, clock.now())
    // What is due is due already: it looks at descriptors and does not wait.
    try loop.wait()
    loop.turn()
  }
}

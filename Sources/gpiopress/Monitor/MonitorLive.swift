import ButtonController
import Glibc
import PanelFiles
import PanelHardware

/// Watches a panel that does not run: a loop of its own takes the lines, or a trace for them.
struct MonitorLive {
  private let arguments: Arguments
  private let view: MonitorView
  private let style: TerminalStyle?
  private let signals: SignalWatch

  init(
    _ arguments: Arguments, _ view: MonitorView, _ style: TerminalStyle?, _ signals: SignalWatch
  ) {
    self.arguments = arguments
    self.view = view
    self.style = style
    self.signals = signals
  }

  /// Watches so long, or until a signal or key; gives the signal that is a failure.
  func run(for limit: TimeSpan?) throws(Failure) -> Int32? {
    let reloader = Reloader(
      path: arguments.operands[0], board: arguments.value(of: "--board"),
      isSimulated: arguments.has("--simulate"))
    let panel = try Load.panel(
      reloader.path, board: reloader.board, for: reloader.isSimulated ? .replay : .light)
    var isEnded = false
    var signal: Int32?
    let simulation = try Simulation(
      arguments, for: panel, signals, isEnded: &isEnded, endedBy: &signal)
    if isEnded { return signal }
    let clock: any PanelClock = simulation?.clock ?? MonotonicClock()
    let (view, hardware) = (
      view, simulation?.lines ?? GpioHardware(clock: clock) as any LineHardware
    )
    let loop = PanelLoop(panel: panel, hardware: hardware, clock: clock) { view.say($0) }
    let end = RecordEnd(signals, after: limit)
    let part = MonitorPart(view, lines: panel.lines.count, startedAt: clock.now())
    // Before what ends it: on a screen signals are the terminal's.
    loop.add(part)
    loop.add(end)
    try start(loop, panel)
    _ = simulation?.add(to: loop, reloader: reloader)
    if let style {
      // The standard input may be the trace.
      let hasKeys = arguments.value(of: "--simulate") != "-"
      let terminal = MonitorTerminal(panel, style, hasKeys: hasKeys)
      part.terminal = terminal
      view.show(on: terminal)
    }
    defer {
      part.terminal = nil
      if style != nil { view.show(on: nil) }
    }
    simulation?.clock.begin()
    try RunStart.watch(loop)
    if let failure = part.failure { throw failure }
    if let error = simulation?.input?.error { throw Failure(error, invalid: .badData) }
    return end.failure
  }

  private func start(_ loop: PanelLoop, _ panel: PanelFile) throws(Failure) {
    do throws(Failure) { try RunStart.start(loop, waits: false) } catch {
      guard error.code == .unavailable, panel.outputs.socket == nil, let line = error.lines.first
      else { throw error }
      throw Failure(
        error.code,
        "\(line); if that is this panel's own run, give it outputs: {socket: /run/…} to be watched")
    }
  }
}

import ButtonController
import Glibc
import PanelFiles
import PanelHardware

extension Command {
  /// `gpiopress monitor`.
  static let monitor = Command(
    name: "monitor",
    summary: "shows a panel's lines, controls and rings as they are pressed",
    operands: [Operand(name: "PANEL", help: "the panel file")],
    options: [
      Option(name: "--edges", help: "lists each raw edge, too"),
      Option(name: "--json", help: "prints JSON, one object a line, instead of a screen"),
      Option(name: "--for", value: "TIME", help: "ends after this time, such as 10s"),
      Option(
        name: "--simulate", value: "TRACE",
        help: "watches a trace, text or .vcd, in the place of lines; - for the standard input"),
      .board,
    ] + Option.wires,
    notes: """
      A panel that runs is watched over its control socket (outputs: {socket: …}); it is not disturbed.
      Where none runs, the lines are taken by this command, no command is run and no ring is lit.

      On a terminal it fills the screen: q quits, arrows scroll lists that are too long. Elsewhere it
      prints a line for each event, and one a second for each line that has changed. Where the
      panel's process ends, the screen waits for the next one; lines end with 69.
      """,
    run: monitor)

  private static func monitor(_ arguments: Arguments) throws(Failure) -> ExitCode {
    var signal: Int32?
    defer { if let signal { SignalWatch.end(by: signal) } }
    return try monitor(arguments, endedBy: &signal)
  }

  private static func monitor(
    _ arguments: Arguments, endedBy signal: inout Int32?
  ) throws(Failure) -> ExitCode {
    if !arguments.has("--simulate") {
      for option in ["--map", "--invert"] where arguments.has(option) {
        throw arguments.failure("\(option) belongs to --simulate")
      }
    }
    let limit = try arguments.span(of: "--for")
    let (path, board) = (arguments.operands[0], arguments.value(of: "--board"))
    let panel = try Load.panel(path, board: board, for: .replay)
    let signals: SignalWatch
    do throws(SystemError) { signals = try SignalWatch(SignalWatch.ends + [SIGHUP]) } catch {
      throw Failure(.system, "gpiopress: cannot \(error)")
    }
    let style = arguments.has("--json") ? nil : Screen.style()
    let view = view(of: panel, style, arguments)
    if !arguments.has("--simulate"), let socket = panel.outputs.socket,
      let connection = try SendConnection.ifServed(
        socket.path, timeout: MonitorAttached.timeout, for: "monitor")
    {
      var attached = try MonitorAttached(connection, panel, at: path, board: board, view)
      let terminal = style.map { MonitorTerminal(panel, $0, hasKeys: true) }
      if let terminal { view.show(on: terminal) }
      defer { if terminal != nil { view.show(on: nil) } }
      let end = limit.map { MonotonicClock.now() + $0 } ?? .never
      signal = try attached.run(terminal, signals, until: end)
    } else {
      signal = try MonitorLive(arguments, view, style, signals).run(for: limit)
    }
    try view.finish()
    return .ok
  }

  /// A view for the screen of this style, or for lines.
  private static func view(
    of panel: PanelFile, _ style: TerminalStyle?, _ arguments: Arguments
  ) -> MonitorView {
    let place: MonitorView.Place
    if arguments.has("--json") {
      place = .json
    } else if style != nil {
      place = .screen(nil)
    } else {
      if isatty(STDOUT_FILENO) == 1 {
        ErrorOutput.say("gpiopress: \(Screen.cannotDraw); lines are printed instead")
      }
      place = .text
    }
    return MonitorView(
      panel, place, MonitorScreen.Source(name: "lines taken by this command"),
      listsEdges: arguments.has("--edges"))
  }
}

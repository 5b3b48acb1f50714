import ButtonController
import Glibc
import PanelFiles
import PanelHardware

extension Command {
  /// `gpiopress record`.
  static let record = Command(
    name: "record",
    summary: "records what happens to a panel's lines, for a replay",
    operands: [Operand(name: "PANEL", help: "the panel file")],
    options: [
      Option(
        name: "-o", value: "FILE",
        help: "where to: a trace, or a value change dump if it ends in .vcd; - for stdout"),
      Option(name: "--for", value: "TIME", help: "ends after this time, such as 10s"),
      Option(name: "--wait", help: "waits for lines that somebody else holds"),
      Option(
        name: "--simulate", value: "TRACE",
        help: "records a trace, text or .vcd, in the place of lines; - for the standard input"),
      .board,
    ] + Option.wires,
    notes: """
      No command is run and no ring is lit: it only looks, at the lines that the panel names. A running
      panel holds these; gpiopress send PANEL record records what happens to that one.

      SIGINT, SIGTERM and SIGHUP end it, and what it has written is whole. A killed one has lost the
      last second at most.
      """,
    run: recordPanel)

  private static func recordPanel(_ arguments: Arguments) throws(Failure) -> ExitCode {
    StandardError.fillStandardDescriptors()
    var signal: Int32?
    defer {
      StandardError.finish()
      if let signal { SignalWatch.end(by: signal) }
    }
    do throws(Failure) {
      return try recordPanel(arguments, endedBy: &signal)
    } catch {
      for line in error.lines { StandardError.say(line) }
      return error.code
    }
  }

  private static func recordPanel(
    _ arguments: Arguments, endedBy signal: inout Int32?
  ) throws(Failure) -> ExitCode {
    try Simulation.check(arguments)
    let limit = try arguments.span(of: "--for")
    guard let path = arguments.value(of: "-o") else {
      throw arguments.failure("-o FILE is missing; write -o - for the standard output")
    }
    let reloader = Reloader(
      path: arguments.operands[0], board: arguments.value(of: "--board"),
      isSimulated: arguments.has("--simulate"))
    let panel = try RunFiles.panel(
      reloader.path, board: reloader.board, isSimulated: reloader.isSimulated)
    let signals: SignalWatch
    do throws(SystemError) {
      signals = try SignalWatch(SignalWatch.ends + [SIGHUP])
    } catch {
      throw Failure(.system, "gpiopress: cannot \(error)")
    }
    var isEnded = false
    let simulation = try Simulation(
      arguments, for: panel, signals, isEnded: &isEnded, endedBy: &signal)
    if isEnded { return .ok }
    let file = try RecordFile(path)
    let clock: any PanelClock = simulation?.clock ?? MonotonicClock()
    let loop = PanelLoop(
      panel: panel, hardware: simulation?.lines ?? GpioHardware(clock: clock), clock: clock,
      log: StandardError.say)
    let recorder = Recorder(
      panel, to: file.target, as: Trace.isVcd(path) ? .vcd : .text, isLive: file.isLive,
      version: Version.text)
    let end = RecordEnd(signals, after: limit)
    loop.add(end)
    loop.add(StandardErrorOutput())
    loop.add(recorder)
    try RunStart.start(loop, waits: arguments.has("--wait"))
    // Only now: an earlier recording stays where nothing could be recorded.
    file.empty()
    _ = simulation?.add(to: loop, reloader: reloader)
    simulation?.clock.begin()
    file.announce()
    defer { signal = end.failure }
    try RunStart.watch(loop)
    try file.finish(recorder)
    if let error = simulation?.input?.error { throw Failure(error, invalid: .badData) }
    return .ok
  }
}

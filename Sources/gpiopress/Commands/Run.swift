import ButtonController
import Glibc
import PanelFiles
import PanelHardware
import PanelOutputs

extension Command {
  /// `gpiopress run`.
  static let run = Command(
    name: "run",
    summary: "runs a panel until it is stopped",
    operands: [Operand(name: "PANEL", help: "the panel file")],
    options: [
      Option(name: "--wait", help: "waits for lines that somebody else holds"),
      Option(name: "--format", value: "json|text", help: "how events are printed (json)"),
      Option(
        name: "--simulate", value: "TRACE",
        help: "plays a trace for the lines, text or .vcd; - for the standard input"),
      .board,
    ] + Option.wires + RunRecord.options,
    notes: """
      Events go to the standard output. SIGTERM and SIGINT end it: rings are dark and lines given back
      at once, commands that run or wait have the panel's stop_timeout, then they are sent TERM (at
      once by a second signal). So do SIGQUIT, SIGXCPU and SIGPWR, whose own action comes after that.
      SIGHUP reloads the panel file; all others that can be are ignored.

      With --simulate nothing of the board is touched: no chip, no LED, no sounder. Commands, outputs
      and rings in terminals and files are real. It ends with the trace.
      """,
    run: runPanel)

  /// What goes wrong is said without waiting for whoever reads it, the end not excepted.
  private static func runPanel(_ arguments: Arguments) throws(Failure) -> ExitCode {
    StandardError.fillStandardDescriptors()
    let format = try RunFormat(arguments)
    var signal: Int32?
    defer {
      StandardError.finish()
      // After all else: everything was put back and reported.
      if let signal { SignalWatch.end(by: signal) }
    }
    do throws(Failure) {
      return try runPanel(arguments, format, endedBy: &signal)
    } catch {
      for line in error.lines { StandardError.say(line) }
      return error.code
    }
  }

  private static func runPanel(
    _ arguments: Arguments, _ format: RunFormat, endedBy signal: inout Int32?
  ) throws(Failure) -> ExitCode {
    try Simulation.check(arguments)
    let reloader = Reloader(
      path: arguments.operands[0], board: arguments.value(of: "--board"),
      isSimulated: arguments.has("--simulate"))
    let panel = try RunFiles.panel(
      reloader.path, board: reloader.board, isSimulated: reloader.isSimulated)
    let recorder = try RunRecord.recorder(arguments, panel)
    let signals: SignalWatch
    do throws(SystemError) {
      // Before any thread is there, so that all signals come to the loop.
      signals = try SignalWatch(SignalWatch.ends + [SIGHUP, SIGCHLD])
    } catch {
      throw Failure(.system, "gpiopress: cannot \(error)")
    }
    var isEnded = false
    let simulation = try Simulation(
      arguments, for: panel, signals, isEnded: &isEnded, endedBy: &signal)
    if isEnded { return .ok }
    let clock: any PanelClock = simulation?.clock ?? MonotonicClock()
    let loop = PanelLoop(
      panel: panel, hardware: simulation?.lines ?? GpioHardware(clock: clock), clock: clock,
      log: StandardError.say)
    let outputs = ActionOutputs()
    let keyboard = VirtualKeyboard(panel, log: StandardError.say)
    outputs.add(keyboard)
    let actions = ActionRunner(perform: outputs.perform)
    let events = EventStream(
      to: STDOUT_FILENO, isWanted: panel.outputs.stdout, format: format.append)
    loop.add(events)
    // Before the actions: a key is down before what goes with it.
    loop.add(keyboard)
    loop.add(actions)
    let received = RunSignals(signals, actions: actions, reloader: reloader)
    loop.add(received)
    loop.add(StandardErrorOutput())
    let mqtt = try mqtt(panel, reloader)
    loop.add(mqtt)
    outputs.add(mqtt)
    let socket = ControlSocket(
      version: Version.text, startedAt: clock.now(), reload: reloader.reload)
    // Before any line is taken: a second daemon on the same socket changes nothing.
    do throws(SocketTrouble) { try socket.open(in: loop) } catch {
      throw Failure(.unavailable, error.message)
    }
    loop.add(socket)
    loop.add(PriorityPart(panel, log: StandardError.say))
    if let recorder { loop.add(recorder) }
    try RunStart.start(loop, waits: arguments.has("--wait"))
    loop.add(RingShow(panel, lightsHardware: simulation == nil, report: StandardError.say))
    if simulation == nil { loop.add(CueShow(panel, log: StandardError.say)) }
    loop.add(SystemdNotifier())
    if simulation == nil { loop.add(AtRest()) }
    // Last, so that its directives find all else done.
    let player = simulation?.add(to: loop, reloader: reloader)
    if let simulation { loop.log(simulation.remark(on: panel)) }
    defer {
      loop.shutDown(cancelsOpen: player?.end != .ofTrace)
      do throws(SystemError) { try loop.finish() } catch { loop.log("gpiopress: cannot \(error)") }
      actions.leave()
      keyboard.finish(in: loop)
      mqtt.finish(clock)
      RunRecord.finish(recorder, loop)
      let lost = events.finish()
      if lost > 0 { loop.log("the standard output took no more: \(lost) events lost") }
      signal = received.failure
    }
    simulation?.clock.begin()
    do throws(SystemError) {
      try loop.run()
    } catch {
      throw Failure(.system, "gpiopress: cannot \(error)")
    }
    if let error = simulation?.input?.error { throw Failure(error, invalid: .badData) }
    if events.hasLostItsReader {
      throw Failure(
        .system,
        "gpiopress: nobody reads the standard output any more; `outputs: {stdout: false}` runs a "
          + "panel without a reader")
    }
    return .ok
  }

  /// The panel's MQTT; the library is opened now if it is needed now.
  private static func mqtt(
    _ panel: PanelFile, _ reloader: Reloader
  ) throws(Failure) -> MqttOutput {
    if panel.outputs.mqtt != nil {
      do throws(MqttLibrary.Missing) { try MqttLibrary.open() } catch {
        throw Failure(.unavailable, "\(reloader.path): \(error.message)")
      }
    }
    return MqttOutput(
      panel, version: Version.text, log: StandardError.say, reload: reloader.reload)
  }
}

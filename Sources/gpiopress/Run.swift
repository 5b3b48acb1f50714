import ButtonController
import Glibc
import PanelFiles
import PanelHardware

extension Command {
  /// `gpiopress run`.
  static let run = Command(
    name: "run",
    summary: "runs a panel until it is told to end",
    operands: [Operand(name: "PANEL", help: "the panel file")],
    options: [
      Option(name: "--wait", help: "waits for lines that somebody else holds"),
      Option(name: "--format", value: "json|text", help: "how events are printed (json)"),
    ],
    notes: """
      Events go to the standard output. SIGTERM and SIGINT end it: rings are dark and lines given back
      at once, commands that run or wait have the panel's stop_timeout, then they are sent TERM (at
      once by a second signal). So do SIGQUIT, SIGXCPU and SIGPWR, whose own action comes after that.
      SIGHUP reads the panel file anew; all others that can be are ignored.
      """,
    run: runPanel)

  /// What goes wrong is said without waiting for whoever reads it, the end not excepted.
  private static func runPanel(_ arguments: Arguments) throws(Failure) -> ExitCode {
    StandardError.fillStandardDescriptors()
    let format = try RunFormat(arguments)
    var signal: Int32?
    defer {
      StandardError.finish()
      // After all else: everything was put back and told.
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
    let path = arguments.operands[0]
    let panel = try RunFiles.panel(path)
    let signals: SignalWatch
    do throws(SystemError) {
      // Before any thread is there, so that all signals come to the loop.
      signals = try SignalWatch(SignalWatch.ends + [SIGHUP, SIGCHLD])
    } catch {
      throw Failure(.system, "gpiopress: cannot \(error)")
    }
    let clock = MonotonicClock()
    let loop = PanelLoop(
      panel: panel, hardware: GpioHardware(clock: clock), clock: clock, log: StandardError.say)
    let actions = ActionRunner()
    let events = EventStream(
      to: STDOUT_FILENO, isWanted: panel.outputs.stdout, format: format.append)
    loop.add(events)
    loop.add(actions)
    let received = RunSignals(signals, actions: actions, path: path)
    loop.add(received)
    loop.add(StandardErrorOutput())
    RunStart.setPriority(panel.priority)
    try RunStart.start(loop, waits: arguments.has("--wait"))
    loop.add(RingShow(panel, report: StandardError.say))
    loop.add(CueShow(panel, log: StandardError.say))
    loop.add(SystemdNotifier())
    defer {
      loop.shutDown()
      do throws(SystemError) { try loop.finish() } catch { loop.log("gpiopress: cannot \(error)") }
      actions.leave()
      let lost = events.finish()
      if lost > 0 { loop.log("the standard output took no more: \(lost) events lost") }
      signal = received.failure
    }
    do throws(SystemError) {
      try loop.run()
    } catch {
      throw Failure(.system, "gpiopress: cannot \(error)")
    }
    if events.hasLostItsReader {
      throw Failure(
        .system,
        "gpiopress: nobody reads the standard output any more; `outputs: {stdout: false}` runs a "
          + "panel without a reader")
    }
    return .ok
  }
}

/// How events are printed.
private enum RunFormat {
  case json
  case text

  init(_ arguments: Arguments) throws(Failure) {
    switch arguments.value(of: "--format") {
    case nil, "json": self = .json
    case "text": self = .text
    case .some(let other): throw arguments.failure("--format \(other): write json or text")
    }
  }

  func append(_ event: Event, of panel: PanelFile, time: String, to bytes: inout [UInt8]) {
    switch self {
    case .json: EventLine.append(event, of: panel, time: time, to: &bytes)
    case .text:
      bytes += "\(time)  \(EventText.line(event, of: panel))\n".utf8
    }
  }
}

/// The panel file, with its warnings told.
private enum RunFiles {
  static func panel(_ path: String) throws(Failure) -> PanelFile {
    do throws(FileError) {
      return try read(path)
    } catch {
      throw Failure(error, invalid: .badConfiguration)
    }
  }

  static func read(_ path: String) throws(FileError) -> PanelFile {
    let reading = try Load.reading(of: path)
    for var warning in reading.warnings {
      warning.message = "warning: \(warning.message)"
      StandardError.say(warning.description)
    }
    return reading.panel
  }
}

/// Which troubles of lines end the program at its start; the others are waited for.
private enum RunStart {
  static func start(_ loop: PanelLoop, waits: Bool) throws(Failure) {
    let troubles = loop.start { code(for: $0, waits: waits) != nil }
    // A right that is missing is to be mended first: it may hide everything else.
    let denied = troubles.first { $0.kind == .denied }
    guard let trouble = denied ?? troubles.first, let code = code(for: trouble, waits: waits)
    else { return }
    // One line, as of every error; the others have most often the same reason.
    let others = troubles.filter { $0 != trouble }.map { loop.panel.lines[$0.line] }
    let rest = others.map { "\($0.name) (\($0.pin))" }.joined(separator: ", ")
    throw Failure(code, trouble.message + (rest.isEmpty ? "" : "; also affected: \(rest)"))
  }

  /// An ordinary process does as well on a machine that is not busy, so it runs on without.
  static func setPriority(_ priority: Int?) {
    guard let priority, let error = Priority.set(priority) else { return }
    StandardError.say(
      "priority \(priority): \(error); give the service LimitRTPRIO= and LimitMEMLOCK=, or take "
        + "`priority` out of the panel file")
  }

  private static func code(for trouble: LineTrouble, waits: Bool) -> ExitCode? {
    switch trouble.kind {
    case .missing, .unreadable: return nil
    case .busy: return waits ? nil : .unavailable
    case .denied: return .permission
    case .ambiguous, .failed: return .unavailable
    case .outOfRange: return .badConfiguration
    }
  }
}

/// What signals do to a running panel.
private final class RunSignals: LoopPart {
  private let signals: SignalWatch
  private let actions: ActionRunner
  private let path: String
  /// What ends the process as a failure, after everything was put back.
  private(set) var failure: Int32?

  init(_ signals: SignalWatch, actions: ActionRunner, path: String) {
    self.signals = signals
    self.actions = actions
    self.path = path
  }

  func addDescriptors(to set: inout PollSet) { set.add(reading: signals.raw) }

  func serve(_ set: PollSet, now: Instant, in loop: PanelLoop) {
    let came = signals.take()
    if came.contains(SIGCHLD) { actions.collect(in: loop) }
    if SignalWatch.ends.contains(where: came.contains) {
      failure = failure ?? SignalWatch.failures.first(where: came.contains)
      if loop.isEnding { actions.endGrace(in: loop) }
      loop.stop()
    } else if loop.isEnding {
      // There is nothing left to reload.
    } else if came.contains(SIGHUP) {
      reload(loop)
    }
  }

  private func reload(_ loop: PanelLoop) {
    do throws(FileError) {
      let panel = try RunFiles.read(path)
      loop.reload(panel)
      loop.log("\(path): read anew")
    } catch {
      for diagnostic in error.diagnostics { loop.log(diagnostic.description) }
      loop.log("\(path): the old panel runs on")
    }
  }
}

import ButtonController
import Glibc
import PanelFiles
import PanelHardware

extension Command {
  /// `gpiopress doctor`.
  static let doctor = Command(
    name: "doctor",
    summary: "finds out what is wrong with this machine, a panel's lines and their wiring",
    operands: [Operand(name: "PANEL", help: "a panel to check as well", isOptional: true)],
    options: [
      Option(name: "--json", help: "prints the checks as one JSON object"),
      Option(name: "--press", help: "asks to press each control, though this is no terminal"),
      Option(name: "--no-press", help: "does not ask, though this is a terminal"),
      .board,
    ],
    notes: """
      Each check has a verdict, what was seen, and a hint. Nothing is changed, and a line in use is
      left alone; free lines of the panel are requested for a moment and given back. With a panel,
      on a terminal, it then asks for each control once and says what the wiring shows.

      Warnings leave the exit code at 0. An error makes it 77 where a right is missing, 78 where the
      panel file is wrong, else 69.
      """,
    run: examine)

  private static func examine(_ arguments: Arguments) throws(Failure) -> ExitCode {
    let asJSON = arguments.has("--json")
    if arguments.has("--press"), arguments.has("--no-press") {
      throw arguments.failure("--press and --no-press: take one of them")
    }
    if arguments.has("--press"), arguments.operand(0) == nil {
      throw arguments.failure("--press needs a PANEL")
    }
    var context = DoctorContext.ofProcess()
    try context.findBoard(arguments.value(of: "--board"))
    if let path = arguments.operand(0) {
      try context.read(path, board: arguments.value(of: "--board"))
    }
    let isTerminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    let asks =
      context.panel != nil && !arguments.has("--no-press")
      && (arguments.has("--press") || isTerminal && !asJSON)
    // Before any thread is there, so that signals come to the session that takes them.
    var signals: SignalWatch?
    if asks {
      do throws(SystemError) { signals = try SignalWatch(SignalWatch.ends + [SIGHUP]) } catch {
        throw Failure(.system, "gpiopress: cannot \(error)")
      }
    }
    var report = DoctorReport(asJSON: asJSON)
    for group in CheckGroup.all {
      if let signals, !signals.take().isEmpty { return report.checkup.code }
      for check in group.checks(context) { try report.add(check) }
    }
    if let signals, let panel = context.panel {
      var session = PressSession(
        context, panel, signals, readsKeys: isatty(STDIN_FILENO) == 1, say: report.prompt)
      var failure: Failure?
      try session.run { check in
        do throws(Failure) { try report.add(check) } catch { failure = failure ?? error }
      }
      if let failure { throw failure }
    }
    try report.finish()
    return report.checkup.code
  }
}

/// What is printed of the checks: each at once, or all as one object.
struct DoctorReport {
  private(set) var checkup = Checkup()
  private let asJSON: Bool
  private let lines = CheckLines(style: Screen.textStyle())
  private var output = Output()

  init(asJSON: Bool) { self.asJSON = asJSON }

  mutating func add(_ check: Check) throws(Failure) {
    checkup.add(check)
    if asJSON { return }
    output.append(lines.text(of: check))
    output.flush()
    if let failure = output.failure { throw failure }
  }

  /// Says what is asked for: beside the checks, or where JSON goes, on the standard error.
  var prompt: (String) -> Void {
    asJSON
      ? { ErrorOutput.say("gpiopress: doctor: \($0)") }
      : { _ = FileBytes.writeAll(Array("> \(VisibleText.of($0))\n".utf8), to: STDOUT_FILENO) }
  }

  mutating func finish() throws(Failure) {
    output.append(asJSON ? checkup.json : "\n\(checkup.summary)\n")
    try output.finish()
  }
}

extension DoctorContext {
  /// What is seen of this machine by this process.
  static func ofProcess() -> DoctorContext {
    var context = DoctorContext()
    context.account = Account.ofProcess(context.accounts)
    context.containerVariable = getenv("container").map { String(cString: $0) }
    context.chips = context.inspector.chips()
    return context
  }

  /// Finds out which board this is, and takes the profile of `id` or else of that.
  mutating func findBoard(_ id: String?) throws(Failure) {
    let boards = try Load.boards()
    do throws(FileError) {
      switch try boards.detect(root: machine.path("/")) {
      case .success(let found): detected = found
      case .failure(let unknown): unknownBoard = unknown.model ?? unknown.compatible.first
      }
    } catch {
      throw Failure(error, invalid: .badConfiguration)
    }
    if let wanted = id ?? detected { profile = try Load.profile(wanted, of: boards) }
  }

  /// Reads the panel; what is wrong with it is a check like others, which do not wait for it.
  mutating func read(_ path: String, board: String?) throws(Failure) {
    do throws(FileError) {
      let reading = try Load.reading(of: path, board: board, onlyWarns: true)
      panel = reading.panel
      if let other = try? Load.profile(reading.panel.board, of: try Load.boards()) {
        profile = other
      }
      let controls = reading.panel.controls.count
      let evidence = "\(path): \(controls) controls, \(reading.panel.lines.count) lines"
      guard let first = reading.warnings.first else {
        panelChecks = [.ok("panel", evidence)]
        return
      }
      let count = reading.warnings.count
      panelChecks = [
        .warning(
          "panel", "\(evidence), \(count) \(count == 1 ? "warning" : "warnings"): \(first)",
          hint: count == 1 ? nil : "gpiopress check \(path) shows all")
      ]
    } catch {
      let failure = Failure(error, invalid: .badConfiguration)
      panelChecks = failure.lines.map { .error("panel", $0, failure.code) }
    }
  }
}

import ButtonController
import Glibc
import PanelFiles
import PanelHardware

extension Command {
  /// `gpiopress tune`.
  static let tune = Command(
    name: "tune",
    summary: "measures a control as you press it, and suggests its times",
    operands: [
      Operand(name: "PANEL", help: "the panel file"),
      Operand(name: "CONTROL", help: "one of its controls"),
    ],
    options: [
      Option(name: "--presses", value: "COUNT", help: "ends after so many presses or detents (20)"),
      Option(
        name: "--from", value: "TRACE",
        help: "measures a recording, text or .vcd, - for the standard input"),
      Option(name: "--for", value: "TIME", help: "ends after this time, such as 30s"),
      Option(name: "--plot", value: "OUT.svg", help: "draws the histograms"),
      .board,
    ] + Option.wires,
    notes: """
      Prints histograms of the bounce at presses and releases, of how long it was pressed and
      of the times between; then values for debounce, gap and hold, each with its reason, and
      lines to paste into the panel file. Of a knob it finds steps per detent, rest and direction.
      """,
    run: tune)

  private static func tune(_ arguments: Arguments) throws(Failure) -> ExitCode {
    var signal: Int32?
    defer { if let signal { SignalWatch.end(by: signal) } }
    return try tune(arguments, endedBy: &signal)
  }

  private static func tune(
    _ arguments: Arguments, endedBy signal: inout Int32?
  ) throws(Failure) -> ExitCode {
    let wires = try wires(arguments)
    let panel = try Load.panel(
      arguments.operands[0], board: arguments.value(of: "--board"),
      for: arguments.has("--from") ? .replay : .light)
    var session = try TuneSession(panel: panel, control: arguments.operands[1])
    if let path = arguments.value(of: "--from") {
      if arguments.has("--presses") || arguments.has("--for") {
        throw arguments.failure("--presses and --for are for a live measurement, not beside --from")
      }
      try feed(&session, from: path, panel, Trace.isVcd(path) ? .vcd(wires) : .text)
    } else {
      try measure(&session, arguments, endedBy: &signal)
    }
    let report = session.report
    if let path = arguments.value(of: "--plot") {
      try Descriptor.write(TuneDrawing(report: report).text, toFile: path)
    }
    var output = Output()
    output.append(report.text(bar: TerminalStyle.ofProcess().isUnicode ? "█" : "#"))
    try output.finish()
    return .ok
  }

  /// Measures on the panel's own lines, of which it takes those of the control alone.
  private static func measure(
    _ session: inout TuneSession, _ arguments: Arguments, endedBy signal: inout Int32?
  ) throws(Failure) {
    let name = arguments.operands[1]
    let wanted = try arguments.number(of: "--presses", in: 1...1000) ?? 20
    let limit = try arguments.span(of: "--for")
    let panel = TuneSession.excerpt(of: session.panel, control: name)
    let signals: SignalWatch
    do throws(SystemError) {
      signals = try SignalWatch(SignalWatch.ends + [SIGHUP])
    } catch {
      throw Failure(.system, "gpiopress: cannot \(error)")
    }
    let clock = MonotonicClock()
    let loop = PanelLoop(
      panel: panel, hardware: GpioHardware(clock: clock), clock: clock, log: ErrorOutput.say)
    let part = TunePart(
      try TuneSession(panel: panel, control: name), name: name, wanted: wanted, log: ErrorOutput.say
    )
    let end = RecordEnd(signals, after: limit)
    loop.add(end)
    loop.add(part)
    try RunStart.start(loop, waits: false)
    ErrorOutput.say(part.invitation)
    defer { signal = end.failure }
    try RunStart.watch(loop)
    session = part.session
    session.finish()
  }

  private static func feed(
    _ session: inout TuneSession, from path: String, _ panel: PanelFile, _ form: TraceStream.Form
  ) throws(Failure) {
    var input = try TraceInput(path)
    var stream = TraceStream(path: path, lines: panel.lines, controls: panel.controls, form: form)
    func take(_ item: TraceStream.Item) {
      switch item {
      case .start(let levels): session.start(levels)
      case .entry(let entry): session.take(entry)
      }
    }
    while try input.next({ stream.take($0, take) }) { if stream.hasFailed { break } }
    do throws(FileError) {
      try stream.finish(take)
    } catch {
      throw Failure(error, invalid: .badData)
    }
    session.finish()
  }
}

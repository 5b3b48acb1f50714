import ButtonController
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
      Option(
        name: "--from", value: "TRACE",
        help: "measures a recording, text or .vcd, - for the standard input"),
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
    let wires = try wires(arguments)
    let panel = try Load.panel(
      arguments.operands[0], board: arguments.value(of: "--board"), for: .replay)
    var session = try TuneSession(panel: panel, control: arguments.operands[1])
    guard let path = arguments.value(of: "--from") else {
      throw arguments.failure("--from TRACE is missing")
    }
    try feed(&session, from: path, panel, Trace.isVcd(path) ? .vcd(wires) : .text)
    let report = session.report
    if let path = arguments.value(of: "--plot") {
      try Descriptor.write(TuneDrawing(report: report).text, toFile: path)
    }
    var output = Output()
    output.append(report.text(bar: TerminalStyle.ofProcess().isUnicode ? "█" : "#"))
    try output.finish()
    return .ok
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

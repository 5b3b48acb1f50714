import ButtonController
import PanelFiles
import PanelTestKit

extension Command {
  /// `gpiopress replay`.
  static let replay = Command(
    name: "replay",
    summary: "replays a trace through the engine and prints the events",
    operands: [
      Operand(name: "PANEL", help: "the panel file"),
      Operand(name: "TRACE", help: "the trace; - for the standard input"),
    ],
    options: [
      Option(name: "--edges", help: "tells press and release of every control, too"),
      Option(
        name: "--explain",
        help: "says of each event why: the edges, the rule, and what it was not"),
      Option(name: "--frames", value: "FPS", help: "prints the rings' frames, too, FPS a second"),
      Option(
        name: "--expect", value: "FILE",
        help: "prints nothing, but compares with FILE: ends with 0 if equal, else with 1"),
      .board,
    ],
    notes: """
      Time is virtual: an hour of trace takes no longer than its edges. Events and frames
      are JSON, one a line, in the order in which they are decided; times are milliseconds
      from the trace's zero.
      """,
    run: replayTrace)

  private static func replayTrace(_ arguments: Arguments) throws(Failure) -> ExitCode {
    let explains = arguments.has("--explain")
    let options = TraceRunner.Options(
      tellsEdges: arguments.has("--edges"),
      framesPerSecond: try arguments.number(of: "--frames", in: 1...1000))
    let panel = try Load.panel(
      arguments.operands[0], board: arguments.value(of: "--board"))
    let trace = try Load.trace(arguments.operands[1], for: panel)
    if let path = arguments.value(of: "--expect") {
      return try compare(trace, panel, options, with: path)
    }
    var output = Output()
    try play(trace, panel, options, explains: explains) { line in
      output.bytes += line
      output.flushIfFull()
      return !output.isBroken
    }
    try output.finish()
    return .ok
  }

  private static func compare(
    _ trace: Trace, _ panel: PanelFile, _ options: TraceRunner.Options, with path: String
  ) throws(Failure) -> ExitCode {
    let bytes = try Descriptor.read(path, invalid: .badData)
    var expectation: ExpectedEvents
    do throws(ExpectedEvents.Failure) {
      expectation = try ExpectedEvents(bytes)
    } catch {
      throw Failure(.badData, "\(path):\(error.line): \(error.message)")
    }
    var difference: ExpectedEvents.Difference?
    try play(trace, panel, options) { line in
      difference = expectation.check(line)
      return difference == nil
    }
    guard let difference = difference ?? expectation.finish() else { return .ok }
    var output = Output()
    output.append("\(difference)\n")
    try output.finish()
    return .differs
  }

  /// Plays `trace` and gives each line to `take`, until that answers false.
  private static func play(
    _ trace: Trace, _ panel: PanelFile, _ options: TraceRunner.Options, explains: Bool = false,
    _ take: (_ line: [UInt8]) -> Bool
  ) throws(Failure) {
    // An explanation needs all presses and releases, also where they are not printed.
    var heard = options
    heard.tellsEdges = options.tellsEdges || explains
    var explainer = explains ? Explainer(panel) : nil
    var runner = TraceRunner(panel: panel.panel, options: heard)
    var line: [UInt8] = []
    var goesOn = true
    let sink: TraceRunner.Sink = { output in
      guard goesOn else { return }
      line.removeAll(keepingCapacity: true)
      switch output {
      case .event(let event):
        let explanation = explainer?.explain(event)
        guard options.tellsEdges || tells(event, panel) else { return }
        EventLine.append(event, of: panel, to: &line)
        explanation?.insert(into: &line)
      case .frame(let frame): FrameLine.append(frame, of: panel, to: &line)
      }
      goesOn = take(line)
    }
    runner.start(levels: trace.startLevels, sink)
    for entry in trace.entries where goesOn {
      if case .edge(let line, let isClosed) = entry.action {
        explainer?.note(line: line, isClosed: isClosed, at: entry.at)
      }
      runner.play(entry, sink)
    }
    if goesOn { runner.finish(sink) }
  }

  /// Whether an event is printed: presses and releases only where the panel asks for them.
  private static func tells(_ event: Event, _ panel: PanelFile) -> Bool {
    switch event.kind {
    case .press, .release: return panel.panel.controls[event.control].tellsEdges
    default: return true
    }
  }
}

import PanelFiles
import PanelTestKit

extension Command {
  /// `gpiopress replay`.
  static let replay = Command(
    name: "replay",
    summary: "replays a trace through the engine and prints the events",
    operands: [
      Operand(name: "PANEL", help: "the panel file"),
      Operand(name: "TRACE", help: "the trace, text or .vcd; - for the standard input"),
    ],
    options: [
      Option(name: "--edges", help: "tells press and release of every control, too"),
      Option(name: "--frames", value: "FPS", help: "prints the rings' frames, too, FPS a second"),
      Option(
        name: "--expect", value: "FILE",
        help: "prints nothing, but compares with FILE: ends with 0 if equal, else with 1"),
      Option(
        name: "--explain", help: "adds to each event why: the edges, the rule, what it was not"),
      Option(
        name: "--plot", value: "OUT.svg",
        help: "draws levels, contacts, gestures and rings over time"),
      .board,
      Option(
        name: "--map", value: "WIRE=LINE", help: "takes this wire of a .vcd for the panel's LINE",
        isRepeatable: true),
      Option(
        name: "--invert", value: "WIRE", help: "takes low as closed on this wire of a .vcd",
        isRepeatable: true),
    ],
    notes: """
      Time is virtual: an hour of trace takes no longer than its edges. Events and frames
      are JSON, one a line, in the order in which they are decided; times are milliseconds
      from the trace's zero.
      """,
    run: replayTrace)

  private static func replayTrace(_ arguments: Arguments) throws(Failure) -> ExitCode {
    let frames = try arguments.number(of: "--frames", in: 1...1000)
    let wires = try wires(arguments)
    let panel = try Load.panel(
      arguments.operands[0], board: arguments.value(of: "--board"), for: .replay)
    let trace = try Load.trace(arguments.operands[1], for: panel, options: wires)
    let replay = ReplayPlayer(
      panel: panel, trace: trace, tellsEdges: arguments.has("--edges"), framesPerSecond: frames,
      explains: arguments.has("--explain"))
    var plot = arguments.has("--plot") ? Plot(panel: panel, trace: trace) : nil
    let tooLong = Failure(
      .badData,
      "\(arguments.operands[1]): too long for a plot, which takes \(Plot.limit) edges,"
        + " events and frames; cut it")
    if let plot, !plot.fits { throw tooLong }
    let code: ExitCode
    if let path = arguments.value(of: "--expect") {
      code = try compare(replay, with: path, &plot, tooLong)
    } else {
      code = try print(replay, &plot, tooLong)
    }
    if let plot, let path = arguments.value(of: "--plot") {
      try Descriptor.write(PlotDrawing(plot).text, toFile: path)
    }
    return code
  }

  private static func print(
    _ replay: ReplayPlayer, _ plot: inout Plot?, _ tooLong: Failure
  ) throws(Failure) -> ExitCode {
    var output = Output()
    func giveUp() -> Never {
      output.flush()
      Program.end(output.failure ?? tooLong)
    }
    replay.play(recordingFor: &plot, giveUp: giveUp) { line in
      output.bytes += line
      output.flushIfFull()
      // A trace of years may have more events than anybody waits for: do not play on for nobody.
      if let failure = output.failure { Program.end(failure) }
      return true
    }
    try output.finish()
    return .ok
  }

  private static func wires(_ arguments: Arguments) throws(Failure) -> Trace.VcdOptions {
    var options = Trace.VcdOptions(inverted: Set(arguments.values(of: "--invert")))
    for word in arguments.values(of: "--map") {
      let parts = word.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
        throw arguments.failure("--map \(word): write WIRE=LINE")
      }
      if options.map[parts[0]] != nil {
        throw arguments.failure("--map \(word): the wire has a line already")
      }
      options.map[parts[0]] = parts[1]
    }
    return options
  }

  private static func compare(
    _ replay: ReplayPlayer, with path: String, _ plot: inout Plot?, _ tooLong: Failure
  ) throws(Failure) -> ExitCode {
    let bytes = try Descriptor.read(path, invalid: .badData)
    var expected: ExpectedEvents
    do throws(ExpectedEvents.Failure) {
      expected = try ExpectedEvents(bytes)
    } catch {
      throw Failure(.badData, "\(path):\(error.line): \(error.message)")
    }
    var difference: ExpectedEvents.Difference?
    let isPlotted = plot != nil
    replay.play(recordingFor: &plot, giveUp: { Program.end(tooLong) }) { line in
      difference = difference ?? expected.check(line)
      // Nothing that comes later matters, and it may be much.
      if !isPlotted, let difference { Program.end(tell(difference)) }
      return true
    }
    guard let difference = difference ?? expected.finish() else { return .ok }
    let failure = tell(difference)
    if failure.code != .differs { throw failure }
    return .differs
  }

  /// Prints a difference; gives how the program ends by it.
  private static func tell(_ difference: ExpectedEvents.Difference) -> Failure {
    var output = Output()
    output.append("\(difference)\n")
    output.flush()
    return output.failure ?? Failure(.differs, [])
  }
}

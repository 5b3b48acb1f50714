import ButtonController
import PanelFiles
import PanelReplay

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
      Option(name: "--edges", help: "also reports press and release of every control"),
      Option(name: "--frames", value: "FPS", help: "also prints the rings' frames, FPS a second"),
      Option(
        name: "--actions", help: "prints what each event would do: commands, keys, messages, light"),
      Option(
        name: "--command-time", value: "TIME", help: "how long each command is taken to run (100ms)"
      ),
      Option(
        name: "--fail", value: "NAME",
        help: "takes commands of this control, CONTROL:EVENT or program to fail", isRepeatable: true
      ),
      Option(name: "--format", value: "json|text", help: "how all that is printed (json)"),
      Option(
        name: "--expect", value: "FILE",
        help: "prints nothing, but compares with FILE: ends with 0 if equal, else with 1"),
      Option(
        name: "--explain",
        help: "adds to each event why it came: the edges, the rule, what it was not"),
      Option(
        name: "--plot", value: "OUT.svg",
        help: "draws levels, contacts, gestures and rings over time"),
      Option(name: "--from", value: "TIME", help: "draws from this time on, such as 10s"),
      Option(name: "--to", value: "TIME", help: "draws up to this time, such as 12s"),
      Option(
        name: "--speed", value: "full|real",
        help: "real: as fast as it happened, with the rings in the terminal (full)"),
      Option(name: "--shrink", help: "prints the least that still leads to the event of --until"),
      Option(
        name: "--until", value: "EVENT",
        help: "with --shrink: an event such as confirm, erase:tap or cancel:released"),
      .board,
    ] + Option.wires,
    notes: """
      Time is virtual: an hour of trace takes no longer than its edges. Events and frames
      are JSON, one a line, in the order in which they are decided; times are milliseconds
      from the trace's zero. Nothing is run, typed or sent: with --actions you see what would be.
      """,
    run: replayTrace)

  private static func replayTrace(_ arguments: Arguments) throws(Failure) -> ExitCode {
    let frames = try arguments.number(of: "--frames", in: 1...1000)
    let wires = try wires(arguments)
    let panel = try Load.panel(
      arguments.operands[0], board: arguments.value(of: "--board"), for: .replay)
    let path = arguments.operands[1]
    if let shrink = try shrink(arguments, panel) {
      return try shrink.run(path, panelPath: arguments.operands[0], wires)
    }
    if try isReal(arguments) {
      let form: TraceStream.Form = Trace.isVcd(path) ? .vcd(wires) : .text
      try LiveReplay(panel, path, form, arguments).run()
      return .ok
    }
    var input = try TraceInput(path)
    var replay = ReplayPlayer(
      panel: panel, form: Trace.isVcd(path) ? .vcd(wires) : .text, lines: try lines(arguments),
      framesPerSecond: frames)
    try takeCommands(arguments, for: &replay)
    let window = try window(arguments)
    var plot = arguments.has("--plot") ? Plot(panel: panel, window: window) : nil
    let tooLong = Failure(
      .badData,
      "\(path): too long for a plot, which takes \(Plot.limit) edges, events and frames; draw a part of "
        + "it with --from and --to")
    let code: ExitCode
    if let path = arguments.value(of: "--expect") {
      code = try compare(replay, &input, with: path, &plot, tooLong)
    } else {
      code = try print(replay, &input, &plot, tooLong)
    }
    if let plot, let path = arguments.value(of: "--plot") {
      try Descriptor.write(PlotDrawing(plot).text, toFile: path)
    }
    return code
  }

  /// What is printed, and how.
  private static func lines(_ arguments: Arguments) throws(Failure) -> ReplayWriter.Form {
    var form = ReplayWriter.Form(
      emitsEdges: arguments.has("--edges"), printsFrames: arguments.has("--frames"),
      printsActions: arguments.has("--actions"), explains: arguments.has("--explain"))
    if case .text = try RunFormat(arguments) { form.isText = true }
    if form.isText, arguments.has("--expect") {
      throw arguments.failure("--expect compares JSON; leave --format text out")
    }
    return form
  }

  /// How commands are taken to end.
  private static func takeCommands(
    _ arguments: Arguments, for replay: inout ReplayPlayer
  ) throws(Failure) {
    let isAsked = ["--actions", "--frames", "--plot"].contains(where: arguments.has)
    for option in ["--command-time", "--fail"] where arguments.has(option) && !isAsked {
      throw arguments.failure("\(option) is for --actions, --frames and --plot")
    }
    if let time = try arguments.span(of: "--command-time", orZero: true) {
      replay.commandTime = time
    }
    let names = try FailNames(arguments.values(of: "--fail"), in: replay.panel, arguments)
    replay.fails = names.contains
  }

  private static func print(
    _ replay: ReplayPlayer, _ input: inout TraceInput, _ plot: inout Plot?, _ tooLong: Failure
  ) throws(Failure) -> ExitCode {
    let output = OutputBox()
    let progress = ReplayProgress()
    let (size, isLive) = (input.size, input.isLive)
    func end(_ failure: Failure) -> Never {
      progress.end()
      output.value.flush()
      Program.end(output.value.failure ?? failure)
    }
    // A trace of years may have more events than anybody waits for: do not play on for nobody.
    func check() { if let failure = output.value.failure { end(failure) } }
    let receiver = ReplayPlayer.Receiver(
      take: { line in
        output.value.bytes += line
        output.value.flushIfFull()
        check()
      },
      pause: { entries, bytes in
        // What comes as it happens is answered as it happens.
        if isLive { output.value.flush() }
        check()
        progress.note(entries: entries, bytes: bytes, of: size)
      },
      log: { text in
        progress.end()
        ErrorOutput.say(text)
      }, giveUp: { end(tooLong) })
    do throws(Failure) {
      try replay.play(&input, recordingFor: &plot, receiver)
    } catch {
      end(error)
    }
    progress.end()
    try output.value.finish()
    return .ok
  }

  /// The output, shared by closures.
  private final class OutputBox {
    var value = Output()
  }

  /// What `--plot` draws.
  private static func window(_ arguments: Arguments) throws(Failure) -> Plot.Window {
    var window = Plot.Window()
    if let from = try arguments.span(of: "--from", orZero: true) {
      window.from = Instant.zero + from
    }
    if let to = try arguments.span(of: "--to") { window.to = Instant.zero + to }
    if !arguments.has("--plot"), arguments.has("--from") || arguments.has("--to") {
      throw arguments.failure("--from and --to are for --plot")
    }
    if window.to <= window.from {
      throw arguments.failure(
        "--to is not later than --from; write for example --from 10s --to 12s")
    }
    return window
  }

  /// What the options say of the wires of a value change dump.
  static func wires(_ arguments: Arguments) throws(Failure) -> Trace.VcdOptions {
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
    _ replay: ReplayPlayer, _ input: inout TraceInput, with path: String, _ plot: inout Plot?,
    _ tooLong: Failure
  ) throws(Failure) -> ExitCode {
    let bytes = try Descriptor.read(path, invalid: .badData)
    var expected: ExpectedEvents
    do throws(ExpectedEvents.Failure) {
      expected = try ExpectedEvents(bytes)
    } catch {
      throw Failure(.badData, "\(path):\(error.line): \(error.message)")
    }
    let progress = ReplayProgress()
    let size = input.size
    func end(_ failure: Failure) -> Never {
      progress.end()
      Program.end(failure)
    }
    var difference: ExpectedEvents.Difference?
    let isPlotted = plot != nil
    let receiver = ReplayPlayer.Receiver(
      take: { line in
        difference = difference ?? expected.check(line)
        // Nothing that comes later matters, and it may be much.
        if !isPlotted, let difference { end(report(difference)) }
      }, pause: { progress.note(entries: $0, bytes: $1, of: size) }, log: { _ in },
      giveUp: { end(tooLong) })
    do throws(Failure) {
      try replay.play(&input, recordingFor: &plot, receiver)
    } catch {
      end(error)
    }
    progress.end()
    guard let difference = difference ?? expected.finish() else { return .ok }
    let failure = report(difference)
    if failure.code != .differs { throw failure }
    return .differs
  }

  /// Prints a difference; gives how the program ends by it.
  private static func report(_ difference: ExpectedEvents.Difference) -> Failure {
    var output = Output()
    output.append("\(difference)\n")
    output.flush()
    return output.failure ?? Failure(.differs, [])
  }
}

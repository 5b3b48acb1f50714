import Foundation
import Testing

/// The daemon as it is, on a trace; each run takes as long as its trace, so they are short.
@Suite(.serialized, .timeLimit(.minutes(5))) struct SimulateTests {
  private static let panel = """
    name: Sample
    board: auto
    controls:
      erase:
        kind: button
        pin: GPIO17
        label: Hold to erase
        tap: true
        confirm: 310ms
        ring: [halo, lamp]
        cue: buzzer
        do:
          tap: {run: [/bin/sh, -c, "env | grep ^GPIOPRESS_ | sort > reported"]}
          command_done: {run: [/bin/sh, -c, "echo $GPIOPRESS_OF $GPIOPRESS_EXIT > ended"]}
      level: {kind: switch, pin: GPIO22}
    rings:
      halo: {driver: file, path: frames.jsonl, pixels: 4}
      lamp: {driver: ws2812, device: /dev/spidev7.7, pixels: 4}
    cues:
      buzzer: {pin: GPIO23}

    """

  private static func files(_ trace: String = Sample.trace) throws -> Scratch {
    try Scratch(["panel.yaml": panel, "input.trace": trace])
  }

  private static func run(
    _ scratch: Scratch, _ arguments: [String] = ["--simulate", "input.trace"], input: String = ""
  ) throws -> ProgramRun {
    try ProgramRun(["run", "panel.yaml"] + arguments, in: scratch.folder, input: input)
  }

  private static func events(_ run: ProgramRun) -> [String] {
    run.outputLines.filter { $0.contains("\"control\":\"erase\"") }
  }

  private static func text(_ scratch: Scratch, _ name: String) throws -> String {
    try String(contentsOf: scratch.folder.appendingPathComponent(name), encoding: .utf8)
  }

  /// Lines without what only a run knows: the wall clock, the number, when the process got to it.
  private static func decisions(_ run: ProgramRun) -> [String] {
    run.outputLines.filter { !$0.contains("\"event\":\"command_") }.map { line in
      line.replacing(/,"(time|decided|n)":("[^"]*"|[0-9.]+)/, with: "")
    }
  }

  @Test func eventsAreThoseOfTheReplay() throws {
    let scratch = try Self.files("start level 1\n5 erase 1\n90 erase 0\n120 erase 1\n500 erase 0\n")
    let run = try Self.run(scratch)
    let replay = try ProgramRun(["replay", "panel.yaml", "input.trace"], in: scratch.folder)
    #expect(replay.outputLines.count > 3)
    #expect(Self.decisions(run) == Self.decisions(replay))
    #expect(run.code == 0)
    #expect(
      run.errorLines.last
        == "panel.yaml: simulated by input.trace; no chip is opened; not lit: lamp; silent: buzzer")
  }

  @Test func commandsAndRingsAreReal() throws {
    let scratch = try Self.files()
    let run = try Self.run(scratch)
    #expect(run.code == 0)
    let reported = try Self.text(scratch, "reported")
    let line = try #require(Self.events(run).first)
    #expect(line.contains("\"at\":180,"))
    for expected in [
      "EVENT=tap", "CONTROL=erase", "COUNT=1", "PANEL=Sample", "LABEL=Hold to erase",
      "LINE=\(line)",
      "AT=180", "AT_NS=180000000",
    ] {
      #expect(reported.split(separator: "\n").contains("GPIOPRESS_\(expected)"), "\(expected)")
    }
    let ended = try #require(Self.events(run).last)
    #expect(ended.contains("\"event\":\"command_done\""))
    #expect(ended.contains("\"of\":\"tap\",\"exit\":0,\"took\":"))
    // What follows from an end has none itself.
    #expect(try Self.text(scratch, "ended") == "tap 0\n")
    #expect(Self.events(run).count == 2)
    #expect(try Self.text(scratch, "frames.jsonl").contains("\"ring\":\"halo\""))
  }

  @Test func endOfATraceCancelsNothingAndAShutdownDoes() throws {
    let held = "10 erase 1\n"
    let ended = try Self.run(try Self.files(held + "100 ! end\n"))
    #expect(Self.events(ended) == [])
    let stopped = try Self.run(try Self.files(held + "100 ! shutdown\n"))
    #expect(Self.events(stopped).count == 1)
    #expect(Self.events(stopped).last?.contains("\"reason\":\"shutdown\"") == true)
    #expect([ended.code, stopped.code] == [0, 0])
  }

  @Test func standardInputIsReadAsItComes() throws {
    let run = try Self.run(try Self.files(), ["--simulate", "-"], input: Sample.trace)
    #expect(Self.events(run).first?.contains("\"at\":180,") == true)
    let late = try StreamedRun(try Self.files())
    late.write("0 erase 1\n80 erase 0\n")
    #expect(late.line().contains("\"event\":\"state\""))
    let first = late.line()
    #expect(first.contains("\"event\":\"tap\""))
    // The first is out before the rest was there.
    late.write("1000 level 1\n")
    var second = late.line()
    if second.contains("command_done") { second = late.line() }
    #expect(second.contains("\"at\":1000,") && second.contains("\"event\":\"on\""))
    #expect(late.end() == 0)
  }

  /// It waits for nobody who does not write, and hears signals meanwhile.
  @Test(arguments: ["", "0 level 1\n"]) func signalsEndItBeforeItsInputDoes(input: String) throws {
    let run = try StreamedRun(try Self.files())
    if input.isEmpty {
      run.waitUntilItWaits()
    } else {
      run.write(input)
      _ = run.line()
    }
    run.process.terminate()
    run.process.waitUntilExit()
    #expect(run.process.terminationReason == .exit)
    #expect(run.process.terminationStatus == 0)
  }

  @Test(
    arguments: [
      ("5 erase 2\n", 65, "input.trace:1:9: 2 is no level"),
      ("5 nobody 1\n", 65, "the panel has no line nobody"),
    ])
  func badTraces(trace: String, code: Int32, message: String) throws {
    let file = try Self.run(try Self.files(trace))
    #expect(file.code == code)
    #expect(file.errors.contains(message))
    #expect(file.output == "")
    let input = try Self.run(try Self.files(), ["--simulate", "-"], input: trace)
    #expect(input.code == code)
    // In the middle of a stream: what came before it counts.
    let later = try Self.run(
      try Self.files(), ["--simulate", "-"], input: "0 level 1\n200 level 0\n" + trace)
    #expect(later.code == code)
  }

  @Test func optionsThatDoNotBelongTogether() throws {
    for (arguments, message) in [
      (["--simulate", "input.trace", "--wait"], "--wait beside --simulate"),
      (["--board", "raspberry-pi-5"], "--board belongs to --simulate"),
      (["--invert", "x"], "--invert belongs to --simulate"),
    ] {
      let run = try Self.run(try Self.files(), arguments)
      #expect(run.code == 64)
      #expect(run.errors.contains(message))
    }
    let missing = try Self.run(try Self.files(), ["--simulate", "nowhere.trace"])
    #expect(missing.code == 66)
  }
}

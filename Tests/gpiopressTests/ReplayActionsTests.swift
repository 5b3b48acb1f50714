import Foundation
import LoopTestKit
import Testing

/// `gpiopress replay --actions` as a user runs it.
@Suite struct ReplayActionsTests {
  private static let panel = """
    name: Sample
    board: raspberry-pi-5
    controls:
      erase:
        kind: button
        pin: GPIO17
        label: Hold to erase
        tap: true
        confirm: 1.2s
        ring: halo
        cue: buzzer
        do:
          tap:
            - light: {ring: halo, pattern: fill 0.5, for: 500ms}
            - run: [/usr/bin/logger, "it's tapped"]
            - publish: {topic: tapped, payload: "{count} {event}"}
          confirm: {run: [/usr/local/bin/erase], timeout: 2s}
          command_failed: {run: [/usr/bin/logger, failed]}
      dial:
        kind: knob
        pins: {a: GPIO5, b: GPIO6}
        do: {"turn:+": {key: KEY_VOLUMEUP}}
      talk:
        kind: button
        pin: GPIO22
        key: {hold: KEY_LEFTCTRL}
    rings:
      halo: {driver: terminal, pixels: 4}
    cues:
      buzzer: {pin: GPIO23}
    outputs:
      keyboard: {name: Keys}
      mqtt: {host: broker, base: rack}

    """

  private func replay(
    _ trace: String, _ arguments: [String] = ["--actions"], panel: String = Self.panel
  ) throws -> ProgramRun {
    let files = try Scratch(["panel.yaml": panel, "input.trace": trace])
    return try ProgramRun(["replay", "panel.yaml", "input.trace"] + arguments, in: files.folder)
  }

  private static func actions(_ run: ProgramRun) -> [String] {
    run.outputLines.filter { $0.contains("\"action\":") }
  }

  @Test func aTapWithAllThatItDoes() throws {
    let run = try replay("100 erase 1\n180 erase 0\n")
    #expect(run.code == 0)
    #expect(run.errors == "")
    let line =
      #"{\"at\":180,\"decided\":200,\"control\":\"erase\",\"event\":\"tap\",\"time\":\"1970-01-01T00:00:00.180Z\",\"n\":1,\"count\":1}"#
    #expect(
      run.outputLines == [
        #"{"at":180,"decided":200,"control":"erase","event":"tap","count":1}"#,
        #"{"at":200,"control":"erase","of":"tap","action":"light","ring":"halo","picture":"fill 0.5","for":500}"#,
        #"{"at":200,"control":"erase","of":"tap","action":"run","command":["/usr/bin/logger","it's tapped"],"#
          + #""environment":{"GPIOPRESS_AT":"180","GPIOPRESS_DECIDED":"200","GPIOPRESS_CONTROL":"erase","#
          + #""GPIOPRESS_EVENT":"tap","GPIOPRESS_TIME":"1970-01-01T00:00:00.180Z","GPIOPRESS_N":"1","#
          + #""GPIOPRESS_COUNT":"1","GPIOPRESS_PANEL":"Sample","GPIOPRESS_LABEL":"Hold to erase","#
          + #""GPIOPRESS_AT_NS":"180000000","GPIOPRESS_LINE":"\#(line)"}}"#,
        #"{"at":300,"control":"erase","of":"tap","action":"publish","topic":"rack/tapped","payload":"1 tap","qos":1,"retain":false}"#,
        #"{"at":300,"decided":300,"control":"erase","event":"command_done","of":"tap","exit":0,"took":100}"#,
      ])
  }

  @Test func forPeople() throws {
    let run = try replay("100 erase 1\n180 erase 0\n", ["--actions", "--format", "text"])
    #expect(
      Array(run.outputLines.prefix(5)) == [
        "  0.180 s  erase    tap  count 1",
        "  0.200 s  erase    tap: light halo: fill 0.5 for 500 ms",
        #"  0.200 s  erase    tap: run /usr/bin/logger 'it'\''s tapped'"#,
        "             GPIOPRESS_AT=180",
        "             GPIOPRESS_DECIDED=200",
      ])
    #expect(run.outputLines.contains("             GPIOPRESS_LABEL='Hold to erase'"))
    #expect(
      Array(run.outputLines.suffix(2)) == [
        "  0.300 s  erase    tap: publish rack/tapped: 1 tap",
        "  0.300 s  erase    command_done  of tap, exit 0, took 0.10 s",
      ])
  }

  @Test func keysAreTypedAndHeld() throws {
    let run = try replay(
      "100 dial.a 1\n104 dial.b 1\n108 dial.a 0\n112 dial.b 0\n300 talk 1\n700 talk 0\n")
    #expect(
      Self.actions(run) == [
        #"{"at":112,"control":"dial","of":"turn","action":"key","keys":["KEY_VOLUMEUP"],"count":1}"#,
        #"{"at":310,"control":"talk","of":"press","action":"key","keys":["KEY_LEFTCTRL"],"down":true}"#,
        #"{"at":720,"control":"talk","of":"release","action":"key","keys":["KEY_LEFTCTRL"],"down":false}"#,
      ])
    // The edges are there for the keys alone.
    #expect(!run.output.contains(#""event":"press""#))
  }

  @Test(arguments: ["erase:confirm", "/usr/local/bin/erase"])
  func aCommandFailsWhereItIsAsked(name: String) throws {
    let run = try replay("100 erase 1\n1500 erase 0\n", ["--actions", "--fail", name])
    #expect(run.code == 0)
    #expect(run.errors == "erase: confirm: /usr/local/bin/erase exited with status 1\n")
    let words = run.outputLines.map { line in
      line.firstMatch(of: /"event":"(\w+)"/).map { String($0.1) }
        ?? line.firstMatch(of: /"of":"(\w+)","action":"(\w+)"/).map { "\($0.1) \($0.2)" } ?? line
    }
    #expect(
      words == [
        "confirm_start", "confirm", "confirm run", "confirm cue", "command_failed cue",
        "command_failed", "command_failed run",
      ])
  }

  /// A control's name is that of all its commands, those that follow from a failure included.
  @Test func allCommandsOfAControlFail() throws {
    let run = try replay("100 erase 1\n1500 erase 0\n", ["--actions", "--fail", "erase"])
    #expect(
      run.errorLines == [
        "erase: confirm: /usr/local/bin/erase exited with status 1",
        "erase: command_failed: /usr/bin/logger exited with status 1",
      ])
  }

  @Test func aCommandThatRunsTooLongIsEnded() throws {
    let run = try replay("100 erase 1\n1500 erase 0\n", ["--actions", "--command-time", "5s"])
    #expect(
      run.output.contains(#""event":"command_failed","of":"confirm","timeout":true,"took":2000"#))
    #expect(run.errors.contains("ran longer than 2000 ms"))
  }

  /// The pictures of commands, of `light` and of cues are there whether actions are printed or not.
  @Test func framesShowWhatActionsShow() throws {
    func last(_ arguments: [String], _ trace: String) throws -> [String] {
      let run = try replay(trace, ["--frames", "10"] + arguments)
      #expect(run.code == 0)
      return run.outputLines.filter { $0.contains("\"ring\"") || $0.contains("\"cue\"") }
    }
    let tap = try last([], "100 erase 1\n180 erase 0\n")
    // Half filled from 200 to 700.
    #expect(tap.count == 3)
    #expect(tap[1].hasPrefix(#"{"at":200,"ring":"halo","pixels":["ff3b30","ff3b30","2e0b09""#))
    #expect(tap[2].hasPrefix(#"{"at":700,"#))
    let hold = "100 erase 1\n1500 erase 0\n"
    let done = try last([], hold)
    #expect(done.contains(#"{"at":1300,"cue":"buzzer","on":true}"#))
    #expect(done.contains(#"{"at":1420,"cue":"buzzer","on":false}"#))
    let failed = try last(["--fail", "erase:confirm"], hold)
    #expect(failed != done)
    #expect(failed.filter { $0.contains(#""on":true"#) }.count == 4)
    // A command that goes on is shown when the success is over, until it ends.
    let long = try last(["--command-time", "1900ms"], hold)
    #expect(long.count > done.count + 5)
  }

  /// A picture is followed to its end, one without an end for ten seconds.
  @Test(arguments: [("working, for: 30s", 30_200), ("working", 10_200)])
  func picturesAreFollowedToTheirEnd(picture: String, last: Int) throws {
    let panel = """
      board: raspberry-pi-5
      controls:
        go: {kind: button, pin: GPIO17, tap: true, do: {tap: {light: {ring: lamp, pattern: \(picture)}}}}
      rings:
        lamp: {driver: terminal, pixels: 8}

      """
    let run = try replay("100 go 1\n180 go 0\n", ["--frames", "5"], panel: panel)
    #expect(run.code == 0)
    let at = run.outputLines.last?.firstMatch(of: /"at":(\d+)/).flatMap { Int($0.1) } ?? 0
    #expect(abs(at - last) <= 200, "\(at)")
  }

  @Test func whatIsPrintedIsAnExpectation() throws {
    let files = try Scratch([
      "panel.yaml": Self.panel, "input.trace": "100 erase 1\n1500 erase 0\n",
    ])
    let arguments = ["replay", "panel.yaml", "input.trace", "--actions", "--frames", "10"]
    let run = try ProgramRun(arguments, in: files.folder)
    #expect(run.output.contains("\"cue\":\"buzzer\",\"on\":true"))
    try files.write(run.output, to: "expect.jsonl")
    let again = try ProgramRun(arguments + ["--expect", "expect.jsonl"], in: files.folder)
    #expect(again.code == 0, "\(again.output)\(again.errors)")
  }

  @Test(
    arguments: [
      (
        ["--actions", "--fail", "erse"], "--fail erse: no command is called so; did you mean erase"
      ),
      (["--fail", "erase"], "--fail is for --actions, --frames and --plot"),
      (["--command-time", "1s"], "--command-time is for"),
      (["--actions", "--command-time", "soon"], "write a time with its unit"),
      (["--format", "yaml"], "write json or text"),
      (["--format", "text", "--expect", "x"], "--expect compares JSON"),
    ])
  func badOptions(arguments: [String], message: String) throws {
    let run = try replay("100 erase 1\n", arguments)
    #expect(run.code == 64)
    #expect(run.errors.contains(message), "\(run.errors)")
  }

  @Test(.disabled(if: Sanitizer.isPresent, "it keeps what was given back"))
  func memoryDoesNotGrow() throws {
    let files = try Scratch(["panel.yaml": Self.panel])
    func peak(_ presses: Int) throws -> Int {
      var text = ""
      for press in 0..<presses {
        let at = 1000 + press * 333
        text += "\(at) erase 1\n\(at + 80) erase 0\n"
      }
      try files.write(text, to: "long.trace")
      let paths = ["panel.yaml", "long.trace"].map { files.folder.appendingPathComponent($0).path }
      return try PeakMemory.kibibytes(of: ["replay", "--actions", "--frames", "2"] + paths)
    }
    let few = try peak(1500)
    let many = try peak(4500)
    #expect(many - few < 700, "\(few) and \(many) KiB")
  }
}

/// What `replay --actions` lists against what `run --simulate` starts, the program both times.
@Suite(.serialized, .timeLimit(.minutes(5))) struct ReplayAgainstDaemonTests {
  private static let note =
    "env | grep ^GPIOPRESS_ | sort | tr '\\n' ';' >> started; echo >> started"

  private static var panel: String {
    let run = "{run: [/bin/sh, -c, \"\(note)\"]}"
    return """
      name: Sample
      board: auto
      controls:
        erase:
          kind: button
          pin: GPIO17
          label: Hold to erase
          tap: {max: 2}
          confirm: 310ms
          do: {tap: \(run), confirm: \(run), cancel: \(run), command_done: \(run)}
        level:
          kind: switch
          pin: GPIO22
          do: {on: \(run), off: \(run), state: \(run)}

      """
  }

  private static let trace = """
    start level 1
    20 erase 1
    100 erase 0
    150 erase 1
    220 erase 0
    700 level 0
    1100 erase 1
    1405 erase 0
    1900 erase 1
    2400 erase 0

    """

  /// What only one of both knows: the wall clock, when the process got to it, how long a command took.
  private static func parts(_ environment: [String: String]) -> String {
    let isEnd = environment["GPIOPRESS_EVENT"]?.hasPrefix("command_") == true
    return environment.filter { name, _ in
      !["TIME", "DECIDED", "LINE", "TOOK", "N"].contains(String(name.dropFirst(10)))
        && !(isEnd && name.hasPrefix("GPIOPRESS_AT"))
    }.map { "\($0)=\($1)" }.sorted().joined(separator: ";")
  }

  @Test func listsWhatTheDaemonStarts() throws {
    let files = try Scratch(["panel.yaml": Self.panel, "input.trace": Self.trace])
    let run = try ProgramRun(
      ["run", "panel.yaml", "--simulate", "input.trace"], in: files.folder)
    #expect(run.code == 0)
    let text = try String(
      contentsOf: files.folder.appendingPathComponent("started"), encoding: .utf8)
    let started = text.split(separator: "\n").map { line in
      var environment: [String: String] = [:]
      for variable in line.split(separator: ";") {
        let pair = variable.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        environment[String(pair[0])] = pair.count > 1 ? String(pair[1]) : ""
      }
      return Self.parts(environment)
    }
    let replay = try ProgramRun(
      ["replay", "panel.yaml", "input.trace", "--actions", "--command-time", "10ms"],
      in: files.folder)
    #expect(replay.code == 0)
    let listed = try replay.outputLines.compactMap { line -> String? in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return (object?["environment"] as? [String: String]).map(Self.parts)
    }
    #expect(listed.count == 8)
    // Commands of two controls run side by side, and the shell's are as quick as the machine is.
    #expect(listed.sorted() == started.sorted())
  }
}

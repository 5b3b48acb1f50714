import EngineTestKit
import Foundation
import Testing

/// `gpiopress tune --from`, as a user runs it.
@Suite struct TuneTests {
  private static let panel = """
    board: raspberry-pi-5
    controls:
      go: {kind: button, pin: GPIO17, tap: {max: 2}, hold: 2s}
      lamp: {kind: switch, pin: GPIO27}
      volume: {kind: knob, pins: {a: GPIO5, b: GPIO6}}
      other: {kind: button, pin: GPIO22, tap: true}
    chords:
      both: {of: [go, other], tap: true}
    """

  private static let report = """
    go (GPIO17): 4 presses, 3 short and 1 long, in 2.1 s

    bounce at the press
      0 ms to 0.5 ms  ################################ 3
      0.5 ms to 1 ms  0
      1 ms to 1.5 ms  0
      1.5 ms to 2 ms  0
      2 ms to 2.5 ms  0
      2.5 ms to 3 ms  0
      3 ms to 3.5 ms  ########## 1

    bounce at the release
      0 ms to 1 ms  ################################ 3
      1 ms to 2 ms  0
      2 ms to 3 ms  0
      3 ms to 4 ms  0
      4 ms to 5 ms  0
      5 ms to 6 ms  0
      6 ms to 7 ms  ########## 1

    length of a press
      0 ms to 200 ms    ################################ 3
      200 ms to 400 ms  0
      400 ms to 600 ms  0
      600 ms to 800 ms  0
      800 ms to 1 s     0
      1 s to 1.2 s      ########## 1

    from a release to the next press
      150 ms to 160 ms  ################################ 1
      160 ms to 170 ms  0
      170 ms to 180 ms  ################################ 1
      180 ms to 190 ms  0
      190 ms to 200 ms  ################################ 1

    suggested
      debounce.press    5ms    a press paused for 2 ms inside its bounce at most; less than 5 ms gains nothing that a hand feels
      debounce.release  10ms   a release paused for 4 ms inside its bounce at most; less than 10 ms gains nothing that a hand feels
      tap.gap           290ms  half as long again as the slowest of 3 quick taps in a row, 190 ms
      hold.after        700ms  between the longest tap, 120 ms, and the shortest hold, 1.17 s

    to paste under controls:

      go:
        debounce: {press: 5ms, release: 10ms}
        tap: {max: 2, gap: 290ms}
        hold: 700ms

    """

  private static func tune(
    _ control: String, _ trace: String, _ options: [String] = []
  ) throws -> (run: ProgramRun, files: Scratch) {
    let files = try Scratch(["panel.yaml": panel, "input.trace": trace])
    let arguments = ["tune", "panel.yaml", control, "--from", "input.trace"] + options
    return (try ProgramRun(arguments, in: files.folder), files)
  }

  @Test func aButton() throws {
    let trace = """
      100 go 1
      101 go 0
      103 go 1
      200 go 0
      204 go 1
      206 go 0
      350 go 1
      450 go 0
      640 go 1
      760 go 0
      930 go 1
      2100 go 0
      """
    let (run, files) = try Self.tune("go", trace, ["--plot", "out.svg"])
    #expect(run.code == 0)
    #expect(run.output == Self.report, "\(run.output)")
    let svg = try String(
      contentsOf: files.folder.appendingPathComponent("out.svg"), encoding: .utf8)
    #expect(svg.contains("<title>0 ms to 0.5 ms: 3</title>"))
  }

  @Test func aKnob() throws {
    // Four detents of a part that rests with both contacts closed, turned the other way round.
    var trace = ""
    var time = 100
    for _ in 0..<8 {
      for (line, level) in [("a", 1), ("b", 1)] {
        trace += "\(time) volume.\(line) \(level)\n"
        time += 8
      }
      time += 200
      for (line, level) in [("a", 0), ("b", 0)] {
        trace += "\(time) volume.\(line) \(level)\n"
        time += 8
      }
      time += 200
    }
    let run = try Self.tune("volume", trace).run
    #expect(run.output.contains("  volume:\n    steps_per_detent: 2\n"), "\(run.output)")
  }

  @Test(arguments: [
    ("nobody", 66, "gpiopress: tune: the panel has no control nobody"),
    ("othr", 66, "gpiopress: tune: the panel has no control othr; did you mean other?"),
    (
      "both", 64, "gpiopress: tune: both is a chord and has no contact of its own; tune its buttons"
    ),
  ])
  func whatCannotBeTuned(control: String, code: Int32, message: String) throws {
    let run = try Self.tune(control, "100 go 1").run
    #expect(run.errorLines == [message])
    #expect(run.code == code)
  }

  @Test func aWrongTraceIsNamed() throws {
    let run = try Self.tune("go", "100 go 7").run
    #expect(run.code == 65)
    #expect(run.errors.contains("input.trace:1:8: 7 is no level"))
  }

  @Test func nothingWasPressed() throws {
    let run = try Self.tune("go", "100 other 1\n200 other 0").run
    #expect(run.output == "go (GPIO17): 0 presses, in 200 ms\n", "\(run.output)")
  }

  /// With the values that are suggested, a bouncing contact gives as many taps as it was pressed.
  @Test(arguments: 0..<8)
  func whatIsSuggestedCountsRight(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var time = 500.0
    var trace = ""
    func change(_ level: Int, bounces: Int, pause: Double) {
      trace += "\(number(time)) other \(level)\n"
      for _ in 0..<bounces {
        for each in [1 - level, level] {
          time += Double.random(in: 0.05...pause, using: &random)
          trace += "\(number(time)) other \(each)\n"
        }
      }
    }
    func number(_ time: Double) -> String { String(format: "%.3f", time) }
    for _ in 0..<20 {
      change(1, bounces: Int.random(in: 0...4, using: &random), pause: 6)
      time += Double.random(in: 60...180, using: &random)
      change(0, bounces: Int.random(in: 0...4, using: &random), pause: 12)
      time += Double.random(in: 150...700, using: &random)
    }
    let (run, files) = try Self.tune("other", trace)
    let pasted = try #require(run.output.range(of: "to paste under controls:\n\n"))
    let panel =
      "board: raspberry-pi-5\ncontrols:\n\(run.output[pasted.upperBound...])"
      + "    kind: button\n    pin: GPIO22\n    tap: true\n"
    try panel.write(
      to: files.folder.appendingPathComponent("tuned.yaml"), atomically: true, encoding: .utf8)
    let replay = try ProgramRun(["replay", "tuned.yaml", "input.trace"], in: files.folder)
    #expect(replay.code == 0, "\(replay.errors)")
    let taps = replay.outputLines.filter { $0.contains(#""event":"tap""#) }.count
    #expect(taps == 20, "seed \(seed): \(panel)")
  }
}

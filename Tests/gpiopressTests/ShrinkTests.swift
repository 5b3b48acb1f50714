import ButtonController
import Foundation
import Testing

@testable import PanelFiles
@testable import gpiopress

/// `replay --shrink`: the least that still leads to an event, ready for a report.
@Suite(.timeLimit(.minutes(5))) struct ShrinkTests {
  private static let panel = """
    name: Secret place
    board: auto
    reduce_motion: false
    defaults: {button: {debounce: {press: 5ms, release: 20ms}}}
    controls:
      erase:
        kind: button
        pin: GPIO17
        label: "Hold, to erase"
        tap: true
        confirm: {after: 1.2s}
        ring: halo
        do: {confirm: {run: [/usr/local/bin/secret, "pass word"]}}
      level: {kind: switch, pin: GPIO22}
      left: {kind: button, pin: GPIO23, tap: true}
      right: {kind: button, pin: GPIO24, do: {"tap:2": {run: [/bin/true]}}}
      dial: {kind: knob, pins: {a: GPIO5, b: GPIO6}}
    chords:
      both: {of: [left, right], hold: 1s}
    rings:
      halo: {driver: file, path: frames.jsonl, pixels: 4}
    outputs: {stdout: true, mqtt: {host: 10.0.0.1, user: me}}

    """

  /// Much that does not matter, and in it a confirm, taps and a chord.
  private static let trace: String = {
    var entries: [(Double, String)] = [
      (0.5, "level 1"), (3.25, "! gone dial"), (7, "! back dial 0"),
    ]
    for step in 0..<300 {
      entries.append((20 + Double(step) * 25.5, "dial.a \(step % 2)"))
      entries.append((20.7 + Double(step) * 25.5, "dial.b \(step % 2)"))
    }
    entries += [(1000.003, "erase 1"), (1002, "erase 0"), (1003, "erase 1"), (2600, "erase 0")]
    entries += [(3000, "! lost erase 0"), (3100, "right 1"), (3150, "right 0"), (3220, "right 1")]
    entries += [(3260, "right 0"), (4000, "! reload"), (5000, "left 1"), (5010, "right 1")]
    entries += [(6500, "left 0"), (6510, "right 0"), (8000, "! shutdown")]
    return "start level 0\n"
      + entries.sorted { $0.0 < $1.0 }.map { "\($0.0) \($0.1)\n" }.joined()
  }()

  private static func shrink(_ event: String) throws -> (run: ProgramRun, scratch: Scratch) {
    let scratch = try Scratch(["panel.yaml": panel, "input.trace": trace])
    let run = try ProgramRun(
      ["replay", "panel.yaml", "input.trace", "--shrink", "--until", event], in: scratch.folder)
    return (run, scratch)
  }

  /// The blocks of a report: the panel, the trace, the event.
  private static func blocks(_ run: ProgramRun) -> [String] {
    run.output.split(separator: "```", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }
      .map { String($0.element.drop { $0 != "\n" }.dropFirst()) }
  }

  @Test(
    arguments: [
      ("erase:confirm", 1, ["erase"]), ("erase:tap", 0, []), ("right:tap:2", 4, ["right"]),
      ("both:hold", 2, ["both", "left", "right"]), ("lost", 1, ["erase"]),
      ("dial:line_back", 2, ["dial"]), ("cancel:shutdown", 0, []),
    ] as [(String, Int, [String])])
  func theLeastIsFound(event: String, count: Int, names: [String]) throws {
    let (run, scratch) = try Self.shrink(event)
    guard count > 0 else {
      #expect(run.code == 1)
      #expect(run.errors == "input.trace: it does not lead to \(event)\n")
      return
    }
    try #require(run.code == 0, "\(run.errors)")
    let blocks = Self.blocks(run)
    try #require(blocks.count == 3, "\(run.output)")
    #expect(blocks[1].split(separator: "\n").count == count, "\(blocks[1])")
    // What is pasted leads there again.
    for (name, text) in zip(["cut.yaml", "cut.trace"], blocks) {
      try text.write(
        to: scratch.folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }
    let again = try ProgramRun(["replay", "cut.yaml", "cut.trace"], in: scratch.folder)
    #expect(again.code == 0, "\(again.errors)")
    #expect(again.output.contains(blocks[2]), "\(again.output)")
    let checked = try ProgramRun(["check", "cut.yaml", "--json"], in: scratch.folder)
    #expect(checked.code == 0, "\(blocks[0])")
    for name in ["erase", "level", "left", "right", "dial", "both"] {
      #expect(
        blocks[0].contains("  \(name): ") == names.contains(name),
        "\(name) in \(blocks[0])")
    }
    for secret in ["secret", "pass word", "10.0.0.1", "Secret", "halo"] {
      #expect(!blocks[0].contains(secret), "\(secret) in \(blocks[0])")
    }
  }

  @Test func itIsAlwaysTheSame() throws {
    #expect(try Self.shrink("both:hold").run.output == Self.shrink("both:hold").run.output)
  }

  @Test(
    arguments: [
      (["--until", "tap"], "--until belongs to --shrink"),
      (["--shrink"], "--shrink needs --until EVENT"),
      (["--shrink", "--until", "tapp"], "--until tapp: no event tapp; did you mean tap?"),
      (
        ["--shrink", "--until", "eras:tap"], "--until eras:tap: no event eras; did you mean erase?"
      ),
      (
        ["--shrink", "--until", "tap", "--plot", "x.svg"], "--plot beside --shrink: replay what it"
      ),
    ])
  func whatIsWrongIsSaid(arguments: [String], expected: String) throws {
    let scratch = try Scratch(["panel.yaml": Self.panel, "input.trace": Self.trace])
    let run = try ProgramRun(
      ["replay", "panel.yaml", "input.trace"] + arguments, in: scratch.folder)
    #expect(run.code == 64)
    #expect(run.errors.hasPrefix("gpiopress: replay: \(expected)"), "\(run.errors)")
  }

  /// Any trace of chance: what is left leads there, and nothing of it can be left out.
  @Test func nothingMoreCanBeLeftOut() {
    var shrinker = TraceShrinker { trace in
      let lines = trace.entries.compactMap { entry -> Int? in
        if case .edge(let line, true) = entry.action { return line }
        return nil
      }
      return lines.contains(3) && lines.contains(17) && lines.contains(40)
    }
    let entries = (0..<500).map { index in
      Trace.Entry(
        at: .zero + .milliseconds(Int64(index)), action: .edge(line: index % 50, isClosed: true))
    }
    let small = shrinker.shrink(Trace(startLevels: [true, false], entries: entries))
    #expect(small.entries.count == 3)
    #expect(small.startLevels == [false, false])
    #expect(shrinker.tries < 400)
  }
}

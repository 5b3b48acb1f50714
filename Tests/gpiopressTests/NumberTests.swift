import Foundation
import FoundationXML
import Testing

/// Numbers as large as files and command lines take them end in an answer, never in a trap.
@Suite struct NumberTests {
  /// Every kind of control and of timer, and rings that rest.
  private static let panel = """
    name: Numbers
    board: raspberry-pi-5
    controls:
      go: {kind: button, pin: GPIO17, tap: {max: 3}, confirm: 1.2s, ring: halo, edges: true}
      held: {kind: button, pin: GPIO22, hold: {after: 60m, repeat: {every: 60m}}}
      dial: {kind: knob, pins: {a: GPIO23, b: GPIO24, press: GPIO25}, ring: halo}
      state: {kind: switch, pin: GPIO27}
    rings:
      halo: {driver: terminal, pixels: 16, fps: 240}

    """

  /// The latest time of a trace.
  private static let last = "9000000000000"

  static let traces: [(name: String, text: String)] = [
    ("a press at the end of time", "\(last) go 1\n"),
    ("a press to the end of time", "0 go 1\n\(last) go 0\n"),
    ("a hold to the end of time, with its end", "0 go 1\n1 held 1\n\(last) ! end\n"),
    ("a stall to the end of time", "1 ! stall \(last)\n2 go 1\n3 go 0\n\(last) go 1\n"),
    ("a sleep to the end of time", "1 go 1\n2 ! suspend \(last)\n3 go 0\n"),
    ("a stall far beyond the last edge", "0 go 1\n50 go 0\n60 ! stall \(last)\n70 ! end\n"),
    ("a loss at the end of time", "0 go 1\n\(last) ! lost go 0\n\(last) ! reload\n"),
    ("a detent a century", "0 dial.a 1\n3000000000000 dial.b 1\n6000000000000 dial.a 0\n"),
    ("everything at once", "\(last) go 1\n\(last) go 0\n\(last) ! gone dial\n\(last) ! shutdown\n"),
    ("nanoseconds", "0.000001 go 1\n0.000002 go 0\n8999999999999.999999 state 1\n"),
    ("beyond the end of time", "9000000000000.000001 go 1\n"),
    ("more digits than a number has", "\(String(repeating: "9", count: 400)) go 1\n"),
  ]

  private static let options: [[String]] = [
    [], ["--frames", "1"], ["--frames", "1000"], ["--explain", "--edges"], ["--plot", "out.svg"],
    ["--plot", "out.svg", "--frames", "1000"],
  ]

  @Test(.timeLimit(.minutes(5)), arguments: traces.indices, options.indices)
  func ofAReplay(trace: Int, option: Int) throws {
    let (name, text) = Self.traces[trace]
    let files = try Scratch(["panel.yaml": Self.panel, "input.trace": text])
    // Repeats of an hour for 285 years are more than anybody reads.
    let panel = Self.panel.replacing(", repeat: {every: 60m}", with: "")
    try files.write(panel, to: "panel.yaml")
    let run = try ProgramRun(
      ["replay", "panel.yaml", "input.trace"] + Self.options[option], in: files.folder)
    let isTooLate = name.hasPrefix("beyond") || name.hasPrefix("more digits")
    #expect(run.code == (isTooLate ? 65 : 0), "\(run.errors)")
    if !isTooLate, Self.options[option].contains("--plot") {
      let picture = try Data(contentsOf: files.folder.appendingPathComponent("out.svg"))
      #expect(XMLParser(data: picture).parse())
      #expect(!String(decoding: picture, as: UTF8.self).contains("=\"-"))
    }
  }

  /// A plot stops where it is too long, even for a ring that never rests.
  @Test(.timeLimit(.minutes(5))) func aPlotOfYears() throws {
    let panel = Self.panel.replacing("pixels: 16", with: "pixels: 16, idle: breathe")
    let files = try Scratch([
      "panel.yaml": panel, "input.trace": "0 go 1\n50 go 0\n\(Self.last) ! end\n",
    ])
    let run = try ProgramRun(
      ["replay", "panel.yaml", "input.trace", "--plot", "out.svg"], in: files.folder)
    #expect(run.code == 65)
    #expect(run.errors.contains("too long for a plot"))
  }

  @Test(arguments: [
    "0", "-1", "1001", "9223372036854775807", "9223372036854775808", "1e3", "+5", "٣",
  ])
  func ofFrames(number: String) throws {
    let files = try Sample.files()
    let run = try ProgramRun(
      ["replay", "panel.yaml", "input.trace", "--frames=\(number)"], in: files.folder)
    #expect(run.code == 64)
    #expect(run.errorLines.count == 1)
  }

  /// Where a dump's times leave 64 bits, at each of its scales.
  @Test(arguments: ["1fs", "100ps", "1ns", "10us", "100ms", "100s"]) func ofADump(scale: String)
    throws
  {
    for time in ["9223372036854775807", "18446744073709551615", "18446744073709551616"] {
      let dump = """
        $timescale \(scale) $end
        $var wire 1 ! erase $end
        #0 0! #1 1! #\(time) 0!

        """
      let files = try Scratch(["panel.yaml": Sample.panel, "input.vcd": dump])
      let run = try ProgramRun(
        ["replay", "panel.yaml", "input.vcd", "--plot", "out.svg"], in: files.folder)
      #expect([0, 65].contains(run.code), "\(scale) \(time): \(run.errors)")
      #expect(run.errorLines.count == (run.code == 0 ? 0 : 1))
    }
  }
}

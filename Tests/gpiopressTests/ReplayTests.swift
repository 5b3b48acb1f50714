import Foundation
import FoundationXML
import PanelFiles
import Testing

/// `gpiopress replay` as a user runs it.
@Suite struct ReplayTests {
  private static let tap = #"{"at":180,"decided":200,"control":"erase","event":"tap","count":1}"#

  private func replay(
    _ arguments: [String], files: Scratch, input: String = ""
  ) throws -> ProgramRun {
    try ProgramRun(["replay"] + arguments, in: files.folder, input: input)
  }

  @Test func printsEventsAsLines() throws {
    let run = try replay(["panel.yaml", "input.trace"], files: Sample.files())
    #expect(run.code == 0)
    #expect(run.errors == "")
    #expect(run.output == ReplayTests.tap + "\n")
  }

  @Test func edgesAreToldWhereAskedFor() throws {
    let run = try replay(["--edges", "panel.yaml", "input.trace"], files: Sample.files())
    #expect(
      run.outputLines == [
        #"{"at":100,"decided":110,"control":"erase","event":"press"}"#,
        #"{"at":180,"decided":200,"control":"erase","event":"release","held":80}"#,
        ReplayTests.tap,
      ])
  }

  /// A held key needs them, and is no reason to print them.
  @Test func edgesForHeldKeysAreNotPrinted() throws {
    let files = try Sample.files()
    try files.write(
      """
      board: raspberry-pi-5
      controls:
        a: {kind: button, pin: GPIO17, key: {hold: KEY_A}}
        b: {kind: button, pin: GPIO27, key: {hold: KEY_B}, edges: true}
      outputs: {keyboard: {name: Keys}}

      """, to: "keys.yaml")
    try files.write("100 a 1\n200 a 0\n300 b 1\n400 b 0\n", to: "keys.trace")
    let tap = #"{"at":200,"decided":220,"control":"a","event":"tap","count":1}"#
    let rest = [
      #"{"at":300,"decided":310,"control":"b","event":"press"}"#,
      #"{"at":400,"decided":420,"control":"b","event":"release","held":100}"#,
      #"{"at":400,"decided":420,"control":"b","event":"tap","count":1}"#,
    ]
    let plain = try replay(["keys.yaml", "keys.trace"], files: files)
    #expect(plain.errors == "")
    #expect(plain.outputLines == [tap] + rest)
    let all = try replay(["--edges", "keys.yaml", "keys.trace"], files: files)
    #expect(all.outputLines.count == 6)
    #expect(all.outputLines[0] == #"{"at":100,"decided":110,"control":"a","event":"press"}"#)
  }

  @Test func theTraceMayComeFromTheStandardInput() throws {
    let run = try replay(["panel.yaml", "-"], files: Sample.files(), input: Sample.trace)
    #expect(run.output == ReplayTests.tap + "\n")
  }

  @Test func framesStandBetweenTheEvents() throws {
    let files = try Sample.files()
    try files.write("100 erase 1\n1500 erase 0\n", to: "input.trace")
    let run = try replay(["panel.yaml", "input.trace", "--frames", "20"], files: files)
    #expect(run.code == 0)
    let lines = run.outputLines
    // The empty ring: 0.18 of ff3b30.
    let track = #""2e0b09""#
    let empty = Array(repeating: track, count: 8).joined(separator: ",")
    #expect(lines.first == #"{"at":0,"ring":"halo","pixels":[\#(empty)]}"#)
    #expect(lines.last?.hasSuffix(#""ring":"halo","pixels":[\#(empty)]}"#) == true)
    #expect(lines.filter { $0.contains("\"event\"") }.count == 2)
    // From the start of the fill at 400 to the confirm at 1300 every frame differs, then the colours.
    #expect(lines.filter { $0.contains("\"ring\"") }.count > 20)
    let whole = Array(repeating: #""34c759""#, count: 8).joined(separator: ",")
    #expect(lines.contains { $0.hasSuffix("[\(whole)]}") })
  }

  /// Both rings of a control take the same confirm; each shows its part of it.
  @Test func framesOfTwoRingsThatShowTheirPart() throws {
    let files = try Sample.files()
    let panel = """
      board: raspberry-pi-5
      controls:
        erase: {kind: button, pin: GPIO17, confirm: 1.2s, ring: [halo, lamp]}
      rings:
        halo: {driver: terminal, pixels: 1, shows: [filling]}
        lamp: {driver: terminal, pixels: 1, shows: [success, error]}

      """
    try files.write(panel, to: "two.yaml")
    try files.write("100 erase 1\n1500 erase 0\n", to: "input.trace")
    let run = try replay(["two.yaml", "input.trace", "--frames", "2"], files: files)
    #expect(
      run.outputLines.filter { !$0.contains("\"event\"") } == [
        #"{"at":0,"ring":"halo","pixels":["2e0b09"]}"#,
        #"{"at":0,"ring":"lamp","pixels":["2e0b09"]}"#,
        #"{"at":500,"ring":"halo","pixels":["6a1914"]}"#,
        #"{"at":1000,"ring":"halo","pixels":["bb2b23"]}"#,
        #"{"at":1500,"ring":"halo","pixels":["2e0b09"]}"#,
        #"{"at":1500,"ring":"lamp","pixels":["34c759"]}"#,
        #"{"at":3000,"ring":"lamp","pixels":["2e0b09"]}"#,
      ])
  }

  @Test func anEqualExpectationSaysNothing() throws {
    let files = try Sample.files()
    try files.write(#"{"control":"erase","event":"tap","at":180.000001}"#, to: "expect.jsonl")
    let run = try replay(
      ["panel.yaml", "input.trace", "--expect", "expect.jsonl"], files: files)
    #expect(run.code == 0)
    #expect(run.output == "")
    #expect(run.errors == "")
  }

  @Test func anotherExpectationIsShown() throws {
    let files = try Sample.files()
    let expected = #"{"at":180,"control":"erase","event":"tap","count":2}"#
    try files.write("\n\(expected)\n", to: "expect.jsonl")
    let run = try replay(
      ["panel.yaml", "input.trace", "--expect=expect.jsonl"], files: files)
    #expect(run.code == 1)
    #expect(
      run.outputLines == [
        "erase: count: expected 2, printed 1", "  expected, line 2: \(expected)",
        "  printed,  line 1: \(ReplayTests.tap)",
      ])
    #expect(run.errors == "")
  }

  @Test func aCaptureOfALogicAnalyserIsReplayed() throws {
    let files = try Sample.files()
    try files.write(
      """
      $timescale 1 us $end
      $var wire 1 ! D0 $end
      $var wire 1 " D1 $end
      $enddefinitions $end
      #0
      1!
      0"
      #100000
      0!
      #180000
      1!

      """, to: "capture.vcd")
    let run = try replay(
      ["panel.yaml", "capture.vcd", "--map", "D0=erase", "--invert", "D0"], files: files)
    #expect(run.errors == "")
    #expect(run.output == ReplayTests.tap + "\n")
    let unnamed = try replay(["panel.yaml", "capture.vcd"], files: files)
    #expect(unnamed.code == 65)
  }

  /// What is explained is reported as it is without: the words come on top.
  @Test(arguments: TraceFolder.all)
  func explanationsChangeNothing(folder: TraceFolder) throws {
    let arguments = ["panel.yaml", "input.trace"] + folder.flags
    let files = try Scratch()
    let plot = files.folder.appendingPathComponent("plot.svg")
    let plain = try ProgramRun(["replay"] + arguments, in: folder.url)
    let explained = try ProgramRun(
      ["replay", "--explain", "--plot", plot.path] + arguments, in: folder.url)
    #expect(explained.code == 0)
    #expect(explained.errors == "")
    #expect(plain.outputLines.count == explained.outputLines.count)
    for (plain, explained) in zip(plain.outputLines, explained.outputLines) {
      #expect(explained.hasPrefix(plain.dropLast() + ",\"rule\":\""))
      let json = try JSON.parse(explained.utf8)
      #expect(json["why"] != nil && json["why"] != .string(""))
    }
    #expect(XMLParser(data: try Data(contentsOf: plot)).parse())
  }

  @Test func aLongReplayEndsWithItsReader() throws {
    let files = try Scratch([
      "panel.yaml": Sample.panel.replacing(
        "confirm: 1.2s", with: "hold: {after: 1s, repeat: {every: 10ms}}\n    stuck: 60m"),
      "input.trace": "0 erase 0\n1 erase 1\n9000000000000 erase 0\n",
    ])
    let process = Process()
    process.executableURL = ProgramRun.program
    process.arguments = ["replay", "panel.yaml", "input.trace"]
    process.currentDirectoryURL = files.folder
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    #expect(try output.fileHandleForReading.read(upToCount: 1000)?.isEmpty == false)
    try output.fileHandleForReading.close()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 0)
    #expect(!text.contains("write"))
  }

  @Test func aLongTraceIsReplayedInSeconds() throws {
    let files = try Sample.files()
    let text = (1...20_000).map { "\($0 * 200) erase \($0 % 2)\n" }.joined()
    try files.write(text, to: "input.trace")
    let run = try replay(["panel.yaml", "input.trace"], files: files)
    #expect(run.code == 0)
    #expect(run.outputLines.count == 10_000)
  }
}

/// A folder of Tests/Traces, as an argument of a test.
struct TraceFolder: CustomTestStringConvertible, Sendable {
  let url: URL

  var testDescription: String { url.lastPathComponent }

  var flags: [String] {
    let text = try? String(contentsOf: url.appendingPathComponent("flags"), encoding: .utf8)
    return (text ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
  }

  static let all: [TraceFolder] = {
    let root = ProgramRun.checkout.appendingPathComponent("Tests/Traces")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
    return names.sorted().map { TraceFolder(url: root.appendingPathComponent($0)) }
      .filter { FileManager.default.fileExists(atPath: $0.url.path + "/panel.yaml") }
  }()
}

import Foundation
import Testing

/// Files that are wrong: where, what and the hint on stderr, and the exit code of its kind.
@Suite struct FileErrorTests {
  /// A change of the sample panel, and what must be said about it.
  struct BadPanel: CustomTestStringConvertible, Sendable {
    let replace: String
    let with: String
    /// The beginning of an error line.
    let place: String
    /// What the line must have.
    let words: [String]

    var testDescription: String { with }
  }

  @Test(arguments: [
    BadPanel(
      replace: "confirm: 1.2s", with: "confirm: 1.2", place: "panel.yaml:8:14: ",
      words: ["1.2", "unit", "1.2s"]),
    BadPanel(
      replace: "tap: true", with: "tpa: true", place: "panel.yaml:7:5: ", words: ["tpa", "tap"]),
    BadPanel(
      replace: "tap: true", with: "tap: yes", place: "panel.yaml:7:10: ", words: ["yes", "true"]),
    BadPanel(
      replace: "raspberry-pi-5", with: "raspberry-pi-55", place: "panel.yaml:2:8: ",
      words: ["raspberry-pi-55"]),
    BadPanel(
      replace: "GPIO17", with: "GPIO99", place: "panel.yaml:6:10: ", words: ["GPIO99"]),
    BadPanel(
      replace: "rings:", with: "  other: {kind: button, pin: GPIO17, tap: true}\nrings:",
      place: "panel.yaml:10:", words: ["GPIO17", "erase"]),
    BadPanel(
      replace: "ring: halo", with: "ring: hallo", place: "panel.yaml:9:11: ", words: ["hallo"]),
    BadPanel(replace: "kind: button", with: "kind: [", place: "panel.yaml:", words: []),
  ])
  func aBadPanelEndsWith78(bad: BadPanel) throws {
    let text = Sample.panel.replacing(bad.replace, with: bad.with)
    #expect(text != Sample.panel)
    let files = try Scratch(["panel.yaml": text, "input.trace": Sample.trace])
    for arguments in [["check", "panel.yaml"], ["replay", "panel.yaml", "input.trace"]] {
      let run = try ProgramRun(arguments, in: files.folder)
      #expect(run.code == 78)
      #expect(run.output == "")
      #expect(
        run.errorLines.contains { line in
          line.hasPrefix(bad.place) && bad.words.allSatisfy(line.contains)
        }, "\(run.errors)")
    }
  }

  @Test(arguments: [
    ("100 erase 1\n99 erase 0\n", "input.trace:2:1: "),
    ("100 ersae 1\n", "input.trace:1:5: "),
    ("100 erase 2\n", "input.trace:1:11: "),
    ("0.1234567 erase 1\n", "input.trace:1:1: "),
    ("100 ! stal 200\n", "input.trace:1:7: "),
    ("100 ! stall 300\n200 ! suspend 400\n", "input.trace:2:7: "),
    ("100 ! end\n200 erase 1\n", "input.trace:2:1: "),
    ("100 erase 1\u{0}\n", "input.trace:1:12: "),
    ("100 erase\n", "input.trace:1:5: "),
  ])
  func aBadTraceEndsWith65(trace: String, place: String) throws {
    let files = try Scratch(["panel.yaml": Sample.panel, "input.trace": trace])
    let run = try ProgramRun(["replay", "panel.yaml", "input.trace"], in: files.folder)
    #expect(run.code == 65)
    #expect(run.output == "")
    #expect(run.errorLines.count == 1)
    #expect(run.errors.hasPrefix(place), "\(run.errors)")
  }

  @Test func everyErrorOfATraceIsTold() throws {
    let files = try Scratch([
      "panel.yaml": Sample.panel, "input.trace": "5 x 1\n1 y 1\n9 erase 3\n",
    ])
    let run = try ProgramRun(["replay", "panel.yaml", "input.trace"], in: files.folder)
    #expect(run.code == 65)
    #expect(run.errorLines.count >= 4)
  }

  @Test(arguments: [
    (["check", "nothing.yaml"], 66, "nothing.yaml: "),
    (["check", "folder"], 66, "folder: "),
    (["check", "panel.yaml/x"], 66, "panel.yaml/x: "),
    (["replay", "nothing.yaml", "input.trace"], 66, "nothing.yaml: "),
    (
      ["replay", "panel.yaml", "nothing.trace"], 66,
      "nothing.trace: no such file"
    ),
    (
      ["replay", "panel.yaml", "folder"], 66,
      "folder: a directory, not a file"
    ),
    (
      ["replay", "panel.yaml", "input.trace", "--expect", "nothing.jsonl"], 66,
      "nothing.jsonl: no such file"
    ),
    (
      ["replay", "panel.yaml", "input.trace", "--expect", "panel.yaml"], 65,
      "panel.yaml:1: column 1: a value is expected"
    ),
  ])
  func aFileThatCannotBeReadIsNamed(arguments: [String], code: Int32, message: String) throws {
    let files = try Sample.files()
    try FileManager.default.createDirectory(
      at: files.folder.appendingPathComponent("folder"), withIntermediateDirectories: false)
    let run = try ProgramRun(arguments, in: files.folder)
    #expect(run.code == code)
    #expect(run.output == "")
    #expect(run.errorLines.count == 1)
    #expect(run.errors.hasPrefix(message), "\(run.errors)")
  }

  @Test func aFullDiskIsAnErrorOfTheSystem() throws {
    let process = Process()
    process.executableURL = ProgramRun.program
    process.arguments = ["--help"]
    process.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 71)
    #expect(text.hasPrefix("gpiopress: cannot write to the standard output: "))
  }

  @Test func aReaderThatWentAwayIsNoError() throws {
    let process = Process()
    process.executableURL = ProgramRun.program
    process.arguments = ["--help"]
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try output.fileHandleForReading.close()
    try process.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 0)
    #expect(text == "")
  }

  @Test func checkReadsTheStandardInput() throws {
    let good = try ProgramRun(["check", "-"], input: Sample.panel)
    #expect(good.code == 0)
    let bad = try ProgramRun(["check", "-"], input: "name: [a")
    #expect(bad.code == 78)
    #expect(bad.errors.hasPrefix("-:1:7: "))
    #expect(try ProgramRun(["check", "-", "--json"], input: "").code == 78)
  }

  @Test func aLinkThatLeadsToItselfIsNotFound() throws {
    let files = try Scratch()
    let link = files.folder.appendingPathComponent("loop.yaml")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: link)
    for command in [["check"], ["ring"], ["run"]] {
      let rest = command == ["ring"] ? ["halo", "off"] : []
      let run = try ProgramRun(command + ["loop.yaml"] + rest, in: files.folder)
      #expect(run.code == 66, "\(command)")
      #expect(run.errors == "loop.yaml: a symbolic link that leads to itself\n")
    }
  }
}

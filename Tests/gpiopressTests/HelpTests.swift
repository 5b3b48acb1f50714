import Foundation
import Testing

/// The texts of `--help`, kept as files; `RECORD=1` rewrites them.
@Suite struct HelpTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Snapshots")

  @Test(arguments: [
    "", "run", "demo", "replay", "check", "boards", "init", "ring", "send", "record", "tune",
    "manual",
    "find", "doctor", "monitor",
  ])
  func helpIsAsKept(command: String) throws {
    let run = try ProgramRun([command, "--help"].filter { !$0.isEmpty })
    #expect(run.code == 0)
    #expect(run.errors == "")
    #expect(run.outputLines.allSatisfy { $0.count <= 100 })
    let name = command.isEmpty ? "help.txt" : "help-\(command).txt"
    let file = HelpTests.folder.appendingPathComponent(name)
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try FileManager.default.createDirectory(
        at: HelpTests.folder, withIntermediateDirectories: true)
      try Data(run.output.utf8).write(to: file)
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
    #expect(run.output == expected)
  }

  @Test func helpAsACommandIsTheSame() throws {
    #expect(try ProgramRun(["help", "replay"]).output == ProgramRun(["replay", "-h"]).output)
    #expect(try ProgramRun(["help"]).output == ProgramRun(["-h"]).output)
  }

  @Test func versionNamesTheProgram() throws {
    let run = try ProgramRun(["--version"])
    #expect(run.code == 0)
    #expect(run.outputLines.count == 2)
    #expect(run.outputLines.first?.wholeMatch(of: /gpiopress \d+\.\d+\.\d+/) != nil)
    #expect(run.outputLines.last?.wholeMatch(of: /libgpiod \S+, ABI [12]/) != nil)
  }
}

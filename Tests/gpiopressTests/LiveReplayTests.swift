import Foundation
import Testing

/// `replay --speed real`: a trace as it comes, or at its own speed.
@Suite(.serialized, .timeLimit(.minutes(5))) struct LiveReplayTests {
  private static let panel = """
    board: auto
    controls:
      erase: {kind: button, pin: GPIO17, tap: true, confirm: 310ms}
      level: {kind: switch, pin: GPIO22}

    """

  /// The program with its input in the test's hand.
  private final class Live {
    let scratch: Scratch
    let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    init() throws {
      scratch = try Scratch(["panel.yaml": LiveReplayTests.panel])
      process.executableURL = ProgramRun.program
      process.arguments = ["replay", "panel.yaml", "-", "--speed", "real"]
      process.currentDirectoryURL = scratch.folder
      process.environment = ProgramRun.environment
      process.standardInput = input
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
    }

    func write(_ text: String) { input.fileHandleForWriting.write(Data(text.utf8)) }

    /// What has come since the last time, at least something.
    func read() -> String {
      String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    }

    func end() -> Int32 {
      try? input.fileHandleForWriting.close()
      process.waitUntilExit()
      return process.terminationStatus
    }
  }

  /// How the lines are is shown before anything happens, and a tap without another entry behind it.
  @Test func whatComesIsShownAsItComes() throws {
    let live = try Live()
    live.write("# head\nstart level 1\n")
    #expect(live.read().contains("\"event\":\"state\""))
    live.write("5000 erase 1\n5060 erase 0\n")
    #expect(
      live.read().contains("\"at\":5060,\"decided\":5080,\"control\":\"erase\",\"event\":\"tap\""))
    live.write("5100 erase 1\n")
    #expect(live.read().contains("\"event\":\"confirm_start\""))
    #expect(live.read().contains("\"event\":\"confirm\""))
    live.write("6000 erase 0\n6000 ! end\n")
    #expect(live.end() == 0)
  }

  @Test func aFileIsPlayedAtItsSpeed() throws {
    let scratch = try Scratch([
      "panel.yaml": Self.panel, "input.trace": "20 erase 1\n90 erase 0\n300 ! end\n",
    ])
    let begin = Date()
    let run = try ProgramRun(
      ["replay", "panel.yaml", "input.trace", "--speed", "real", "--edges", "--explain"],
      in: scratch.folder)
    #expect(Date().timeIntervalSince(begin) >= 0.3)
    let replay = try ProgramRun(
      ["replay", "panel.yaml", "input.trace", "--edges", "--explain"], in: scratch.folder)
    #expect(run.code == 0)
    #expect(run.output == replay.output)
  }

  @Test func anErrorEndsIt() throws {
    let scratch = try Scratch(["panel.yaml": Self.panel, "input.trace": "20 erase 1\n10 erase 0\n"])
    let run = try ProgramRun(
      ["replay", "panel.yaml", "input.trace", "--speed", "real"], in: scratch.folder)
    #expect(run.code == 65)
    #expect(run.errors.hasPrefix("input.trace:2:1: 10 goes back in time"))
  }

  @Test(
    arguments: [
      (["--speed", "fast"], "--speed fast: write full or real"),
      (
        ["--speed", "real", "--plot", "x.svg"], "--plot beside --speed real: leave one of them out"
      ),
    ])
  func whatIsWrongIsSaid(arguments: [String], expected: String) throws {
    let scratch = try Scratch(["panel.yaml": Self.panel, "input.trace": "20 erase 1\n"])
    let run = try ProgramRun(
      ["replay", "panel.yaml", "input.trace"] + arguments, in: scratch.folder)
    #expect(run.code == 64)
    #expect(run.errors.hasPrefix("gpiopress: replay: \(expected)"))
  }
}

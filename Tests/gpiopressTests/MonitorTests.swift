import ButtonController
import Foundation
import PanelFiles
import PanelReplay
import Testing

/// `gpiopress monitor` as a user runs it, where there is no terminal.
@Suite(.timeLimit(.minutes(10))) struct MonitorTests {
  private static let panel = """
    name: Watched
    board: raspberry-pi-5
    controls:
      erase: {kind: button, pin: GPIO17, tap: true, ring: halo}
      door: {kind: switch, pin: GPIO27}
    rings:
      halo: {driver: terminal, pixels: 8}

    """
  private static let trace = """
    100 erase 1
    102 erase 0
    103 erase 1
    180 erase 0
    300 ! end

    """

  private static func files(_ more: String = "") throws -> Scratch {
    try Scratch(["panel.yaml": panel + more, "input.trace": trace])
  }

  /// A line without what depends on how busy the machine is.
  private static func steady(_ line: String) -> String {
    line.replacing(/"decided":[0-9.]+/, with: "\"decided\":…")
      .replacing(/"time":"[^"]+"/, with: "\"time\":…")
      .replacing(/known [0-9.]+ ms/, with: "known … ms")
  }

  @Test func eventsAreLinesOfText() throws {
    let files = try Self.files()
    let run = try ProgramRun(
      ["monitor", "panel.yaml", "--simulate", "input.trace", "--edges"], in: files.folder)
    #expect(run.code == 0 && run.errors == "")
    let lines = run.outputLines.map(Self.steady)
    #expect(lines.contains("  0.000 s  door   state  on false (state)"))
    // As soon as it is looked at, which takes a busy machine a while.
    #expect(lines.contains { $0.hasSuffix(" s  erase  open") })
    #expect(lines.contains("  0.102 s  erase  edge to open"))
    #expect(lines.contains("  0.180 s  erase  tap  count 1 (tap, known … ms later)"), "\(lines)")
    #expect(
      lines.last?.hasSuffix("erase  open, 4 edges, last press bounced for 3 ms") == true, "\(lines)"
    )
  }

  @Test func eventsAreLinesOfJSON() throws {
    let files = try Self.files()
    let run = try ProgramRun(
      ["monitor", "panel.yaml", "--simulate", "input.trace", "--edges", "--json"], in: files.folder)
    #expect(run.code == 0 && run.errors == "")
    let lines = run.outputLines.map(Self.steady)
    for line in run.outputLines { #expect(throws: Never.self) { try JSON.parse(Array(line.utf8)) } }
    #expect(lines.contains(#"{"at":102,"line":"erase","edge":0}"#))
    let tap = #"{"at":180,"decided":…,"control":"erase","event":"tap","time":…,"n":2,"count":1}"#
    #expect(lines.contains(tap))
    let end = #""line":"erase","raw":0,"settled":0,"health":"ok","rate":4,"edges":4,"bounce":3}"#
    #expect(lines.last?.hasSuffix(end) == true, "\(lines)")
  }

  @Test func aTimeEndsIt() throws {
    let files = try Scratch([
      "panel.yaml": Self.panel, "input.trace": "100 erase 1\n90000 erase 0\n",
    ])
    let run = try ProgramRun(
      ["monitor", "panel.yaml", "--simulate", "input.trace", "--for", "300ms"], in: files.folder)
    #expect(run.code == 0 && run.output.contains("erase  open"))
  }

  private static let mistakes: [(words: [String], code: Int32, text: String)] = [
    (["panel.yaml", "--map", "a=b"], 64, "--map belongs to --simulate"),
    (["panel.yaml", "--for", "7"], 64, "write a time with its unit"),
    ([], 64, "PANEL is missing"),
    (["nowhere.yaml"], 66, "nowhere.yaml"),
    (["panel.yaml", "--simulate", "nowhere.trace"], 66, "nowhere.trace"),
  ]

  @Test(arguments: mistakes.indices) func mistakesAreSaid(index: Int) throws {
    let (words, code, text) = Self.mistakes[index]
    let files = try Self.files()
    let run = try ProgramRun(["monitor"] + words, in: files.folder)
    #expect(run.code == code)
    #expect(run.errorLines.count == 1 && run.errors.contains(text), "\(run.errors)")
    #expect(run.output == "")
  }

  // MARK: A panel that runs

  /// A monitor of a panel that runs, in lines of JSON.
  private final class Watcher {
    let process = Process()
    private let output = Pipe()
    private let errorOutput = Pipe()
    private var rest = Data()

    init(_ files: Scratch) throws {
      process.executableURL = ProgramRun.program
      process.arguments = ["monitor", "panel.yaml", "--json"]
      process.currentDirectoryURL = files.folder
      process.environment = ProgramRun.environment
      process.standardOutput = output
      process.standardError = errorOutput
      try process.run()
      try? output.fileHandleForWriting.close()
    }

    deinit { process.terminate() }

    /// The next line that contains `text`; nothing at the end.
    func line(with text: String) -> String {
      while true {
        while let end = rest.firstIndex(of: 10) {
          let line = String(decoding: rest[..<end], as: UTF8.self)
          rest = Data(rest[(end + 1)...])
          if line.contains(text) { return line }
        }
        let more = output.fileHandleForReading.availableData
        if more.isEmpty { return "" }
        rest += more
      }
    }

    var errors: String {
      String(decoding: errorOutput.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
  }

  private static func running() throws -> StreamedRun {
    let files = try files()
    let socket = files.folder.appendingPathComponent("s").path
    try files.write(panel + "outputs: {stdout: true, socket: \(socket)}\n", to: "panel.yaml")
    let run = try StreamedRun(files)
    run.write("0 door 1\n")
    #expect(run.event("on").contains("door"))
    return run
  }

  @Test func aPanelThatRunsIsWatched() throws {
    let run = try Self.running()
    let watcher = try Watcher(run.scratch)
    #expect(watcher.line(with: #""line":"door""#).contains(#""settled":1,"health":"ok""#))
    run.write("100 erase 1\n180 erase 0\n")
    let printed = run.event("tap")
    // The very line of the panel.
    #expect(watcher.line(with: #""event":"tap""#) == printed)
    #expect(run.end() == 0)
    #expect(watcher.line(with: "nothing more") == "")
    watcher.process.waitUntilExit()
    #expect(watcher.process.terminationStatus == 69)
    let errors = watcher.errors
    #expect(errors.split(separator: "\n").count == 1)
    #expect(errors.contains("has ended the connection"), "\(errors)")
  }

  @Test func anotherPanelFileIsRefused() throws {
    let run = try Self.running()
    let text = try String(
      contentsOf: run.scratch.folder.appendingPathComponent("panel.yaml"), encoding: .utf8)
    try run.scratch.write(
      text.replacingOccurrences(of: "door:", with: "gate:"), to: "panel.yaml")
    let other = try ProgramRun(["monitor", "panel.yaml"], in: run.scratch.folder)
    #expect(other.code == 78)
    #expect(other.errors.contains("(lines differ: door)"), "\(other.errors)")
    #expect(other.errors.contains("gpiopress send panel.yaml reload"))
    #expect(run.end() == 0)
  }
}

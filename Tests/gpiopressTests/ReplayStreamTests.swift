import ButtonController
import Foundation
import LoopTestKit
import PanelFiles
import Testing

@testable import gpiopress

/// A replay as its trace comes: events in time, errors where they stand, memory that does not grow.
@Suite struct ReplayStreamTests {
  @Test func eventsComeWhileTheTraceComes() throws {
    let files = try Sample.files()
    let process = Process()
    process.executableURL = ProgramRun.program
    process.arguments = ["replay", "panel.yaml", "-"]
    process.currentDirectoryURL = files.folder
    process.environment = ProgramRun.environment
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    // The second press is later than all that the first could become.
    try input.fileHandleForWriting.write(contentsOf: Data((Sample.trace + "900 erase 1\n").utf8))
    let first = try output.fileHandleForReading.read(upToCount: 1)
    #expect(first == Data("{".utf8), "nothing came before the end of the trace")
    try input.fileHandleForWriting.write(contentsOf: Data("980 erase 0\n".utf8))
    try input.fileHandleForWriting.close()
    let rest = String(
      decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(rest.split(separator: "\n").count == 2)
  }

  @Test func whatWasDecidedBeforeAnErrorIsPrinted() throws {
    let files = try Sample.files()
    try files.write(
      Sample.trace + "500 erase 1\n580 erase 0\nfoo\n900 erase 1\n", to: "input.trace")
    let run = try ProgramRun(["replay", "panel.yaml", "input.trace"], in: files.folder)
    #expect(run.code == 65)
    #expect(run.outputLines.count == 1)
    #expect(run.errorLines.count == 1)
    #expect(run.errors.hasPrefix("input.trace:5:1: foo is no time"))
  }

  @Test(
    .disabled(if: Sanitizer.isPresent, "it keeps what was given back"),
    arguments: ["long.trace", "long.vcd"])
  func memoryDoesNotGrow(name: String) throws {
    let files = try Sample.files()
    func peak(_ presses: Int) throws -> Int {
      var text = ""
      if Trace.isVcd(name) {
        text = "$timescale 1 ms $end $var wire 1 ! erase $end $enddefinitions $end #0 0! "
      }
      for press in 0..<presses {
        let at = 1000 + press * 333
        text +=
          Trace.isVcd(name)
          ? "#\(at) 1! #\(at + 80) 0! " : "\(at) erase 1\n\(at + 80) erase 0\n"
      }
      try files.write(text, to: name)
      let paths = ["panel.yaml", name].map { files.folder.appendingPathComponent($0).path }
      return try PeakMemory.kibibytes(of: ["replay"] + paths)
    }
    // Both are more than is read at once.
    let few = try peak(4000)
    let many = try peak(14_000)
    // Twenty thousand edges more; kept, each would take 70 bytes and more.
    #expect(many - few < 700, "\(few) and \(many) KiB")
  }

  @Test func progressIsSaidAfterASecondAndTakenAway() {
    var now = Instant.zero
    var written = ""
    let progress = ReplayProgress(now: { now }, write: { written += $0 })
    progress.note(entries: 10, bytes: 100, of: 1000)
    progress.end()
    #expect(written == "")
    now = .zero + .seconds(1)
    progress.note(entries: 2000, bytes: 500, of: 1000)
    #expect(written == "\rreplayed 2000 entries, 50 %")
    progress.note(entries: 2001, bytes: 501, of: 1000)
    written = ""
    now = .zero + .seconds(2)
    progress.note(entries: 3000, bytes: 700, of: nil)
    #expect(written == "\rreplayed 3000 entries      ")
    written = ""
    progress.end()
    #expect(written == "\r                     \r")
    let silent = ReplayProgress(now: { now }, write: nil)
    now = .zero + .seconds(9)
    silent.note(entries: 1, bytes: 1, of: 1)
    silent.end()
  }
}

/// The most memory that a run of the program has had.
enum PeakMemory {
  /// Asked for while it runs: what a parent is reported at the end has the parent's own memory in it.
  static func kibibytes(of arguments: [String]) throws -> Int {
    let process = Process()
    process.executableURL = ProgramRun.program
    process.arguments = arguments
    process.environment = ProgramRun.environment
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    var peak = 0
    while process.isRunning {
      peak = max(peak, now(of: process.processIdentifier))
      usleep(2000)
    }
    #expect(process.terminationStatus == 0)
    return peak
  }

  private static func now(of process: Int32) -> Int {
    let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
    let peak = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return peak.flatMap { Int($0.split(whereSeparator: \.isWhitespace)[1]) } ?? 0
  }
}

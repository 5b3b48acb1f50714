import Foundation

/// The program with its standard input in the test's hand.
final class StreamedRun {
  let process = Process()
  let scratch: Scratch
  private let input = Pipe()
  private let output = Pipe()
  private let errorOutput = Pipe()
  private var rest = Data()

  /// Simulates `panel.yaml` of `scratch`; `output` stands for a pipe that the test reads.
  init(_ scratch: Scratch, output other: FileHandle? = nil) throws {
    self.scratch = scratch
    process.executableURL = ProgramRun.program
    process.arguments = ["run", "panel.yaml", "--simulate", "-"]
    process.currentDirectoryURL = scratch.folder
    process.environment = ProgramRun.environment
    process.standardInput = input
    process.standardOutput = other ?? output.fileHandleForWriting
    process.standardError = errorOutput
    try process.run()
    try? output.fileHandleForWriting.close()
  }

  /// Nobody reads its output any more.
  func closeOutput() { try? output.fileHandleForReading.close() }

  /// The next event of this name, or nothing at the end.
  func event(_ name: String) -> String {
    while true {
      let line = line()
      if line.isEmpty || line.contains("\"event\":\"\(name)\"") { return line }
    }
  }

  /// Writes to its input; a program that has ended reads nothing more.
  func write(_ text: String) { try? input.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }

  /// The next line of its output.
  func line() -> String {
    while true {
      if let end = rest.firstIndex(of: 10) {
        defer { rest = Data(rest[(end + 1)...]) }
        return String(decoding: rest[..<end], as: UTF8.self)
      }
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { return "" }
      rest += more
    }
  }

  /// Until its signals are blocked: it hears them from then on.
  func waitUntilItWaits() {
    let mask = UInt64(1) << 14
    while true {
      let status = try? String(
        contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
      let blocked = status?.firstMatch(of: /SigBlk:\s*([0-9a-f]+)/).flatMap {
        UInt64($0.1, radix: 16)
      }
      if let blocked, blocked & mask != 0 { return }
      usleep(2000)
    }
  }

  /// Ends its input; how it ends.
  func end() -> Int32 {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// What it said, once it has ended.
  var errors: String {
    String(decoding: errorOutput.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }
}

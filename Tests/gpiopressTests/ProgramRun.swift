import Foundation
import Testing

/// One run of the built program, as a user would start it.
struct ProgramRun {
  let code: Int32
  let output: String
  let errors: String

  var outputLines: [String] { output.split(separator: "\n").map(String.init) }
  var errorLines: [String] { errors.split(separator: "\n").map(String.init) }

  /// The program stands beside the test bundle.
  static let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("gpiopress")

  /// Runs the program to its end, in `folder`, with `input` on the standard input.
  init(
    _ arguments: [String], in folder: URL? = nil, input: String = "",
    environment: [String: String] = [:]
  ) throws {
    let process = Process()
    process.executableURL = ProgramRun.program
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = folder }
    process.environment = ProgramRun.environment.merging(environment) { $1 }
    let (inputPipe, outputPipe, errorPipe) = (Pipe(), Pipe(), Pipe())
    process.standardInput = inputPipe
    process.standardOutput = outputPipe
    process.standardError = errorPipe
    try process.run()
    // Beside the output: who says much to both waits until both are read.
    let said = SideReading(of: errorPipe)
    // Small enough for the pipe's buffer, so it need not be written beside the reading.
    try? inputPipe.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try? inputPipe.fileHandleForWriting.close()
    output = String(decoding: outputPipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    errors = said.text()
    process.waitUntilExit()
    code = process.terminationStatus
  }

  /// Nothing of the tester's own machine but where programs and libraries are; the boards are those
  /// of the checkout.
  static var environment: [String: String] {
    let own = ProcessInfo.processInfo.environment
    var environment = ["PATH": own["PATH"] ?? "/usr/bin:/bin", "TERM": "dumb", "LC_ALL": "C"]
    // A second libgpiod lies beside the system's.
    environment["LD_LIBRARY_PATH"] = own["LD_LIBRARY_PATH"]
    // What counts the lines that are run, and what looks for errors of memory and threads.
    for name in ["LLVM_PROFILE_FILE", "ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS"] {
      environment[name] = own[name]
    }
    return environment
  }

  static let checkout = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}

/// All that comes out of a pipe, read by a thread of its own.
private final class SideReading: @unchecked Sendable {
  private let isRead = DispatchSemaphore(value: 0)
  private var data = Data()

  init(of pipe: Pipe) {
    let handle = pipe.fileHandleForReading
    Thread.detachNewThread {
      self.data = handle.readDataToEndOfFile()
      self.isRead.signal()
    }
  }

  /// Waits for its end; to be asked once.
  func text() -> String {
    isRead.wait()
    return String(decoding: data, as: UTF8.self)
  }
}

/// A folder of its own for a test's files, removed with it.
final class Scratch {
  let folder: URL

  /// A folder that holds `files`, content by name.
  init(_ files: [String: String] = [:]) throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("gpiopress-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, text) in files { try write(text, to: name) }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Writes a file that nobody else may change, as it has to be where the tests run as root.
  func write(_ text: String, to name: String) throws {
    let file = folder.appendingPathComponent(name)
    try Data(text.utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
  }
}

/// Files that tests share.
enum Sample {
  static let panel = """
    name: Sample
    board: raspberry-pi-5
    controls:
      erase:
        kind: button
        pin: GPIO17
        tap: true
        confirm: 1.2s
        ring: halo
    rings:
      halo: {driver: terminal, pixels: 8}

    """

  static let trace = """
    100 erase 1
    180 erase 0

    """

  /// A panel and a trace, as `panel.yaml` and `input.trace`.
  static func files() throws -> Scratch {
    try Scratch(["panel.yaml": panel, "input.trace": trace])
  }
}

import Foundation
import Testing

/// The programs of others.
enum Tool {
  static let names = ["sigrok-cli", "vcd2fst", "fst2vcd"]

  static let missing: Comment =
    "sigrok-cli or gtkwave is not installed: scripts/packages.sh sigrok-cli gtkwave"

  /// Whether the tests are to run: all are there, or nothing may be left out.
  static let areThere: Bool = {
    if ProcessInfo.processInfo.environment["STRICT"] == "1" { return true }
    return names.allSatisfy { path(of: $0) != nil }
  }()

  static func path(of name: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.map { "\($0)/\(name)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }
}

/// A folder of its own, removed with it.
final class Folder {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("vcd-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func url(_ name: String) -> URL { folder.appendingPathComponent(name) }

  /// Runs a tool in the folder, which has to end well.
  func run(_ name: String, _ arguments: [String]) throws {
    let path = try #require(Tool.path(of: name), Tool.missing)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let errors = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    try process.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(name) \(arguments): \(text)")
  }
}

import Foundation
import Testing

/// The page docs/engine.md shows the examples as they are compiled, and what they print.
@Suite struct EngineManualTests {
  private static func page() throws -> String {
    try String(
      contentsOf: ProgramRun.checkout.appendingPathComponent("docs/engine.md"), encoding: .utf8)
  }

  @Test(arguments: ["InMemory", "KernelLine"])
  func showsTheSource(_ example: String) throws {
    let source = try String(
      contentsOf: ProgramRun.checkout.appendingPathComponent("Examples/\(example)/main.swift"),
      encoding: .utf8)
    let page = try Self.page()
    #expect(page.contains("```swift\n\(source)```"), "Examples/\(example) has changed")
  }

  @Test func showsTheOutput() throws {
    let process = Process()
    process.executableURL = ProgramRun.program.deletingLastPathComponent()
      .appendingPathComponent("example-in-memory")
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let page = try Self.page()
    #expect(page.contains("```\n\(output)```"))
  }
}

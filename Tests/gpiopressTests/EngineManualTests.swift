import ButtonController
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

/// The five lines of Swift in README, compiled and run.
@Suite struct ReadmeLibraryTests {
  private static func happenings() -> [String] {
    var lines: [String] = []
    func print(_ what: Event.Kind) { lines.append("\(what)") }
    let pressed = Instant.zero + .milliseconds(100)
    let later = Instant.zero + .seconds(3)
    // In README from here:
    let button = Control(kind: .button, gestures: Gestures(tap: Tap(), confirm: Confirm()))
    var controller = Controller(Panel(controls: [button]))
    controller.start(at: .zero, isClosed: { _ in false }, { print($0.kind) })
    controller.report(line: 0, isClosed: true, at: pressed, known: pressed, { print($0.kind) })
    controller.advance(to: later, known: later, { print($0.kind) })  // confirmStart, then confirm
    // to here.
    return lines
  }

  @Test func fiveLinesConfirm() {
    #expect(
      Self.happenings() == [
        "confirmStart", "confirm(via: ButtonController.Event.Via.hold, held: 1.2 s)",
      ]
    )
  }

  @Test func readmeShowsThem() throws {
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    let lines = source.split(separator: "\n").map { $0.drop { $0 == " " } }
    let first = try #require(lines.firstIndex(of: "// In README from here:"))
    let last = try #require(lines.firstIndex(of: "// to here."))
    let shown = lines[(first + 1)..<last].joined(separator: "\n")
    let readme = try String(
      contentsOf: ProgramRun.checkout.appendingPathComponent("README.md"), encoding: .utf8)
    #expect(readme.contains("```swift\n\(shown)\n```"))
  }
}

import Foundation
import PanelFiles
import Testing

@Suite struct ExamplePanelTests {
  static let examples = files(in: "panels", ending: ".yaml")

  @Test func thereAreSome() { #expect(Self.examples.count >= 7) }

  @Test(arguments: examples) func loads(file: URL) throws {
    let tree = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    let folder = tree.appendingPathComponent("proc/device-tree")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: tree) }
    try Data("raspberrypi,4-model-b\0".utf8).write(to: folder.appendingPathComponent("compatible"))
    let reading = try PanelReader.read(
      path: file.path, boards: boards, root: tree.path, ownership: nil)
    #expect(!reading.panel.controls.isEmpty)
    // What an example costs it costs on purpose: the gap of several taps, and nothing else.
    for warning in reading.warnings {
      #expect(warning.message.contains("a tap waits"), "\(warning)")
    }
  }
}

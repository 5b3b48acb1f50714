import Foundation
import PanelFiles
import Testing

@Suite struct ExamplePanelTests {
  static let examples = files(in: "panels", ending: ".yaml")

  @Test func thereAreSome() { #expect(Self.examples.count >= 12) }

  @Test(arguments: examples) func loads(file: URL) throws {
    let tree = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    let folder = tree.appendingPathComponent("proc/device-tree")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: tree) }
    try Data("raspberrypi,4-model-b\0".utf8).write(to: folder.appendingPathComponent("compatible"))
    let reading = try PanelReader.read(
      path: file.path, boards: boards, root: tree.path, ownership: nil)
    #expect(!reading.panel.controls.isEmpty)
    // What an example costs it costs on purpose: the gap of several taps, and nothing else; some are
    // ahead of the outputs that there are.
    for warning in reading.warnings {
      let isMeant = ["a tap waits", "not available in this version"]
      #expect(isMeant.contains(where: warning.message.contains), "\(warning)")
    }
  }

  /// What a panel can say is shown by one of the examples.
  @Test(arguments: [
    "commit: release}", "contact: normally_closed", "chatter: off", "chatter: 2000", "stuck: off",
    "dropout:", "rest: found", "repeat: {after:", "repeat: off", "repeat: 100ms",
    "position: {start:",
    "wrap: true", "step: 5", "on_delay:", "off_delay:", "hold: {levels: [10m, 30m], repeat: 5m}",
    "turn:+", "turn:-", "drag:+", "drag:-", "move:up", "move:down", "move:left", "move:right",
    "hold_ready:2", "hold_end:2", "state:on", "state:off", "confirm:hold", "confirm:double_tap",
    "cancel:turned", "release:line_gone",
    "ring: [halo, lamp]", "shows: [success, error, working]",
  ])
  func isShown(words: String) throws {
    let texts = try Self.examples.map { try String(contentsOf: $0, encoding: .utf8) }
    #expect(texts.contains { $0.contains(words) })
  }
}

import Foundation
import PanelFiles
import Testing

/// A command that runs as root comes only from a file that nobody else can write.
@Suite struct OwnershipTests {
  struct Case {
    var user: UInt32
    var caller: UInt32?
    var owner: UInt32
    var group: UInt32
    var mode: UInt32
    var isRefused: Bool
  }

  static let cases = [
    Case(user: 0, caller: nil, owner: 0, group: 0, mode: 0o644, isRefused: false),
    Case(user: 0, caller: nil, owner: 0, group: 0, mode: 0o664, isRefused: false),
    Case(user: 0, caller: nil, owner: 0, group: 5, mode: 0o664, isRefused: true),
    Case(user: 0, caller: nil, owner: 0, group: 0, mode: 0o646, isRefused: true),
    Case(user: 0, caller: nil, owner: 1000, group: 0, mode: 0o644, isRefused: true),
    Case(user: 0, caller: 1000, owner: 1000, group: 1000, mode: 0o644, isRefused: false),
    Case(user: 0, caller: 1000, owner: 1001, group: 1001, mode: 0o644, isRefused: true),
    Case(user: 1000, caller: nil, owner: 1001, group: 1001, mode: 0o666, isRefused: false),
  ]

  @Test(arguments: cases.indices) func isDecided(index: Int) {
    let one = Self.cases[index]
    let fault = Ownership(user: one.user, caller: one.caller)
      .fault(owner: one.owner, group: one.group, mode: one.mode)
    #expect((fault != nil) == one.isRefused)
  }

  @Test(arguments: [true, false]) func isToldAtTheFirstCommand(hasCommand: Bool) throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID().uuidString).yaml")
    defer { try? FileManager.default.removeItem(at: file) }
    let command = hasCommand ? "run: [/bin/true]" : "key: KEY_A"
    let text = """
      board: raspberry-pi-5
      controls: {b: {kind: button, pin: GPIO17, do: {tap: {\(command)}}}}
      outputs: {keyboard: {name: x}}
      """
    try Data(text.utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: file.path)
    var messages: [String] = []
    do {
      _ = try PanelReader.read(path: file.path, boards: boards, ownership: Ownership(user: 0))
    } catch {
      messages = error.diagnostics.map(\.description)
    }
    let expected = [
      "\(file.path):2:59: controls.b.do.tap.run: runs as root, but others may write this file; "
        + "chmod go-w it"
    ]
    #expect(messages == (hasCommand ? expected : []))
    _ = try PanelReader.read(path: file.path, boards: boards, ownership: nil)
  }
}

import Foundation
import PanelFiles
import Testing

/// What is wrong with the file itself, before any key is looked at.
@Suite struct YamlTests {
  static let wrong: [(String, String)] = [
    (
      "name: [a",
      "panel.yaml:1:7: this [ is not closed; a ] or a comma is missing before 2:1"
    ),
    ("a: b: c", "panel.yaml:1:5: a second colon in one line; put the text in quotes: a: \"b: c\""),
    (
      "controls:\n\tb: 1",
      "panel.yaml:2:1: a tab; indent with spaces"
    ),
    (
      "name: \"a",
      "panel.yaml:1:7: this quote is not closed; the text goes on to line 1"
    ),
    ("name: a\n---\nname: b", "panel.yaml:2:1: a second document; a file holds one"),
    ("name: a\u{1}", "panel.yaml:1:8: the control character U+0001; take it out"),
    ("# only a comment", "panel.yaml:1:1: the file is empty"),
  ]

  @Test(arguments: wrong.indices) func isOneLine(index: Int) {
    #expect(errors(of: Self.wrong[index].0) == [Self.wrong[index].1])
  }

  @Test func anchorsAliasesAndTagsAreErrorsAllAtOnce() {
    let text = """
      name: &n Rack
      board: raspberry-pi-5
      controls:
        a: {kind: button, pin: GPIO17, label: *n}
        b: {kind: button, pin: !!str GPIO27}
        ? [x]
        : {kind: button}
      """
    #expect(
      errors(of: text) == [
        "panel.yaml:1:7: name: the anchor &n; aliases are not used, take it out",
        "panel.yaml:4:41: controls.a.label: the alias *n; write the value itself, or use defaults",
        "panel.yaml:4:41: controls.a.label: nothing where text is wanted; write label: Lights",
        "panel.yaml:5:26: controls.b.pin: the tag tag:yaml.org,2002:str; tags are not used, take "
          + "it out",
        "panel.yaml:6:5: controls: a key that is no text",
      ])
  }

  @Test func columnsCountCharacters() {
    #expect(
      errors(
        of:
          "board: raspberry-pi-5\ncontrols: {ä: {label: ö, kind: button, pin: GPIO17, hold: 5}}")
        == ["panel.yaml:2:59: controls.ä.hold: \"5\" has no unit; write 5s"])
  }

  @Test(arguments: [16, 17]) func depthHasALimit(depth: Int) {
    let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let found = errors(of: text)
    #expect(found.count == 1)
    #expect(found.first?.contains("nested deeper than 16") == (depth > 16))
  }

  @Test func bombsEndSoon() {
    #expect(errors(of: String(repeating: "[", count: 1_000_000)).count == 1)
    #expect(errors(of: String(repeating: "{a: ", count: 200_000)).count == 1)
    let large = "name: \"" + String(repeating: "x", count: 1 << 20) + "\""
    #expect(errors(of: large) == ["panel.yaml:1:1: larger than 1 MiB; this is no panel file"])
    #expect(errors(of: "name: " + String(repeating: "- ", count: 100_000)).count == 1)
  }

  @Test func errorsAreManyButNotAll() {
    let keys = (0..<1500).map { "k\($0): 1\n" }.joined()
    let found = errors(of: keys)
    #expect(found.count == 101)
    // One of them is that there are no controls.
    #expect(found.last == "panel.yaml:101:1: 1401 more errors; fix these first")
    let one = (0..<100).map { "k\($0): 1\n" }.joined()
    #expect(errors(of: one).last == "panel.yaml:1:1: 1 more error; fix these first")
  }

  @Test func jsonIsReadToo() throws {
    let text = """
      {"name": "Generated", "board": "raspberry-pi-5", "controls": {"a": {"kind": "button",
      "pin": "GPIO17", "tap": true, "hold": {"after": "1.5s"}, "edges": false}}}
      """
    let panel = try decode(text).panel
    #expect(panel.name == "Generated")
    #expect(panel.panel.controls[0].gestures.hold?.after == .milliseconds(1500))
  }

  // MARK: - Files

  private func failure(_ path: String) -> FileError? {
    do {
      _ = try PanelReader.read(path: path, boards: boards)
      return nil
    } catch {
      return error
    }
  }

  @Test func filesThatCannotBeRead() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let missing = folder.appendingPathComponent("none.yaml").path
    #expect(failure(missing)?.kind == .notFound)
    #expect(failure(missing)?.diagnostics.map(\.description) == ["\(missing): no such file"])
    #expect(failure(missing + "/below")?.kind == .notFound)
    #expect(failure("a\0b")?.kind == .notFound)
    #expect(
      failure(folder.path)?.diagnostics.map(\.description) == [
        "\(folder.path): a directory, not a file"
      ])
    #expect(failure("/dev/zero")?.kind == .notFound)
    let binary = folder.appendingPathComponent("binary.yaml")
    try Data([0x6E, 0x3A, 0x20, 0xFF]).write(to: binary)
    #expect(
      failure(binary.path)?.diagnostics.map(\.description) == [
        "\(binary.path):1:4: byte 0xff is not UTF-8; save the file as UTF-8"
      ])
  }
}

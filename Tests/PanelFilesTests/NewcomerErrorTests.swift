import Foundation
import PanelFiles
import Testing

/// What newcomers write: words, pins and characters of other tools, and YAML that is not quite YAML.
///
/// Each is answered in one try: what is wrong, where, and what to write instead. The cases are in
/// newcomer-errors.txt.
@Suite struct NewcomerErrorTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var panel: String
    var expected: [String]

    var testDescription: String { name }
  }

  static let cases: [Case] = {
    let file = checkout.appendingPathComponent("Tests/PanelFilesTests/newcomer-errors.txt")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.components(separatedBy: "\n=== ").dropFirst().map { block in
      var lines = block.split(separator: "\n", omittingEmptySubsequences: false).map(unescaped)
      let name = lines.removeFirst()
      let end = lines.firstIndex(of: "---") ?? lines.endIndex
      var panel = lines[..<end].joined(separator: "\n") + "\n"
      if panel.hasPrefix("  ") { panel = "board: raspberry-pi-5\ncontrols:\n" + panel }
      let expected = lines[end...].dropFirst().filter { !$0.isEmpty }
      return Case(name: name, panel: panel, expected: Array(expected))
    }
  }()

  /// `\u{a0}`, `\t` and `\\` as the characters that they stand for.
  private static func unescaped(_ line: Substring) -> String {
    var result = String(line)
    for match in result.matches(of: /\\u\{([0-9a-f]+)\}/).reversed() {
      guard let scalar = UInt32(match.1, radix: 16).flatMap(Unicode.Scalar.init) else { continue }
      result.replaceSubrange(match.range, with: String(scalar))
    }
    return result.replacingOccurrences(of: "\\t", with: "\t")
      .replacingOccurrences(of: "\\\\", with: "\\")
  }

  @Test func thereAreCases() { #expect(Self.cases.count > 80) }

  @Test(arguments: cases) func isAnsweredInOneTry(of each: Case) {
    #expect(errors(of: each.panel) == each.expected)
  }

  @Test func utf16IsNamed() throws {
    let text = Array("\u{feff}name: a".utf16).flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    #expect {
      try PanelReader.decode(text, path: "panel.yaml", boards: boards, root: "/nowhere")
    } throws: { error in
      (error as? FileError)?.diagnostics.map(\.description)
        == ["panel.yaml:1:1: this is UTF-16; save the file as UTF-8"]
    }
  }

  @Test func curlyQuotesAreTextWithAWarning() throws {
    let panel =
      "board: raspberry-pi-5\ncontrols:\n"
      + "  a: {kind: button, pin: GPIO17, label: \u{201c}Hold\u{201d}}\n"
    let reading = try decode(panel)
    #expect(reading.panel.controls[0].label == "\u{201c}Hold\u{201d}")
    #expect(
      reading.warnings.map(\.description) == [
        "panel.yaml:3:41: controls.a.label: curly quotes are part of the text; to quote it write "
          + "straight ones, \" or '"
      ])
  }

  @Test func whatNothingRefersToIsAWarning() throws {
    let panel = """
      board: raspberry-pi-5
      controls: {a: {kind: button, pin: GPIO17, ring: used}}
      rings: {used: {driver: terminal, pixels: 3}, halo: {driver: terminal, pixels: 3}}
      cues: {buzzer: {pin: GPIO18}}

      """
    let unused = [
      "panel.yaml:3:46: rings.halo: nothing shows on it; give it to a control (ring: halo) or take it out",
      "panel.yaml:4:8: cues.buzzer: nothing sounds it; give it to a control (cue: buzzer) or take it out",
    ]
    #expect(try decode(panel).warnings.map(\.description) == unused)
    // A program may light it from afar.
    let reachable = try decode(panel + "outputs: {socket: /run/gpiopress/panel.sock}\n")
    #expect(reachable.warnings.map(\.description).filter(unused.contains) == [unused[1]])
  }
}

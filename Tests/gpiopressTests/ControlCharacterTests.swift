import ButtonController
import Foundation
import PanelFiles
import Testing

@testable import gpiopress

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Whatever a file holds, nothing that the program prints acts on a terminal or turns letters around.
@Suite struct ControlCharacterTests {
  /// As YAML's double quotes write it: an escape, DEL, a C1 sequence, NEL, an override, a separator.
  private static let hostile = #"\e[31m\x7F\x9B2J\N\u202Etxet\u2066\u2028"#
  private static let shown = #"\x1b[31m\x7f\u009b2J\u0085\u202etxet\u2066\u2028"#

  private static let panel = """
    name: "N\(hostile)"
    board: hostile
    controls:
      erase:
        kind: button
        label: "L\(hostile)"
        pin: GPIO17
        tap: true
        ring: halo
      other:
        kind: button
        pin: {chip: "C\(hostile)", line: 5}
        tap: true
    rings:
      halo: {driver: file, path: "/tmp/F\(hostile)", pixels: 8}

    """

  /// A profile of the checkout, with words of ours in all places that take words.
  private static func board() throws -> String {
    let path = ProgramRun.checkout.appendingPathComponent("boards/raspberry-pi-zero.yaml")
    return String(decoding: try Data(contentsOf: path), as: UTF8.self)
      .replacing("id: raspberry-pi-zero", with: "id: hostile")
      .replacing("names: [Raspberry Pi Zero,", with: "names: [\"B\(hostile)\",")
      .replacing("soc: BCM2835", with: "soc: \"S\(hostile)\"")
      .replacing("name: \"3V3\"", with: "name: \"P\(hostile)\"")
      .replacing("name: GPIO5,", with: "name: \"G\(hostile)\",")
      .replacing("reason: UART TX / console", with: "reason: \"R\(hostile)\"")
      .replacing("\"dtparam=spi=on\"", with: "\"E\(hostile)\"")
      .replacing("device: /dev/spidev0.0", with: "device: \"/dev/D\(hostile)\"")
  }

  private func files() throws -> Scratch {
    let files = try Scratch([
      "panel.yaml": ControlCharacterTests.panel,
      "input.trace": Sample.trace,
      "bad.yaml":
        "name: x\nboard: hostile\ncontrols:\n  a: {kind: \"K\(ControlCharacterTests.hostile)\"}\n",
      "bad.trace": "100 \u{9B}2J\u{202E}\u{2028} 1\n",
      "expected": "{\"control\":\"erase\",\"event\":\"x\u{9B}31m\u{202E}\"}\n",
      "unread": "{\"control\":\u{9B}\n",
    ])
    try FileManager.default.createDirectory(
      at: files.folder.appendingPathComponent("boards"), withIntermediateDirectories: true)
    try files.write(try ControlCharacterTests.board(), to: "boards/hostile.yaml")
    return files
  }

  private func clean(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0 == "\n" || !VisibleText.isControl($0) }
  }

  /// What is run, its exit code, and a word that shows that the hostile text was on its way.
  private static let runs: [(words: [String], code: Int32, reported: String)] = [
    (["check", "panel.yaml"], 0, "N\(shown), on hostile"),
    (["check", "panel.yaml"], 0, "file /tmp/F\(shown)"),
    (["check", "panel.yaml"], 0, "C\(shown)"),
    (["check", "panel.yaml", "--json"], 0, #""N\u001b[31m\u007f\u009b2J\u0085\u202etxet"#),
    (["check", "bad.yaml"], 78, #"K�[31m��2J�\u202etxet\u2066\u2028"#),
    (["check", "bad.yaml", "--json"], 78, #"K�[31m��2J�\u202etxet\u2066\u2028"#),
    (["check", "panel.yaml", "--wiring", "/dev/stdout"], 0, #"L\x1b[31m\x7f\u009b2J"#),
    (["boards"], 0, "B\(shown)"),
    (["boards", "--json"], 0, #"B\u001b"#),
    (["boards", "hostile"], 0, "P\(shown)"),
    (["boards", "hostile"], 0, "B\(shown)  S\(shown)"),
    (["boards", "hostile", "--panel", "panel.yaml"], 0, "R\(shown)"),
    (["boards", "hostile", "--json"], 0, #"R\u001b"#),
    (["init", "hostile"], 0, "B\(shown)"),
    (["init", "hostile"], 0, "E\(shown)"),
    (["replay", "panel.yaml", "input.trace", "--explain"], 0, "erase"),
    (["replay", "panel.yaml", "input.trace", "--expect", "expected"], 1, #"x\u009b31m\u202e"#),
    (["replay", "panel.yaml", "input.trace", "--expect", "unread"], 65, "unread:1"),
    (["replay", "panel.yaml", "bad.trace"], 65, "2J\\u202e\\u2028"),
    (["replay", "panel.yaml", "input.trace", "--plot", "/dev/stdout"], 0, "N\(shown)"),
    (["ring", "panel.yaml", "\u{9B}halo", "off"], 64, "\\u009bhalo"),
    (["ring", "panel.yaml", "halo", "fill", "0.5", "--svg", "-"], 0, "ring of 8"),
    (["boards", "no\u{202E}"], 66, "no\\u202e"),
    (["\u{9B}31m"], 64, "\\u009b31m"),
  ]

  @Test(arguments: runs.indices) func everyWayOut(index: Int) throws {
    let expected = ControlCharacterTests.runs[index]
    let files = try files()
    let run = try ProgramRun(
      expected.words, in: files.folder,
      environment: ["GPIOPRESS_BOARDS": files.folder.path + "/boards"])
    let text = run.output + run.errors
    #expect(run.code == expected.code, "\(text)")
    #expect(text.contains(expected.reported), "\(text)")
    #expect(clean(text), "\(text.debugDescription)")
  }

  /// `run --format text`, for names that no decoder of ours has seen.
  @Test func textOfEvents() throws {
    let panel = PanelFile(
      path: "", name: "", board: "", panel: Panel(controls: [Control(kind: .button)]),
      controls: [ControlFile(name: "e\u{202E}\u{9B}31m\u{1B}")], lines: [], rings: [])
    let event = Event(at: .zero, decided: .zero, control: 0, kind: .tap(count: 1))
    let text = EventText.line(PanelEvent(event), of: panel)
    #expect(text == "  0.000 s  e\\u202e\\u009b31m\\x1b  tap  count 1")
    var bytes: [UInt8] = []
    EventLine.append(event, of: panel, to: &bytes)
    let line = String(decoding: bytes, as: UTF8.self)
    #expect(clean(line))
    #expect(try JSON.parse(bytes.dropLast())["control"] == .string("e\u{202E}\u{9B}31m\u{1B}"))
  }

  @Test func drawings() throws {
    let svg = "<svg>" + Svg.label("a<\u{1}\u{9B}\u{202E}b", x: 0, y: 0) + "</svg>"
    #expect(svg.contains(">a&lt;\\x01\\u009b\\u202eb</text>"))
    #expect(XMLParser(data: Data(svg.utf8)).parse())
  }
}

import Foundation
import FoundationXML
import PanelFiles
import Testing

/// `gpiopress check` as a user runs it.
@Suite struct CheckTests {
  @Test func showsTheWiring() throws {
    let files = try Sample.files()
    let run = try ProgramRun(["check", "panel.yaml"], in: files.folder)
    #expect(run.code == 0)
    #expect(
      run.output == """
        Sample, on raspberry-pi-5

        CONTROL  KIND    LINE   PIN     HEADER  CHIP         OFFSET  WIRING
        erase    button  erase  GPIO17  J8-11   pinctrl-rp1  17      to ground, pin 9

        RING  PIXELS  DRIVER
        halo  8       terminal

        """)
  }

  @Test func aChordThatConfirmsSaysHowFarApartItsPressesMayBe() throws {
    let files = try Scratch([
      "panel.yaml": """
      board: raspberry-pi-5
      controls:
        left: {kind: button, pin: GPIO20}
        right: {kind: button, pin: GPIO21}
        up: {kind: button, pin: GPIO16}
      chords:
        start: {of: [left, right], within: 200ms, confirm: 3s}
        menu: {of: [left, up], tap: true}

      """
    ])
    let rows = try ProgramRun(["check", "panel.yaml"], in: files.folder).outputLines
    let start = try #require(rows.first { $0.hasPrefix("start") })
    #expect(start.hasPrefix("start    chord   left + right "))
    #expect(start.hasSuffix("  all pressed within 200 ms"))
    #expect(rows.contains("menu     chord   left + up"))
    let json = try JSON.parse(
      try ProgramRun(["check", "--json", "panel.yaml"], in: files.folder).output.utf8)
    guard case .array(let chords)? = json["chords"] else { throw Missing() }
    #expect(chords.map { $0["within"] } == [.number(200, text: "200"), .number(50, text: "50")])
  }

  @Test(arguments: [
    ("to_ground", "to ground, pin 9"), ("to_supply", "to the supply, pin 17"),
    (
      "external_active_low",
      "to ground, pin 9; your own resistor, 10 kΩ to the supply, pin 17; closed is low"
    ),
    (
      "external_active_high",
      "to the supply, pin 17; your own resistor, 10 kΩ to ground, pin 9; closed is high"
    ),
  ])
  func aContactThatOpensIsWiredAsAnyOther(wiring: String, words: String) throws {
    let files = try Scratch([
      "panel.yaml": Sample.panel.replacing(
        "pin: GPIO17", with: "pin: GPIO17\n    contact: normally_closed\n    wiring: \(wiring)")
    ])
    let run = try ProgramRun(["check", "panel.yaml"], in: files.folder)
    let row = try #require(run.outputLines.first { $0.hasPrefix("erase") })
    #expect(row.hasSuffix("  \(words); opens when it is pressed"))
    let json = try JSON.parse(
      try ProgramRun(["check", "--json", "panel.yaml"], in: files.folder).output.utf8)
    guard case .array(let lines)? = json["lines"] else { throw Missing() }
    #expect(lines.first?["wiring"] == .string(wiring))
    #expect(lines.first?["contact"] == .string("normally_closed"))
  }

  @Test func warningsAreNoErrors() throws {
    let files = try Scratch([
      "panel.yaml": Sample.panel.replacing("tap: true", with: "tap: {max: 2}")
    ])
    let run = try ProgramRun(["check", "panel.yaml"], in: files.folder)
    #expect(run.code == 0)
    #expect(run.errorLines.contains { $0.hasPrefix("panel.yaml:7:") && $0.contains("warning: ") })
  }

  @Test func jsonHasTheSame() throws {
    let files = try Sample.files()
    let run = try ProgramRun(["check", "--json", "panel.yaml"], in: files.folder)
    #expect(run.code == 0)
    #expect(run.errors == "")
    let json = try JSON.parse(run.output.utf8)
    #expect(json["valid"] == .bool(true))
    #expect(json["errors"] == .array([]))
    guard case .array(let lines)? = json["lines"] else { throw Missing() }
    #expect(lines.count == 1)
    #expect(lines.first?["chip"] == .string("pinctrl-rp1"))
    #expect(lines.first?["offset"] == .number(17, text: "17"))
    #expect(lines.first?["wiring"] == .string("to_ground"))
    #expect(lines.first?["header"] == .string("J8-11"))
    #expect(lines.first?["to"] == .string("J8-9"))
  }

  /// The five contacts of a stick of two encoders are in the table.
  @Test func twoEncodersAreWired() throws {
    let files = try Scratch([
      "panel.yaml": """
      board: raspberry-pi-5
      controls:
        pad:
          kind: stick
          pins: {x: {a: GPIO5, b: GPIO6}, y: {a: GPIO13, b: GPIO19}, press: GPIO26}

      """
    ])
    let run = try ProgramRun(
      ["check", "--json", "panel.yaml"], in: files.folder)
    #expect(run.code == 0)
    guard case .array(let lines)? = try JSON.parse(run.output.utf8)["lines"] else {
      throw Missing()
    }
    #expect(
      lines.map { $0["line"] }
        == ["pad.x.a", "pad.x.b", "pad.y.a", "pad.y.b", "pad.press"].map { .string($0) })
    #expect(lines.map { $0["header"] } == [29, 31, 33, 35, 37].map { .string("J8-\($0)") })
    #expect(lines.allSatisfy { $0["wiring"] == .string("to_ground") })
  }

  @Test func jsonOfErrorsIsOnTheStandardOutput() throws {
    let files = try Scratch([
      "panel.yaml": Sample.panel.replacing("confirm: 1.2s", with: "confirm: 1.2\n    hodl: 2s")
    ])
    let run = try ProgramRun(["check", "panel.yaml", "--json"], in: files.folder)
    #expect(run.code == 78)
    #expect(run.errors == "")
    let json = try JSON.parse(run.output.utf8)
    #expect(json["valid"] == .bool(false))
    guard case .array(let errors)? = json["errors"] else { throw Missing() }
    #expect(errors.count == 2)
    #expect(errors.first?["line"] == .number(8, text: "8"))
    #expect(errors.first?["path"] == .string("panel.yaml"))
  }

  @Test func theWiringIsDrawn() throws {
    let files = try Scratch([
      "panel.yaml": Sample.panel.replacing("name: Sample", with: "name: A & <B>")
    ])
    let run = try ProgramRun(["check", "panel.yaml", "--wiring", "out.svg"], in: files.folder)
    #expect(run.code == 0)
    let data = try Data(contentsOf: files.folder.appendingPathComponent("out.svg"))
    let svg = String(decoding: data, as: UTF8.self)
    let reader = XMLParser(data: data)
    #expect(reader.parse())
    #expect(svg.contains(">A &amp; &lt;B&gt;</text>"))
    #expect(svg.contains(">contact → pin 11</text>"))
    #expect(svg.contains(">common → pin 9</text>"))
    #expect(svg.split(separator: "<polyline ").count == 3)
    let nowhere = try ProgramRun(
      ["check", "panel.yaml", "--wiring", "no/out.svg"], in: files.folder)
    #expect(nowhere.code == 71)
    #expect(nowhere.errors == "no/out.svg: cannot be written: No such file or directory\n")
  }

  @Test func boardStandsForAuto() throws {
    let text = Sample.panel.replacing("board: raspberry-pi-5", with: "board: auto")
    let files = try Scratch(["panel.yaml": text, "input.trace": Sample.trace])
    let run = try ProgramRun(
      ["check", "panel.yaml", "--board", "raspberry-pi-4b"], in: files.folder)
    #expect(run.code == 0)
    #expect(run.outputLines.first == "Sample, on raspberry-pi-4b")
    let replay = try ProgramRun(
      ["replay", "panel.yaml", "input.trace", "--board=raspberry-pi-4b"], in: files.folder)
    #expect(replay.outputLines.count == 1)
    // A replay touches no line, so it needs no board at all.
    let anywhere = try ProgramRun(["replay", "panel.yaml", "input.trace"], in: files.folder)
    #expect(anywhere.output == replay.output)
    let unknown = try ProgramRun(["check", "panel.yaml", "--board", "x"], in: files.folder)
    #expect(unknown.code == 78)
  }

  @Test func theSchemaIsJSON() throws {
    let run = try ProgramRun(["check", "--schema"])
    #expect(run.code == 0)
    let schema = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    #expect((schema as? [String: Any])?["$schema"] != nil)
  }

  private struct Missing: Error {}
}

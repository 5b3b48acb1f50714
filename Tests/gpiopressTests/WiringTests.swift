import EngineTestKit
import Foundation
import PanelFiles
import Testing

@testable import gpiopress

/// The wiring picture, read back as somebody would who solders from it.
@Suite struct WiringTests {
  /// CI takes one seed always, so that it fails for a change and not by chance.
  private static let seed: UInt64 = {
    let environment = ProcessInfo.processInfo.environment
    let given = environment["GPIOPRESS_SEED"].flatMap(UInt64.init)
    let seed =
      given ?? (environment["CI"] == "true" ? 20_261_201 : UInt64.random(in: 0...UInt64.max))
    print("wiring of random panels: GPIOPRESS_SEED=\(seed)")
    return seed
  }()
  private static let boards = BoardCatalogue.checkout(above: ProgramRun.checkout.path)
  private static let runs = 1000
  private static let shares = 8

  /// Whatever is on it: every wire by itself, every net with exactly its ends, every label in its box.
  @Test(.timeLimit(.minutes(10)), arguments: 0..<shares)
  func ofRandomPanels(share: Int) throws {
    let profiles = try Self.boards.ids.compactMap { try Self.boards.profile($0) }
      .filter(\.isVerified)
    #expect(profiles.count >= 20)
    for run in stride(from: share, to: Self.runs, by: Self.shares) {
      var random = SeededGenerator(seed: Self.seed &+ UInt64(run))
      let profile = profiles[run % profiles.count]
      var panels = RandomPanels(profile, &random)
      let text = panels.text(&random)
      let here = "seed \(Self.seed), run \(run):\n\(text)"
      let reading: PanelReader.Reading
      do {
        reading = try PanelReader.decode(Array(text.utf8), path: "random.yaml", boards: Self.boards)
      } catch {
        Issue.record("\(error.diagnostics.map(\.description)), \(here)")
        return
      }
      if let fault = try fault(of: reading, on: profile) {
        Issue.record("\(fault), \(here)")
        return
      }
    }
  }

  /// What is wrong with the picture of a panel; nil if nothing is.
  private func fault(of reading: PanelReader.Reading, on profile: BoardProfile) throws -> String? {
    let panel = reading.panel
    let circuit = CircuitBuilder.circuit(of: panel, on: profile)
    let picture = WiringPicture(WiringDrawing(panel, circuit, on: profile).text)
    if !picture.isWellFormed { return "no XML" }
    if let fault = picture.fault { return fault }
    let wirings = Wiring.all(of: panel, on: profile, circuit)
    let json = try JSON.parse(CheckReport.json(reading, wirings, circuit).utf8)
    guard case .array(let nets)? = json["nets"], case .array(let parts)? = json["parts"] else {
      return "no nets"
    }
    let joined = picture.joined
    let expected = Set(nets.map(Self.ends).filter { $0.count > 1 })
    if joined != expected {
      return "joined \(joined.subtracting(expected)), not \(expected.subtracting(joined))"
    }
    // From the panel itself, not by way of the circuit: each line's leg is on the line's pin.
    for line in panel.lines {
      guard let pin = HeaderUses.pin(of: line, on: profile) else { continue }
      let name = panel.controls[line.control].name
      let leg = line.name == name ? "contact" : String(line.name.dropFirst(name.count + 1))
      if !joined.contains(where: { $0.contains("\(name) \(leg)") && $0.contains(pin.position) }) {
        return "\(line.name) is not on \(pin.position)"
      }
    }
    let table = CheckReport.text(panel, wirings, circuit)
    for part in parts {
      guard case .string(let name)? = part["part"] else { return "no name" }
      if !table.contains(name) { return "the table is without \(name)" }
    }
    for ring in panel.rings where !"terminal file".contains(ring.driver.name) {
      if !circuit.parts.contains(where: { $0.name == ring.name }) { return "no \(ring.name)" }
    }
    for cue in panel.cues where !circuit.parts.contains(where: { $0.name == cue.name }) {
      return "no \(cue.name)"
    }
    return Self.faultOfSize(picture)
  }

  private static func ends(_ net: JSON) -> Set<String> {
    guard case .array(let legs)? = net["legs"] else { return [] }
    var ends = Set(legs.compactMap { leg in if case .string(let name) = leg { name } else { nil } })
    if case .string(let pin)? = net["header"] { ends.insert(pin) }
    return ends
  }

  /// Nothing is beyond the sheet, and the sheet is no larger than what is on it.
  private static func faultOfSize(_ picture: WiringPicture) -> String? {
    let edges =
      picture.boxes.map { $0.x + $0.width } + picture.pins.map { $0.label.x + $0.label.width }
      + picture.lines.joined().map(\.x)
    let most = edges.max() ?? 0
    if most >= picture.size.x { return "beyond the sheet: \(most) of \(picture.size.x)" }
    if picture.size.x > max(most + 20, 360) { return "\(picture.size.x - most) are empty" }
    return nil
  }

  private static func picture(_ text: String) throws -> WiringPicture {
    let reading = try PanelReader.decode(Array(text.utf8), path: "panel.yaml", boards: boards)
    let profile = try boards.profile(reading.panel.board)
    let circuit = CircuitBuilder.circuit(of: reading.panel, on: profile)
    return WiringPicture(WiringDrawing(reading.panel, circuit, on: profile).text)
  }

  /// The manual's pictures are those that the program draws; `make docs` draws them anew.
  @Test func picturesOfTheManual() throws {
    let panels = ProgramRun.checkout.appendingPathComponent("panels")
    let pictures = ProgramRun.checkout.appendingPathComponent("docs/pictures/wiring")
    let files = try FileManager.default.contentsOfDirectory(atPath: panels.path)
    let names = files.filter { $0.hasSuffix(".yaml") }.map { $0.dropLast(5) }
    #expect(names.count >= 10)
    let scratch = try Scratch()
    let path = scratch.folder.appendingPathComponent("out.svg").path
    for name in names {
      let run = try ProgramRun(
        ["check", "\(name).yaml", "--board", "raspberry-pi-5", "--wiring", path], in: panels)
      #expect(run.code == 0)
      let kept = try String(
        contentsOf: pictures.appendingPathComponent("\(name).svg"), encoding: .utf8)
      let drawn = try String(contentsOfFile: path, encoding: .utf8)
      #expect(drawn == kept, "\(name).svg has grown old; run make docs")
      #expect(WiringPicture(kept).fault == nil)
    }
    let drawn = try FileManager.default.contentsOfDirectory(atPath: pictures.path)
    #expect(drawn.count == names.count)
  }

  /// Drawn wrong once: its push ran into another wire.
  @Test func aKnobKeepsItsPush() throws {
    let picture = try Self.picture(
      """
      board: raspberry-pi-4b
      controls:
        volume: {kind: knob, pins: {a: GPIO5, b: GPIO6, press: GPIO13}}

      """)
    #expect(picture.fault == nil)
    #expect(
      picture.joined == [
        ["volume a", "J8-29"], ["volume b", "J8-31"], ["volume press", "J8-33"],
        ["volume common", "J8-25"],
      ])
  }

  @Test func allOfAStrip() throws {
    let picture = try Self.picture(
      """
      board: raspberry-pi-4b
      controls: {go: {kind: button, pin: GPIO23}}
      rings: {halo: {driver: ws2812, device: /dev/spidev0.0, pixels: 16}}

      """)
    #expect(
      picture.joined == [
        ["go contact", "J8-16"], ["go common", "J8-14"],
        ["J8-19", "halo level shifter 1A"], ["halo level shifter 1Y", "halo resistor 1"],
        ["halo resistor 2", "halo DIN"],
        ["5 V supply +", "halo level shifter VCC", "halo capacitor +", "halo 5 V"],
        [
          "J8-25", "5 V supply -", "halo level shifter 1OE", "halo level shifter GND",
          "halo capacitor -", "halo GND",
        ],
      ])
  }

  @Test func bothEndsOfAnExternalCircuit() throws {
    let picture = try Self.picture(
      """
      board: raspberry-pi-4b
      controls:
        low: {kind: button, pin: GPIO17, wiring: external_active_low}
        high: {kind: button, pin: GPIO27, wiring: external_active_high}
        third: {kind: switch, pin: GPIO22, wiring: to_supply}

      """)
    #expect(
      picture.joined == [
        ["low contact", "J8-11", "low resistor 1"], ["low common", "J8-9"],
        ["low resistor 2", "J8-17", "third common"], ["high common", "J8-1"],
        ["high contact", "J8-13", "high resistor 1"], ["high resistor 2", "J8-14"],
        ["third contact", "J8-15"],
      ])
    // There are two pins of 3.3 V only: what shares one says so.
    let texts = picture.labels.map(\.text)
    #expect(texts.contains("supply, pin 17, shared with low resistor"))
    #expect(texts.contains("supply, pin 17, shared with third"))
  }

  /// Lines on no header, on a board that nobody knows.
  @Test func chipsBesideTheBoard() throws {
    let picture = try Self.picture(
      """
      board: milk-v-mars
      controls: {go: {kind: button, pin: {chip: 1-0020, line: 3}}}

      """)
    #expect(picture.joined == [["go contact", "1-0020 line 3"], ["go common", "board ground"]])
    #expect(picture.fault == nil)
  }

  @Test(arguments: [
    String(repeating: "W", count: 200), String(repeating: "漢", count: 80),
    String(repeating: "ﷺ", count: 40), "e" + String(repeating: "\u{301}", count: 200),
    String(repeating: "👩‍👩‍👧‍👦", count: 30), String(repeating: "\\u0007", count: 40), "\u{202E}abc",
    String(repeating: "i", count: 400),
  ])
  func labelsStayInTheirBoxes(label: String) throws {
    let picture = try Self.picture(
      """
      name: "\(label)"
      board: raspberry-pi-4b
      controls: {go: {kind: button, pin: GPIO17, label: "\(label)"}}

      """)
    #expect(picture.isWellFormed)
    let box = try #require(picture.boxes.first)
    let own = picture.labels.filter { $0.x >= box.x && $0.x <= box.x + box.width }
    #expect(own.count >= 3)
    for text in own {
      let width = TextWidth.of(text.text, size: text.size)
      #expect(width <= picture.size.x - 32, "\(text)")
      let marks = text.text.unicodeScalars.filter {
        $0.properties.generalCategory == .nonspacingMark
      }
      #expect(marks.count <= 3)
    }
    // The title in bold, and the panel's name above all.
    #expect(own.contains { $0.size == 12 && TextWidth.of($0.text, size: 12, isBold: true) <= 250 })
    #expect(picture.size.x < 800)
  }
}

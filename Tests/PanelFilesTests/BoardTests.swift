import Foundation
import PanelFiles
import Testing

@Suite struct BoardTests {
  @Test func thereAreThirtyFive() {
    #expect(boards.ids.count == 35)
    #expect(files(in: "boards", ending: ".yaml").count == 36)
  }

  @Test(arguments: boards.ids) func everyProfileLoads(id: String) throws {
    let profile = try #require(try boards.profile(id))
    #expect(!profile.sources.isEmpty)
    #expect(!profile.names.isEmpty)
    let positions = Set(profile.header.map(\.position))
    for avoid in profile.avoid { #expect(positions.contains(avoid.pin), "\(avoid.pin)") }
    for pwm in profile.pwm {
      if let pin = pwm.pin { #expect(positions.contains(pin), "\(pin)") }
    }
    for bus in profile.spi {
      for pin in [bus.mosi, bus.miso, bus.clock].compactMap({ $0 }) + bus.select {
        #expect(positions.contains(pin), "\(pin)")
      }
    }
    for bus in profile.i2c {
      for pin in [bus.data, bus.clock].compactMap({ $0 }) {
        #expect(positions.contains(pin), "\(pin)")
      }
    }
  }

  /// Every pin of every header can be named both ways in a panel file, and means the same line.
  @Test(arguments: boards.ids) func everyPinCanBeUsed(id: String) throws {
    let profile = try #require(try boards.profile(id))
    let pins = profile.header.filter { $0.kind == .gpio && !$0.isSecond }
    guard !pins.isEmpty else { return }
    for spelling in [\.position, \.name] as [KeyPath<BoardProfile.Pin, String>] {
      let controls = pins.enumerated().map {
        "  c\($0): {kind: button, pin: \"\($1[keyPath: spelling])\"}\n"
      }
      let lines = try decode("board: \(id)\ncontrols:\n\(controls.joined())").panel.lines
      #expect(lines.map(\.chip) == pins.map { .label($0.chip ?? "") })
      #expect(lines.map(\.target) == pins.map { .offset($0.line ?? -1) })
    }
  }

  // MARK: - Raspberry Pi

  static let family: [(String, String, String)] = [
    ("raspberry-pi-a-plus", "raspberrypi,model-a-plus", "pinctrl-bcm2835"),
    ("raspberry-pi-b-plus", "raspberrypi,model-b-plus", "pinctrl-bcm2835"),
    ("raspberry-pi-zero", "raspberrypi,model-zero", "pinctrl-bcm2835"),
    ("raspberry-pi-zero-w", "raspberrypi,model-zero-w", "pinctrl-bcm2835"),
    ("raspberry-pi-zero-2-w", "raspberrypi,model-zero-2-w", "pinctrl-bcm2835"),
    ("raspberry-pi-2b", "raspberrypi,2-model-b", "pinctrl-bcm2835"),
    ("raspberry-pi-3b", "raspberrypi,3-model-b", "pinctrl-bcm2835"),
    ("raspberry-pi-3b-plus", "raspberrypi,3-model-b-plus", "pinctrl-bcm2835"),
    ("raspberry-pi-3a-plus", "raspberrypi,3-model-a-plus", "pinctrl-bcm2835"),
    ("raspberry-pi-4b", "raspberrypi,4-model-b", "pinctrl-bcm2711"),
    ("raspberry-pi-400", "raspberrypi,400", "pinctrl-bcm2711"),
    ("raspberry-pi-cm4", "raspberrypi,4-compute-module", "pinctrl-bcm2711"),
    ("raspberry-pi-5", "raspberrypi,5-model-b", "pinctrl-rp1"),
    ("raspberry-pi-500", "raspberrypi,500", "pinctrl-rp1"),
    ("raspberry-pi-cm5", "raspberrypi,5-compute-module", "pinctrl-rp1"),
  ]

  /// GPIO numbers of J8, pin by pin; nil is power or ground.
  static let j8: [Int?] = [
    nil, nil, 2, nil, 3, nil, 4, 14, nil, 15, 17, 18, 27, nil, 22, 23, nil, 24, 10, nil, 9, 25, 11,
    8,
    nil, 7, 0, 1, 5, nil, 6, 12, 13, nil, 19, 16, 26, 20, nil, 21,
  ]

  @Test(arguments: family.indices) func raspberryPi(index: Int) throws {
    let (id, compatible, label) = Self.family[index]
    let profile = try #require(try boards.profile(id))
    #expect(profile.compatible.contains(compatible))
    #expect(profile.chip(label)?.hasBias == true)
    #expect(profile.chip(label)?.hasEdges == true)
    for (offset, line) in Self.j8.enumerated() {
      let pin = try #require(profile.pin(at: "J8-\(offset + 1)"))
      #expect(pin.line == line)
      if let line {
        #expect(pin.name == "GPIO\(line)")
        #expect(pin.chip == label)
        #expect(pin.fixedPull == (line == 2 || line == 3 ? "up" : nil))
        #expect(pin.bootPull == (line <= 8 ? "up" : "down"))
      } else {
        #expect(["3V3", "5V", "GND"].contains(pin.name))
      }
    }
    #expect(profile.reasonToAvoid("J8-27") != nil)
    #expect(profile.reasonToAvoid("J8-11") == nil)
    #expect(profile.spi.first?.mosi == "J8-19")
  }

  // MARK: - Finding out

  /// A folder that looks like a board's root.
  private func root(compatible: String?, model: String?, dmi: String? = nil) throws -> URL {
    let root = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    let tree = root.appendingPathComponent("proc/device-tree")
    try FileManager.default.createDirectory(at: tree, withIntermediateDirectories: true)
    if let compatible {
      try Data(compatible.utf8).write(to: tree.appendingPathComponent("compatible"))
    }
    if let model { try Data(model.utf8).write(to: tree.appendingPathComponent("model")) }
    if let dmi {
      let folder = root.appendingPathComponent("sys/class/dmi/id")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data("\(dmi)\n".utf8).write(to: folder.appendingPathComponent("board_name"))
    }
    return root
  }

  static let machines: [(String?, String?, String?, String?)] = [
    (
      "raspberrypi,5-model-b\0brcm,bcm2712\0", "Raspberry Pi 5 Model B Rev 1.0\0", nil,
      "raspberry-pi-5"
    ),
    ("x,y\0", "Raspberry Pi 4 Model B Rev 1.4\0", nil, "raspberry-pi-4b"),
    (nil, "Raspberry Pi Zero W Rev 1.1\0", nil, "raspberry-pi-zero-w"),
    (nil, "Raspberry Pi Zero 2 W Rev 1.0\0", nil, "raspberry-pi-zero-2-w"),
    (nil, "Raspberry Pi 3 Model B Plus Rev 1.3\0", nil, "raspberry-pi-3b-plus"),
    (nil, nil, "UP-CHT01", "up-board"),
    ("acme,toaster\0", "Acme Toaster\0", nil, nil),
    (nil, nil, nil, nil),
  ]

  @Test(arguments: machines.indices) func autoFindsTheBoard(index: Int) throws {
    let (compatible, model, dmi, id) = Self.machines[index]
    let root = try root(compatible: compatible, model: model, dmi: dmi)
    defer { try? FileManager.default.removeItem(at: root) }
    let found = try boards.detect(root: root.path)
    #expect((try? found.get()) == id)
  }

  @Test(arguments: boards.ids) func theIndexAgreesWithTheProfiles(id: String) throws {
    let profile = try #require(try boards.profile(id))
    for compatible in profile.compatible {
      let root = try root(compatible: "\(compatible)\0", model: nil)
      defer { try? FileManager.default.removeItem(at: root) }
      #expect(try boards.detect(root: root.path) == .success(id))
    }
    for model in profile.models {
      let root = try root(compatible: nil, model: "\(model)\0")
      defer { try? FileManager.default.removeItem(at: root) }
      #expect(try boards.detect(root: root.path) == .success(id))
    }
  }

  @Test func theIndexNamesNothingElse() throws {
    let text = try String(
      contentsOf: checkout.appendingPathComponent("boards/index.yaml"), encoding: .utf8)
    let entries = text.split(separator: "\n").filter { $0.hasPrefix("  ") }
    let profiles = try boards.ids.compactMap { try boards.profile($0) }
    let expected = profiles.reduce(0) {
      $0 + $1.compatible.count + $1.models.count + $1.dmiNames.count
    }
    #expect(entries.count == expected)
  }

  @Test func autoSaysWhatItSaw() throws {
    let root = try root(compatible: "acme,toaster\0", model: "Acme Toaster\0")
    defer { try? FileManager.default.removeItem(at: root) }
    var messages: [String] = []
    do {
      let text =
        "board: auto\ncontrols: {a: {kind: button, pin: GPIO1}, b: {kind: button, pin: GPIO2}}"
      _ = try PanelReader.decode(
        Array(text.utf8), path: "p", boards: boards, root: root.path)
    } catch {
      messages = error.diagnostics.map(\.description)
    }
    #expect(
      messages == [
        "p:1:8: board: auto found no profile (this machine says \"Acme Toaster\"); name one, for "
          + "example board: raspberry-pi-5"
      ])
  }

  // MARK: - A user's own

  @Test func ownProfilesComeFirst() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let own = """
      id: raspberry-pi-5
      names: [Mine]
      compatible: ["acme,toaster"]
      chips: [{label: pinctrl-rp1, lines: 54}]
      header: [{header: X, pin: 1, kind: gpio, name: KNOB, chip: pinctrl-rp1, line: 7}]
      sources: [measured]
      """
    try Data(own.utf8).write(to: folder.appendingPathComponent("raspberry-pi-5.yaml"))
    let catalogue = BoardCatalogue(folders: [folder.path] + boards.folders)
    #expect(try catalogue.profile("raspberry-pi-5")?.names == ["Mine"])
    #expect(catalogue.ids.count == 35)
    let root = try root(compatible: "acme,toaster\0", model: nil)
    defer { try? FileManager.default.removeItem(at: root) }
    #expect(try catalogue.detect(root: root.path) == .success("raspberry-pi-5"))
    #expect(try catalogue.profile("../boards/rock64") == nil)
    try Data("id: other\n".utf8).write(to: folder.appendingPathComponent("wrong.yaml"))
    do {
      _ = try catalogue.profile("wrong")
      Issue.record("a wrong profile was read")
    } catch {
      #expect(
        error.diagnostics.map(\.message) == [
          "names is missing: what people call it", "chips is missing: GPIO chips",
          "header is missing: pins; empty: not verified",
          "sources is missing: where the facts are from",
        ])
    }
  }
}

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

  /// A folder with these files, before the profiles of the checkout.
  private func catalogue(_ files: [String: String]) throws -> (BoardCatalogue, URL) {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, text) in files {
      try Data(text.utf8).write(to: folder.appendingPathComponent("\(name).yaml"))
    }
    return (BoardCatalogue(folders: [folder.path] + boards.folders), folder)
  }

  @Test func singleEntriesOfAProfileAreChanged() throws {
    let (catalogue, folder) = try catalogue([
      "raspberry-pi-5": """
      id: raspberry-pi-5
      extends: raspberry-pi-5
      chips: [{label: pinctrl-rp1, bias: false}, {label: mine, lines: 8}]
      header:
        - {header: J8, pin: 3, name: SDA}
        - {header: X, pin: 1, kind: gpio, name: KNOB, chip: mine, line: 7}
      avoid: [{pin: J8-3, reason: off}, {pin: J8-11, reason: my fan}]
      voltage: {max: 3.6}
      setup: [power the fan]
      sources: [measured]
      """
    ])
    defer { try? FileManager.default.removeItem(at: folder) }
    let shipped = try #require(try boards.profile("raspberry-pi-5"))
    let own = try #require(try catalogue.profile("raspberry-pi-5"))
    var expected = shipped
    expected.chips = shipped.chips.map { chip in
      var chip = chip
      if chip.label == "pinctrl-rp1" { chip.hasBias = false }
      return chip
    }
    expected.chips.append(try #require(own.chip("mine")))
    let changed = try #require(shipped.header.firstIndex { $0.position == "J8-3" })
    expected.header[changed].name = "SDA"
    expected.header.append(try #require(own.pin(at: "X-1")))
    expected.avoid = shipped.avoid.filter { $0.pin != "J8-3" }
    let fan = try #require(own.avoid.last)
    #expect(fan.pin == "J8-11" && fan.reason == "my fan")
    expected.avoid.append(fan)
    expected.voltage.max = 3.6
    expected.setup = ["power the fan"]
    expected.sources.append("measured")
    #expect(own == expected)
    #expect(own.chip("mine")?.lines == 8)
    #expect(own.pin(at: "X-1")?.line == 7)
    // It is found as before, and its panels say what has to be done first.
    let root = try root(compatible: "raspberrypi,5-model-b\0", model: nil)
    defer { try? FileManager.default.removeItem(at: root) }
    #expect(try catalogue.detect(root: root.path) == .success("raspberry-pi-5"))
    let reading = try PanelReader.decode(
      Array("controls: {a: {kind: switch, pin: KNOB, wiring: external_active_low}}".utf8),
      path: "p", boards: catalogue, root: root.path)
    #expect(
      reading.warnings.map(\.description) == ["p:1:1: board: raspberry-pi-5: power the fan"])
  }

  @Test func aBoardOfItsOwnMayExtendAnother() throws {
    let (catalogue, folder) = try catalogue([
      "mine": "id: mine\nextends: raspberry-pi-5\nnames: [Mine]\n",
      "yours": "id: yours\nextends: mine\ncompatible: [\"acme,toaster\"]\n",
    ])
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(catalogue.ids.count == 37)
    let yours = try #require(try catalogue.profile("yours"))
    #expect(yours.names == ["Mine"])
    #expect(yours.pin(at: "J8-11")?.name == "GPIO17")
    // The board that it extends is still found as what it is.
    for (compatible, id) in [
      ("raspberrypi,5-model-b", "raspberry-pi-5"), ("acme,toaster", "yours"),
    ] {
      let root = try root(compatible: "\(compatible)\0", model: nil)
      defer { try? FileManager.default.removeItem(at: root) }
      #expect(try catalogue.detect(root: root.path) == .success(id))
    }
  }

  static let wrongChanges: [(String, [String])] = [
    (
      "extends: raspbery",
      ["2:10: extends: no other profile raspbery; `gpiopress boards` lists them"]
    ),
    ("extends: [a]", ["2:10: extends: a list where text is wanted"]),
    ("extends: mine", ["2:10: extends: no other profile mine; `gpiopress boards` lists them"]),
    (
      "extends: loop",
      ["2:10: extends: more than 4 profiles extend one another; name the last one"]
    ),
    (
      "extends: raspberry-pi-5\nheader: [{header: J8, pin: 41, kind: gpio, name: X}]",
      ["3:10: header[40]: a gpio needs chip and line"]
    ),
    (
      "extends: raspberry-pi-5\nheader: [{header: J8, pin: 11, line: 99}]",
      ["3:10: header[10]: line 99 is beyond the 54 lines of pinctrl-rp1"]
    ),
    (
      "extends: raspberry-pi-5\nvoltage: {io: 99}",
      ["3:15: voltage.io: 99 is out of range; 0.5 to 12"]
    ),
    (
      "extends: raspberry-pi-5\nheader: ["
        + String(repeating: "{header: J8, pin: 11}, ", count: 2_000) + "]",
      ["3:9: header: 2000 items; 0 to 512 are wanted"]
    ),
    (
      "extends: raspberry-pi-5\nchips: [{label: pinctrl-rp1, lines: 9}]",
      ["line 18 is beyond the 9 lines of pinctrl-rp1"]
    ),
  ]

  @Test(arguments: wrongChanges.indices) func wrongChangesAreTold(index: Int) throws {
    let (text, expected) = Self.wrongChanges[index]
    let (catalogue, folder) = try catalogue([
      "mine": "id: mine\n\(text)\n", "loop": "id: loop\nextends: mine\n",
    ])
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      _ = try catalogue.profile("mine")
      Issue.record("wrong changes were taken")
    } catch {
      let reported = error.diagnostics.map(\.description)
      for message in expected {
        #expect(reported.contains { $0.hasSuffix(message) }, "\(reported)")
      }
    }
  }

  // MARK: - What is known of single boards

  @Test func theBeagleBonesAudioAndMemoryAreLeftAlone() throws {
    let profile = try #require(try boards.profile("beaglebone-black"))
    for pin in ["P9-25", "P9-28", "P9-29", "P9-31"] {
      #expect(profile.reasonToAvoid(pin)?.contains("HDMI audio") == true, "\(pin)")
    }
    #expect(profile.reasonToAvoid("P9-30") == nil)
    #expect(profile.pin(at: "P8-24")?.line == 1)
    #expect(profile.pin(at: "P8-24")?.chip == "gpio-32-63")
    #expect(profile.reasonToAvoid("P8-24") == "on-board eMMC")
    // Both headers are whole.
    for header in ["P8", "P9"] {
      let numbers = profile.header.filter { $0.header == header && !$0.isSecond }.map(\.number)
      #expect(numbers.sorted() == Array(1...46))
    }
  }

  @Test func whatMustBeDoneFirstIsTold() throws {
    let reading = try decode(
      "board: jetson-orin-nano\ncontrols: {a: {kind: switch, pin: J12-7, "
        + "wiring: external_active_low}}")
    #expect(
      reading.warnings.map(\.description) == [
        "panel.yaml:1:8: board: jetson-orin-nano: JetPack gives its pins another function; make "
          + "each a GPIO with jetson-io.py"
      ])
  }
}

/// Reads board profiles from YAML, as strictly as panel files.
enum BoardDecoder {
  /// The profile in `node`, which a file at `path` holds.
  static func decode(_ node: YamlNode, path: String) throws(FileError) -> BoardProfile {
    let findings = Findings(path: path)
    var profile: BoardProfile?
    let root = Value(node: node, trail: .root, findings: findings)
    if let fields = root.fields(BoardKeys.board) {
      let decoded = board(fields)
      check(decoded, fields.items("header") ?? [])
      profile = decoded
    }
    if let error = findings.error { throw error }
    guard let profile else {
      throw FileError(
        kind: .invalid,
        diagnostics: [Diagnostic(path: path, place: Place(), message: "no board profile")])
    }
    return profile
  }

  private static func board(_ fields: Fields) -> BoardProfile {
    BoardProfile(
      id: fields.text("id") ?? "", names: fields.texts("names"),
      vendor: fields.verbatim("vendor") ?? "", soc: fields.verbatim("soc") ?? "",
      compatible: fields.texts("compatible"), models: fields.texts("model"),
      dmiNames: fields.texts("dmi"), chips: fields.tables("chips").map(chip),
      header: fields.tables("header").map(pin), pwm: fields.tables("pwm").map(pwm),
      spi: fields.tables("spi").map(spi), i2c: fields.tables("i2c").map(i2c),
      avoid: fields.tables("avoid").map { fields in
        BoardProfile.Avoid(
          pin: fields.verbatim("pin") ?? "", reason: fields.verbatim("reason") ?? "")
      }, voltage: voltage(fields.fields("voltage")), setup: fields.texts("setup"),
      notes: fields.texts("notes"),
      unverified: fields.texts("unverified"), sources: fields.texts("sources"))
  }

  private static func chip(_ fields: Fields) -> BoardProfile.Chip {
    BoardProfile.Chip(
      label: fields.verbatim("label") ?? "", lines: fields.integer("lines"),
      hasEdges: fields.flag("edges"), hasBias: fields.flag("bias"),
      debounce: fields.verbatim("debounce"), device: fields.verbatim("device"),
      isOnHeader: fields.flag("on_header") ?? false, note: fields.verbatim("note"))
  }

  private static func pin(_ fields: Fields) -> BoardProfile.Pin {
    let kind: BoardProfile.Pin.Kind? = fields.choice(
      "kind",
      [
        "gpio": .gpio, "power": .power, "ground": .ground, "adc": .adc, "function": .function,
        "none": .none,
      ])
    let pin = BoardProfile.Pin(
      header: fields.verbatim("header") ?? "", number: fields.integer("pin") ?? 0,
      kind: kind ?? .none, chip: fields.verbatim("chip"), line: fields.integer("line"),
      name: fields.verbatim("name") ?? "", lineNames: fields.texts("line_names"),
      alternatives: fields.texts("alternatives"),
      bootPull: fields.choice("boot_pull", ["up": "up", "down": "down", "none": "none"]),
      fixedPull: fields.choice("fixed_pull", ["up": "up", "down": "down"]),
      hasEdges: fields.flag("edges"), isSecond: fields.flag("second") ?? false,
      note: fields.verbatim("note"))
    if pin.kind == .gpio, pin.chip == nil || pin.line == nil {
      fields.value.fail("a gpio needs chip and line")
    }
    return pin
  }

  private static func pwm(_ fields: Fields) -> BoardProfile.Pwm {
    BoardProfile.Pwm(
      pin: fields.verbatim("pin"), controller: fields.verbatim("controller"),
      device: fields.verbatim("device"), channel: fields.integer("channel"),
      enable: fields.verbatim("enable"),
      function: fields.verbatim("function"), note: fields.verbatim("note"))
  }

  private static func spi(_ fields: Fields) -> BoardProfile.Spi {
    BoardProfile.Spi(
      bus: fields.verbatim("bus"), device: fields.verbatim("device"),
      mosi: fields.verbatim("mosi"), miso: fields.verbatim("miso"),
      clock: fields.verbatim("clock"), select: fields.texts("select"),
      enable: fields.verbatim("enable"), note: fields.verbatim("note"))
  }

  private static func i2c(_ fields: Fields) -> BoardProfile.I2c {
    BoardProfile.I2c(
      bus: fields.verbatim("bus"), device: fields.verbatim("device"),
      data: fields.verbatim("data"), clock: fields.verbatim("clock"),
      enable: fields.verbatim("enable"), note: fields.verbatim("note"))
  }

  private static func voltage(_ fields: Fields?) -> BoardProfile.Voltage {
    BoardProfile.Voltage(
      io: fields?.number("io"), max: fields?.number("max"), adc: fields?.number("adc"),
      isFiveVoltTolerant: fields?.flag("tolerant_5v") ?? false, note: fields?.verbatim("note"))
  }

  /// What no single key shows: positions and lines stand once, chips exist.
  private static func check(_ profile: BoardProfile, _ pins: [Value]) {
    var positions: Set<String> = []
    for (pin, value) in zip(profile.header, pins) {
      let isNew = positions.insert("\(pin.position)\(pin.isSecond ? " second" : "")").inserted
      if !isNew { value.fail("\(pin.position) stands twice; a second line has second: true") }
      guard pin.kind == .gpio, let label = pin.chip, let line = pin.line else { continue }
      guard let chip = profile.chip(label) else {
        value.fail("the chip \(label) is not among chips")
        continue
      }
      if let lines = chip.lines, line >= lines {
        value.fail("line \(line) is beyond the \(lines) lines of \(label)")
      }
    }
  }
}

extension Fields {
  /// The texts of a list; empty where the key is missing.
  func texts(_ key: String) -> [String] { (items(key) ?? []).compactMap { $0.verbatim() } }

  /// The mappings of a list of tables; empty where the key is missing.
  func tables(_ key: String) -> [Fields] {
    guard case .list(.table(let table), _) = self.table[key]?.form else { return [] }
    return (items(key) ?? []).compactMap { $0.fields(table) }
  }
}

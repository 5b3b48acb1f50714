import PanelFiles

/// Puts a circuit together, part by part.
struct CircuitBuilder {
  let panel: PanelFile
  /// What is known of the board; nil for a board without a profile.
  let profile: BoardProfile?
  private(set) var circuit = Circuit()
  private var group = -1
  private var netOfPin: [String: Int] = [:]
  /// How many groups use a pin of ground or supply; a fresh one is preferred.
  private var users: [String: Set<Int>] = [:]
  private var partOfKey: [String: Int] = [:]
  private var netOfKey: [String: Int] = [:]

  /// A pin that is in use already counts as so many rows further away.
  private static let costOfSharing = 6

  init(_ panel: PanelFile, on profile: BoardProfile?) {
    self.panel = panel
    self.profile = profile
  }

  /// The whole circuit of a panel.
  static func circuit(of panel: PanelFile, on profile: BoardProfile?) -> Circuit {
    var builder = CircuitBuilder(panel, on: profile)
    for control in panel.controls.indices { builder.add(control: control) }
    for chain in panel.chains { builder.add(chain: chain) }
    for cue in panel.cues { builder.add(cue) }
    builder.finish()
    return builder.circuit
  }

  /// Volts of the board's lines; nil where not known.
  var lineVolts: Double? { profile?.voltage.io }

  // MARK: - Parts

  /// Begins something that is drawn together.
  mutating func beginGroup() { group += 1 }

  /// A part of the present group; gives its number.
  mutating func add(
    _ name: String, title: String? = nil, _ what: String, control: Int? = nil
  ) -> Int {
    var unique = name
    var count = 1
    while circuit.parts.contains(where: { $0.name == unique }) {
      count += 1
      unique = "\(name) (\(count))"
    }
    circuit.parts.append(
      Circuit.Part(
        name: unique, title: title ?? name, what: what, group: group, control: control))
    return circuit.parts.count - 1
  }

  /// A terminal of a part.
  mutating func connect(_ part: Int, _ terminal: String, _ net: Int) {
    circuit.connect(part, terminal, net)
  }

  /// Says of a part that it is the resistor of its group's control.
  mutating func markResistor(_ part: Int) { circuit.parts[part].isResistor = true }

  /// What no wire of a part shows.
  mutating func remark(_ part: Int, _ text: String) { circuit.parts[part].remarks.append(text) }

  /// A part that several others share, such as a chip beside the header; made at its first use.
  mutating func shared(
    _ key: String, title: String, _ what: String, _ make: (inout CircuitBuilder, Int) -> Void
  ) -> Int {
    if let part = partOfKey[key] { return part }
    let part = add(title, what)
    partOfKey[key] = part
    make(&self, part)
    return part
  }

  /// The net of a terminal of a shared part; both are made at their first use.
  mutating func net(_ terminal: String, of part: Int, _ role: Circuit.Role = .signal) -> Int {
    let key = "\(part)/\(terminal)"
    if let net = netOfKey[key] { return net }
    let net = add(role, "\(circuit.parts[part].name) \(terminal)")
    netOfKey[key] = net
    connect(part, terminal, net)
    return net
  }

  // MARK: - Nets

  /// A net without a pin.
  mutating func add(_ role: Circuit.Role, _ name: String) -> Int {
    circuit.add(Circuit.Net(role: role, pin: nil, name: name))
  }

  /// The net of a pin.
  mutating func net(of pin: BoardProfile.Pin, _ role: Circuit.Role = .signal) -> Int {
    if let net = netOfPin[pin.position] { return net }
    let number = circuit.add(Circuit.Net(role: role, pin: pin, name: pin.name))
    netOfPin[pin.position] = number
    return number
  }

  /// The pin of a net.
  func pin(of net: Int) -> BoardProfile.Pin? { circuit.nets[net].pin }

  /// The net of a line: its pin, or the terminal of its chip where it is on no header.
  mutating func net(of line: LinePlan) -> Int {
    if let pin = profile.flatMap({ HeaderUses.pin(of: line, on: $0) }) { return net(of: pin) }
    let terminal: String
    switch line.target {
    case .offset(let offset): terminal = "line \(offset)"
    case .name(let name): terminal = name
    }
    let chip: Int
    switch line.chip {
    case .label(let label): chip = self.chip(label)
    case .any:
      chip = shared("any chip", title: "lines by name", "on the chip that has them") { _, _ in }
    }
    return net(terminal, of: chip)
  }

  /// A chip whose lines are on no header; an expander hangs on its I2C bus.
  private mutating func chip(_ label: String) -> Int {
    let isExpander = PwmChipName.isI2cDevice(label)
    let what = isExpander ? "chip on an I2C bus" : "chip, not on a header"
    return shared("chip \(label)", title: label, what) { builder, part in
      if isExpander { builder.connectI2c(part, bus: Int(label.prefix { $0 != "-" })) }
    }
  }

  /// Data, clock and supply of a chip on an I2C bus; on the board's first one where none is said.
  mutating func connectI2c(_ part: Int, bus: Int?) {
    let known = profile?.i2c.filter { $0.device != nil } ?? []
    let found = bus.flatMap { bus in known.first { $0.device == "/dev/i2c-\(bus)" } }
    if let bus = found ?? (bus == nil ? known.first : nil), let profile,
      let data = bus.data.flatMap({ profile.pin(at: $0) }),
      let clock = bus.clock.flatMap({ profile.pin(at: $0) })
    {
      connect(part, "SDA", net(of: data))
      connect(part, "SCL", net(of: clock))
      if found == nil, known.count > 1 { remark(part, "or on another I2C bus of the board") }
      connect(part, "VCC", supply(near: [data, clock]))
      connect(part, "GND", ground(near: [data, clock]))
    } else {
      remark(part, "SDA, SCL and supply: pins not known")
    }
  }

  /// A pin of ground for the present group: close to `pins`, and its own where there is one.
  mutating func ground(near pins: [BoardProfile.Pin]) -> Int {
    partner(.ground, near: pins, called: "ground") { $0.isPlainGround }
  }

  /// A pin with the voltage of the lines.
  mutating func supply(near pins: [BoardProfile.Pin]) -> Int {
    // 5 V would destroy most lines: only the supply of the lines' own voltage will do.
    let isUsual = lineVolts == 3.3
    return partner(.supply, near: pins, called: supplyName) {
      isUsual && $0.kind == .power && $0.name == "3V3"
    }
  }

  /// A pin with 5 V, for what a line only switches.
  mutating func fiveVolts(near pins: [BoardProfile.Pin]) -> Int {
    partner(.power, near: pins, called: "5 V") {
      $0.kind == .power && ["5V", "SYS_5V", "VDD_5V"].contains($0.name)
    }
  }

  /// `3.3 V of the lines`.
  var supplyName: String {
    guard let volts = lineVolts else { return "supply of the lines" }
    let tenths = Int((volts * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) V of the lines"
  }

  private mutating func partner(
    _ role: Circuit.Role, near pins: [BoardProfile.Pin], called name: String,
    _ suits: (BoardProfile.Pin) -> Bool
  ) -> Int {
    let header = pins.first?.header ?? profile?.header.first?.header
    let all = profile?.header.filter { suits($0) && !$0.isSecond } ?? []
    let own = all.filter { $0.header == header }
    let near = pins.filter { $0.header == header }
    let best = (own.isEmpty ? all : own).min { cost($0, near) < cost($1, near) }
    guard let best else {
      let board = shared("board", title: "board", profile?.names.first ?? "its own pins") { _, _ in
      }
      return net(name, of: board, role)
    }
    users[best.position, default: []].insert(group)
    return net(of: best, role)
  }

  private func cost(_ pin: BoardProfile.Pin, _ others: [BoardProfile.Pin]) -> Int {
    let ways = others.map { Wiring.distance($0, pin) }.reduce(0, +)
    // All ways count, but a fresh pin is worth the same whatever their number.
    let mean = others.isEmpty ? pin.number : ways * 4 / others.count
    let sharers = users[pin.position]?.subtracting([group]).count ?? 0
    return mean + 4 * CircuitBuilder.costOfSharing * sharers
  }

  // MARK: - The supply of LEDs

  /// Plus of the panel's 5 V supply; one feeds all that needs it.
  mutating func fiveVoltSupply(near pins: [BoardProfile.Pin]) -> (plus: Int, minus: Int) {
    let part = shared("supply", title: "5 V supply", "of its own") { builder, part in
      let plus = builder.add(.power, "5 V supply +")
      builder.connect(part, "+", plus)
      builder.connect(part, "-", builder.ground(near: pins))
    }
    let terminals = circuit.parts[part].terminals
    return (terminals[0].net, terminals[1].net)
  }

  /// What only the whole circuit reports: shared pins, and how strong the supply has to be.
  private mutating func finish() {
    if let supply = partOfKey["supply"] {
      let limits = panel.rings.filter { $0.driver.device != nil }.map(\.limit)
      let sum = limits.reduce(0, +)
      if sum > 0 {
        circuit.parts[supply].what = "for \(Int(sum.rounded(.up))) mA of LEDs or more"
      }
    }
    // Once in a group: what stands together is seen together.
    var seen: Set<[Int]> = []
    for part in circuit.parts.indices {
      for terminal in circuit.parts[part].terminals {
        guard let words = circuit.sharing(of: terminal.net, with: part),
          let pin = circuit.nets[terminal.net].pin,
          seen.insert([circuit.parts[part].group, terminal.net]).inserted
        else { continue }
        let kind = circuit.nets[terminal.net].role == .ground ? "ground" : "supply"
        remark(part, "\(kind), \(circuit.words(of: pin)), \(words)")
      }
    }
  }
}

import PanelFiles

/// LEDs with chips of their own on a data line.
extension CircuitBuilder {
  /// The LEDs take a level for high from 0.7 of their 5 V on.
  private static let levelOfFiveVolts = 3.5

  /// Where a strip's LEDs hang at each of its places.
  private struct Strip {
    /// One net for a clockless strip, data and clock for the other.
    var nets: [Int]
    let inputs: [String]
    let outputs: [String]
    let kind: String
  }

  /// One ring, or several on one device.
  mutating func add(chain: [Int]) {
    let rings = chain.map { panel.rings[$0] }
    guard let first = rings.first else { return }
    switch first.driver {
    case .terminal, .file: return
    case .pwm, .softPwm, .led:
      for number in chain { addLeds(number) }
    case .ws2812(let device, _):
      let bus = profile?.spi.first { $0.device == device }
      let pins = [bus?.mosi]
      addStrip(chain, data: nets(pins, ["data"], of: device), kind: "WS2812 or SK6812")
    case .apa102(let device, _):
      let bus = profile?.spi.first { $0.device == device }
      let pins = [bus?.mosi, bus?.clock]
      addStrip(chain, data: nets(pins, ["data", "clock"], of: device), kind: "APA102 or SK9822")
    case .pio(let device):
      beginGroup()
      let data = first.pin.map { net(of: $0) } ?? nets([nil], ["data"], of: device)[0]
      addStrip(chain, data: [data], kind: "WS2812 or SK6812")
    }
  }

  /// The pins of a bus; terminals of the device where the profile does not have them.
  private mutating func nets(_ pins: [String?], _ names: [String], of device: String) -> [Int] {
    beginGroup()
    return zip(pins, names).map { position, name in
      if let pin = position.flatMap({ profile?.pin(at: $0) }) { return net(of: pin) }
      let part = shared(
        "device \(device)", title: device, "its pins are not in the profile"
      ) { _, _ in }
      return net(name, of: part)
    }
  }

  private mutating func addStrip(_ chain: [Int], data: [Int], kind: String) {
    let first = panel.rings[chain[0]]
    let pins = data.compactMap { pin(of: $0) }
    let isClocked = data.count == 2
    var strip = Strip(
      nets: data, inputs: isClocked ? ["DI", "CI"] : ["DIN"],
      outputs: isClocked ? ["DO", "CO"] : ["DOUT"], kind: kind)
    let supply = fiveVoltSupply(near: pins)
    if (lineVolts ?? 0) < CircuitBuilder.levelOfFiveVolts {
      strip.nets = addShifter(first, strip.nets, supply)
    }
    if !isClocked { strip.nets = [addSeriesResistor(first, strip.nets[0])] }
    var switched: [String: Int] = [:]
    var powered: Int?
    for number in chain {
      guard let enable = panel.rings[number].enable, switched[enable.pin] == nil else { continue }
      let plus = addSwitch(
        panel.rings[number].name, enable, from: supply.plus, .power, minus: supply.minus)
      switched[enable.pin] = plus
      powered = powered ?? plus
    }
    let capacitor = add("\(first.name) capacitor", "1000 µF, 6.3 V or more, at the LEDs")
    connect(capacitor, "+", powered ?? supply.plus)
    connect(capacitor, "-", supply.minus)
    addLeds(of: chain, strip, plus: powered ?? supply.plus, switched, minus: supply.minus)
  }

  /// The rings one after the other, and the LEDs between them.
  private mutating func addLeds(
    of chain: [Int], _ strip: Strip, plus: Int, _ switched: [String: Int], minus: Int
  ) {
    var strip = strip
    var place = 0
    for (position, number) in chain.enumerated() {
      let file = panel.rings[number]
      let pixels = panel.panel.rings[number].pixels
      if file.offset > place {
        let count = file.offset - place
        let before = add(
          "\(file.name) first", title: "before \(file.name)",
          count == 1 ? "1 LED of no ring, \(strip.kind)" : "\(count) LEDs of no ring, \(strip.kind)"
        )
        link(before, &strip, goesOn: true, plus: plus, minus: minus)
      }
      let ring = add(file.name, "ring of \(pixels), \(strip.kind)")
      let own = file.enable.flatMap { switched[$0.pin] } ?? plus
      link(ring, &strip, goesOn: position + 1 < chain.count, plus: own, minus: minus)
      place = file.offset + pixels
    }
  }

  private mutating func link(
    _ part: Int, _ strip: inout Strip, goesOn: Bool, plus: Int, minus: Int
  ) {
    for (name, net) in zip(strip.inputs, strip.nets) { connect(part, name, net) }
    if goesOn {
      strip.nets = strip.outputs.map { name in
        let net = add(.signal, "\(circuit.parts[part].name) \(name)")
        connect(part, name, net)
        return net
      }
    }
    connect(part, "5 V", plus)
    connect(part, "GND", minus)
  }

  /// Lifts the board's level to the LEDs'; gives the nets behind it.
  private mutating func addShifter(
    _ ring: RingFile, _ data: [Int], _ supply: (plus: Int, minus: Int)
  ) -> [Int] {
    let isInverting = ring.isInverted
    let part = add(
      "\(ring.name) level shifter",
      isInverting ? "one transistor, inverts" : "74AHCT125 or 74HCT125")
    var outputs: [Int] = []
    for (number, net) in data.enumerated() {
      let output = add(.signal, "\(circuit.parts[part].name) out")
      connect(part, isInverting ? "in" : "\(number + 1)A", net)
      connect(part, isInverting ? "out" : "\(number + 1)Y", output)
      // An output is on while its enable is low.
      if !isInverting { connect(part, "\(number + 1)OE", supply.minus) }
      outputs.append(output)
    }
    if isInverting {
      remark(part, "out with 1 kΩ to 5 V")
    } else {
      remark(part, "inputs that are not used to GND")
    }
    connect(part, isInverting ? "5 V" : "VCC", supply.plus)
    connect(part, "GND", supply.minus)
    return outputs
  }

  private mutating func addSeriesResistor(_ ring: RingFile, _ data: Int) -> Int {
    let part = add("\(ring.name) resistor", "330 Ω, at the first LED")
    let output = add(.signal, "\(circuit.parts[part].name) 2")
    connect(part, "1", data)
    connect(part, "2", output)
    return output
  }

  /// What a line switches between a supply and LEDs; gives the net behind it.
  ///
  /// A resistor keeps it off while nobody has the line: before the start, and after the end.
  mutating func addSwitch(
    _ owner: String, _ line: LinePlan, from source: Int, _ role: Circuit.Role, minus: Int
  ) -> Int {
    let level = line.isActiveLow ? "low" : "high"
    let part = add("\(owner) switch", "load switch or relay, on while \(level)")
    let control = net(of: line)
    let output = add(role, "\(circuit.parts[part].name) out")
    connect(part, "on", control)
    connect(part, "in", source)
    connect(part, "out", output)
    if source != minus { connect(part, "GND", minus) }
    let near = [pin(of: control)].compactMap { $0 }
    let resistor = add("\(owner) switch resistor", "10 kΩ, keeps it off")
    connect(resistor, "1", control)
    connect(resistor, "2", line.isActiveLow ? supply(near: near) : minus)
    return output
  }
}

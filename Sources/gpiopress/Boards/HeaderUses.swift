import PanelFiles

/// What a panel uses of a board's header: names by pin position.
struct HeaderUses {
  private var names: [String: [String]] = [:]

  /// One mark at each of these positions, and nothing else.
  init(marks: [String: String]) { names = marks.mapValues { [$0] } }

  /// The uses of `panel`; none without one.
  init(of panel: PanelFile?, on profile: BoardProfile) {
    guard let panel else { return }
    for line in panel.lines { add(line, line.name, profile) }
    for ring in panel.rings {
      if let line = ring.enable { add(line, "\(ring.name) power", profile) }
      switch ring.driver {
      case .softPwm(let lines, _):
        for (index, line) in lines.enumerated() { add(line, "\(ring.name) \(index)", profile) }
      case .ws2812(let device, _):
        addBus(device, profile, [\.mosi: "\(ring.name) data"])
      case .apa102(let device, _):
        addBus(device, profile, [\.mosi: "\(ring.name) data", \.clock: "\(ring.name) clock"])
      case .pio: if let line = ring.pin { add(line, "\(ring.name) data", profile) }
      case .terminal, .file, .pwm, .led: break
      }
    }
    for cue in panel.cues {
      if case .line(let line) = cue.driver { add(line, cue.name, profile) }
    }
    // The pins of PWM channels and of I2C buses, which no key names.
    let circuit = CircuitBuilder.circuit(of: panel, on: profile)
    for (number, net) in circuit.nets.enumerated() where net.role == .signal {
      guard let pin = net.pin, names[pin.position] == nil else { continue }
      names[pin.position] = circuit.ends(of: number).prefix(1).map { circuit.name(of: $0) }
    }
  }

  /// What stands at a position such as `J8-11`.
  subscript(position: String) -> [String] { names[position] ?? [] }

  /// The pin of a line; nil where the profile does not have it.
  static func pin(of line: LinePlan, on profile: BoardProfile) -> BoardProfile.Pin? {
    switch (line.chip, line.target) {
    case (.label(let label), .offset(let offset)): return profile.pin(chip: label, line: offset)
    case (_, .name(let name)): return profile.pins(named: name).first
    case (.any, .offset): return nil
    }
  }

  private mutating func add(_ line: LinePlan, _ name: String, _ profile: BoardProfile) {
    guard let pin = HeaderUses.pin(of: line, on: profile) else { return }
    names[pin.position, default: []].append(name)
  }

  private mutating func addBus(
    _ device: String, _ profile: BoardProfile,
    _ pins: [KeyPath<BoardProfile.Spi, String?>: String]
  ) {
    guard let bus = profile.spi.first(where: { $0.device == device }) else { return }
    for (path, name) in pins {
      if let position = bus[keyPath: path] { names[position, default: []].append(name) }
    }
  }
}

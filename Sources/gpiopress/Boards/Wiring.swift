import PanelFiles

/// How one line of a panel is connected: its pin, and what the contact's other end goes to.
struct Wiring {
  /// What the other end of the contact goes to.
  enum Partner: Equatable {
    case ground
    case supply
    /// A circuit of the user's own, with its resistor.
    case outside
  }

  let line: LinePlan
  /// The pin; nil where the board's profile does not have it.
  let pin: BoardProfile.Pin?
  let partner: Partner
  /// The pin of ground or supply that the control's common goes to; nil where the board has none.
  let partnerPin: BoardProfile.Pin?

  /// The other parts that use the same pin of ground or supply, in words; nil where it is its own.
  let sharing: String?
  /// Of a circuit of the user's own, the pin that the resistor goes to.
  let resistorPin: BoardProfile.Pin?

  /// The wirings of all lines of a panel, as its circuit has them.
  static func all(
    of panel: PanelFile, on profile: BoardProfile?, _ circuit: Circuit
  ) -> [Wiring] {
    panel.lines.map { Wiring($0, on: profile, circuit) }
  }

  private init(_ line: LinePlan, on profile: BoardProfile?, _ circuit: Circuit) {
    self.line = line
    pin = profile.flatMap { HeaderUses.pin(of: line, on: $0) }
    partner = line.bias == .disabled ? .outside : Wiring.isClosedLow(line) ? .ground : .supply
    let role: Circuit.Role = Wiring.isClosedLow(line) ? .ground : .supply
    let part = circuit.parts.firstIndex { $0.control == line.control }
    let common = part.flatMap { part in
      circuit.parts[part].terminals.first {
        $0.name == "common" && circuit.nets[$0.net].role == role
      }
    }
    partnerPin = common.flatMap { circuit.nets[$0.net].pin }
    sharing = part.flatMap { part in common.flatMap { circuit.sharing(of: $0.net, with: part) } }
    let resistor = circuit.parts.first { other in
      other.group == part.map { circuit.parts[$0].group } && other.isResistor
    }
    resistorPin =
      partner == .outside
      ? resistor?.terminals.last.flatMap { circuit.nets[$0.net].pin } : nil
  }

  /// How far apart two pins of a header are; the other column is further, for wires and for eyes.
  static func distance(_ a: BoardProfile.Pin, _ b: BoardProfile.Pin) -> Int {
    let rows = abs((a.number - 1) / 2 - (b.number - 1) / 2)
    return rows + 4 * abs((a.number - 1) % 2 - (b.number - 1) % 2)
  }

  /// The value of the panel's key `wiring`.
  var key: String {
    switch (line.bias, Wiring.isClosedLow(line)) {
    case (.pullUp, true): return "to_ground"
    case (.pullDown, false): return "to_supply"
    case (.disabled, true): return "external_active_low"
    case (.disabled, false): return "external_active_high"
    case (.pullUp, false): return "pull_up_active_high"
    case (.pullDown, true): return "pull_down_active_low"
    }
  }

  /// The same for people.
  var words: String {
    let contact = line.isNormallyClosed ? "; opens when it is pressed" : ""
    let isLow = Wiring.isClosedLow(line)
    let shared = sharing.map { " (\($0))" } ?? ""
    let way = "\(isLow ? "to ground" : "to the supply")\(at(partnerPin))\(shared)"
    guard partner == .outside else { return way + contact }
    let resistor = "10 kΩ to \(isLow ? "the supply" : "ground")\(at(resistorPin))"
    return "\(way); your own resistor, \(resistor); closed is \(isLow ? "low" : "high")\(contact)"
  }

  /// Whether the contact itself, when closed, makes the line low; for one that opens when it is
  /// pressed that is not what counts as active.
  static func isClosedLow(_ line: LinePlan) -> Bool { line.isActiveLow != line.isNormallyClosed }

  private func at(_ other: BoardProfile.Pin?) -> String {
    guard let other else { return "" }
    // On another header than the line's own its number alone would be the wrong pin.
    let isNear = other.header == pin?.header
    return ", pin \(isNear ? String(other.number) : other.position)"
  }
}

extension BoardProfile.Pin {
  /// A ground for contacts, not the quiet one of an analogue converter (`GNDA_ADC`).
  var isPlainGround: Bool { kind == .ground && !name.hasSuffix("ADC") }
}

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
  /// The pin of ground or supply that is closest; nil for a circuit of the user's own.
  let partnerPin: BoardProfile.Pin?

  /// The wirings of all lines of a panel.
  static func all(of panel: PanelFile, on profile: BoardProfile?) -> [Wiring] {
    panel.lines.map { Wiring($0, on: profile) }
  }

  private init(_ line: LinePlan, on profile: BoardProfile?) {
    self.line = line
    pin = profile.flatMap { HeaderUses.pin(of: line, on: $0) }
    switch line.bias {
    case .disabled: partner = .outside
    case .pullUp: partner = .ground
    case .pullDown: partner = .supply
    }
    guard let profile, let pin, partner != .outside else {
      partnerPin = nil
      return
    }
    let isGround = partner == .ground
    let candidates = profile.header.filter { candidate in
      guard candidate.header == pin.header else { return false }
      if isGround { return candidate.isPlainGround }
      // 5 V would destroy most lines: only the supply of the lines' own voltage will do.
      return candidate.kind == .power && candidate.name == "3V3" && profile.voltage.io == 3.3
    }
    partnerPin = candidates.min { Wiring.distance($0, pin) < Wiring.distance($1, pin) }
  }

  /// How far apart two pins of a header are; the other column is further, for wires and for eyes.
  static func distance(_ a: BoardProfile.Pin, _ b: BoardProfile.Pin) -> Int {
    let rows = abs((a.number - 1) / 2 - (b.number - 1) / 2)
    return rows + 4 * abs((a.number - 1) % 2 - (b.number - 1) % 2)
  }

  /// The value of the panel's key `wiring`.
  var key: String {
    switch (line.bias, isClosedLow) {
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
    switch partner {
    case .outside: return "your own resistor; closed is \(isClosedLow ? "low" : "high")\(contact)"
    case .ground: return "to ground\(at)\(contact)"
    case .supply: return "to the supply\(at)\(contact)"
    }
  }

  /// Whether the contact itself, when closed, makes the line low; for one that opens when it is
  /// pressed that is not what counts as active.
  private var isClosedLow: Bool { line.isActiveLow != line.isNormallyClosed }

  private var at: String { partnerPin.map { ", pin \($0.number)" } ?? "" }
}

extension BoardProfile.Pin {
  /// A ground for contacts, not the quiet one of an analogue converter (`GNDA_ADC`).
  var isPlainGround: Bool { kind == .ground && !name.hasSuffix("ADC") }
}

import PanelFiles

/// One control or ring beside the header, with a wire for each of its terminals.
struct WiringBox {
  /// A wire from the box to a pin.
  struct Wire {
    /// What the terminal is called.
    let label: String
    let pin: BoardProfile.Pin
    let role: Role
  }

  /// What a wire carries; decides its colour.
  enum Role {
    case signal
    case ground
    case supply
  }

  let title: String
  let subtitle: String
  private(set) var wires: [Wire] = []
  /// What no wire shows.
  private(set) var remarks: [String] = []

  /// The boxes of all controls and rings that have a pin on the header.
  static func all(
    of panel: PanelFile, _ wirings: [Wiring], on profile: BoardProfile
  ) -> [WiringBox] {
    var boxes: [WiringBox] = []
    for (index, control) in panel.controls.enumerated() {
      let own = wirings.filter { $0.line.control == index && $0.pin != nil }
      if own.isEmpty { continue }
      let kind = CheckReport.kind(of: index, in: panel)
      var box = WiringBox(title: control.label ?? control.name, subtitle: kind)
      box.add(own, of: control.name)
      boxes.append(box)
    }
    for (ring, file) in zip(panel.panel.rings, panel.rings) {
      var box = WiringBox(title: file.name, subtitle: "ring of \(ring.pixels)")
      box.add(file, on: profile)
      if !box.wires.isEmpty { boxes.append(box) }
    }
    return boxes
  }

  private init(title: String, subtitle: String) {
    self.title = title
    self.subtitle = subtitle
  }

  private mutating func add(_ wirings: [Wiring], of control: String) {
    for wiring in wirings {
      guard let pin = wiring.pin else { continue }
      let part = wiring.line.name.dropFirst(control.count)
      wires.append(
        Wire(label: part.isEmpty ? "contact" : String(part.dropFirst()), pin: pin, role: .signal))
    }
    // The other ends of one control's contacts are one wire: an encoder's common, a button's second leg.
    for partner in [Wiring.Partner.ground, .supply] {
      let ends = wirings.filter { $0.partner == partner }
      if ends.isEmpty { continue }
      if let pin = WiringBox.middle(of: ends) {
        wires.append(
          Wire(label: "common", pin: pin, role: partner == .ground ? .ground : .supply))
      } else {
        remarks.append(partner == .ground ? "common to ground" : "common to the supply")
      }
    }
    if wirings.contains(where: { $0.partner == .outside }) { remarks.append("your own resistor") }
  }

  /// The partner that most of the lines have; of equals, the one that has them closest.
  private static func middle(of ends: [Wiring]) -> BoardProfile.Pin? {
    let partners = ends.compactMap(\.partnerPin)
    func isLess(_ a: BoardProfile.Pin, _ b: BoardProfile.Pin) -> Bool {
      func rank(_ pin: BoardProfile.Pin) -> (Int, Int) {
        let ways = ends.compactMap(\.pin).map { Wiring.distance($0, pin) }
        return (partners.filter { $0 == pin }.count, -ways.reduce(0, +))
      }
      return rank(a) < rank(b)
    }
    return partners.max(by: isLess)
  }

  private mutating func add(_ ring: RingFile, on profile: BoardProfile) {
    if let pin = ring.enable.flatMap({ HeaderUses.pin(of: $0, on: profile) }) {
      wires.append(Wire(label: "enable", pin: pin, role: .signal))
    }
    let device: String
    let hasClock: Bool
    switch ring.driver {
    case .ws2812(let path, _): (device, hasClock) = (path, false)
    case .apa102(let path, _): (device, hasClock) = (path, true)
    case .softPwm(let lines, _):
      for (index, line) in lines.enumerated() {
        guard let pin = HeaderUses.pin(of: line, on: profile) else { continue }
        wires.append(Wire(label: "channel \(index)", pin: pin, role: .signal))
      }
      return
    case .terminal, .file, .pwm, .led, .pio: return
    }
    guard let bus = profile.spi.first(where: { $0.device == device }),
      let data = bus.mosi.flatMap({ profile.pin(at: $0) })
    else { return }
    wires.append(Wire(label: "data", pin: data, role: .signal))
    if hasClock, let clock = bus.clock.flatMap({ profile.pin(at: $0) }) {
      wires.append(Wire(label: "clock", pin: clock, role: .signal))
    }
    let grounds = profile.header.filter { $0.header == data.header && $0.kind == .ground }
    let distances = grounds.map { (pin: $0, distance: Wiring.distance($0, data)) }
    if let ground = distances.min(by: { $0.distance < $1.distance })?.pin {
      wires.append(Wire(label: "ground", pin: ground, role: .ground))
    }
    remarks.append("5 V from a supply of its own")
  }
}

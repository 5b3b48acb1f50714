import PanelFiles

/// A commented panel file for a board: a button, a knob to switch on, and a ring.
struct StarterPanel {
  private let profile: BoardProfile
  private let button: BoardProfile.Pin
  /// The closest ground; nil where the profile knows of none.
  private let ground: BoardProfile.Pin?
  /// Three more pins, for a knob; fewer if the board has no more.
  private let more: [BoardProfile.Pin]

  /// The panel of `profile`; nil where no pin is known to suit.
  init?(_ profile: BoardProfile) {
    let grounds = profile.header.filter(\.isPlainGround)
    let reserved = StarterPanel.reserved(profile)
    let pins = profile.header.compactMap {
      pin -> (pin: BoardProfile.Pin, ground: BoardProfile.Pin?, rank: Int)? in
      guard StarterPanel.suits(pin, profile), !reserved.contains(pin.position) else { return nil }
      let near = grounds.filter { $0.header == pin.header }
        .map { (pin: $0, distance: Wiring.distance($0, pin)) }
        .min { $0.distance < $1.distance }
      // A pin that can be little else leaves the others free.
      let cost = StarterPanel.hasEdges(pin, profile) ? 0 : 1000
      return (pin, near?.pin, cost + 2 * (near?.distance ?? 0) + pin.alternatives.count)
    }
    guard let best = pins.min(by: { $0.rank < $1.rank }) else { return nil }
    self.profile = profile
    button = best.pin
    ground = best.ground
    more = pins.map(\.pin).filter { $0 != best.pin }.suffix(3)
  }

  /// The file; a profile's words stand in its comments, where a line's end would end them.
  var text: String {
    let hasPull = button.chip.flatMap { profile.chip($0)?.hasBias } ?? true
    let wiring =
      hasPull
      ? "to_ground           # the chip's own pull-up; a closed contact is low"
      : "external_active_low # this chip has no pulls: a resistor of 10 kilohms to the lines' supply"
    return """
      # A panel for the \(VisibleText.of(profile.names.first ?? profile.id)). Check it: gpiopress check FILE
      # Try it: gpiopress run FILE
      name: Starter
      board: \(VisibleText.of(profile.id))
      controls:
        button:
          kind: button                # button, switch, knob or stick
          pin: \(name(of: button))\(space(button))# pin \(button.number) of \(VisibleText.of(button.header)); the other leg to ground\(groundPin)
          wiring: \(wiring)
      \(poll)\
          tap: true                   # a short press
          confirm: 1.2s               # held so long, while the ring fills
          ring: halo
          # What to do; a command is its arguments, there is no shell.
          # do:
          #   tap: {run: [/usr/bin/logger, tapped]}
          #   confirm: {run: [/usr/bin/logger, confirmed]}
      \(knob)rings:
        halo: {driver: terminal, pixels: 16}
      \(strip)outputs:
        stdout: true                  # events as JSON lines

      """
  }

  private var poll: String {
    StarterPanel.hasEdges(button, profile)
      ? "" : "    input: poll                 # this chip reports no edges\n"
  }

  private var groundPin: String { ground.map { ", pin \($0.number)" } ?? "" }

  private var knob: String {
    guard more.count == 3 else { return "" }
    let names = more.map(name)
    return """
        # A knob that can be pushed; its common leg to ground:
        # volume: {kind: knob, pins: {a: \(names[0]), b: \(names[1]), press: \(names[2])}, tap: true}

      """
  }

  private var strip: String {
    guard let bus = profile.spi.first(where: { $0.device != nil && $0.mosi != nil }),
      let device = bus.device, let mosi = bus.mosi
    else { return "" }
    let enable = bus.enable.map { " (enable it: \($0))" } ?? ""
    return """
        # A ring of WS2812B instead, data from \(VisibleText.of(mosi + enable))
        # halo: {driver: ws2812, device: \(VisibleText.of(device)), pixels: 16}

      """
  }

  /// The name where it says which pin is meant, else the position.
  private func name(of pin: BoardProfile.Pin) -> String {
    let isPlain = pin.name.utf8.allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
        || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte & 0xDF)
    }
    let isUnique = isPlain && profile.pins(named: pin.name).count == 1
    return isUnique ? pin.name : VisibleText.of(pin.position)
  }

  private func space(_ pin: BoardProfile.Pin) -> String {
    String(repeating: " ", count: max(1, 23 - name(of: pin).count))
  }

  private static func suits(_ pin: BoardProfile.Pin, _ profile: BoardProfile) -> Bool {
    guard pin.kind == .gpio, !pin.isSecond, pin.line != nil, pin.fixedPull == nil,
      profile.reasonToAvoid(pin.position) == nil
    else { return false }
    return true
  }

  private static func hasEdges(_ pin: BoardProfile.Pin, _ profile: BoardProfile) -> Bool {
    pin.hasEdges ?? pin.chip.flatMap { profile.chip($0)?.hasEdges } ?? true
  }

  /// Pins of buses, which a ring or a sensor may want.
  private static func reserved(_ profile: BoardProfile) -> Set<String> {
    var positions: [String?] = []
    for bus in profile.spi { positions += [bus.mosi, bus.miso, bus.clock, bus.select.first] }
    for bus in profile.i2c { positions += [bus.data, bus.clock] }
    return Set(positions.compactMap { $0 })
  }
}

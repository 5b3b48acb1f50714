import EngineTestKit
import PanelFiles

/// Panel files by chance: every kind of control, ring and cue, on pins that the board has.
struct RandomPanels {
  let profile: BoardProfile
  private var free: [BoardProfile.Pin]
  private var names = 0
  private var chipLine = 0
  /// Pins with PWM whose channel no ring has yet.
  private var pwm: [BoardProfile.Pwm]
  private static let expanders = ["1-0020", "mcp23017", "pcf8574"]

  init(_ profile: BoardProfile, _ random: inout SeededGenerator) {
    self.profile = profile
    let reserved = Set(
      profile.spi.flatMap { [$0.mosi, $0.miso, $0.clock] + $0.select.map { $0 } }
        + profile.i2c.flatMap { [$0.data, $0.clock] } + profile.pwm.map(\.pin))
    var channels: Set<String> = []
    pwm = profile.pwm.filter { pwm in
      guard let channel = pwm.channel, pwm.pin != nil, let chip = pwm.device ?? pwm.controller
      else { return false }
      return channels.insert("\(chip) \(channel)").inserted
    }.shuffled(using: &random)
    free = profile.header.filter {
      $0.kind == .gpio && !$0.isSecond && $0.line != nil && !reserved.contains($0.position)
    }.shuffled(using: &random)
  }

  /// One panel's text.
  mutating func text(_ random: inout SeededGenerator) -> String {
    var controls = ""
    var rings = ""
    var cues = ""
    for _ in 0..<Int.random(in: 0...7, using: &random) { controls += control(&random) }
    if controls.isEmpty { controls = control(&random) }
    for _ in 0..<Int.random(in: 0...3, using: &random) { rings += ring(&random) }
    rings += strip(&random)
    for _ in 0..<Int.random(in: 0...2, using: &random) { cues += cue(&random) }
    var text = "name: Random\nboard: \(profile.id)\ncontrols:\n\(controls)"
    if !rings.isEmpty { text += "rings:\n\(rings)" }
    if !cues.isEmpty { text += "cues:\n\(cues)" }
    return text
  }

  private mutating func name(_ kind: String) -> String {
    names += 1
    return "\(kind)\(names)"
  }

  /// A pin of the header, or a line of a chip beside it where the header has no more.
  private mutating func pin(_ random: inout SeededGenerator) -> String {
    if Int.random(in: 0..<12, using: &random) > 0, let pin = free.popLast() { return pin.position }
    chipLine += 1
    let chip = RandomPanels.expanders.randomElement(using: &random) ?? ""
    return "{chip: \(chip), line: \(chipLine)}"
  }

  private mutating func control(_ random: inout SeededGenerator) -> String {
    let wiring =
      ["to_ground", "to_supply", "external_active_low", "external_active_high"]
      .randomElement(using: &random) ?? "to_ground"
    let (kind, legs): (String, [String]) =
      switch Int.random(in: 0..<6, using: &random) {
      case 0: ("switch", [])
      case 1: ("knob", ["a", "b"])
      case 2: ("knob", ["a", "b", "press"])
      case 3: ("stick", ["up", "down", "left", "right"])
      case 4: ("stick", ["up", "down", "left", "right", "press"])
      default: ("button", [])
      }
    let pins =
      legs.isEmpty
      ? "pin: \(pin(&random))"
      : "pins: {\(legs.map { "\($0): \(pin(&random))" }.joined(separator: ", "))}"
    let contact = Bool.random(using: &random) && legs.isEmpty ? ", contact: normally_closed" : ""
    let label = Bool.random(using: &random) ? ", label: \"\(RandomPanels.label(&random))\"" : ""
    return "  \(name(kind)): {kind: \(kind), \(pins), wiring: \(wiring)\(contact)\(label)}\n"
  }

  /// Letters of all widths, some with marks.
  static func label(_ random: inout SeededGenerator) -> String {
    let letters = [
      "W", "i", "m", "漢", "字", "é", "e\u{301}\u{302}\u{303}\u{304}", " ", "👩‍🔬", "ﷺ", "g",
    ]
    let count = Int.random(in: 0...60, using: &random)
    return "L" + (0..<count).map { _ in letters.randomElement(using: &random) ?? "" }.joined()
  }

  private mutating func ring(_ random: inout SeededGenerator) -> String {
    let name = name("ring")
    let invert = ["", ", invert: true"].randomElement(using: &random) ?? ""
    switch Int.random(in: 0..<7, using: &random) {
    case 0:
      let pins = (0..<Int.random(in: 1...4, using: &random)).map { _ in pin(&random) }
      return "  \(name): {driver: soft_pwm, pins: [\(pins.joined(separator: ", "))]\(invert)}\n"
    case 1:
      return
        "  \(name): {driver: pwm, chip: pca9685, address: 0x4\(names % 10), channels: [0, 1, 2]"
        + "\(invert)\(enable(&random))}\n"
    case 2: return "  \(name): {driver: pwm, chip: 1-004\(names % 10), channels: [\(names)]}\n"
    case 3:
      guard let pwm = pwm.popLast(), let chip = pwm.device ?? pwm.controller else { return "" }
      return
        "  \(name): {driver: pwm, chip: \"\(chip)\", channels: [\(pwm.channel ?? 0)]\(invert)}\n"
    case 4: return "  \(name): {driver: led, leds: [\"\(name):red\", \"\(name):blue\"]}\n"
    case 5:
      return "  \(name): {driver: pio, device: /dev/leds\(names), pixels: 8, pin: \(pin(&random))"
        + "\(enable(&random))}\n"
    default: return "  \(name): {driver: terminal, pixels: 8}\n"
    }
  }

  /// One or two rings on a bus of the board, or on one that nobody knows.
  private mutating func strip(_ random: inout SeededGenerator) -> String {
    let device = profile.spi.compactMap(\.device).randomElement(using: &random) ?? "/dev/spidev9.0"
    let driver = ["ws2812", "apa102"].randomElement(using: &random) ?? "ws2812"
    let invert = driver == "ws2812" && Bool.random(using: &random) ? ", invert: true" : ""
    let common = "{driver: \(driver), device: \(device), pixels: 4\(invert)"
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return ""
    case 1:
      return "  \(name("strip")): \(common), offset: 1\(enable(&random))}\n"
        + "  \(name("strip")): \(common), offset: 8}\n"
    default: return "  \(name("strip")): \(common)\(enable(&random))}\n"
    }
  }

  private mutating func enable(_ random: inout SeededGenerator) -> String {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return ", enable: \(pin(&random))"
    case 1: return ", enable: {pin: \(pin(&random)), invert: true}"
    default: return ""
    }
  }

  private mutating func cue(_ random: inout SeededGenerator) -> String {
    let name = name("cue")
    if Int.random(in: 0..<4, using: &random) == 0 {
      return "  \(name): {pwm: {chip: pca9685, address: 0x5\(names % 10), channel: 3}}\n"
    }
    let invert = Bool.random(using: &random) ? ", invert: true" : ""
    return "  \(name): {pin: \(pin(&random))\(invert)}\n"
  }
}

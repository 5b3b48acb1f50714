import PanelFiles

/// LEDs that a line or channel lights by itself, and cues.
extension CircuitBuilder {
  /// What each channel needs; about 4 mA through a red LED at 3.3 V.
  private static let series = "330 Ω in each channel"

  /// A ring of PWM channels, lines or LEDs of the kernel.
  mutating func addLeds(_ number: Int) {
    let file = panel.rings[number]
    let pixels = panel.panel.rings[number].pixels
    let what = pixels == 1 ? "ring of 1" : "ring of \(pixels)"
    beginGroup()
    switch file.driver {
    case .pwm(let chip, let channels, _, let isInverted):
      let ring = add(file.name, "\(what), PWM")
      let nets = channels.map { self.net(ofPwm: chip, $0, ring) }
      let isModule = nets.contains { pin(of: $0) == nil }
      connectLeds(ring, nets, of: file, isInverted: isInverted, isModule: isModule)
    case .softPwm(let lines, _):
      let ring = add(file.name, "\(what), lines")
      let nets = lines.map { net(of: $0) }
      let isInverted = lines.first?.isActiveLow ?? false
      connectLeds(ring, nets, of: file, isInverted: isInverted, isModule: false)
    case .led(let names):
      let ring = add(file.name, "\(what), LEDs of the kernel")
      let kernel = shared("kernel's LEDs", title: "kernel's LEDs", "/sys/class/leds") { _, _ in }
      for (index, name) in names.enumerated() {
        connect(ring, "LED \(index)", net(name, of: kernel))
      }
      remark(ring, "pins, resistors and supply are those of the kernel's driver")
      if let enable = file.enable {
        let supply = fiveVoltSupply(near: [])
        let plus = addSwitch(
          file.name, enable, from: supply.plus, .power, minus: supply.minus)
        connect(ring, "supply", plus)
      }
    case .terminal, .file, .ws2812, .apa102, .pio: return
    }
  }

  /// Channels through resistors to LEDs, whose other legs are together.
  private mutating func connectLeds(
    _ ring: Int, _ nets: [Int], of file: RingFile, isInverted: Bool, isModule: Bool
  ) {
    let isColoured = nets.count == 3 && circuit.parts[ring].what.hasPrefix("ring of 1,")
    let colours: [Character: String] = ["r": "red", "g": "green", "b": "blue"]
    let order = Array(file.order)
    for (index, net) in nets.enumerated() {
      let colour = isColoured && order.indices.contains(index) ? colours[order[index]] : nil
      connect(ring, colour ?? "channel \(index)", net)
    }
    remark(ring, CircuitBuilder.series)
    let pins = nets.compactMap { pin(of: $0) }
    var common: Int
    var role = Circuit.Role.ground
    let minus: Int
    if !isInverted {
      common = ground(near: pins)
      minus = common
    } else if isModule {
      (common, minus) = fiveVoltSupply(near: pins)
      role = .power
    } else {
      common = supply(near: pins)
      role = .supply
      minus = ground(near: pins)
    }
    if let enable = file.enable {
      common = addSwitch(file.name, enable, from: common, role, minus: minus)
    }
    connect(ring, isInverted ? "common +" : "common -", common)
  }

  /// The pin of a PWM channel, or a terminal of the chip that has it.
  private mutating func net(ofPwm chip: String, _ channel: Int, _ part: Int) -> Int {
    let isI2c = PwmChipName.isI2cDevice(chip)
    if isI2c || PwmChipName(chip) != nil {
      let address = PwmChipName(chip)?.address.map { " 0x\(String($0, radix: 16))" } ?? ""
      let module = shared(
        "pwm \(chip)", title: isI2c ? chip : "PCA9685\(address)", "PWM chip on an I2C bus"
      ) { builder, module in
        builder.connectI2c(module, bus: isI2c ? Int(chip.prefix { $0 != "-" }) : nil)
        if let minus = builder.circuit.parts[module].terminals.last?.net {
          builder.connect(module, "OE", minus)
        }
      }
      return net("channel \(channel)", of: module)
    }
    let known = profile?.pwm.filter { $0.isOf(chip) && $0.channel == channel } ?? []
    let pins = known.compactMap { $0.pin }.compactMap { profile?.pin(at: $0) }
    if let pin = pins.first {
      let others = pins.dropFirst().map { "pin \($0.number)" }
      if !others.isEmpty {
        remark(
          part,
          "channel \(channel) is on pin \(pin.number) or \(others.joined(separator: " or ")),"
            + " as the overlay has it")
      }
      return net(of: pin)
    }
    let device = shared("pwm \(chip)", title: "PWM \(chip)", "its pins are not in the profile") {
      _, _ in
    }
    return net("channel \(channel)", of: device)
  }

  // MARK: - Cues

  /// A sounder or motor, and what switches it: a line bears some milliamperes only.
  mutating func add(_ cue: CueFile) {
    beginGroup()
    switch cue.driver {
    case .pwm(let chip, let channel, _):
      let part = add(cue.name, "cue, a piezo")
      let net = net(ofPwm: chip, channel, part)
      let resistor = add("\(cue.name) resistor", "330 Ω")
      let output = add(.signal, "\(cue.name) resistor 2")
      connect(resistor, "1", net)
      connect(resistor, "2", output)
      connect(part, "1", output)
      connect(part, "2", ground(near: [pin(of: net)].compactMap { $0 }))
    case .line(let line):
      let part = add(cue.name, "cue, an active buzzer or a motor")
      let net = net(of: line)
      let near = [pin(of: net)].compactMap { $0 }
      let plus = fiveVolts(near: near)
      let minus = ground(near: near)
      let output = add(.signal, "\(cue.name) driver out")
      connect(part, "+", plus)
      connect(part, "-", output)
      remark(part, "a motor with a diode from - to +")
      if line.isActiveLow {
        let driver = add("\(cue.name) driver", "module that is on while its input is low")
        connect(driver, "in", net)
        connect(driver, "out", output)
        connect(driver, "5 V", plus)
        connect(driver, "GND", minus)
      } else {
        let driver = add("\(cue.name) driver", "N-channel transistor for 3.3 V at its gate")
        connect(driver, "gate", net)
        connect(driver, "drain", output)
        connect(driver, "source", minus)
        let resistor = add("\(cue.name) resistor", "10 kΩ, keeps it silent")
        connect(resistor, "1", net)
        connect(resistor, "2", minus)
      }
    }
  }
}

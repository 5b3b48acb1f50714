import ButtonController

/// The pins that a ring or cue has without naming them: those of its bus.
struct BusPins {
  let context: PanelContext

  /// Notes the lines of an SPI device: data and clock; the selects only as a warning.
  func claimSpi(_ device: String, at value: Value) {
    guard let board = context.board else { return }
    // `/dev/spidev0.1` is another select of the bus of `/dev/spidev0.0`.
    let bus =
      board.spi.first { $0.device == device }
      ?? board.spi.first { bus in
        guard let known = bus.device?.split(separator: ".").first, known.hasPrefix("/dev/spidev")
        else { return false }
        return device.hasPrefix("\(known).")
      }
    guard let bus, let data = bus.mosi, let clock = bus.clock else {
      return cannotTell(device, board, at: value)
    }
    let name = bus.bus ?? device
    claim(data, as: "the data of \(name)", share: device, at: value)
    claim(clock, as: "the clock of \(name)", share: device, at: value)
    for select in bus.select {
      claim(select, as: "a chip select of \(name)", isLikely: true, at: value)
    }
  }

  /// Notes a channel of a PWM chip, and its pin where only one can be it.
  func claimPwm(_ chip: String, _ channel: Int, at value: Value) {
    context.uses.add(
      .channel(chip: chip, channel), "channel \(channel) of the PWM chip \(chip)", at: value)
  }

  /// Notes the pins of the channels of a PWM chip, or of the bus that it is on.
  func claimPins(ofPwm chip: String, _ channels: [Int], at value: Value) {
    guard let board = context.board else { return }
    if PwmChipName.isI2cDevice(chip) {
      return claimI2c(Int(chip.split(separator: "-")[0]) ?? 0, board, at: value)
    }
    if PwmChipName(chip) != nil { return claimAnyI2c(board, at: value) }
    let known = board.pwm.filter { $0.isOf(chip) }
    if known.isEmpty { return cannotTell("the PWM chip \(chip)", board, at: value) }
    for channel in channels {
      let pins = known.filter { $0.channel == channel }.compactMap(\.pin)
      let name = "channel \(channel) of \(chip)"
      for pin in pins { claim(pin, as: name, isLikely: pins.count > 1, at: value) }
    }
  }

  /// What a panel file calls a PWM chip, as the program looks for it: profiles know devices by name.
  func chip(_ fields: Fields) -> String? {
    guard let value = fields["chip"], let name = value.verbatim() else { return nil }
    if name == PwmChipName.pca9685 {
      guard let place = fields["address"] else { return name }
      return address(place).map { PwmChipName(address: $0).text }
    }
    fields["address"]?.fail("belongs to chip: pca9685; take it out")
    return context.board?.pwm.first { $0.isOf(name) && $0.device != nil }?.device ?? name
  }

  private func address(_ value: Value) -> Int? {
    guard let text = value.verbatim() else { return nil }
    guard text.hasPrefix("0x"), let number = Int(text.dropFirst(2), radix: 16),
      (0x40...0x7F).contains(number)
    else {
      return value.fail("\(value.description) is no address of a PCA9685; 0x40 to 0x7f")
    }
    return number
  }

  /// It is on one of the board's buses, which is not said.
  private func claimAnyI2c(_ board: BoardProfile, at value: Value) {
    let buses = board.i2c.filter { $0.device != nil }
    if buses.isEmpty { return cannotTell("its I2C bus", board, at: value) }
    for bus in buses {
      let name = bus.bus ?? bus.device ?? ""
      for (pin, what) in [(bus.data, "data"), (bus.clock, "clock")] {
        if let pin {
          claim(pin, as: "the \(what) of \(name)", isLikely: buses.count > 1, at: value)
        }
      }
    }
  }

  private func claimI2c(_ number: Int, _ board: BoardProfile, at value: Value) {
    let device = "/dev/i2c-\(number)"
    guard let bus = board.i2c.first(where: { $0.device == device }), let data = bus.data,
      let clock = bus.clock
    else { return cannotTell(device, board, at: value) }
    claim(data, as: "the data of \(bus.bus ?? device)", at: value)
    claim(clock, as: "the clock of \(bus.bus ?? device)", at: value)
  }

  private func claim(
    _ position: String, as role: String, share: String? = nil, isLikely: Bool = false,
    at value: Value
  ) {
    guard let pin = context.board?.pin(at: position), let chip = pin.chip, let line = pin.line
    else {
      return
    }
    context.uses.add(
      .line(chip: chip, line), pin.name, as: role, share: share, isLikely: isLikely, at: value)
  }

  private func cannotTell(_ what: String, _ board: BoardProfile, at value: Value) {
    // Without a header no pin of it can be named either.
    if board.header.isEmpty { return }
    value.warn(
      "the profile of \(board.id) does not give the pins of \(what), so it cannot be known whether "
        + "a control uses them; see that none does")
  }
}

extension BoardProfile.Pwm {
  /// Whether it is a channel of the chip that a panel file calls `name`.
  public func isOf(_ name: String) -> Bool {
    if device == name || controller == name { return true }
    // `rp1 pwm0` is what people call pwm0.
    return controller?.hasSuffix(" \(name)") ?? false
  }
}

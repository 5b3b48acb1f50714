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
    // An I2C client's device, such as 1-0040.
    let parts = chip.split(separator: "-")
    if parts.count == 2, let bus = Int(parts[0]), parts[1].count == 4,
      Int(parts[1], radix: 16) != nil
    {
      return claimI2c(bus, board, at: value)
    }
    let known = board.pwm.filter { $0.isOf(chip) }
    if known.isEmpty { return cannotTell("the PWM chip \(chip)", board, at: value) }
    for channel in channels {
      let pins = known.filter { $0.channel == channel }.compactMap(\.pin)
      let name = "channel \(channel) of \(chip)"
      for pin in pins { claim(pin, as: name, isLikely: pins.count > 1, at: value) }
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
      "the profile of \(board.id) does not tell the pins of \(what), so it cannot be told whether "
        + "a control uses them; see that none does")
  }
}

extension BoardProfile.Pwm {
  /// Whether it is a channel of the chip that a panel file calls `name`.
  func isOf(_ name: String) -> Bool {
    if device == name || controller == name { return true }
    // `rp1 pwm0` is what people call pwm0.
    return controller?.hasSuffix(" \(name)") ?? false
  }
}

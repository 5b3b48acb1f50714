import PanelFiles
import Testing

/// What is wrong with rings that share something, or whose wiring cannot be.
@Suite struct RingErrorTests {
  @Test(arguments: chains + uses + supplies + clocks + pwmChips)
  func isToldWithPlaceAndMend(wrong: Wrong) {
    #expect(errors(of: wrong.text) == wrong.expected)
  }

  /// Two rings of a Raspberry Pi 5, each a line.
  static func rings(_ a: String, _ b: String, _ expected: String...) -> Wrong {
    Wrong(
      text: "board: raspberry-pi-5\nrings:\n  a: {\(a)}\n  b: {\(b)}\n", expected: expected)
  }

  static let strip = "driver: ws2812, device: /dev/spidev0.0, pixels: 16"

  static let chains: [Wrong] = [
    rings(
      strip, strip,
      "panel.yaml:4:31: rings.b.device: pixels 0 to 15 of /dev/spidev0.0 belong to a (line 3); rings "
        + "on one device are one chain, write offset: 16"),
    rings(
      "\(strip), offset: 4", "\(strip), offset: 19",
      "panel.yaml:4:67: rings.b.offset: pixel 19 of /dev/spidev0.0 belongs to a (line 3); rings on "
        + "one device are one chain, write offset: 20"),
    rings(
      strip, "\(strip), offset: -1",
      "panel.yaml:4:67: rings.b.offset: -1 is out of range; 0 to 1023",
      "panel.yaml:4:67: rings.b.offset: pixels 0 to 15 of /dev/spidev0.0 belong to a (line 3); rings "
        + "on one device are one chain, write offset: 16"),
    rings(
      strip, "driver: apa102, device: /dev/spidev0.0, pixels: 4, offset: 16",
      "panel.yaml:4:15: rings.b.driver: apa102, but a (line 3) is ws2812 on /dev/spidev0.0; one "
        + "driver sends the whole chain"),
    rings(
      strip, "\(strip), offset: 16, encoding: 4bit",
      "panel.yaml:4:81: rings.b.encoding: encoding is not that of a (line 3) on /dev/spidev0.0; "
        + "write the same for the whole chain"),
    rings(
      "driver: apa102, device: /dev/spidev0.0, pixels: 4, speed: 1MHz",
      "driver: apa102, device: /dev/spidev0.0, pixels: 4, offset: 4",
      "panel.yaml:4:6: rings.b: speed is not that of a (line 3) on /dev/spidev0.0; write the same "
        + "for the whole chain"),
    rings(
      "driver: pio, device: /dev/leds0, pixels: 4",
      "driver: pio, device: /dev/leds0, pixels: 4, offset: 4, at_exit: keep",
      "panel.yaml:4:71: rings.b.at_exit: at_exit is not that of a (line 3) on /dev/leds0; a chain "
        + "ends as a whole, write the same"),
  ]

  /// A ring in line 3 and a control in line 5.
  static func beside(_ ring: String, _ pin: String, _ expected: String...) -> Wrong {
    Wrong(
      text: "board: raspberry-pi-5\nrings:\n  a: {\(ring)}\ncontrols:\n"
        + "  c: {kind: button, pin: \(pin)}\n", expected: expected)
  }

  static let uses: [Wrong] = [
    beside(
      strip, "GPIO10",
      "panel.yaml:5:26: controls.c.pin: GPIO10 is in use already, by rings.a.device (line 3) as the "
        + "data of spi0; a line has one use"),
    beside(
      "driver: apa102, device: /dev/spidev0.1, pixels: 4", "J8-23",
      "panel.yaml:5:26: controls.c.pin: J8-23 is in use already, by rings.a.device (line 3) as the "
        + "clock of spi0; a line has one use"),
    beside(
      "driver: pwm, chip: 1f00098000.pwm, channels: [0]", "GPIO12",
      "panel.yaml:5:26: controls.c.pin: GPIO12 is in use already, by rings.a.chip (line 3) as channel "
        + "0 of 1f00098000.pwm; a line has one use"),
    beside(
      "driver: pwm, chip: 1-0040, channels: [0, 1]", "GPIO2",
      "panel.yaml:5:26: controls.c.pin: GPIO2 is in use already, by rings.a.chip (line 3) as the data "
        + "of i2c1; a line has one use"),
    beside(
      "driver: pio, device: /dev/leds0, pixels: 4, pin: GPIO18", "J8-12",
      "panel.yaml:5:26: controls.c.pin: J8-12 is in use already, by rings.a.pin (line 3) as the pin of "
        + "/dev/leds0; a line has one use"),
    .panel(
      "controls: {c: {kind: button, pin: GPIO10}}\nrings:\n  a: {\(strip)}\n",
      "panel.yaml:4:31: rings.a.device: GPIO10, the data of spi0, is in use already, by "
        + "controls.c.pin (line 2); a line has one use"),
    .panel(
      "cues: {z: {pin: GPIO11}}\nrings: {a: {\(strip)}}\n",
      "panel.yaml:3:37: rings.a.device: GPIO11, the clock of spi0, is in use already, by cues.z.pin "
        + "(line 2); a line has one use"),
    rings(
      "driver: pwm, chip: 1f00098000.pwm, channels: [0, 1]",
      "driver: pwm, chip: 1f00098000.pwm, channels: [1]",
      "panel.yaml:4:52: rings.b.channels: channel 1 of the PWM chip 1f00098000.pwm is in use already, "
        + "by rings.a.channels (line 3); a channel has one use"),
    .panel(
      "rings: {a: {driver: pwm, chip: 1f00098000.pwm, channels: [0]}}\n"
        + "cues: {z: {pwm: {chip: 1f00098000.pwm, channel: 0}}}\n",
      "panel.yaml:3:49: cues.z.pwm.channel: channel 0 of the PWM chip 1f00098000.pwm is in use "
        + "already, by rings.a.channels (line 2); a channel has one use"),
    rings(
      "driver: led, leds: [x]", "driver: led, leds: [y, x]",
      "panel.yaml:4:30: rings.b.leds[1]: the LED x is in use already, by rings.a.leds[0] (line 3); a "
        + "LED has one use"),
    rings(
      strip, "driver: ws2812, device: /dev/spidev0.1, pixels: 4",
      "panel.yaml:4:31: rings.b.device: GPIO10, the data of spi0, is in use already, by "
        + "rings.a.device (line 3) as the data of spi0; a line has one use",
      "panel.yaml:4:31: rings.b.device: GPIO11, the clock of spi0, is in use already, by "
        + "rings.a.device (line 3) as the clock of spi0; a line has one use"),
  ]

  static let pwmChips: [Wrong] = [
    .panel(
      "rings: {a: {driver: pwm, chip: pca9685, channels: [0], address: 65}}\n",
      "panel.yaml:2:65: rings.a.address: \"65\" is no address of a PCA9685; 0x40 to 0x7f"),
    .panel(
      "rings: {a: {driver: pwm, chip: pwm0, channels: [0], address: 0x41}}\n",
      "panel.yaml:2:62: rings.a.address: belongs to chip: pca9685; take it out"),
    beside(
      "driver: pwm, chip: pca9685, channels: [0]", "GPIO3",
      "panel.yaml:5:26: controls.c.pin: GPIO3 is in use already, by rings.a.chip (line 3) as the clock "
        + "of i2c1; a line has one use"),
    rings(
      "driver: pwm, chip: pwm0, channels: [0]", "driver: pwm, chip: 1f00098000.pwm, channels: [0]",
      "panel.yaml:4:52: rings.b.channels: channel 0 of the PWM chip 1f00098000.pwm is in use already, "
        + "by rings.a.channels (line 3); a channel has one use"),
  ]

  @Test func aPwmChipIsCalledAsPeopleDo() throws {
    let text = """
      board: raspberry-pi-4b
      rings:
        a: {driver: pwm, chip: pwm0, channels: [0]}
        b: {driver: pwm, chip: pca9685, channels: [0]}
        c: {driver: pwm, chip: pca9685, address: 0x41, channels: [0]}
      cues: {d: {pwm: {chip: pca9685, address: 0x42, channel: 3}}}
      """
    let panel = try decode(text).panel
    let chips = panel.rings.map { ring in
      if case .pwm(let chip, _, _, _) = ring.driver { return chip }
      return ""
    }
    #expect(chips == ["fe20c000.pwm", "pca9685", "pca9685 at 0x41"])
    #expect(PwmChipName(chips[2])?.address == 0x41)
    #expect(panel.cues[0].driver == .pwm(chip: "pca9685 at 0x42", channel: 3, frequency: 2000))
  }

  static let clocks: [Wrong] = [
    .panel(
      "rings: {a: {\(strip), speed: 4MHz}}\n",
      "panel.yaml:2:72: rings.a.speed: 4MHz: no pattern of bits keeps the times of the LEDs; 3.44MHz "
        + "and 6MHz do"),
    .panel(
      "rings: {a: {\(strip), speed: 2MHz}}\n",
      "panel.yaml:2:72: rings.a.speed: 2MHz: no pattern of bits keeps the times of the LEDs; 3MHz "
        + "does"),
    .panel(
      "rings: {a: {\(strip), speed: 21MHz}}\n",
      "panel.yaml:2:72: rings.a.speed: 21MHz is out of range; 2000000Hz to 20000000Hz"),
    .panel(
      "rings: {a: {\(strip), speed: 8MHz, encoding: 8bit}}\n",
      "panel.yaml:2:72: rings.a.speed: beside encoding, which has a clock of its own; leave one out"
    ),
    rings(
      strip, "\(strip), offset: 16, invert: true",
      "panel.yaml:4:79: rings.b.invert: invert is not that of a (line 3) on /dev/spidev0.0; write the "
        + "same for the whole chain"),
  ]

  static let supplies: [Wrong] = [
    beside(
      "\(strip), enable: GPIO5", "GPIO5",
      "panel.yaml:5:26: controls.c.pin: GPIO5 is in use already, by rings.a.enable (line 3) as the "
        + "supply of /dev/spidev0.0; a line has one use"),
    rings(
      "driver: led, leds: [x], enable: GPIO5", "driver: led, leds: [y], enable: {pin: J8-29}",
      "panel.yaml:4:45: rings.b.enable.pin: J8-29, the supply of b, is in use already, by "
        + "rings.a.enable (line 3) as the supply of a; a line has one use"),
    rings(
      "\(strip), enable: GPIO5", "\(strip), offset: 16, enable: {pin: GPIO5, invert: true}",
      "panel.yaml:4:85: rings.b.enable.pin: GPIO5, the supply of /dev/spidev0.0, inverted, is in use "
        + "already, by rings.a.enable (line 3) as the supply of /dev/spidev0.0; a line has one use"),
    .panel(
      "rings: {a: {\(strip), enable: GPIO5, at_exit: keep}}\n",
      "panel.yaml:2:89: rings.a.at_exit: keep beside enable: that line goes back to the kernel at the "
        + "end, so the LEDs cannot stay lit for sure; leave one out"),
    .panel(
      "rings: {a: {\(strip), enable: {invert: true}}}\n",
      "panel.yaml:2:73: rings.a.enable: pin is missing: the line"),
  ]

  @Test func aSupplyIsALine() throws {
    let text =
      "board: raspberry-pi-5\nrings: {a: {\(Self.strip), enable: {pin: GPIO5, invert: true}}}"
    let line = try #require(try decode(text).panel.rings[0].enable)
    #expect(line.isActiveLow && line.target == .offset(5) && line.bias == .disabled)
  }

  @Test(arguments: [
    (
      "raspberry-pi-5", "driver: ws2812, device: /dev/spidev0.0, pixels: 4", "GPIO8",
      [
        "controls.c.pin: GPIO8 may be a chip select of spi0 of rings.a.device (line 3); see that it "
          + "is not, or take another"
      ]
    ),
    (
      "raspberry-pi-4b", "driver: pwm, chip: pwm0, channels: [1]", "GPIO19",
      [
        "controls.c.pin: GPIO19 may be channel 1 of fe20c000.pwm of rings.a.chip (line 3); see that it is "
          + "not, or take another"
      ]
    ),
    (
      "raspberry-pi-4b", "driver: ws2812, device: /dev/spidev0.0, pixels: 4", "GPIO9", []
    ),
    (
      "raspberry-pi-4b", "driver: pwm, chip: 3, channels: [1]", "GPIO19",
      [
        "rings.a.chip: the profile of raspberry-pi-4b does not give the pins of the PWM chip 3, so it "
          + "cannot be known whether a control uses them; see that none does"
      ]
    ),
    (
      "odroid-c4", "driver: apa102, device: /dev/spidev0.0, pixels: 4", "J2-7",
      [
        "rings.a.device: the profile of odroid-c4 does not give the pins of /dev/spidev0.0, so it "
          + "cannot be known whether a control uses them; see that none does"
      ]
    ),
    (
      "raspberry-pi-5", "driver: pio, device: /dev/leds0, pixels: 4", "GPIO18",
      [
        "rings.a.device: it cannot be known whether a control uses the pin of this device; write that "
          + "of the overlay, such as pin: GPIO18"
      ]
    ),
  ])
  func whatIsNotCertainIsAWarning(board: String, ring: String, pin: String, expected: [String])
    throws
  {
    let text =
      "board: \(board)\nrings:\n  a: {\(ring)}\ncontrols:\n"
      + "  c: {kind: button, pin: \(pin), ring: a}\n"
    let warnings = try decode(text).warnings.map(\.message)
    #expect(warnings.filter { $0.contains("rings.a") } == expected)
  }

  @Test func ringsOfOneDeviceAreOneChain() throws {
    let text = """
      rings:
        late: {driver: ws2812, device: /dev/spidev0.0, pixels: 4, offset: 20}
        alone: {driver: ws2812, device: /dev/spidev0.1, pixels: 4, offset: 1}
        drawn: {driver: terminal}
        early: {driver: ws2812, device: /dev/spidev0.0, pixels: 16}
      """
    let panel = try decode(text).panel
    #expect(panel.rings.map(\.offset) == [20, 1, 0, 0])
    #expect(panel.chains == [[3, 0], [1], [2]])
  }
}

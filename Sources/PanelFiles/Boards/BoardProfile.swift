import ButtonController

/// What is known about a board: chips, header pins, and what to leave alone; facts with sources.
public struct BoardProfile: Equatable, Sendable {
  /// The id, such as `raspberry-pi-5`.
  public var id: String
  /// What people call it.
  public var names: [String]
  /// Who makes it.
  public var vendor: String
  /// Its processor.
  public var soc: String
  /// Entries of /proc/device-tree/compatible that only this board has.
  public var compatible: [String]
  /// Beginnings of /proc/device-tree/model.
  public var models: [String]
  /// Values of /sys/class/dmi/id/board_name, for boards without a device tree.
  public var dmiNames: [String]
  /// The GPIO chips, by label.
  public var chips: [Chip]
  /// The pins of its headers; empty where no source was read.
  public var header: [Pin]
  /// Pins that can be PWM.
  public var pwm: [Pwm]
  /// SPI buses.
  public var spi: [Spi]
  /// I2C buses.
  public var i2c: [I2c]
  /// Pins to leave alone.
  public var avoid: [Avoid]
  /// Supply voltage of the pins.
  public var voltage: Voltage
  /// What has to be done before its pins are lines.
  public var setup: [String]
  /// What else is good to know.
  public var notes: [String]
  /// What no source confirms.
  public var unverified: [String]
  /// Where the facts are from.
  public var sources: [String]

  /// Whether the header was read from a source; a profile without one says so when it is used.
  public var isVerified: Bool { !header.isEmpty }

  /// A GPIO chip.
  public struct Chip: Equatable, Sendable {
    /// Its label; the kernel's number changes, the label does not.
    public var label: String
    /// How many lines it has; nil where not known.
    public var lines: Int?
    /// Whether it reports edges; nil where not known.
    public var hasEdges: Bool?
    /// Whether it can pull; nil where not known.
    public var hasBias: Bool?
    /// How it debounces, in words.
    public var debounce: String?
    /// Its device, such as `fe200000.gpio`.
    public var device: String?
    /// Whether lines of it are on a header.
    public var isOnHeader: Bool
    /// A remark.
    public var note: String?
  }

  /// A pin of a header.
  public struct Pin: Equatable, Sendable {
    /// The header, such as `J8`.
    public var header: String
    /// The pin's number on it.
    public var number: Int
    /// What it is.
    public var kind: Kind
    /// The chip's label of a GPIO.
    public var chip: String?
    /// The line on that chip.
    public var line: Int?
    /// The name, such as `GPIO17`, `3V3` or `GND`.
    public var name: String
    /// Names that kernels give the line.
    public var lineNames: [String]
    /// What else it can be.
    public var alternatives: [String]
    /// The pull at boot: `up`, `down` or `none`; nil where not known.
    public var bootPull: String?
    /// A resistor on the board pulls it: `up` or `down`.
    public var fixedPull: String?
    /// Whether the line reports edges; nil for as its chip.
    public var hasEdges: Bool?
    /// A second line on the same pin.
    public var isSecond: Bool
    /// A remark.
    public var note: String?

    /// What a pin is.
    public enum Kind: String, Equatable, Sendable, CaseIterable {
      /// A line.
      case gpio
      /// A supply.
      case power
      /// Ground.
      case ground
      /// An analogue input.
      case adc
      /// Something else that is no line.
      case function
      /// Not connected, or not known.
      case none
    }

    /// The pin as a panel file may write it, such as `J8-11`.
    public var position: String { "\(header)-\(number)" }
  }

  /// A pin with PWM.
  public struct Pwm: Equatable, Sendable {
    /// The pin, such as `J8-32`; nil where it is not on a header.
    public var pin: String?
    /// The controller's device or name; nil where not known.
    public var controller: String?
    /// The kernel's device, such as `fe20c000.pwm`; nil where not known.
    public var device: String?
    /// The channel of that controller; nil where not known.
    public var channel: Int?
    /// How it is switched on.
    public var enable: String?
    /// What the data sheet calls it.
    public var function: String?
    /// A remark.
    public var note: String?
  }

  /// An SPI bus.
  public struct Spi: Equatable, Sendable {
    /// Its name; nil where not known.
    public var bus: String?
    /// The device that a ring uses, such as `/dev/spidev0.0`.
    public var device: String?
    /// The pin of MOSI.
    public var mosi: String?
    /// The pin of MISO.
    public var miso: String?
    /// The pin of the clock.
    public var clock: String?
    /// The pins of chip select.
    public var select: [String]
    /// How it is switched on.
    public var enable: String?
    /// A remark.
    public var note: String?
  }

  /// An I2C bus.
  public struct I2c: Equatable, Sendable {
    /// Its name; nil where not known.
    public var bus: String?
    /// The device, such as `/dev/i2c-1`.
    public var device: String?
    /// The pin of data.
    public var data: String?
    /// The pin of the clock.
    public var clock: String?
    /// How it is switched on.
    public var enable: String?
    /// A remark.
    public var note: String?
  }

  /// A pin to leave alone.
  public struct Avoid: Equatable, Sendable {
    /// The pin, such as `J8-27`.
    public var pin: String
    /// Why.
    public var reason: String
  }

  /// Volts of the pins.
  public struct Voltage: Equatable, Sendable {
    /// Of the lines; nil where not known.
    public var io: Double?
    /// The most that a pin bears; nil where not known.
    public var max: Double?
    /// The most of analogue inputs; nil where there are none.
    public var adc: Double?
    /// Whether a pin bears 5 V.
    public var isFiveVoltTolerant: Bool
    /// A remark.
    public var note: String?
  }
}

extension BoardProfile {
  /// The chip with this label.
  public func chip(_ label: String) -> Chip? { chips.first { $0.label == label } }

  /// The pin at a position such as `J8-11`; the first where two lines share it.
  public func pin(at position: String) -> Pin? {
    header.first { $0.position == position && !$0.isSecond }
      ?? header.first { $0.position == position }
  }

  /// The lines that are called `name` on the board or by a kernel.
  ///
  /// A kernel's name may carry a remark (`P8_3 [mmc1_dat6]`); what stands before it is the name.
  public func pins(named name: String) -> [Pin] {
    let own = header.filter { $0.kind == .gpio && $0.name == name }
    if !own.isEmpty { return own }
    return header.filter { pin in
      pin.kind == .gpio
        && pin.lineNames.contains { $0 == name || $0.hasPrefix(name + " [") }
    }
  }

  /// The pin of a line.
  public func pin(chip: String, line: Int) -> Pin? {
    header.first { $0.chip == chip && $0.line == line && !$0.isSecond }
      ?? header.first { $0.chip == chip && $0.line == line }
  }

  /// Why the pin at `position` should be left alone; nil if nothing is known against it.
  public func reasonToAvoid(_ position: String) -> String? {
    let reasons = avoid.filter { $0.pin == position }.map(\.reason)
    return reasons.isEmpty ? nil : reasons.joined(separator: "; ")
  }
}

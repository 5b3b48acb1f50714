import ButtonController

/// A ring's name, driver, and how its light becomes the driver's numbers.
public struct RingFile: Equatable, Sendable {
  /// The key in the file.
  public var name: String
  /// What lights it.
  public var driver: Driver
  /// Applied to linear light, 0…1.
  public var brightness: Double
  /// The exponent from a colour to light.
  public var gamma: Double
  /// Levels above 0 are never sent lower than this, 0…1.
  public var floor: Double
  /// The driver's pixel of each pixel of the circle; nil for one after the other.
  public var map: [Int]?
  /// Mounted from behind: the circle runs the other way round.
  public var isMirrored: Bool
  /// The order of the channels on the wire: a permutation of `rgb`, or of `rgbw`.
  public var order: String
  /// Whether white is taken out of the colours (with `w` in `order`).
  public var extractsWhite: Bool
  /// The current limit in milliamperes.
  public var limit: Double
  /// Milliamperes of a full channel: red, green, blue, white.
  public var channelMilliamperes: [Double]
  /// Frames a second while something moves.
  public var fps: Int
  /// Whether the ring stays lit when the program ends.
  public var staysLit: Bool
  /// The first of its pixels on its device, where several rings are one chain.
  public var offset: Int
  /// Whether the data line is inverted on its way to the LEDs.
  public var isInverted: Bool
  /// The line that powers the LEDs; nil where they always have power.
  public var enable: LinePlan?
  /// The data pin of a kernel's ring device (`pio`), where the panel says it; the kernel has it.
  public var pin: LinePlan?

  /// What lights a ring.
  public enum Driver: Equatable, Sendable {
    /// Drawn in the terminal.
    case terminal
    /// Frames as JSON lines in a file.
    case file(path: String)
    /// Kernel PWM: a chip by number or device name, its channels, frequency in hertz.
    case pwm(chip: String, channels: [Int], frequency: Double, isInverted: Bool)
    /// A line toggled by a thread.
    case softPwm(lines: [LinePlan], frequency: Double)
    /// The kernel's LED class.
    case led(names: [String])
    /// WS2812B and SK6812 on SPI.
    case ws2812(device: String, encoding: Ws2812Encoding)
    /// APA102 and SK9822 on SPI, speed in hertz.
    case apa102(device: String, speed: Double)
    /// The Pi 5's own ring device.
    case pio(device: String)

    /// Whether it lights LEDs of this machine.
    public var isHardware: Bool {
      switch self {
      case .terminal, .file: return false
      case .pwm, .softPwm, .led, .ws2812, .apa102, .pio: return true
      }
    }
  }

  /// How a WS2812 bit becomes SPI bits.
  public enum Ws2812Encoding: Equatable, Sendable {
    /// 0xC0 and 0xF0 at 6.4 MHz.
    case eightBit
    /// 8 and C at 3.2 MHz.
    case fourBit
    /// Three bits at 2.4 MHz.
    case threeBit
    /// 0x80 and 0xF0, for cores that pause.
    case slowCore
    /// As `Ws2812Pattern` has it for a clock of so many hertz.
    case clocked(Double)
  }

  /// A ring with the defaults of the panel file.
  public init(
    name: String, driver: Driver, brightness: Double = 0.3, gamma: Double = 2.2, floor: Double = 0,
    map: [Int]? = nil, isMirrored: Bool = false, order: String = "grb",
    extractsWhite: Bool = false, limit: Double = 400,
    channelMilliamperes: [Double] = [16, 11, 15, 15], fps: Int = 60, staysLit: Bool = false,
    offset: Int = 0, isInverted: Bool = false, enable: LinePlan? = nil,
    pin: LinePlan? = nil
  ) {
    self.name = name
    self.driver = driver
    self.brightness = brightness
    self.gamma = gamma
    self.floor = floor
    self.map = map
    self.isMirrored = isMirrored
    self.order = order
    self.extractsWhite = extractsWhite
    self.limit = limit
    self.channelMilliamperes = channelMilliamperes
    self.fps = fps
    self.staysLit = staysLit
    self.offset = offset
    self.isInverted = isInverted
    self.enable = enable
    self.pin = pin
  }
}

extension RingFile.Driver {
  /// The device that a chain of LEDs hangs on; nil for drivers without one.
  public var device: String? {
    switch self {
    case .ws2812(let device, _), .apa102(let device, _), .pio(let device): return device
    case .terminal, .file, .pwm, .softPwm, .led: return nil
    }
  }

  /// Its name in panel files.
  public var name: String {
    switch self {
    case .terminal: return "terminal"
    case .file: return "file"
    case .pwm: return "pwm"
    case .softPwm: return "soft_pwm"
    case .led: return "led"
    case .ws2812: return "ws2812"
    case .apa102: return "apa102"
    case .pio: return "pio"
    }
  }
}

/// A sounder or motor that reports the end of a hold.
public struct CueFile: Equatable, Sendable {
  /// The key in the file.
  public var name: String
  /// What sounds.
  public var driver: Driver
  /// Pulses by event name, in milliseconds on, off, on …; those not named have the defaults.
  public var patterns: [String: [Int]]

  /// What a cue sounds with.
  public enum Driver: Equatable, Sendable {
    /// An active buzzer or a motor on a line.
    case line(LinePlan)
    /// A piezo on a PWM channel, frequency in hertz.
    case pwm(chip: String, channel: Int, frequency: Double)
  }

  /// A cue called `name`.
  public init(name: String, driver: Driver, patterns: [String: [Int]] = [:]) {
    self.name = name
    self.driver = driver
    self.patterns = patterns
  }
}

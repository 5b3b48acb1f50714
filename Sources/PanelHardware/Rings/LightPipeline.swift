import ButtonController
import Glibc
import PanelFiles

/// From the colours of a picture to the share of full light of each LED's channels.
///
/// In this order: gamma, brightness, white, floor, place on the wire, current limit.
struct LightPipeline {
  /// Channels of one LED, each 0…1 of what it can give.
  struct Duty: Equatable {
    var red = 0.0
    var green = 0.0
    var blue = 0.0
    var white = 0.0

    var largest: Double { max(red, green, blue, white) }

    func scaled(by factor: Double) -> Duty {
      Duty(red: red * factor, green: green * factor, blue: blue * factor, white: white * factor)
    }

    /// The channel of a letter of `rgbw`.
    func channel(_ letter: UInt8) -> Double {
      switch letter {
      case UInt8(ascii: "r"): return red
      case UInt8(ascii: "g"): return green
      case UInt8(ascii: "b"): return blue
      default: return white
      }
    }
  }

  /// What the driver sends, in the order of the wire.
  private(set) var duties: [Duty]
  /// The LED of each pixel of the circle.
  private let places: [Int]
  private let brightness: Double
  private let gamma: Double
  private let floor: Double
  private let extractsWhite: Bool
  private var limit: CurrentLimit?

  /// `limitsCurrent` is false where the currents of the panel file say nothing about the LEDs.
  init(_ file: RingFile, pixels: Int, limitsCurrent: Bool = true) {
    places = LightPipeline.places(file, pixels: pixels)
    duties = [Duty](repeating: Duty(), count: (places.max() ?? 0) + 1)
    brightness = min(max(file.brightness, 0), 1)
    gamma = file.gamma
    floor = min(max(file.floor, 0), 1)
    extractsWhite = file.extractsWhite && file.order.utf8.contains(UInt8(ascii: "w"))
    limit =
      limitsCurrent
      ? CurrentLimit(file.limit, channels: file.channelMilliamperes, leds: duties.count) : nil
  }

  /// The LED of each pixel: by the map, and the other way round if it is mounted from behind, which
  /// leaves pixel 0 where it is.
  static func places(_ file: RingFile, pixels: Int) -> [Int] {
    (0..<max(pixels, 1)).map { pixel in
      let seen = file.isMirrored && pixel > 0 ? pixels - pixel : pixel
      guard let map = file.map, map.indices.contains(seen) else { return seen }
      return max(map[seen], 0)
    }
  }

  /// Computes `duties` of a picture; missing pixels stay dark.
  mutating func convert(_ pixels: UnsafeBufferPointer<Colour>) {
    var known = Colour.black
    var duty = Duty()
    for pixel in places.indices {
      let colour = pixel < pixels.count ? pixels[pixel] : .black
      if colour != known {
        known = colour
        duty = self.duty(of: colour)
      }
      duties[places[pixel]] = duty
    }
    let factor = limit?.factor(for: duties) ?? 1
    if factor < 1 {
      for led in duties.indices { duties[led] = duties[led].scaled(by: factor) }
    }
  }

  /// Makes `duties` those of a dark ring.
  mutating func clear() {
    for led in duties.indices { duties[led] = Duty() }
  }

  private func duty(of colour: Colour) -> Duty {
    var duty = Duty(
      red: light(colour.red), green: light(colour.green), blue: light(colour.blue))
    if extractsWhite {
      duty.white = min(duty.red, duty.green, duty.blue)
      duty.red -= duty.white
      duty.green -= duty.white
      duty.blue -= duty.white
    }
    // The brightest channel is lifted and the others with it, so that the hue stays.
    let largest = duty.largest
    return largest > 0 && largest < floor ? duty.scaled(by: floor / largest) : duty
  }

  private func light(_ code: Double) -> Double {
    guard code > 0 else { return 0 }
    return pow(min(code, 1), gamma) * brightness
  }
}

/// An estimate of a ring's current, and by how much it is to be dimmed to keep a limit.
///
/// Dims at once and brightens again only when a fifth more would fit, so that a ring that breathes
/// around the limit does not pump.
struct CurrentLimit {
  private let limit: Double
  private let channels: [Double]
  private let idle: Double
  private var factor = 1.0

  /// Milliamperes in all, and of a full red, green, blue and white channel; an LED idles at 1 mA.
  init(_ limit: Double, channels: [Double], leds: Int) {
    self.limit = limit
    self.channels = (0..<4).map { $0 < channels.count ? max(channels[$0], 0) : 0 }
    idle = Double(leds)
  }

  /// What the channels take, without the idle current.
  func current(of duties: [LightPipeline.Duty]) -> Double {
    var sum = 0.0
    for duty in duties {
      sum += duty.red * channels[0] + duty.green * channels[1] + duty.blue * channels[2]
      sum += duty.white * channels[3]
    }
    return sum
  }

  /// What all channels are to be multiplied by.
  mutating func factor(for duties: [LightPipeline.Duty]) -> Double {
    let current = current(of: duties)
    let room = max(limit - idle, 0)
    let needed = current > room ? room / current : 1
    if needed < factor || (factor < 1 && current * factor * 1.2 <= room) { factor = needed }
    return factor
  }
}

import ButtonController
import PanelFiles

/// From the colours of a picture to the bytes that a driver sends: of one ring, or of a chain.
package struct RingEncoder {
  /// What the bytes are for.
  enum Code {
    case ws2812(Ws2812Code)
    case apa102
    case pio
  }

  /// A ring of the chain.
  private struct Part {
    let order: [UInt8]
    var pipeline: LightPipeline
    /// LEDs between the ring before, or the start, and this one: always dark.
    let gap: Int
    /// Its pixels in the pictures of all rings, one after the other.
    let pixels: Range<Int>

    var leds: Int { gap + pipeline.duties.count }
  }

  /// The frame that was encoded last.
  package private(set) var bytes: [UInt8] = []
  private let code: Code
  private var parts: [Part]
  private var channels: [UInt8]
  /// How many LEDs a frame is for.
  let count: Int

  /// The encoder of a ring; nil where its driver sends no bytes.
  package init?(_ file: RingFile, pixels: Int) {
    let parts = [RingPart(file, pixels: pixels)]
    switch file.driver {
    case .ws2812(_, let encoding):
      self.init(.ws2812(Ws2812Code(encoding, isInverted: file.isInverted)), parts)
    case .apa102: self.init(.apa102, parts)
    case .pio: self.init(.pio, parts)
    case .terminal, .file, .pwm, .softPwm, .led: return nil
    }
  }

  /// The encoder of a chain; `rings` in its order.
  init(_ code: Code, _ rings: [RingPart]) {
    self.code = code
    parts = []
    var end = 0
    var pixels = 0
    for ring in rings {
      let part = RingEncoder.part(ring, code, from: pixels, after: end)
      parts.append(part)
      pixels = part.pixels.upperBound
      end += part.leds
    }
    count = end
    channels = [UInt8](repeating: 0, count: parts.reduce(0) { $0 + $1.leds * $1.order.count })
    bytes.reserveCapacity(length)
  }

  private static func part(_ ring: RingPart, _ code: Code, from pixel: Int, after end: Int) -> Part
  {
    var file = ring.file
    var order = Array(file.order.utf8)
    if case .pio = code {
      order = Array("rgbw".utf8)
      // `gamma: none` is for the kernel's own; brightness and current are still counted in light.
      if file.gamma == 1 { file.gamma = PioRing.kernelGamma }
    }
    return Part(
      order: order, pipeline: LightPipeline(file, pixels: ring.pixels),
      gap: max(file.offset - end, 0), pixels: pixel..<(pixel + ring.pixels))
  }

  /// Bytes of a frame.
  var length: Int {
    switch code {
    case .ws2812(let code): return code.length(ofColours: channels.count)
    case .apa102: return Apa102Code.length(of: count)
    case .pio: return channels.count
    }
  }

  /// Encodes the pictures of all rings, one after the other, into `bytes`.
  package mutating func encode(_ pixels: UnsafeBufferPointer<Colour>) {
    for index in parts.indices {
      let own = parts[index].pixels.clamped(to: 0..<pixels.count)
      parts[index].pipeline.convert(UnsafeBufferPointer(rebasing: pixels[own]))
    }
    finish()
  }

  /// Encodes the frame without light.
  mutating func encodeDark() {
    for index in parts.indices { parts[index].pipeline.clear() }
    finish()
  }

  private mutating func finish() {
    switch code {
    case .ws2812(let code):
      fillChannels { UInt8(($0 * 255).rounded()) }
      code.encode(channels, into: &bytes)
    case .apa102:
      Apa102Code.begin(&bytes)
      for part in parts {
        Apa102Code.appendDark(part.gap, to: &bytes)
        Apa102Code.append(part.pipeline.duties, order: part.order, to: &bytes)
      }
      Apa102Code.end(count, &bytes)
    case .pio:
      fillChannels(PioRing.code)
      bytes.removeAll(keepingCapacity: true)
      bytes.append(contentsOf: channels)
    }
  }

  private mutating func fillChannels(_ byte: (Double) -> UInt8) {
    var index = 0
    for part in parts {
      // LEDs of a gap have as many channels as the ring behind them; they stay 0.
      index += part.gap * part.order.count
      let first = index
      // Neighbours are mostly alike.
      var known = LightPipeline.Duty()
      for duty in part.pipeline.duties {
        let isKnown = index > first && duty == known
        known = duty
        for letter in part.order {
          channels[index] =
            isKnown ? channels[index - part.order.count] : byte(duty.channel(letter))
          index += 1
        }
      }
    }
  }
}

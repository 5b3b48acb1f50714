import ButtonController
import PanelFiles

/// From the colours of a picture to the bytes that a driver sends.
package struct RingEncoder {
  /// What the bytes are for.
  enum Code {
    case ws2812(Ws2812Code)
    case apa102
    case pio
  }

  /// The frame that was encoded last.
  package private(set) var bytes: [UInt8] = []
  private let code: Code
  private let order: [UInt8]
  private var pipeline: LightPipeline
  private var channels: [UInt8]

  /// How many LEDs a frame is for.
  var count: Int { pipeline.duties.count }

  /// The encoder of a ring; nil where its driver sends no bytes.
  package init?(_ file: RingFile, pixels: Int) {
    switch file.driver {
    case .ws2812(_, let encoding): self.init(.ws2812(Ws2812Code(encoding)), file, pixels: pixels)
    case .apa102: self.init(.apa102, file, pixels: pixels)
    case .pio: self.init(.pio, file, pixels: pixels)
    case .terminal, .file, .pwm, .softPwm, .led: return nil
    }
  }

  init(_ code: Code, _ file: RingFile, pixels: Int) {
    self.code = code
    var file = file
    var order = Array(file.order.utf8)
    if case .pio = code {
      order = Array("rgbw".utf8)
      // `gamma: none` is for the kernel's own; brightness and current are still counted in light.
      if file.gamma == 1 { file.gamma = PioRing.kernelGamma }
    }
    self.order = order
    pipeline = LightPipeline(file, pixels: pixels)
    channels = [UInt8](repeating: 0, count: pipeline.duties.count * order.count)
    bytes.reserveCapacity(length)
  }

  /// Bytes of a frame.
  var length: Int {
    switch code {
    case .ws2812(let code): return code.length(ofColours: channels.count)
    case .apa102: return Apa102Code.length(of: count)
    case .pio: return channels.count
    }
  }

  /// Encodes a picture into `bytes`.
  package mutating func encode(_ pixels: UnsafeBufferPointer<Colour>) {
    pipeline.convert(pixels)
    finish()
  }

  /// Encodes the frame without light.
  mutating func encodeDark() {
    pipeline.clear()
    finish()
  }

  private mutating func finish() {
    switch code {
    case .ws2812(let code):
      fillChannels { UInt8(($0 * 255).rounded()) }
      code.encode(channels, into: &bytes)
    case .apa102: Apa102Code.encode(pipeline.duties, order: order, into: &bytes)
    case .pio:
      fillChannels(PioRing.code)
      bytes.removeAll(keepingCapacity: true)
      bytes.append(contentsOf: channels)
    }
  }

  private mutating func fillChannels(_ byte: (Double) -> UInt8) {
    var index = 0
    // Neighbours are mostly alike.
    var known = LightPipeline.Duty()
    for duty in pipeline.duties {
      let isKnown = index > 0 && duty == known
      known = duty
      for letter in order {
        channels[index] = isKnown ? channels[index - order.count] : byte(duty.channel(letter))
        index += 1
      }
    }
  }
}

import ButtonController
import PanelFiles

/// WS2812B and SK6812 on the data line of an SPI bus.
struct Ws2812Ring: RingOutput {
  private let device: String
  private var encoder: RingEncoder
  private var bus: SpiBus

  init(_ parts: [RingPart], device: String, encoding: RingFile.Ws2812Encoding) {
    let code = Ws2812Code(encoding, isInverted: parts[0].file.isInverted)
    self.device = device
    encoder = RingEncoder(.ws2812(code), parts)
    bus = SpiBus(path: device, speed: code.speed)
  }

  mutating func open() throws(RingError) {
    try bus.open()
    let length = encoder.length
    if length > bus.capacity {
      throw RingError(
        "\(device): a frame of \(encoder.count) LEDs takes \(length) bytes, the driver"
          + " takes \(bus.capacity) at once",
        mend: "raise spidev.bufsiz to \(length) on the kernel command line, or use encoding: 4bit",
        isFinal: true)
    }
  }

  mutating func send(
    _ pixels: UnsafeBufferPointer<Colour>, at instant: Instant
  ) throws(RingError) {
    encoder.encode(pixels)
    try bus.send(encoder.bytes)
  }

  mutating func dark() {
    encoder.encodeDark()
    // A device that is gone has nothing to be made dark.
    do throws(RingError) { try bus.send(encoder.bytes) } catch {}
  }

  func check() throws(RingError) { try bus.check() }

  mutating func close(keepsLight: Bool) { bus.close() }

  var frameTime: TimeSpan { bus.time(of: encoder.length) }
  var isAnnounced: Bool { true }
}

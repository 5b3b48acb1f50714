import ButtonController
import PanelFiles

/// LEDs on an SPI bus: a frame is one transfer.
struct SpiRing: RingOutput {
  private let device: String
  private var encoder: RingEncoder
  private var bus: SpiBus
  /// What else can be done where a frame is too long for the driver.
  private let shorter: String

  /// WS2812B and SK6812, on the data line alone.
  init(_ parts: [RingPart], device: String, ws2812 encoding: RingFile.Ws2812Encoding) {
    let code = Ws2812Code(encoding, isInverted: parts[0].file.isInverted)
    self.init(
      RingEncoder(.ws2812(code), parts), device: device, speed: code.speed,
      shorter: ", or use encoding: 4bit")
  }

  /// APA102 and SK9822.
  init(_ parts: [RingPart], device: String, apa102 speed: Double) {
    self.init(RingEncoder(.apa102, parts), device: device, speed: speed, shorter: "")
  }

  private init(_ encoder: RingEncoder, device: String, speed: Double, shorter: String) {
    self.device = device
    self.encoder = encoder
    self.shorter = shorter
    bus = SpiBus(path: device, speed: speed)
  }

  mutating func open() throws(RingError) {
    try bus.open()
    let length = encoder.length
    if length > bus.capacity {
      throw RingError(
        "\(device): a frame of \(encoder.count) LEDs takes \(length) bytes, the driver"
          + " takes \(bus.capacity) at once",
        hint: "raise spidev.bufsiz to \(length) on the kernel command line\(shorter)",
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

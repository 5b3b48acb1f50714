import ButtonController
import Glibc
import PanelFiles

/// WS2812B and SK6812 on the data line of an SPI bus.
struct Ws2812Ring: RingOutput {
  private let device: String
  private let code: Ws2812Code
  private let order: [UInt8]
  private var pipeline: LightPipeline
  private var bus: SpiBus
  private var colours: [UInt8]
  private var bytes: [UInt8] = []

  init(_ file: RingFile, pixels: Int, device: String, encoding: RingFile.Ws2812Encoding) {
    self.device = device
    code = Ws2812Code(encoding)
    order = Array(file.order.utf8)
    pipeline = LightPipeline(file, pixels: pixels)
    bus = SpiBus(path: device, speed: code.speed)
    colours = [UInt8](repeating: 0, count: pipeline.duties.count * order.count)
    bytes.reserveCapacity(code.length(ofColours: colours.count))
  }

  mutating func open() throws(RingError) {
    try bus.open()
    let length = code.length(ofColours: colours.count)
    if length > bus.capacity {
      throw RingError(
        "\(device): a frame of \(pipeline.duties.count) LEDs takes \(length) bytes, the driver"
          + " takes \(bus.capacity) at once",
        mend: "raise spidev.bufsiz to \(length) on the kernel command line, or use encoding: 4bit",
        isFinal: true)
    }
  }

  mutating func send(
    _ pixels: UnsafeBufferPointer<Colour>, at instant: Instant
  ) throws(RingError) {
    pipeline.convert(pixels)
    for (led, duty) in pipeline.duties.enumerated() {
      for (place, letter) in order.enumerated() {
        colours[led * order.count + place] = UInt8((duty.channel(letter) * 255).rounded())
      }
    }
    try transfer()
  }

  mutating func dark() {
    for index in colours.indices { colours[index] = 0 }
    // A device that is gone has nothing to be made dark.
    do throws(RingError) { try transfer() } catch {}
  }

  mutating func close(keepsLight: Bool) { bus.close() }

  private mutating func transfer() throws(RingError) {
    code.encode(colours, into: &bytes)
    try bus.send(bytes)
  }
}

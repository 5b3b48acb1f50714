import ButtonController
import Glibc
import PanelFiles

/// The bytes of APA102 and SK9822 frames.
enum Apa102Code {
  /// Bytes of a frame of so many LEDs.
  static func length(of leds: Int) -> Int { 8 + leds * 4 + (leds + 15) / 16 }

  /// Writes a frame into `bytes`: a start, four bytes an LED, the latch of SK9822, and clocks.
  ///
  /// Each LED delays the data by half a clock, so the last needs as many halves more; zeros, as ones
  /// would light an LED after the last.
  static func encode(
    _ duties: [LightPipeline.Duty], order: [UInt8], into bytes: inout [UInt8]
  ) {
    begin(&bytes)
    append(duties, order: order, to: &bytes)
    end(duties.count, &bytes)
  }

  /// Begins a frame.
  static func begin(_ bytes: inout [UInt8]) {
    bytes.removeAll(keepingCapacity: true)
    bytes.append(contentsOf: repeatElement(0, count: 4))
  }

  /// The next LEDs of a frame.
  static func append(
    _ duties: [LightPipeline.Duty], order: [UInt8], to bytes: inout [UInt8]
  ) {
    for duty in duties {
      let level = level(for: duty)
      bytes.append(0xE0 | UInt8(level))
      // What the level takes away the channels give back.
      let scale = 255 * 31 / Double(level)
      for letter in order {
        bytes.append(UInt8(min((duty.channel(letter) * scale).rounded(), 255)))
      }
    }
  }

  /// The next LEDs of a frame, dark.
  static func appendDark(_ count: Int, to bytes: inout [UInt8]) {
    // As `append` has it: the least level, no light.
    for _ in 0..<count {
      bytes.append(0xE1)
      bytes.append(contentsOf: repeatElement(0, count: 3))
    }
  }

  /// Ends a frame of so many LEDs.
  static func end(_ leds: Int, _ bytes: inout [UInt8]) {
    bytes.append(contentsOf: repeatElement(0, count: 4 + (leds + 15) / 16))
  }

  /// The least global brightness at which the brightest channel still fits: the finest steps.
  static func level(for duty: LightPipeline.Duty) -> Int {
    min(max(Int((duty.largest * 31).rounded(.up)), 1), 31)
  }
}

/// APA102 and SK9822 on an SPI bus.
struct Apa102Ring: RingOutput {
  private let device: String
  private var encoder: RingEncoder
  private var bus: SpiBus

  init(_ parts: [RingPart], device: String, speed: Double) {
    self.device = device
    encoder = RingEncoder(.apa102, parts)
    bus = SpiBus(path: device, speed: speed)
  }

  mutating func open() throws(RingError) {
    try bus.open()
    let length = encoder.length
    if length > bus.capacity {
      throw RingError(
        "\(device): a frame takes \(length) bytes, the driver takes \(bus.capacity) at once",
        mend: "raise spidev.bufsiz to \(length) on the kernel command line", isFinal: true)
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

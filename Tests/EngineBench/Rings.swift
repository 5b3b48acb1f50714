import ButtonController
import CAllocations
import PanelFiles
import PanelHardware

/// A ring's picture: what is pressed and shown, and the frames that are measured.
struct Picture {
  let pixels: Int
  /// Seconds that the measured frames span, from `begin` seconds on.
  var begin = 0.05
  var length = 16.0
  let prepare: (inout Controller) -> Void

  /// A ring that fills.
  static func fill(pixels: Int) -> Picture {
    Picture(pixels: pixels) { controller in
      controller.report(line: 0, isClosed: true, at: .zero, known: .zero) { _ in }
      controller.advance(to: instant(0.05), known: .zero) { _ in }
    }
  }

  /// The dearest picture: success fades into an arc that turns.
  static func fade(pixels: Int) -> Picture {
    Picture(pixels: pixels, begin: 1.2, length: 0.3) { controller in
      controller.showSuccess(ring: 0, at: .zero)
      controller.showWorking(ring: 0, at: .zero)
    }
  }

  static func instant(_ seconds: Double) -> Instant {
    Instant(nanoseconds: Int64(seconds * 1e9))
  }

  /// Gives each of `count` frames, one after the other, to `use`; all of them within the span.
  func measure(
    frames count: Int, use: (UnsafeMutableBufferPointer<Colour>, Instant) -> Void
  ) -> Measure {
    let panel = Panel(
      controls: [
        Control(kind: .button, gestures: Gestures(confirm: Confirm(after: .seconds(20))), ring: 0)
      ], rings: [Ring(pixels: pixels)])
    var controller = Controller(panel)
    controller.start(at: .zero, isClosed: { _ in false }) { _ in }
    prepare(&controller)
    var colours = Array(repeating: Colour.black, count: pixels)
    var sum = 0.0
    let before = allocation_count()
    let start = processorTime()
    colours.withUnsafeMutableBufferPointer { buffer in
      for frame in 0..<count {
        let at = Picture.instant(begin + length * Double(frame % 1000) / 1000)
        controller.frame(of: 0, at: at, into: buffer)
        use(buffer, at)
        sum += buffer[0].red
      }
    }
    let elapsed = processorTime() - start
    let allocations = allocation_count() - before
    precondition(sum > 0, "the frames are dark")
    return Measure(nanoseconds: Double(elapsed) / Double(count), allocations: allocations)
  }
}

/// What a frame costs on its way: the picture, the flash limiter, and the bytes of a driver.
enum RingMeasures {
  static let sizes = [12, 24, 60, 300]

  /// One stage, at each size.
  typealias Row = (name: String, measures: [Measure])

  private static let drivers: [(name: String, driver: RingFile.Driver)] = [
    ("bytes for ws2812", .ws2812(device: "", encoding: .eightBit)),
    ("bytes for ws2812, 4bit", .ws2812(device: "", encoding: .fourBit)),
    ("bytes for apa102", .apa102(device: "", speed: 4e6)),
    ("bytes for pio", .pio(device: "")),
  ]

  /// All stages.
  static func rows(_ count: Int) -> [Row] {
    var rows: [Row] = [
      (
        "picture, filling",
        sizes.map { Picture.fill(pixels: $0).measure(frames: count) { _, _ in } }
      ),
      (
        "picture, fading into an arc",
        sizes.map { Picture.fade(pixels: $0).measure(frames: count) { _, _ in } }
      ),
      ("flash limit", sizes.map { limit(pixels: $0, count) }),
    ]
    for (name, driver) in drivers {
      rows.append((name, sizes.compactMap { encode(driver, pixels: $0, count) }))
    }
    return rows
  }

  // A stage is measured with its picture, whose share is taken off.

  private static func limit(pixels: Int, _ count: Int) -> Measure {
    let picture = Picture.fill(pixels: pixels)
    var limiter = FlashLimiter(pixels: pixels)
    let both = picture.measure(frames: count) { _ = limiter.filter($0, at: $1) }
    return both.less(picture.measure(frames: count) { _, _ in })
  }

  private static func encode(_ driver: RingFile.Driver, pixels: Int, _ count: Int) -> Measure? {
    let picture = Picture.fill(pixels: pixels)
    guard var encoder = RingEncoder(RingFile(name: "halo", driver: driver), pixels: pixels)
    else { return nil }
    // The storage of the first frame stays.
    encoder.encode(UnsafeBufferPointer(start: nil, count: 0))
    let both = picture.measure(frames: count) { buffer, _ in
      encoder.encode(UnsafeBufferPointer(buffer))
    }
    precondition(encoder.bytes.contains { $0 > 0 }, "the bytes are dark")
    return both.less(picture.measure(frames: count) { _, _ in })
  }
}

extension Measure {
  func less(_ other: Measure) -> Measure {
    Measure(
      nanoseconds: max(nanoseconds - other.nanoseconds, 0),
      allocations: max(allocations - other.allocations, 0))
  }
}

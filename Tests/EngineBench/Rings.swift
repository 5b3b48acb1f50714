import ButtonController
import CAllocations
import PanelFiles
import PanelHardware

/// A ring's picture and how it comes to be: what is pressed and shown, and the frames that are measured.
struct Picture {
  let name: String
  let pixels: Int
  /// Seconds that the measured frames span, from `begin` seconds on.
  var begin = 0.05
  var length = 16.0
  let prepare: (inout Controller) -> Void

  /// A ring that fills.
  static func fill(pixels: Int) -> Picture {
    Picture(name: "frame of \(pixels) pixels, filling", pixels: pixels) { controller in
      controller.report(line: 0, isClosed: true, at: .zero, known: .zero) { _ in }
      controller.advance(to: instant(0.05), known: .zero) { _ in }
    }
  }

  /// The dearest picture: success fades into an arc that turns.
  static func fade(pixels: Int) -> Picture {
    Picture(
      name: "frame of \(pixels) pixels, fading into an arc", pixels: pixels, begin: 1.2, length: 0.3
    ) { controller in
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

/// What comes after the engine: the flash limiter and the bytes of a driver.
enum RingMeasures {
  private static let drivers: [(name: String, driver: RingFile.Driver)] = [
    ("ws2812", .ws2812(device: "", encoding: .eightBit)),
    ("ws2812 4bit", .ws2812(device: "", encoding: .fourBit)),
    ("apa102", .apa102(device: "", speed: 4e6)),
    ("pio", .pio(device: "")),
  ]

  /// The engine's frames.
  static func frames(_ count: Int) -> [(String, Measure)] {
    let sizes = [12, 24, 60, 300]
    return (sizes.map(Picture.fill) + sizes.map(Picture.fade)).map { picture in
      (picture.name, picture.measure(frames: count) { _, _ in })
    }
  }

  /// Each stage by itself: measured with the picture, whose share is taken off.
  static func stages(_ count: Int) -> [(String, Measure)] {
    var rows: [(String, Measure)] = []
    for pixels in [12, 24, 60, 300] {
      let picture = Picture.fill(pixels: pixels)
      let bare = picture.measure(frames: count) { _, _ in }
      var limiter = FlashLimiter(pixels: pixels)
      let limited = picture.measure(frames: count) { _ = limiter.filter($0, at: $1) }
      rows.append(("flash limit of \(pixels) pixels", limited.less(bare)))
      for (name, driver) in drivers {
        guard var encoder = RingEncoder(RingFile(name: "halo", driver: driver), pixels: pixels)
        else { continue }
        var length = 0
        let encoded = picture.measure(frames: count) { buffer, _ in
          encoder.encode(UnsafeBufferPointer(buffer))
          length = encoder.bytes.count
        }
        rows.append(("\(name) of \(pixels) pixels, \(length) bytes", encoded.less(bare)))
      }
    }
    return rows
  }
}

extension Measure {
  func less(_ other: Measure) -> Measure {
    Measure(
      nanoseconds: max(nanoseconds - other.nanoseconds, 0),
      allocations: max(allocations - other.allocations, 0))
  }
}

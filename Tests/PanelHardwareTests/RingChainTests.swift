import ButtonController
import LoopTestKit
import PanelFiles
import Testing

@testable import PanelHardware

@Suite("Chains of rings") struct RingChainTests {
  private func part(
    _ driver: RingFile.Driver, _ pixels: Int, offset: Int, order: String = "rgb"
  ) -> RingPart {
    RingPart(
      RingFile(
        name: "r\(offset)", driver: driver, brightness: 1, gamma: 1, order: order, limit: 1e6,
        offset: offset), pixels: pixels)
  }

  private let pictures = [
    Colour(rgb: 0xFF0000), Colour(rgb: 0x00FF00), Colour(rgb: 0x0000FF),
  ]

  private func encode(_ encoder: inout RingEncoder) {
    pictures.withUnsafeBufferPointer { encoder.encode($0) }
  }

  @Test func ws2812HasEachRingInItsPlaceAndOrder() {
    let driver = RingFile.Driver.ws2812(device: "", encoding: .eightBit)
    let code = Ws2812Code(.eightBit)
    // One pixel for a fresh signal, two of a ring, a gap of one RGBW, one RGBW.
    let parts = [
      part(driver, 2, offset: 1, order: "grb"), part(driver, 1, offset: 4, order: "rgbw"),
    ]
    var encoder = RingEncoder(.ws2812(code), parts)
    encode(&encoder)
    let frames = Ws2812Eye.frames(encoder.bytes, hertz: code.speed, gap: 0)
    let shown: [UInt8] = [0, 0, 0, 0, 255, 0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 255, 0]
    #expect(frames == [shown])
    #expect(encoder.count == 5)
    encoder.encodeDark()
    let none = Ws2812Eye.frames(encoder.bytes, hertz: code.speed, gap: 0)
    #expect(none == [[UInt8](repeating: 0, count: 17)])
  }

  @Test func apa102HasOneStartAndOneEnd() {
    let driver = RingFile.Driver.apa102(device: "", speed: 4e6)
    var encoder = RingEncoder(
      .apa102, [part(driver, 1, offset: 0), part(driver, 2, offset: 2, order: "bgr")])
    encode(&encoder)
    let bytes = encoder.bytes
    #expect(bytes.count == Apa102Code.length(of: 4) && bytes.count == encoder.length)
    #expect(bytes[..<4].allSatisfy { $0 == 0 })
    #expect(Array(bytes[4..<8]) == [0xFF, 255, 0, 0])
    #expect(Array(bytes[8..<12]) == [0xE1, 0, 0, 0])
    #expect(Array(bytes[12..<20]) == [0xFF, 0, 255, 0, 0xFF, 255, 0, 0])
    #expect(bytes[20...].allSatisfy { $0 == 0 })
  }

  @Test func pioWritesTheWholeDevice() {
    let driver = RingFile.Driver.pio(device: "")
    var encoder = RingEncoder(.pio, [part(driver, 1, offset: 1), part(driver, 2, offset: 2)])
    encode(&encoder)
    #expect(
      encoder.bytes == [0, 0, 0, 0, 255, 0, 0, 0, 0, 255, 0, 0, 0, 0, 255, 0])
  }

  @Test func aRingOfAChainMayFlashWhileTheOtherRests() {
    // Half of all pixels flash: the mean of the chain changes by less than that of the ring.
    var frames = RingFrames(pixels: [1, 9])
    defer { frames.deallocate() }
    var alone = RingFrames(pixels: [1])
    defer { alone.deallocate() }
    for step in 0..<20 {
      let colour = step % 2 == 0 ? Colour(rgb: 0xFFFFFF) : .black
      let now = Instant(nanoseconds: Int64(step) * 100_000_000)
      frames.fetched[0] = colour
      alone.fetched[0] = colour
      frames.take(at: now)
      alone.take(at: now)
      #expect(frames.shown[0] == alone.shown[0], "step \(step)")
    }
  }

  /// On before the first frame, off after the dark one, and off while it fails.
  @Test func powerIsOnWhileItIsLit() throws {
    struct Supply: PoweredRing.Supply {
      let record: RingRecord
      func switchOff() { record.note("off") }
      func check() throws(RingError) {}
    }
    let record = RingRecord(failures: [RingError("write: broken")])
    let line = LinePlan(
      name: "a.enable", control: -1, chip: .label("x"), target: .offset(5), pin: "GPIO5")
    var file = RingFile(name: "a", driver: .pio(device: "x"))
    file.enable = line
    let lines = PoweredRing.lines(of: [RingPart(file, pixels: 1), RingPart(file, pixels: 1)])
    #expect(lines == [line])
    let output = PoweredRing(RecordingOutput(record: record, prefix: ""), lines: lines) { _ in
      record.note("on")
      return Supply(record: record)
    }
    let light = try RingLight(
      pixels: [1], output: output, backOff: (.zero, .zero), report: { record.noteReport($0) })
    [Colour(rgb: 0xFF0000)].withUnsafeBufferPointer { light.show($0, at: .zero) }
    #expect(record.wait(1, of: "on"))
    light.stop()
    let reported = record.all.filter { ["open", "on", "off", "dark", "close"].contains($0) }
    #expect(reported == ["open", "close", "open", "on", "dark", "off", "off", "close"])
    // A frame that could not be sent: closed without the dark one.
    let failing = RingRecord()
    var ring = PoweredRing(RecordingOutput(record: failing, prefix: ""), lines: lines) { _ in
      failing.note("on")
      return Supply(record: failing)
    }
    try ring.open()
    ring.close(keepsLight: false)
    #expect(failing.all == ["open", "on", "off", "close"])
  }

  @Test func theShowSendsAChainAsOne() {
    let record = RingRecord()
    var panel = Bench.panel([.tap])
    panel.rings = [2, 0].map { part(.pio(device: "/dev/leds0"), 2, offset: $0).file }
    panel.panel.rings = [Ring(pixels: 2), Ring(pixels: 2)]
    let loop = PanelLoop(
      panel: panel, hardware: MemoryLines(lineCount: 1), clock: SteppedClock(), log: { _ in })
    var made: [[String]] = []
    let show = RingShow(
      panel, listen: { _ in [] },
      make: { parts, _ in
        made.append(parts.map(\.file.name))
        return RecordingOutput(record: record, prefix: "")
      }, report: { record.note($0) })
    loop.add(show)
    _ = loop.start()
    loop.turn()
    #expect(record.wait(1, of: "open"))
    loop.shutDown()
    #expect(made == [["r0", "r2"]])
    #expect(record.all.filter { $0 == "dark" }.count == 1)
  }
}

import ButtonController
import Foundation
import PanelFiles
import Testing

@testable import PanelHardware

/// A WS2812 as it sees the line: each high time is a bit, long if above 0.48 us; low for 280 us ends
/// the frame.
struct Ws2812Eye {
  /// The frames that it takes from the line.
  ///
  /// `gap`: SPI clocks that a controller without DMA may put between bytes; the line is low in them.
  static func frames(_ bytes: [UInt8], hertz: Double, gap: Int) -> [[UInt8]] {
    let tick = 1e9 / hertz
    var levels: [Bool] = []
    for byte in bytes {
      for bit in stride(from: 7, through: 0, by: -1) { levels.append(byte >> UInt8(bit) & 1 == 1) }
      levels.append(contentsOf: repeatElement(false, count: gap))
    }
    var frames: [[UInt8]] = []
    var bits: [Bool] = []
    var high = 0.0
    var low = 0.0
    func finish() {
      if bits.isEmpty { return }
      frames.append(
        stride(from: 0, to: bits.count, by: 8).map { start in
          bits[start..<min(start + 8, bits.count)].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
        })
      bits.removeAll()
    }
    for level in levels {
      if level {
        high += tick
        low = 0
      } else {
        if high > 0 { bits.append(high > 480) }
        high = 0
        low += tick
        if low >= 280_000 { finish() }
      }
    }
    return frames
  }
}

@Suite("Bytes on the wire")
struct RingCodeTests {
  private static let colours: [UInt8] = (0..<36).map { UInt8(truncatingIfNeeded: $0 * 73 + 5) }

  @Test(arguments: [
    RingFile.Ws2812Encoding.eightBit, .fourBit, .slowCore, .threeBit,
  ])
  func aFrameIsReadBack(encoding: RingFile.Ws2812Encoding) {
    let code = Ws2812Code(encoding)
    var bytes: [UInt8] = []
    code.encode(Self.colours, into: &bytes)
    #expect(bytes.count == code.length(ofColours: Self.colours.count))
    // Three bits at a time cannot stand a pause, as a high time may end a byte.
    for gap in encoding == .threeBit ? [0] : [0, 1, 4] {
      #expect(
        Ws2812Eye.frames(bytes, hertz: code.speed, gap: gap) == [Self.colours], "gap \(gap)")
      // What Raspberry Pis make of 6.4, 3.2 and 2.4 MHz.
      #expect(
        Ws2812Eye.frames(bytes, hertz: code.speed * 0.977, gap: gap) == [Self.colours],
        "gap \(gap), slower")
    }
  }

  /// Every clock that a panel file may have: the sheets' times, and a LED that reads the frame.
  @Test func everyClockKeepsTheTimes() {
    var count = 0
    for step in 0...1_800 {
      let hertz = 2e6 + Double(step) * 1e4
      guard let pattern = Ws2812Pattern(hertz: hertz) else { continue }
      count += 1
      let tick = 1e9 / hertz
      let high = (zero: Double(pattern.zero) * tick, one: Double(pattern.one) * tick)
      let low = (
        zero: Double(pattern.bits) * tick - high.zero, Double(pattern.bits) * tick - high.one
      )
      #expect((219.9...380.1).contains(high.zero) && (579.9...750.1).contains(high.one), "\(hertz)")
      #expect((579.9...1000.1).contains(low.0) && (579.9...1000.1).contains(low.1), "\(hertz)")
      guard step % 25 == 0 else { continue }
      let code = Ws2812Code(.clocked(hertz))
      var bytes: [UInt8] = []
      code.encode(Self.colours, into: &bytes)
      #expect(bytes.count == code.length(ofColours: Self.colours.count))
      #expect(Ws2812Eye.frames(bytes, hertz: hertz, gap: 0) == [Self.colours], "\(hertz)")
    }
    #expect(count > 1_200)
  }

  @Test func knownClocksAreTheKnownCodes() {
    for (hertz, encoding) in [(6.4e6, RingFile.Ws2812Encoding.eightBit), (3.2e6, .fourBit)] {
      var (bytes, known): ([UInt8], [UInt8]) = ([], [])
      Ws2812Code(.clocked(hertz)).encode(Self.colours, into: &bytes)
      Ws2812Code(encoding).encode(Self.colours, into: &known)
      #expect(bytes == known)
    }
  }

  @Test func invertedIsEveryBitAndTheIdleLevel() {
    var (bytes, known): ([UInt8], [UInt8]) = ([], [])
    Ws2812Code(.eightBit, isInverted: true).encode(Self.colours, into: &bytes)
    Ws2812Code(.eightBit).encode(Self.colours, into: &known)
    #expect(bytes == known.map { ~$0 })
    #expect(bytes.first == 0xFF && bytes.last == 0xFF)
  }

  @Test func threeBitsBreakAtAPause() {
    let code = Ws2812Code(.threeBit)
    var bytes: [UInt8] = []
    code.encode(Self.colours, into: &bytes)
    #expect(Ws2812Eye.frames(bytes, hertz: code.speed, gap: 1) != [Self.colours])
  }

  @Test func aSlowCoreStillReads() {
    let code = Ws2812Code(.slowCore)
    var bytes: [UInt8] = []
    code.encode(Self.colours, into: &bytes)
    #expect(Ws2812Eye.frames(bytes, hertz: code.speed * 0.625, gap: 0) == [Self.colours])
  }

  @Test(arguments: [
    (RingFile.Ws2812Encoding.eightBit, 240), (.fourBit, 120), (.threeBit, 90), (.slowCore, 240),
  ])
  func resetsAndLength(encoding: RingFile.Ws2812Encoding, reset: Int) {
    let code = Ws2812Code(encoding)
    #expect(code.resetBytes == reset)
    var bytes: [UInt8] = []
    code.encode([0xff], into: &bytes)
    #expect(bytes.count >= 96)
    #expect(bytes.prefix(reset).allSatisfy { $0 == 0 } && bytes[reset] != 0)
    #expect(bytes.suffix(reset).allSatisfy { $0 == 0 })
  }

  @Test func knownBytes() {
    var bytes: [UInt8] = []
    Ws2812Code(.eightBit).encode([0x81], into: &bytes)
    #expect(Array(bytes[240..<248]) == [0xF0, 0xC0, 0xC0, 0xC0, 0xC0, 0xC0, 0xC0, 0xF0])
    Ws2812Code(.fourBit).encode([0x1B], into: &bytes)
    #expect(Array(bytes[120..<124]) == [0x88, 0x8C, 0xC8, 0xCC])
    Ws2812Code(.threeBit).encode([0x0F], into: &bytes)
    #expect(Array(bytes[90..<93]) == [0b1001_0010, 0b0100_1101, 0b1011_0110])
  }

  // MARK: APA102

  /// What each LED shows: level and channels in the order of the wire.
  private func apa102(_ bytes: [UInt8], leds: Int) -> [[Double]] {
    (0..<leds).map { led in
      let part = bytes[(4 + 4 * led)..<(8 + 4 * led)]
      #expect(part.first.map { $0 & 0xE0 } == 0xE0)
      let level = Double((part.first ?? 0) & 31) / 31
      return part.dropFirst().map { level * Double($0) / 255 }
    }
  }

  @Test(arguments: [(1, 13), (12, 57), (24, 106), (60, 252)])
  func lengths(leds: Int, bytes count: Int) {
    var bytes: [UInt8] = []
    let duties = [LightPipeline.Duty](repeating: .init(red: 1), count: leds)
    Apa102Code.encode(duties, order: Array("bgr".utf8), into: &bytes)
    #expect(bytes.count == count)
    #expect(bytes.prefix(4).allSatisfy { $0 == 0 })
    #expect(bytes.suffix(bytes.count - 4 - 4 * leds).allSatisfy { $0 == 0 })
  }

  @Test func lightIsKeptInFineSteps() {
    for step in 0...1_000 {
      let level = Double(step) / 1_000
      var bytes: [UInt8] = []
      let duty = LightPipeline.Duty(red: level, green: level / 2, blue: 0)
      Apa102Code.encode([duty], order: Array("bgr".utf8), into: &bytes)
      let shown = apa102(bytes, leds: 1)[0]
      // Half a step of 255 at the level that was chosen; at the low end 31 times finer than 8 bits.
      let half = 0.5 / 255 * Double(Apa102Code.level(for: duty)) / 31 + 1e-12
      #expect(shown[0] == 0)
      #expect(abs(shown[1] - level / 2) <= half)
      #expect(abs(shown[2] - level) <= half)
    }
  }
}

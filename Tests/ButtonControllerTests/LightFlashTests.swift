import EngineTestKit
import Foundation
import Testing

@testable import ButtonController

@Suite("Never more than two flashes a second")
struct LightFlashTests {
  /// The most flashes in any second, by the definition alone: in each window, whichever frame it
  /// begins with, turning points that differ by 0.1 or more with the darker below 0.8; two make one.
  private func mostFlashes(_ shown: [(at: Instant, luminance: Double)]) -> Int {
    shown.indices.map { first in
      var changes = 0
      var goesUp: Bool?
      var (low, high) = (shown[first].luminance, shown[first].luminance)
      for (at, luminance) in shown[first...] {
        if at - shown[first].at >= .seconds(1) { break }
        low = min(low, luminance)
        high = max(high, luminance)
        if goesUp != true, luminance - low >= 0.1, low < 0.8 {
          changes += 1
          (goesUp, high) = (true, luminance)
        } else if goesUp != false, high - luminance >= 0.1, luminance < 0.8 {
          changes += 1
          (goesUp, low) = (false, luminance)
        }
      }
      return changes / 2
    }.max() ?? 0
  }

  private func luminance(_ colour: Colour) -> Double {
    0.2126 * pow(colour.red, 2.2) + 0.7152 * pow(colour.green, 2.2) + 0.0722
      * pow(colour.blue, 2.2)
  }

  @Test(arguments: 0..<45)
  func randomPictures(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed) + 77)
    let count = [1, 3, 8][seed % 3]
    var limiter = FlashLimiter(pixels: count)
    var frame = [Colour](repeating: .black, count: count)
    var shown = [[(at: Instant, luminance: Double)]](repeating: [], count: count + 1)
    var now: Int64 = 0
    // Full strobes, dim ones, and ones near white, at rhythms from every frame to four a second.
    let longest = [16_000_000, 60_000_000, 250_000_000][seed / 3 % 3]
    for _ in 0..<300 {
      now += Int64.random(in: 1_000_000...Int64(longest), using: &random)
      let isWhole = Bool.random(using: &random)
      let all = Double.random(in: 0...1, using: &random).rounded()
      for index in 0..<count {
        let own = Double.random(in: 0...1, using: &random)
        let level = isWhole ? all : (seed % 2 == 0 ? own : own.rounded())
        frame[index] = Colour(red: level, green: level, blue: seed % 5 == 0 ? 1 : level)
      }
      let wanted = frame
      let at = Instant(nanoseconds: now)
      let next = frame.withUnsafeMutableBufferPointer { limiter.filter($0, at: at) }
      if let next { #expect(next > at) } else { #expect(frame == wanted) }
      let luminances = frame.map(luminance)
      for index in 0..<count {
        shown[index].append((at, luminances[index]))
        #expect(luminances[index] >= luminance(wanted[index]) - 1e-9, "never darker than asked")
      }
      shown[count].append((at, luminances.reduce(0, +) / Double(count)))
    }
    for track in shown { #expect(mostFlashes(track) <= 2) }
  }

  @Test func theCounterFindsStrobes() {
    let strobe = (0..<60).map { step in
      (at: Instant(nanoseconds: Int64(step) * 83_000_000), luminance: Double(step % 2))
    }
    #expect(mostFlashes(strobe) == 6)
  }

  private func run(_ limiter: inout FlashLimiter, _ level: Double, at: Double) -> (Double, Instant?)
  {
    var frame = [Colour(red: level, green: level, blue: level)]
    let next = frame.withUnsafeMutableBufferPointer { limiter.filter($0, at: ms(at)) }
    return (frame[0].red, next)
  }

  @Test func theThirdDarkeningWaitsForTheSecondToEnd() {
    var limiter = FlashLimiter(pixels: 1)
    for (at, level, shown, next): (Double, Double, Double, Double?) in [
      (0, 1, 1, nil), (100, 0, 0, nil), (200, 1, 1, nil), (300, 0, 0, nil), (400, 1, 1, nil),
      (500, 0, 1, 1100), (600, 1, 1, nil), (700, 0, 1, 1100), (1099.999999, 0, 1, 1100),
      (1100, 0, 0, nil), (1150, 1, 1, nil), (1200, 0, 1, 1300), (1300, 0, 0, nil),
    ] {
      let found = run(&limiter, level, at: at)
      #expect(found.0 == shown, "at \(at)")
      #expect(found.1 == next.map { ms($0) }, "at \(at)")
    }
  }

  /// Levels whose luminance differs by less than 0.1, and levels above 0.8, may change freely.
  @Test(arguments: [(0.1, 0.3), (0.92, 1.0), (0.5, 0.57)])
  func whatIsNoFlashPasses(low: Double, high: Double) {
    var limiter = FlashLimiter(pixels: 1)
    _ = run(&limiter, low, at: 0)
    for step in 1..<100 {
      let level = step % 2 == 0 ? low : high
      #expect(run(&limiter, level, at: Double(step) * 20) == (level, nil))
    }
  }

  /// The pictures of our own keep the limit by themselves, or nearly: a fade may begin a frame late.
  @Test func ownPicturesAreHardlyHeldBack() {
    let spec = Ring(pixels: 12)
    var limiter = FlashLimiter(pixels: 12)
    var state = RingState()
    state.fail(at: ms(0))
    var held = 0
    for frame in 0..<240 {
      var pixels = state.frame(spec, at: ms(Double(frame) * 1000 / 60))
      if frame == 120 { state.work(at: ms(2000)) }
      let next = pixels.withUnsafeMutableBufferPointer {
        limiter.filter($0, at: ms(Double(frame) * 1000 / 60))
      }
      held += next == nil ? 0 : 1
    }
    #expect(held <= 2)
  }
}

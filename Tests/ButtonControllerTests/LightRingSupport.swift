import Testing

@testable import ButtonController

func ms(_ milliseconds: Double) -> Instant {
  Instant(nanoseconds: Int64((milliseconds * 1e6).rounded()))
}

extension RingState {
  /// The frame at `instant`, as colours.
  func frame(_ spec: Ring, reduceMotion: Bool = false, at instant: Instant) -> [Colour] {
    var pixels = [Colour](repeating: Colour(red: 9, green: 9, blue: 9), count: spec.pixels)
    pixels.withUnsafeMutableBufferPointer {
      render(spec: spec, reduceMotion: reduceMotion, at: instant, into: $0)
    }
    return pixels
  }

  /// The frame as rrggbb, blank-separated; a frame of one colour is told once.
  func text(_ spec: Ring, reduceMotion: Bool = false, at instant: Instant) -> String {
    let texts = frame(spec, reduceMotion: reduceMotion, at: instant).map { colour in
      let digits = String(colour.rgb, radix: 16)
      return String(repeating: "0", count: 6 - digits.count) + digits
    }
    return Set(texts).count == 1 ? texts[0] : texts.joined(separator: " ")
  }
}

/// A generator with a seed: the same pictures in every run.
struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state &* 0x2545_f491_4f6c_dd1d
  }
}

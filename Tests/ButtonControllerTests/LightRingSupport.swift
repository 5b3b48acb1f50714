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

  /// The frame as rrggbb, blank-separated; a frame of one colour is emitted once.
  func text(_ spec: Ring, reduceMotion: Bool = false, at instant: Instant) -> String {
    let texts = frame(spec, reduceMotion: reduceMotion, at: instant).map { colour in
      let digits = String(colour.rgb, radix: 16)
      return String(repeating: "0", count: 6 - digits.count) + digits
    }
    return Set(texts).count == 1 ? texts[0] : texts.joined(separator: " ")
  }
}

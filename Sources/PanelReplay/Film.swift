import ButtonController

/// The frames of a replay: when each ring is looked at, and what it showed last.
///
/// Frame k stands at k / fps seconds, rounded down to a nanosecond. A ring is looked at only where its
/// picture can have changed, so an hour at rest costs nothing.
public struct Film {
  private let framesPerSecond: Int64
  /// How long it goes on beyond the end; nil for as long as a picture moves.
  private let rest: TimeSpan?
  fileprivate var tracks: [Track]
  private var colours: [Colour]

  fileprivate struct Track {
    /// The next frame at which the picture may differ; nil for never.
    var next: Int64?
    /// The first frame that was not looked at yet.
    var reached: Int64 = 0
    var pixels: [UInt32]
    var hasShown = false
  }

  /// A picture that never rests is followed this long beyond the end.
  static let longestRest = TimeSpan.seconds(10)

  /// A film of `rings`, which show what the engine decides.
  ///
  /// Where others ask for pictures, too, which may never rest, `longestPicture` is how long one may last
  /// that does.
  public init(rings: [Ring], framesPerSecond: Int, longestPicture: TimeSpan? = nil) {
    self.framesPerSecond = Int64(max(1, min(framesPerSecond, 1000)))
    let goesOn = longestPicture != nil || rings.contains { $0.idle == .breathe }
    rest = goesOn ? Film.longestRest + (longestPicture ?? .zero) : nil
    tracks = rings.map { Track(next: 0, pixels: Array(repeating: 0, count: $0.pixels)) }
    colours = Array(repeating: .black, count: rings.map(\.pixels).max() ?? 0)
  }

  /// Something was decided: every ring is looked at in its next frame.
  public mutating func touch() {
    for index in tracks.indices { tracks[index].next = tracks[index].reached }
  }

  /// Shows the frames before `instant`.
  public mutating func show(
    _ controller: borrowing Controller, before instant: Instant, _ sink: TraceRunner.Sink
  ) {
    let limit = number(notBefore: instant)
    while let frame = nextFrame(), frame < limit { show(controller, frame: frame, sink) }
    for index in tracks.indices { tracks[index].reached = max(tracks[index].reached, limit) }
  }

  /// Shows the frames to `end` and on until every ring stands still.
  public mutating func showRest(
    of controller: borrowing Controller, from end: Instant, _ sink: TraceRunner.Sink
  ) {
    // A ring that breathes at rest would go on for ever.
    let last = rest.map { number(notBefore: end + $0) } ?? Int64.max
    while let frame = nextFrame(), frame <= last { show(controller, frame: frame, sink) }
  }

  private func nextFrame() -> Int64? { tracks.lazy.compactMap(\.next).min() }

  private mutating func show(
    _ controller: borrowing Controller, frame: Int64, _ sink: TraceRunner.Sink
  ) {
    let at = instant(of: frame)
    for ring in tracks.indices where tracks[ring].next == frame {
      let count = tracks[ring].pixels.count
      colours.withUnsafeMutableBufferPointer { buffer in
        let part = UnsafeMutableBufferPointer(rebasing: buffer.prefix(count))
        controller.frame(of: ring, at: at, into: part)
      }
      if tracks[ring].take(colours) {
        sink(.frame(TraceRunner.Frame(at: at, ring: ring, pixels: tracks[ring].pixels)))
      }
      // No frame comes after the last instant.
      guard at != .never else {
        tracks[ring].next = nil
        continue
      }
      tracks[ring].reached = frame + 1
      switch controller.motion(of: ring, at: at) {
      case .still, .until(.never): tracks[ring].next = nil
      case .until(let change): tracks[ring].next = max(frame + 1, number(notBefore: change))
      case .moving: tracks[ring].next = frame + 1
      }
    }
  }

  private func instant(of frame: Int64) -> Instant {
    let (second, rest) = frame.quotientAndRemainder(dividingBy: framesPerSecond)
    let (whole, overflow) = second.multipliedReportingOverflow(by: 1_000_000_000)
    if overflow { return .never }
    return Instant(nanoseconds: whole)
      + TimeSpan(nanoseconds: rest * 1_000_000_000 / framesPerSecond)
  }

  /// The first frame at or after `instant`.
  private func number(notBefore instant: Instant) -> Int64 {
    if instant <= .zero { return 0 }
    let (second, rest) = instant.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    let (whole, overflow) = second.multipliedReportingOverflow(by: framesPerSecond)
    if overflow { return Int64.max }
    return whole + (rest * framesPerSecond + 999_999_999) / 1_000_000_000
  }
}

extension Film.Track {
  /// Takes the picture over; false if it equals the last.
  fileprivate mutating func take(_ colours: [Colour]) -> Bool {
    var differs = !hasShown
    for index in pixels.indices {
      let pixel = colours[index].rgb
      if pixels[index] != pixel {
        pixels[index] = pixel
        differs = true
      }
    }
    hasShown = true
    return differs
  }
}

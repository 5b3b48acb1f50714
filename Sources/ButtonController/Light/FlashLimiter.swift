/// Keeps a ring from flashing more than twice in any second, whatever its pictures do.
///
/// A flash is a pair of opposing changes of relative luminance by 0.1 or more whose darker end is
/// below 0.8 (WCAG 2.3.1 allows three). Counted for each pixel and for the ring's mean. Brighter is
/// always let through, so light answers a press at once; a third darker change within a second waits
/// at the higher level. Two darker changes a second leave room for two pairs and no more.
///
/// Stands between picture and LEDs and remembers what it let through; not part of a picture.
public struct FlashLimiter {
  private var pixels: [Track]
  private var ring = Track()

  /// What was let through of one pixel, or of the mean.
  private struct Track {
    var colour = Colour.black
    var luminance = 0.0
    /// The brightest since the last change to brighter, or the darkest since one to darker.
    var extreme = 0.0
    var isBright = false
    /// The last two changes to darker; `older` is the one that leaves the window first.
    var older = Instant.ever
    var newer = Instant.ever

    /// Whether going to `luminance` is a change to darker.
    func darkens(to luminance: Double) -> Bool {
      isBright && luminance <= extreme - FlashLimiter.change
        && luminance < FlashLimiter.brightEnough
    }

    /// When a further change to darker is allowed.
    var release: Instant { older == .ever ? .ever : older + FlashLimiter.window }

    mutating func pass(_ luminance: Double, at instant: Instant) {
      self.luminance = luminance
      if darkens(to: luminance) {
        isBright = false
        extreme = luminance
        older = newer
        newer = instant
      } else if isBright {
        if luminance > extreme { extreme = luminance }
      } else if luminance >= extreme + FlashLimiter.change && extreme < FlashLimiter.brightEnough {
        isBright = true
        extreme = luminance
      } else if luminance < extreme {
        // The same change goes on; it counts until its end, as a second may begin in its middle.
        extreme = luminance
        newer = instant
      }
    }
  }

  /// Changes of less are no flash.
  public static let change = 0.1
  /// Nor are changes whose darker end is not below this.
  public static let brightEnough = 0.8
  /// The sliding window.
  public static let window = TimeSpan.seconds(1)

  /// A limiter of a ring that is dark; allocates for `pixels` pixels.
  public init(pixels: Int) {
    self.pixels = [Track](repeating: Track(), count: pixels > 0 ? pixels : 0)
  }

  /// Writes into `frame` what may be shown of it at `instant`.
  ///
  /// Gives the instant at which more of the same frame may be shown, to be filtered again then; nil
  /// if nothing was held back. Pixels beyond the ring's are left alone.
  public mutating func filter(
    _ frame: UnsafeMutableBufferPointer<Colour>, at instant: Instant
  ) -> Instant? {
    let count = frame.count < pixels.count ? frame.count : pixels.count
    if count == 0 { return nil }
    var next: Instant?
    var sum = 0.0
    var known = Colour.black
    var luminance = 0.0
    var index = 0
    while index < count {
      if frame[index] != known {
        known = frame[index]
        luminance = known.luminance
      }
      let track = pixels[index]
      if track.darkens(to: luminance) && instant < track.release {
        next = FlashLimiter.earlier(next, track.release)
        frame[index] = track.colour
        sum += track.luminance
      } else {
        sum += luminance
      }
      index += 1
    }
    if ring.darkens(to: sum / Double(count)) && instant < ring.release {
      next = FlashLimiter.earlier(next, ring.release)
      sum = holdMean(frame, count)
    }
    ring.pass(sum / Double(count), at: instant)
    index = 0
    while index < count {
      let colour = frame[index]
      // A colour that stays has its luminance already; powers are the dear part.
      let passed =
        colour == pixels[index].colour ? pixels[index].luminance : colour.luminance
      pixels[index].colour = colour
      pixels[index].pass(passed, at: instant)
      index += 1
    }
    return next
  }

  /// Keeps every pixel that would become darker; the sum of what is then shown.
  private func holdMean(_ frame: UnsafeMutableBufferPointer<Colour>, _ count: Int) -> Double {
    var sum = 0.0
    var index = 0
    while index < count {
      let luminance = frame[index].luminance
      if luminance < pixels[index].luminance {
        frame[index] = pixels[index].colour
        sum += pixels[index].luminance
      } else {
        sum += luminance
      }
      index += 1
    }
    return sum
  }

  private static func earlier(_ known: Instant?, _ new: Instant) -> Instant {
    if let known, known < new { return known }
    return new
  }
}

/// What an application shows on a ring that it set over the socket or MQTT.
public enum RemotePicture: Equatable, Sendable {
  /// Dark.
  case off
  /// A fill of 0…1 in the tint, over the track.
  case progress(Double)
  /// Every pixel in one colour.
  case colour(Colour)
  /// One of the ring's own pictures.
  case pattern(Pattern)
  /// Colours by the pixels' numbers, handed over with `showRemote(pixels:)`.
  case pixels

  /// The ring's own pictures that an application may ask for.
  public enum Pattern: Equatable, Sendable, CaseIterable {
    /// A third of the ring turns.
    case working
    /// From tint to success, and on.
    case success
    /// Two blinks in the error colour, and on.
    case failure
    /// Slowly brighter and darker.
    case breathe
    /// From zero in the ring's direction a red, a green and a blue pixel for 2 s, then one pixel at a
    /// time, red, green, blue, white in turn.
    case test
  }
}

/// A remote picture with its time, and the store of raw pixels.
struct RemoteLight {
  private(set) var picture = RemotePicture.off
  /// When it was set.
  private(set) var since = Instant.ever
  /// When it ends; not later than `since` means that there is none.
  private(set) var end = Instant.ever
  private var store: [Colour]

  /// A store of `pixels` colours, so that setting them allocates nothing.
  init(pixels: Int) {
    store = [Colour](repeating: .black, count: pixels > 0 ? pixels : 0)
  }

  func isShown(at instant: Instant) -> Bool { instant < end }

  mutating func show(_ picture: RemotePicture, until end: Instant, at decided: Instant) {
    switch picture {
    case .progress(let progress): self.picture = .progress(bound(progress))
    case .colour(let colour): self.picture = .colour(colour.bounded)
    case .off, .pattern, .pixels: self.picture = picture
    }
    since = decided
    self.end = end
  }

  /// Takes as many colours as the ring has pixels; those that are missing are dark.
  mutating func take(_ pixels: UnsafeBufferPointer<Colour>) {
    var index = 0
    while index < store.count {
      store[index] = index < pixels.count ? pixels[index].bounded : .black
      index += 1
    }
  }

  mutating func clear() { end = .ever }

  func render(
    spec: Ring, reduceMotion: Bool, at instant: Instant, into circle: Circle
  ) {
    let elapsed = instant - since
    switch picture {
    case .off: circle.paint(.black)
    case .progress(let progress):
      circle.paintFill(spec.tint, progress: progress, track: spec.track, level: 1)
    case .colour(let colour): circle.paint(colour)
    case .pixels:
      var index = 0
      let end = circle.written
      while index < end {
        circle.pixels[index] = index < store.count ? store[index] : .black
        index += 1
      }
    case .pattern(.working):
      circle.paintWorking(spec, reduceMotion: reduceMotion, elapsed: elapsed)
    case .pattern(.success):
      let share = easeOut(elapsed.share(of: RingTimes.success))
      circle.paint(spec.tint.mixed(with: spec.success, share))
    case .pattern(.failure):
      circle.paint(RingTimes.isBlinkDark(elapsed) ? .black : spec.error)
    case .pattern(.breathe): circle.paint(spec.tint.scaled(by: RingTimes.breath(at: instant)))
    case .pattern(.test):
      let step = Int(truncatingIfNeeded: elapsed.nanoseconds / RingTimes.test.nanoseconds)
      circle.paintTest(step: step)
    }
  }

  /// What it does after `instant`, at which it is shown.
  func motion(at instant: Instant) -> Controller.Motion {
    let own: Controller.Motion
    switch picture {
    case .off, .progress, .colour, .pixels: own = .still
    case .pattern(.working), .pattern(.breathe): own = .moving
    case .pattern(.success):
      own = instant < since + RingTimes.success ? .moving : .still
    case .pattern(.failure): own = RingTimes.blinkMotion(since: since, at: instant)
    case .pattern(.test):
      let step = (instant - since).nanoseconds / RingTimes.test.nanoseconds
      own = .until(since + TimeSpan(nanoseconds: (step + 1) * RingTimes.test.nanoseconds))
    }
    return own.ending(by: end)
  }
}

extension RingTimes {
  /// The level of a breath, which goes with the clock so that all rings breathe together.
  static func breath(at instant: Instant) -> Double {
    pulse(from: breathLow, to: breathHigh, period: breath, at: instant - .zero)
  }

  /// Whether a failure is in the dark half of one of its two blinks.
  static func isBlinkDark(_ elapsed: TimeSpan) -> Bool {
    elapsed.nanoseconds >= blink.nanoseconds && elapsed.nanoseconds < 4 * blink.nanoseconds
      && elapsed.nanoseconds / blink.nanoseconds % 2 == 1
  }

  /// A failure's two blinks, then still.
  static func blinkMotion(since: Instant, at instant: Instant) -> Controller.Motion {
    let elapsed = (instant - since).nanoseconds
    if elapsed >= 4 * blink.nanoseconds { return .still }
    let half = elapsed < 0 ? 0 : elapsed / blink.nanoseconds
    return .until(since + TimeSpan(nanoseconds: (half + 1) * blink.nanoseconds))
  }
}

extension Circle {
  /// A command runs: a third of the ring turns; where it must not or cannot, the ring pulses.
  func paintWorking(_ spec: Ring, reduceMotion: Bool, elapsed: TimeSpan) {
    if reduceMotion || count == 1 {
      let level = pulse(
        from: RingTimes.workingLow, to: RingTimes.workingHigh, period: RingTimes.workingPulse,
        at: elapsed)
      return paint(spec.tint.scaled(by: level))
    }
    let within = elapsed.nanoseconds % RingTimes.turn.nanoseconds
    let start = Double(within) / Double(RingTimes.turn.nanoseconds)
    paintArc(spec.tint, from: start, to: start + RingTimes.workingArc)
  }

  /// Three pixels at once for zero, direction and order, then one after the other for wiring and map.
  func paintTest(step: Int) {
    if count == 0 { return }
    // A ring of less than three cannot show all colours at once; it starts with the second part.
    let opening = count < 3 ? 0 : RingTimes.testOpening
    if step >= opening { return paintTestPixel((step - opening) % count, colour: step - opening) }
    paint(.black)
    for place in 0..<3 { set(place, to: testColour(place)) }
  }

  private func paintTestPixel(_ lit: Int, colour: Int) {
    paint(testColour(colour)) { place in place == lit ? 1 : 0 }
  }

  private func testColour(_ step: Int) -> Colour {
    switch step & 3 {
    case 0: return Colour(red: 1, green: 0, blue: 0)
    case 1: return Colour(red: 0, green: 1, blue: 0)
    case 2: return Colour(red: 0, green: 0, blue: 1)
    default: return Colour(red: 1, green: 1, blue: 1)
    }
  }
}

extension Controller.Motion {
  /// This motion, or a change at `end`, whichever is first.
  func ending(by end: Instant) -> Controller.Motion {
    switch self {
    case .moving: return .moving
    case .until(let next): return next < end ? self : .until(end)
    case .still: return end == .never ? .still : .until(end)
    }
  }
}

extension Controller {
  /// Shows an application's picture in place of the idle one until `end`; a press goes before it.
  public mutating func showRemote(
    ring: Int, _ picture: RemotePicture, until end: Instant, at instant: Instant
  ) {
    guard ringStates.indices.contains(ring) else { return }
    ringStates[ring].showRemote(picture, until: end, at: instant)
  }

  /// Shows an application's pixels, by their numbers, in place of the idle picture until `end`.
  public mutating func showRemote(
    ring: Int, pixels: UnsafeBufferPointer<Colour>, until end: Instant, at instant: Instant
  ) {
    guard ringStates.indices.contains(ring) else { return }
    ringStates[ring].showRemote(pixels: pixels, until: end, at: instant)
  }

  /// Ends the application's picture.
  public mutating func endRemote(ring: Int, at instant: Instant) {
    guard ringStates.indices.contains(ring) else { return }
    ringStates[ring].endRemote(at: instant)
  }
}

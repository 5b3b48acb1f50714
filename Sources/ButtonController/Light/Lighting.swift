/// The light of a controller's rings.
///
/// A ring that is not there has no pixels, stands still, and takes what is shown on it without a word.
extension Controller {
  /// What a ring's picture does next.
  public enum Motion: Equatable, Sendable {
    /// It stays until something is decided.
    case still
    /// It stays until this instant, then changes.
    case until(Instant)
    /// It changes all the time.
    case moving
  }

  /// Writes the picture of `ring` at `instant`: one colour a pixel, at most as many as fit.
  ///
  /// Depends on the ring's state and `instant` alone: a frame that is never asked for changes
  /// nothing.
  public func frame(
    of ring: Int, at instant: Instant, into pixels: UnsafeMutableBufferPointer<Colour>
  ) {
    guard ringStates.indices.contains(ring) else { return }
    ringStates[ring].render(
      spec: panel.rings[ring], reduceMotion: panel.reduceMotion, at: instant, into: pixels)
  }

  /// The picture of `ring` at `instant`, one colour a pixel; allocates the array.
  public func frame(of ring: Int, at instant: Instant) -> [Colour] {
    guard panel.rings.indices.contains(ring) else { return [] }
    var pixels = Array(repeating: Colour.black, count: panel.rings[ring].pixels)
    pixels.withUnsafeMutableBufferPointer { frame(of: ring, at: instant, into: $0) }
    return pixels
  }

  /// What the picture of `ring` does after `instant`.
  public func motion(of ring: Int, at instant: Instant) -> Motion {
    guard ringStates.indices.contains(ring) else { return .still }
    return ringStates[ring].motion(
      spec: panel.rings[ring], reduceMotion: panel.reduceMotion, at: instant)
  }

  /// Shows that a command of a control of `ring` runs on.
  public mutating func showWorking(ring: Int, at instant: Instant) {
    guard ringStates.indices.contains(ring) else { return }
    ringStates[ring].work(at: instant)
  }

  /// Shows how far a command of a control of `ring` is, 0…1, in place of `showWorking`.
  public mutating func showProgress(ring: Int, _ share: Double, at instant: Instant) {
    guard ringStates.indices.contains(ring) else { return }
    ringStates[ring].showProgress(share, at: instant)
  }

  /// Ends `showProgress`.
  public mutating func endProgress(ring: Int, at instant: Instant) {
    guard ringStates.indices.contains(ring) else { return }
    ringStates[ring].endProgress(at: instant)
  }

  /// Shows that a command succeeded; ends `showWorking`.
  public mutating func showSuccess(ring: Int, at instant: Instant) {
    guard ringStates.indices.contains(ring) else { return }
    ringStates[ring].succeed(at: instant)
  }

  /// Shows that a command failed; ends `showWorking`.
  public mutating func showFailure(ring: Int, at instant: Instant) {
    guard ringStates.indices.contains(ring) else { return }
    ringStates[ring].fail(at: instant)
  }

  /// Ends `showWorking` without a picture of its own.
  public mutating func endWorking(ring: Int, at instant: Instant) {
    guard ringStates.indices.contains(ring) else { return }
    ringStates[ring].endWork(at: instant)
  }
}

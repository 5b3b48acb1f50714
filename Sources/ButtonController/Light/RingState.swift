/// What one ring shows, as a function of time; the whole memory of a picture.
///
/// A picture runs from the instant at which its cause was decided. Later ones replace earlier ones
/// at once, and each ends in what lies beneath: the idle picture, a command that runs on, or what an
/// application set. One that the ring does not show is never taken, so an outcome is emitted to its end
/// on a ring that does not fill.
struct RingState {
  enum Picture {
    /// Nothing over the base.
    case base
    /// Dark, whatever lies beneath.
    case off
    case pressed
    case released(Instant)
    case filling(start: Instant, end: Instant, from: Double)
    case draining(from: Double, start: Instant, span: TimeSpan)
    case confirmed(Instant, success: TimeSpan, fade: TimeSpan)
    case failed(Instant)
    case denied(Instant)
    case dragged(Pull)
    case springing(Pull, Spring, Instant)
  }

  /// A drag: its pull as a share of the reach, and the angle in turns from the top where it has one.
  struct Pull {
    var share: Double
    var angle: Double?
  }

  var picture = Picture.base
  var remote: RemoteLight
  /// Since when a command has run on; nil if none does.
  var workingSince: Instant?
  /// The pictures that it takes.
  let shows: Ring.Pictures

  /// A ring at rest; `pixels` is the room for raw pixels that an application may set.
  init(pixels: Int = 0, shows: Ring.Pictures = .all) {
    remote = RemoteLight(pixels: pixels)
    self.shows = shows
  }

  // MARK: Presses

  /// A press of a control without confirm was decided.
  mutating func press(at decided: Instant) {
    if shows.contains(.pressed) { picture = .pressed }
  }

  /// That press's release was decided.
  mutating func release(at decided: Instant) {
    if case .pressed = picture { picture = .released(decided) }
  }

  /// An attempt runs from `start` to `end`; a drain that runs at `decided` is taken over.
  mutating func fill(from start: Instant, to end: Instant, at decided: Instant) {
    guard shows.contains(.filling) else { return }
    var shown = 0.0
    if case .draining = picture { shown = fill(at: decided) }
    picture = .filling(start: start, end: end, from: shown)
  }

  /// The attempt was cancelled: drains from the fill then shown.
  mutating func drain(over span: TimeSpan, at decided: Instant) {
    guard case .filling = picture else { return }
    picture = .draining(from: fill(at: decided), start: decided, span: span)
  }

  /// The attempt was confirmed.
  mutating func confirm(success: TimeSpan, fade: TimeSpan, at decided: Instant) {
    guard shows.contains(.success) else { return endPress() }
    picture = .confirmed(decided, success: success, fade: fade)
  }

  /// A press that cannot start.
  mutating func deny(at decided: Instant) {
    if shows.contains(.denied) { picture = .denied(decided) }
  }

  /// What a press left open ends without a picture of its own, as nothing else would end it.
  private mutating func endPress() {
    switch picture {
    case .pressed, .filling: picture = .base
    case .base, .off, .released, .draining, .confirmed, .failed, .denied, .dragged, .springing:
      break
    }
  }

  // MARK: Drags

  /// A knob's drag: its pull as a share of the reach, with a sign.
  mutating func drag(pull: Double, at decided: Instant) {
    drag(Pull(share: RingState.share(pull), angle: nil))
  }

  /// A stick's drag: pull as a share of the reach, angle in degrees (0 right, 90 up).
  mutating func drag(pull: Double, angle: Double, at decided: Instant) {
    // The ring's zero is the top, from where it counts clockwise.
    let turns = angle.magnitude <= 360 ? (90 - angle) / 360 : 0
    drag(Pull(share: RingState.share(pull), angle: turns))
  }

  private mutating func drag(_ pull: Pull) {
    guard shows.contains(.drag) else { return endPress() }
    picture = .dragged(pull)
  }

  /// The drag was released: springs back.
  mutating func spring(duration: TimeSpan, bounce: Double, at decided: Instant) {
    guard case .dragged(let pull) = picture else { return }
    picture = .springing(pull, Spring(duration: duration, bounce: bounce), decided)
  }

  private static func share(_ pull: Double) -> Double {
    pull < 0 ? -bound(-pull) : bound(pull)
  }

  // MARK: The whole ring

  /// Back to what lies beneath, at once.
  mutating func clear() { picture = .base }

  /// Dark until the next picture or `clear`, whatever lies beneath.
  mutating func turnOff() { picture = .off }

  // MARK: Commands

  /// A command of a control runs on: shown in place of the idle picture until it ends.
  mutating func work(at decided: Instant) {
    if shows.contains(.working) { workingSince = decided }
  }

  /// A command emitted how far it is: shown in place of the idle picture until `endProgress`.
  mutating func showProgress(_ share: Double, at decided: Instant) {
    guard shows.contains(.working) else { return }
    workingSince = nil
    remote.show(.progress(share), until: .never, at: decided)
  }

  /// The command emits no more; what an application set on a ring without such pictures stays.
  mutating func endProgress(at decided: Instant) {
    if shows.contains(.working) { remote.clear() }
  }

  /// The command succeeded.
  ///
  /// A press that is open keeps its picture, as a full ring would say that it was confirmed; a
  /// confirm that is still shown says all there is to say.
  mutating func succeed(at decided: Instant) {
    workingSince = nil
    guard shows.contains(.success) else { return }
    switch picture {
    case .pressed, .filling, .dragged: return
    case .confirmed(let start, let success, let fade):
      if decided < start + success + fade { return }
    case .base, .off, .released, .draining, .failed, .denied, .springing: break
    }
    confirm(success: Defaults.success, fade: Defaults.fade, at: decided)
  }

  /// The command failed.
  mutating func fail(at decided: Instant) {
    workingSince = nil
    if shows.contains(.error) { picture = .failed(decided) }
  }

  /// The command ended without a picture of its own.
  mutating func endWork(at decided: Instant) { workingSince = nil }

  // MARK: Applications

  /// An application's picture, in place of the idle picture until `end`.
  mutating func showRemote(_ picture: RemotePicture, until end: Instant, at decided: Instant) {
    if shows.contains(.remote) { remote.show(picture, until: end, at: decided) }
  }

  /// An application's pixels, copied; in place of the idle picture until `end`.
  mutating func showRemote(
    pixels: UnsafeBufferPointer<Colour>, until end: Instant, at decided: Instant
  ) {
    guard shows.contains(.remote) else { return }
    remote.take(pixels)
    remote.show(.pixels, until: end, at: decided)
  }

  /// The application's picture is over.
  mutating func endRemote(at decided: Instant) { remote.clear() }

  // MARK: What is shown

  /// The fill of 0…1 at `instant`; 0 where nothing fills or drains.
  func fill(at instant: Instant) -> Double {
    switch picture {
    case .filling(let start, let end, let from):
      if instant >= end { return 1 }
      return from + (1 - from) * bound((instant - start).share(of: end - start))
    case .draining(let from, let start, let span):
      if instant >= start + span { return 0 }
      return from * (1 - easeOut((instant - start).share(of: span)))
    case .base, .off, .pressed, .released, .confirmed, .failed, .denied, .dragged, .springing:
      return 0
    }
  }
}

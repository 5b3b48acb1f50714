extension RingState {
  /// Writes the picture at `instant`: one colour a pixel, by the pixels' numbers.
  ///
  /// Depends on the state and `instant` alone.
  func render(
    spec: Ring, reduceMotion: Bool, at instant: Instant,
    into pixels: UnsafeMutableBufferPointer<Colour>
  ) {
    let circle = Circle(spec, pixels)
    switch picture {
    case .base: renderBase(spec, reduceMotion, instant, circle)
    case .off: circle.paint(.black)
    case .pressed: circle.paint(spec.tint.scaled(by: RingTimes.pressedLevel))
    case .released(let start):
      renderBase(spec, reduceMotion, instant, circle)
      circle.fade(
        from: spec.tint.scaled(by: RingTimes.pressedLevel),
        easeOut((instant - start).share(of: RingTimes.release)))
    case .filling:
      circle.paintFill(
        spec.tint, progress: fill(at: instant), track: spec.track,
        level: reduceMotion ? 1 : RingTimes.squeeze)
    case .draining(_, let start, let span):
      if instant >= start + span { return renderBase(spec, reduceMotion, instant, circle) }
      circle.paintFill(spec.tint, progress: fill(at: instant), track: spec.track, level: 1)
    case .confirmed(let start, let success, let fade):
      let held = instant - start < success ? instant - start : success
      let shown = spec.tint.mixed(
        with: spec.success, easeOut(held.share(of: RingTimes.success)))
      renderFade(
        from: shown, at: start + success, over: fade, spec, reduceMotion, instant, circle)
    case .failed(let start):
      if RingTimes.isBlinkDark(instant - start) { return circle.paint(.black) }
      renderFade(
        from: spec.error, at: start + RingTimes.failure, over: Defaults.fade, spec, reduceMotion,
        instant, circle)
    case .denied(let start):
      if instant >= start + RingTimes.denied {
        return renderBase(spec, reduceMotion, instant, circle)
      }
      circle.paint(spec.tint.scaled(by: RingTimes.deniedLevel))
    case .dragged(let pull):
      if reduceMotion {
        renderBase(spec, reduceMotion, instant, circle)
        return circle.dim(by: RingTimes.dragDim)
      }
      renderPull(pull, 1, spec, circle)
    case .springing(let pull, let spring, let start):
      if reduceMotion { return renderBase(spec, reduceMotion, instant, circle) }
      let end = start + spring.settling
      if instant < end {
        return renderPull(pull, spring.rest(after: instant - start), spec, circle)
      }
      renderFade(
        from: .black, at: end, over: RingTimes.release, spec, reduceMotion, instant, circle)
    }
  }

  /// `colour` until `start`, then a fade to what lies beneath.
  private func renderFade(
    from colour: Colour, at start: Instant, over span: TimeSpan, _ spec: Ring, _ reduceMotion: Bool,
    _ instant: Instant, _ circle: Circle
  ) {
    if instant < start { return circle.paint(colour) }
    renderBase(spec, reduceMotion, instant, circle)
    if instant < start + span {
      circle.fade(from: colour, easeOut((instant - start).share(of: span)))
    }
  }

  /// An arc from zero in the direction of the turn, or a bump at the angle of a stick.
  private func renderPull(_ pull: Pull, _ rest: Double, _ spec: Ring, _ circle: Circle) {
    let share = pull.share * rest
    guard let angle = pull.angle else {
      let end = share / 2
      return circle.paintArc(spec.tint, from: end < 0 ? end : 0, to: end < 0 ? 0 : end)
    }
    circle.paintBump(
      spec.tint, centre: share < 0 ? angle + 0.5 : angle,
      halfWidth: RingTimes.bump * (1 + RingTimes.stretch * share.magnitude),
      level: share.magnitude)
  }

  /// What lies beneath every picture: an application's or a command's, the later one; else idle.
  private func renderBase(
    _ spec: Ring, _ reduceMotion: Bool, _ instant: Instant, _ circle: Circle
  ) {
    switch base(at: instant) {
    case .remote:
      remote.render(spec: spec, reduceMotion: reduceMotion, at: instant, into: circle)
    case .working(let since):
      circle.paintWorking(spec, reduceMotion: reduceMotion, elapsed: instant - since)
    case .idle:
      switch spec.idle {
      case .track: circle.paint(spec.tint.scaled(by: spec.track))
      case .off: circle.paint(.black)
      case .breathe: circle.paint(spec.tint.scaled(by: RingTimes.breath(at: instant)))
      }
    }
  }

  enum Base {
    case idle
    case working(Instant)
    case remote
  }

  func base(at instant: Instant) -> Base {
    if let since = workingSince {
      return remote.isShown(at: instant) && remote.since > since ? .remote : .working(since)
    }
    return remote.isShown(at: instant) ? .remote : .idle
  }
}

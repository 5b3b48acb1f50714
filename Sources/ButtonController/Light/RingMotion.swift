extension RingState {
  /// What the picture does after `instant`.
  ///
  /// The daemon sleeps by it, so `still` and `until` must hold to the nanosecond; `moving` may be
  /// said of a picture that happens to stay.
  func motion(spec: Ring, reduceMotion: Bool, at instant: Instant) -> Controller.Motion {
    switch picture {
    case .base: return baseMotion(spec, at: instant)
    case .off, .pressed: return .still
    case .released(let start):
      return instant < start + RingTimes.release ? .moving : baseMotion(spec, at: instant)
    case .filling(let start, let end, _):
      if instant >= end { return .still }
      return instant < start ? .until(start) : .moving
    case .draining(_, let start, let span):
      return instant < start + span ? .moving : baseMotion(spec, at: instant)
    case .confirmed(let start, let success, let fade):
      let settled = RingTimes.success < success ? RingTimes.success : success
      if instant < start + settled { return .moving }
      return fadeMotion(from: start + success, over: fade, spec, at: instant)
    case .failed(let start):
      let blinks = RingTimes.blinkMotion(since: start, at: instant)
      if blinks != .still { return blinks }
      return fadeMotion(
        from: start + RingTimes.failure, over: Defaults.fade, spec, at: instant)
    case .denied(let start):
      let end = start + RingTimes.denied
      return instant < end ? .until(end) : baseMotion(spec, at: instant)
    case .dragged: return reduceMotion ? baseMotion(spec, at: instant) : .still
    case .springing(_, let spring, let start):
      let end = start + spring.settling + RingTimes.release
      return reduceMotion || instant >= end ? baseMotion(spec, at: instant) : .moving
    }
  }

  private func fadeMotion(
    from start: Instant, over span: TimeSpan, _ spec: Ring, at instant: Instant
  ) -> Controller.Motion {
    if instant < start { return .until(start) }
    return instant < start + span ? .moving : baseMotion(spec, at: instant)
  }

  private func baseMotion(_ spec: Ring, at instant: Instant) -> Controller.Motion {
    switch base(at: instant) {
    case .remote: return remote.motion(at: instant)
    case .working: return .moving
    case .idle:
      switch spec.idle {
      case .track, .off: return .still
      case .breathe: return .moving
      }
    }
  }
}

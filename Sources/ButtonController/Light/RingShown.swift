extension Controller {
  /// What a ring shows, for whoever asks: nothing is decided by it.
  public enum Shown: Equatable, Sendable, CaseIterable {
    /// Its picture at rest.
    case idle
    /// A press, or the end of one.
    case pressed
    /// A confirm that fills, or drains.
    case filling
    /// A confirm, or a command that went well.
    case success
    /// A command that failed.
    case error
    /// A press that cannot start.
    case denied
    /// A drag, or its spring.
    case drag
    /// A command that runs on.
    case working
    /// A picture of an application, or the progress of a command.
    case remote
    /// Nothing at all, as its control is stuck.
    case dark
  }

  /// What `ring` shows at `instant`; a ring that is not there is dark.
  public func shown(on ring: Int, at instant: Instant) -> Shown {
    guard ringStates.indices.contains(ring) else { return .dark }
    return ringStates[ring].shown(at: instant)
  }
}

extension RingState {
  /// What it shows at `instant`; a fade counts as the picture that it leads to.
  func shown(at instant: Instant) -> Controller.Shown {
    switch picture {
    case .base: break
    case .off: return .dark
    case .pressed: return .pressed
    case .released(let start): if instant < start + RingTimes.release { return .pressed }
    case .filling: return .filling
    case .draining(_, let start, let span): if instant < start + span { return .filling }
    case .confirmed(let start, let success, _): if instant < start + success { return .success }
    case .failed(let start): if instant < start + RingTimes.failure { return .error }
    case .denied(let start): if instant < start + RingTimes.denied { return .denied }
    case .dragged: return .drag
    case .springing(_, let spring, let start):
      if instant < start + spring.settling { return .drag }
    }
    switch base(at: instant) {
    case .idle: return .idle
    case .working: return .working
    case .remote: return .remote
    }
  }
}

/// Where a control stands and what it waits for, for whoever asks: nothing is decided by it.
public struct Outlook: Equatable, Sendable {
  /// Where a press stands.
  public enum Stage: Equatable, Sendable, CaseIterable {
    /// Open, or a switch that is off.
    case open
    /// A chord's member: perhaps the chord's press.
    case chord
    /// Accepted, nothing reached yet.
    case undecided
    /// An attempt to confirm runs.
    case confirming
    /// Held long enough; the release confirms.
    case ready
    /// With a hold that the release decides: a level of it was reached.
    case holdReady
    /// The hold was emitted.
    case held
    /// Turned while pressed.
    case dragging
    /// Decided: nothing comes of it until it opens.
    case over
    /// Closed since a start or a loss: nothing comes of it until it opens.
    case unarmed
  }

  /// What comes if nothing changes before.
  public enum Next: Equatable, Sendable {
    /// The taps that wait are emitted, as no further one can follow.
    case taps
    /// It can no more be part of a chord.
    case alone
    /// An attempt to confirm begins.
    case confirmStart
    /// The hold.
    case hold
    /// This level of the hold.
    case level(Int)
    /// The confirm, or that the release will confirm.
    case confirm
    /// Held too long to confirm.
    case overHold
    /// Closed for longer than anyone presses.
    case stuck
  }

  /// Where its press stands.
  public var stage: Stage
  /// Since when it is pressed; nil where no press counts.
  public var press: Instant?
  /// Taps that wait for more.
  public var taps: Int
  /// What comes next and when; nil where only a change of a contact can lead to anything.
  public var next: (what: Next, at: Instant)?

  /// Whether both say the same.
  public static func == (one: Outlook, other: Outlook) -> Bool {
    one.stage == other.stage && one.press == other.press && one.taps == other.taps
      && one.next?.what == other.next?.what && one.next?.at == other.next?.at
  }
}

extension Controller {
  /// Where `control` stands; nil for one that the panel does not have.
  ///
  /// Repeats of a hold and of a stick's direction are left out: they change nothing.
  public func outlook(of control: Int) -> Outlook? {
    guard states.indices.contains(control) else { return nil }
    let state = states[control]
    return Outlook(
      stage: stage(of: state.phase), press: state.openPress, taps: state.pendingTaps,
      next: next(of: control))
  }

  private func next(of control: Int) -> (what: Outlook.Next, at: Instant)? {
    if case .waiting = states[control].phase {
      let end = waitEnds[chords.component[control]]
      if end < .never { return (.alone, end) }
    }
    let (instant, kind) = nextTimer(of: control, withRepeats: false)
    guard instant < .never else { return nil }
    switch kind {
    case .gap: return (.taps, instant)
    case .confirmStart: return (.confirmStart, instant)
    case .hold: return (.hold, instant)
    case .level:
      // Where the release decides, the first level is counted, too.
      if case .holdReady = states[control].phase {
        return (.level(states[control].levels + 1), instant)
      }
      return (.level(states[control].levels + 2), instant)
    case .confirm: return (.confirm, instant)
    case .overHold: return (.overHold, instant)
    case .stuck: return (.stuck, instant)
    case .repeated, .step: return nil
    }
  }

  private func stage(of phase: ControlState.Phase) -> Outlook.Stage {
    switch phase {
    case .idle: return .open
    case .waiting: return .chord
    case .undecided: return .undecided
    case .confirming: return .confirming
    case .ready: return .ready
    case .holdReady: return .holdReady
    case .held: return .held
    case .dragging: return .dragging
    case .over: return .over
    case .unarmed: return .unarmed
    }
  }
}

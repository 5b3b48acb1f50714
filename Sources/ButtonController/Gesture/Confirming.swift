/// Hold to confirm: the attempt, its success, and what many presses at once do to it.
extension Controller {
  /// Starts an attempt; taps that wait are told before it.
  mutating func startConfirm(
    _ control: Int, press: Instant, at start: Instant, _ sink: Sink
  ) {
    guard let confirm = panel.controls[control].gestures.confirm else { return }
    tellWaitingTaps(of: control, sink)
    tell(.confirmStart, of: control, at: start, sink)
    states[control].phase = .confirming(press: press, start: start)
    light(control) { ring, instant in
      ring.fill(from: start, to: press + confirm.after, at: instant)
    }
  }

  /// The whole time is over, with unbroken contact.
  mutating func reachConfirm(_ control: Int, at instant: Instant, _ sink: Sink) {
    guard case .confirming(let press, let start) = states[control].phase,
      let confirm = panel.controls[control].gestures.confirm
    else { return }
    if confirm.commitsOnRelease {
      tell(.ready, of: control, at: instant, sink)
      states[control].phase = .ready(press: press, start: start)
    } else {
      states[control].phase = .over(press: press)
      succeed(control, via: .hold, held: confirm.after, at: instant, sink)
    }
  }

  mutating func succeed(
    _ control: Int, via: Event.Via, held: TimeSpan, at instant: Instant, _ sink: Sink
  ) {
    guard let confirm = panel.controls[control].gestures.confirm else { return }
    tell(.confirm(via: via, held: held), of: control, at: instant, sink)
    states[control].successUntil = instant + confirm.success
    states[control].firstOfDoubleTap = .ever
    light(control) { ring, decided in
      ring.confirm(success: confirm.success, fade: confirm.fade, at: decided)
    }
  }

  /// Let go before the time: a cancel, or the second of two taps that confirm.
  mutating func releaseConfirming(
    _ control: Int, press: Instant, at stamp: Instant, _ sink: Sink
  ) {
    let gestures = panel.controls[control].gestures
    let isShort = stamp - press < gestures.tapWithin
    guard let confirm = gestures.confirm, confirm.doubleTap, gestures.tap == nil, isShort else {
      cancel(control, .released, at: stamp, sink)
      return
    }
    if press < states[control].firstOfDoubleTap + Defaults.gap {
      succeed(control, via: .doubleTap, held: stamp - press, at: stamp, sink)
    } else {
      cancel(control, .released, at: stamp, sink)
      states[control].firstOfDoubleTap = stamp
    }
  }

  // MARK: - Many

  /// Three controls pressed within 200 ms: nobody means a confirm.
  ///
  /// The press at `newest` is one of the three, though not always the last of them: another may
  /// have taken longer to settle.
  mutating func cancelMany(newest stamp: Instant, _ sink: Sink) {
    var at = Instant.never
    for control in states.indices {
      guard let last = pressForMany(control), last >= stamp, last < at,
        stamp > last - Defaults.manyWindow
      else { continue }
      var count = 0
      for other in states.indices {
        guard let press = pressForMany(other) else { continue }
        if press <= last && press > last - Defaults.manyWindow { count += 1 }
      }
      if count >= 3 { at = last }
    }
    guard at < .never else { return }
    for control in states.indices
    where states[control].isUndecided && panel.controls[control].gestures.confirm != nil {
      guard let press = states[control].openPress else { continue }
      cancel(control, .many, at: max(at, press), sink)
      if case .waiting = states[control].phase { leaveWait(control) }
      states[control].phase = .over(press: press)
      refresh(control)
    }
  }

  /// The stamp with which a control counts among many; nil where it does not.
  ///
  /// The members of a matched chord count as one: the chord. So do those that wait for one: the newest.
  private func pressForMany(_ control: Int) -> Instant? {
    if case .chord(let chord) = panel.controls[control].kind {
      var last: Instant?
      for member in chord.members where states[member].silencedBy == control {
        guard let press = states[member].openPress else { continue }
        last = max(last ?? .ever, press)
      }
      return last
    }
    guard states[control].silencedBy < 0 else { return nil }
    if case .waiting(let press) = states[control].phase {
      // Its turn comes; till then it is not there.
      if chords.component[control] == resolving { return nil }
      for other in states.indices where chords.component[other] == chords.component[control] {
        guard case .waiting(let theirs) = states[other].phase else { continue }
        if theirs > press || (theirs == press && other < control) { return nil }
      }
    }
    switch panel.controls[control].kind {
    case .button, .knob(_, true), .stick(_, true), .encoderStick:
      return states[control].openPress
    case .toggle, .knob(_, false), .stick(_, false), .chord: return nil
    }
  }
}

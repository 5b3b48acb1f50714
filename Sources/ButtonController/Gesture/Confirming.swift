/// Hold to confirm: the attempt, its success, and what many presses at once do to it.
extension Controller {
  /// Starts an attempt; taps that wait are emitted before it.
  mutating func startConfirm(
    _ control: Int, press: Instant, at start: Instant, _ sink: Sink
  ) {
    guard let confirm = panel.controls[control].gestures.confirm else { return }
    emitWaitingTaps(of: control, sink)
    emit(.confirmStart, of: control, at: start, sink)
    setPhase(of: control, .confirming(press: press, start: start))
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
      emit(.ready, of: control, at: instant, sink)
      setPhase(of: control, .ready(press: press, start: start))
    } else {
      setPhase(of: control, .over(press: press))
      succeed(control, via: .hold, held: confirm.after, at: instant, sink)
    }
  }

  mutating func succeed(
    _ control: Int, via: Event.Via, held: TimeSpan, at instant: Instant, _ sink: Sink
  ) {
    guard let confirm = panel.controls[control].gestures.confirm else { return }
    emit(.confirm(via: via, held: held), of: control, at: instant, sink)
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
    // Nothing but an attempt is ended by it.
    if attempts.earliest == .never { return }
    var at = Instant.never
    var next = pressed(after: stamp.previous)
    while let control = next {
      next = pressed(after: stamp.previous, from: control + 1)
      guard let last = pressForMany(control), last < at, stamp > last - Defaults.manyWindow,
        areMany(at: last)
      else { continue }
      at = last
    }
    guard at < .never else { return }
    next = attempts.first(before: .never)
    while let control = next {
      next = attempts.first(from: control + 1, before: .never)
      guard let press = states[control].openPress else { continue }
      cancel(control, .many, at: max(at, press), sink)
      if case .waiting = states[control].phase { leaveWait(control) }
      setPhase(of: control, .over(press: press))
      refresh(control)
    }
  }

  /// The next control from `place` on that was pressed after `instant` and is still.
  private func pressed(after instant: Instant, from place: Int = 0) -> Int? {
    presses.first(from: place, before: instant.mirrored)
  }

  /// Whether three presses lie within the window that ends with the one at `last`.
  private func areMany(at last: Instant) -> Bool {
    let begin = last - Defaults.manyWindow
    var count = 0
    var next = pressed(after: begin)
    while let control = next {
      if let press = pressForMany(control), press <= last { count += 1 }
      if count >= 3 { return true }
      next = pressed(after: begin, from: control + 1)
    }
    return false
  }

  /// The stamp with which a control's open press counts among many; nil where it does not.
  ///
  /// The members of a matched chord count as one: the newest stands for it. So do those that wait for
  /// one.
  private func pressForMany(_ control: Int) -> Instant? {
    guard let press = states[control].openPress else { return nil }
    let chord = states[control].silencedBy
    if chord >= 0 {
      guard case .chord(let chord) = panel.controls[chord].kind else { return nil }
      for member in chord.members where states[member].silencedBy == states[control].silencedBy {
        guard let theirs = states[member].openPress else { continue }
        if theirs > press || (theirs == press && member < control) { return nil }
      }
      return press
    }
    if case .waiting = states[control].phase {
      // Its turn comes; till then it is not there.
      let component = chords.component[control]
      if component == resolving { return nil }
      var next = waiting.first(before: .never)
      while let other = next {
        next = waiting.first(from: other + 1, before: .never)
        guard chords.component[other] == component else { continue }
        let theirs = waiting[other]
        if theirs > press || (theirs == press && other < control) { return nil }
      }
    }
    switch panel.controls[control].kind {
    case .button, .knob(_, true), .stick(_, true), .encoderStick: return press
    case .toggle, .knob(_, false), .stick(_, false), .chord: return nil
    }
  }
}

/// Presses and releases of buttons, pushes and chords: taps, holds and their ends.
extension Controller {
  /// Takes a settled input of a control.
  mutating func take(_ input: Input, _ sink: Sink) {
    let control = input.control
    switch input.what {
    case .detent(let axis, let delta):
      // A turn starts no timer and ends none.
      guard takeDetent(of: control, axis: axis, delta: delta, at: input.stamp, sink) else {
        return
      }
    case .contact(let isClosed):
      let line = input.line
      if lines[line].isWatched { lines[line].closedSince = isClosed ? input.stamp : .never }
      if states[control].isOut {
        // Emitted nothing until all its lines are back; then it starts from the levels found.
        break
      }
      switch lines[line].role {
      case .toggle: takeSwitch(control, isOn: isClosed, at: input.stamp, sink)
      case .direction(let direction):
        takeDirection(direction, of: control, line, isClosed: isClosed, at: input.stamp, sink)
      case .button:
        if isClosed {
          states[control].pressArrival = input.arrival
          takePress(of: control, at: input.stamp, sink)
        } else {
          takeRelease(of: control, line, at: input.stamp, sink)
        }
      case .quadrature: break
      }
    case .opening(let until, let length):
      takeOpening(of: input.line, from: input.stamp, until: until, length: length, sink)
    }
    refresh(control)
  }

  // MARK: - Press

  private mutating func takePress(of control: Int, at stamp: Instant, _ sink: Sink) {
    endMovement(of: control, at: stamp, sink)
    spendDirections(of: control)
    if states[control].isStuck {
      // Another line of it is stuck: nothing counts until all are open.
      setPhase(of: control, .unarmed)
      return
    }
    states[control].lastPushEdge = stamp
    states[control].openTime = .zero
    if panel.controls[control].emitsEdges {
      emit(.press, of: control, at: stamp, sink)
      states[control].pressTold = stamp
    }
    let isConsumed = cancelOthers(for: control, pressedAt: stamp, sink)
    let isSilent = states[control].silencedBy >= 0
    if isSilent || isConsumed || stamp < states[control].successUntil {
      if !isSilent { ignore(control, pressedAt: stamp, sink) }
      setPhase(of: control, .over(press: stamp))
      cancelMany(newest: stamp, sink)
    } else if chords.ofControl[control].isEmpty {
      setPhase(of: control, .undecided(press: stamp))
      cancelMany(newest: stamp, sink)
      engage(control, sink)
    } else {
      let chord = joinWait(control, at: stamp, sink)
      cancelMany(newest: stamp, sink)
      if let chord { engage(chord, sink) }
    }
  }

  /// Emits that a press is ignored whole: for the success time, or because it cancelled a confirm.
  mutating func ignore(_ control: Int, pressedAt stamp: Instant, _ sink: Sink) {
    let isInSuccess = stamp < states[control].successUntil
    emit(.ignored(reason: isInSuccess ? .success : .consumed), of: control, at: stamp, sink)
    if isInSuccess { light(control) { ring, instant in ring.deny(at: instant) } }
  }

  /// Cancels the exclusive confirms that run elsewhere; whether there was one, which consumes the
  /// press.
  mutating func cancelOthers(for control: Int, pressedAt stamp: Instant, _ sink: Sink) -> Bool {
    var isConsumed = false
    var next = attempts.first(before: stamp.next)
    while let other = next {
      next = attempts.first(from: other + 1, before: stamp.next)
      if other == control { continue }
      switch states[other].phase {
      case .confirming(let press, let start), .ready(let press, let start):
        guard start <= stamp, !chords.ofControl[control].contains(other),
          panel.controls[other].gestures.confirm?.isExclusive == true
        else { continue }
        cancel(other, .otherControl, at: stamp, sink)
        setPhase(of: other, .over(press: press))
        refresh(other)
        isConsumed = true
      case .idle, .waiting, .undecided, .holdReady, .held, .dragging, .over, .unarmed: continue
      }
    }
    return isConsumed
  }

  /// Begins the gestures of an accepted press, unless it was cancelled meanwhile.
  mutating func engage(_ control: Int, _ sink: Sink) {
    guard case .undecided(let press) = states[control].phase else { return }
    states[control].drag.isAfterOutcome = false
    if panel.controls[control].gestures.confirm != nil {
      if panel.controls[control].gestures.tap == nil {
        startConfirm(control, press: press, at: press, sink)
      }
    } else {
      light(control) { ring, instant in ring.press(at: instant) }
      if panel.controls[control].gestures.tap?.firesAtPress == true {
        emit(.tap(count: 1), of: control, at: press, sink)
        setPhase(of: control, .over(press: press))
      }
    }
    refresh(control)
  }

  // MARK: - Release

  private mutating func takeRelease(
    of control: Int, _ line: Int, at stamp: Instant, _ sink: Sink
  ) {
    lines[line].isArmed = true
    states[control].lastPushEdge = stamp
    spendDirections(of: control)
    if case .unarmed = states[control].phase {
      setPhase(of: control, .idle)
      endStuckIfOpen(control, at: stamp, sink)
      endSilence(of: control)
      return
    }
    emitRelease(of: control, at: stamp, sink)
    endPress(control, at: stamp, sink)
    for chord in chords.ofControl[control] where states[control].silencedBy == chord {
      releaseChord(chord, at: stamp, sink)
    }
    endSilence(of: control)
  }

  /// Emits the `release` of a `press` that was emitted, once; `reason` where no edge brought it.
  mutating func emitRelease(
    of control: Int, at instant: Instant, because reason: CancelReason? = nil, _ sink: Sink
  ) {
    let press = states[control].pressTold
    guard press < .never else { return }
    states[control].pressTold = .never
    emit(.release(held: instant - press, reason: reason), of: control, at: instant, sink)
  }

  /// The release of a press that counts: its outcome, if it had none.
  mutating func endPress(_ control: Int, at stamp: Instant, _ sink: Sink) {
    let phase = states[control].phase
    setPhase(of: control, .idle)
    switch phase {
    case .idle, .waiting, .unarmed: break
    case .over: endPressedPicture(of: control)
    case .undecided(let press):
      endPressedPicture(of: control)
      if panel.controls[control].gestures.tap != nil {
        acceptTap(control, press: press, at: stamp, sink)
      } else {
        setPhase(of: control, phase)
        cancel(control, .released, at: stamp, sink)
        setPhase(of: control, .idle)
      }
    case .confirming(let press, _):
      setPhase(of: control, phase)
      releaseConfirming(control, press: press, at: stamp, sink)
      setPhase(of: control, .idle)
    case .ready(let press, _):
      succeed(control, via: .hold, held: stamp - press, at: stamp, sink)
    case .holdReady(let press):
      endPressedPicture(of: control)
      let level = states[control].levels
      emit(
        level > 1
          ? .holdLevel(level: level, held: stamp - press) : .hold(taps: 0, held: stamp - press),
        of: control, at: stamp, sink)
    case .held(let press):
      endPressedPicture(of: control)
      emitHoldEnd(control, since: press, at: stamp, sink)
    case .dragging(let press):
      endDrag(control, press: press, at: stamp, sink)
    }
    refresh(control)
  }

  /// A control without confirm shows its press; a confirm's ring has pictures of its own.
  func showsPress(_ control: Int) -> Bool { panel.controls[control].gestures.confirm == nil }

  mutating func endPressedPicture(of control: Int) {
    guard showsPress(control) else { return }
    light(control) { ring, instant in ring.release(at: instant) }
  }

  // MARK: - Taps

  mutating func acceptTap(
    _ control: Int, press: Instant, at stamp: Instant, _ sink: Sink
  ) {
    let state = states[control]
    if panel.controls[control].gestures.confirm?.doubleTap == true && state.pendingTaps == 1 {
      states[control].pendingTaps = 0
      succeed(control, via: .doubleTap, held: stamp - press, at: stamp, sink)
      return
    }
    tapStamps[tapBase[control] + state.pendingTaps] = stamp
    states[control].pendingTaps += 1
    states[control].lastTap = stamp
    let partOfHold = panel.controls[control].gestures.hold?.taps ?? 0
    if states[control].pendingTaps <= partOfHold { return }
    // Two taps confirm, so one must wait for the gap.
    if panel.controls[control].gestures.confirm?.doubleTap == true { return }
    emitTaps(of: control, leavesRest: true, sink)
  }

  /// Emits all taps that wait, in parts of the highest bound count.
  mutating func emitWaitingTaps(of control: Int, _ sink: Sink) {
    emitTaps(of: control, leavesRest: false, sink)
  }

  private mutating func emitTaps(of control: Int, leavesRest: Bool, _ sink: Sink) {
    guard let tap = panel.controls[control].gestures.tap else { return }
    var emitted = 0
    let pending = states[control].pendingTaps
    while pending - emitted >= tap.max || (pending > emitted && !leavesRest) {
      let part = min(tap.max, pending - emitted)
      emitted += part
      emit(
        .tap(count: part), of: control, at: tapStamps[tapBase[control] + emitted - 1], sink)
    }
    for rest in emitted..<pending where emitted > 0 {
      tapStamps[tapBase[control] + rest - emitted] = tapStamps[tapBase[control] + rest]
    }
    states[control].pendingTaps = pending - emitted
  }

  // MARK: - Cancel

  /// Emits the cancel of an undecided press and of waiting taps, if there is any.
  ///
  /// The caller says where the press goes from here.
  mutating func cancel(
    _ control: Int, _ reason: CancelReason, at instant: Instant, _ sink: Sink
  ) {
    states[control].firstOfDoubleTap = .ever
    let state = states[control]
    guard state.isUndecided || state.pendingTaps > 0 else { return }
    var end = Event.Cancel(reason: reason, progress: nil, held: nil, taps: state.pendingTaps)
    if state.isUndecided, let press = state.openPress { end.held = instant - press }
    if panel.controls[control].gestures.confirm != nil {
      end.progress = progress(of: control, at: instant)
    }
    states[control].pendingTaps = 0
    states[control].drag.isAfterOutcome = true
    emit(.cancel(end), of: control, at: instant, sink)
    switch state.phase {
    case .confirming, .ready:
      let drain = panel.controls[control].gestures.confirm?.drain ?? Defaults.drain
      light(control) { ring, decided in ring.drain(over: drain, at: decided) }
    case .undecided, .holdReady: endPressedPicture(of: control)
    case .idle, .waiting, .held, .dragging, .over, .unarmed: break
    }
  }

  /// The attempt's own progress at `instant`; 0 before it has started.
  private func progress(of control: Int, at instant: Instant) -> Double {
    switch states[control].phase {
    case .confirming(let press, let start), .ready(let press, let start):
      guard let confirm = panel.controls[control].gestures.confirm else { return 0 }
      return min(1, max(0, (instant - start).share(of: press + confirm.after - start)))
    case .idle, .waiting, .undecided, .holdReady, .held, .dragging, .over, .unarmed: return 0
    }
  }
}

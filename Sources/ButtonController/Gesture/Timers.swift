/// The timers of a control, in the order in which they go at one instant.
enum ControlTimer {
  case stuck, gap, confirmStart, hold, level, repeated, confirm, overHold, step
}

extension Controller {
  /// The control's earliest timer; the order of equal ones is that of `ControlTimer`.
  ///
  /// Without `withRepeats`, repeats of a hold and steps of a stick are left out.
  func nextTimer(
    of control: Int, withRepeats: Bool = true
  ) -> (at: Instant, kind: ControlTimer) {
    var next = (at: Instant.never, kind: ControlTimer.stuck)
    func consider(_ instant: Instant, _ kind: ControlTimer) {
      if instant < next.at { next = (instant, kind) }
    }
    let state = states[control]
    if let stuck = panel.controls[control].stuck, !state.isStuck && !state.isOut {
      for line in ownLines(of: control) where lines[line].closedSince < .never {
        consider(lines[line].closedSince + stuck, .stuck)
      }
    }
    if state.pendingTaps > 0, let tap = gapRule(of: control) {
      switch state.phase {
      // An ignored or consumed press leaves the gap running.
      case .idle, .over: consider(state.lastTap + tap, .gap)
      case .waiting, .undecided, .confirming, .ready, .holdReady, .held, .dragging, .unarmed: break
      }
    }
    switch state.phase {
    case .idle, .waiting, .over, .unarmed: break
    case .undecided(let press):
      let within = panel.controls[control].gestures.tapWithin
      if panel.controls[control].gestures.confirm != nil {
        consider(press + within, .confirmStart)
      } else if let hold = panel.controls[control].gestures.hold {
        consider(press + hold.after, .hold)
      }
    case .confirming(let press, _):
      if let confirm = panel.controls[control].gestures.confirm {
        consider(press + confirm.after, .confirm)
      }
    case .ready(let press, _):
      if let confirm = panel.controls[control].gestures.confirm {
        consider(press + confirm.overHold, .overHold)
      }
    case .holdReady(let press):
      if let hold = panel.controls[control].gestures.hold,
        state.levels <= hold.furtherLevels.count
      {
        consider(press + hold.furtherLevels[state.levels - 1], .level)
      }
    case .held(let press):
      if let hold = panel.controls[control].gestures.hold {
        if state.levels < hold.furtherLevels.count {
          consider(press + hold.furtherLevels[state.levels], .level)
        }
        if withRepeats { consider(state.nextRepeat, .repeated) }
      }
    case .dragging: break
    }
    if withRepeats {
      for direction in 0..<4 { consider(state.drag.nextStep(of: direction), .step) }
    }
    return next
  }

  mutating func refresh(_ control: Int) { timers[control] = nextTimer(of: control).at }

  private func gapRule(of control: Int) -> TimeSpan? {
    panel.controls[control].gestures.tap?.gap
  }

  /// Does what the control's earliest timer is for.
  mutating func fire(_ control: Int, _ sink: Sink) {
    let (instant, kind) = nextTimer(of: control)
    switch kind {
    case .stuck: becomeStuck(control, at: instant, sink)
    case .gap: emitWaitingTaps(of: control, sink)
    case .confirmStart:
      guard case .undecided(let press) = states[control].phase else { break }
      startConfirm(control, press: press, at: instant, sink)
    case .hold: emitHold(control, at: instant, sink)
    case .level:
      states[control].levels += 1
      let level = states[control].levels
      if case .holdReady = states[control].phase {
        emit(.holdReady(level: level), of: control, at: instant, sink)
      } else {
        emit(.holdLevel(level: level + 1), of: control, at: instant, sink)
      }
    case .repeated: emitRepeat(control, at: instant, sink)
    case .confirm: reachConfirm(control, at: instant, sink)
    case .overHold:
      guard let press = states[control].openPress else { break }
      cancel(control, .overHold, at: instant, sink)
      setPhase(of: control, .over(press: press))
    case .step: repeatStep(control, at: instant, sink)
    }
    refresh(control)
  }

  private mutating func emitHold(_ control: Int, at instant: Instant, _ sink: Sink) {
    guard case .undecided(let press) = states[control].phase,
      let hold = panel.controls[control].gestures.hold
    else { return }
    if hold.commitsOnRelease {
      emitWaitingTaps(of: control, sink)
      emit(.holdReady(level: 1), of: control, at: instant, sink)
      setPhase(of: control, .holdReady(press: press))
      states[control].levels = 1
      return
    }
    var taps = 0
    if hold.taps > 0 && states[control].pendingTaps == hold.taps {
      taps = hold.taps
      states[control].pendingTaps = 0
    } else {
      emitWaitingTaps(of: control, sink)
    }
    emit(.hold(taps: taps), of: control, at: instant, sink)
    setPhase(of: control, .held(press: press))
    states[control].levels = 0
    states[control].repeats = 0
    states[control].nextRepeat = hold.repeats.map { instant + $0.every } ?? .never
  }

  /// Emits the end of a hold that was emitted.
  mutating func emitHoldEnd(
    _ control: Int, since press: Instant, at instant: Instant, _ sink: Sink
  ) {
    emit(
      .holdEnd(held: instant - press, level: states[control].levels + 1), of: control, at: instant,
      sink)
  }

  private mutating func emitRepeat(_ control: Int, at instant: Instant, _ sink: Sink) {
    guard case .held(let press) = states[control].phase,
      let repeats = panel.controls[control].gestures.hold?.repeats
    else { return }
    states[control].repeats += 1
    emit(.holdRepeat(count: states[control].repeats), of: control, at: instant, sink)
    var period = repeats.every
    for stage in repeats.stages where press + stage.after <= instant { period = stage.every }
    states[control].nextRepeat = instant + period
  }
}

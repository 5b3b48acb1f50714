import ButtonController

/// What holds for taps, holds, confirms, turns and drags.
extension Invariants {
  mutating func takeTap(_ event: Event, _ count: Int) {
    let control = event.control
    let track = controls[control]
    if event.at == track.lastRelease {
      switch track.lastOutcome {
      case .none:
        controls[control].emitted += count
        checkShort(event, held: track.lastHeld, isTap: true)
      case .drag: controls[control].emitted += count - 1
      case .hold, .confirm, .cancel, .dragAfterOutcome, .excused, .toBeIgnored:
        fail("a tap of a press that had an outcome", event)
      }
    } else {
      controls[control].emitted += count
    }
    if controls[control].emitted > controls[control].accepted { fail("more than accepted", event) }
    if panel.controls[control].gestures.tap?.firesAtPress == true, track.press == event.at {
      noteDecision(event)
      controls[control].outcome = .cancel
    }
  }

  /// A press that came to no hold and no confirm was too short for it.
  mutating func checkShort(_ event: Event, held: TimeSpan, isTap: Bool) {
    // At the beginning of a sleep a timer that waited does not fire.
    if event.decided >= sleep.end && event.at < sleep.beginning { return }
    let gestures = panel.controls[event.control].gestures
    if let hold = gestures.hold, held >= hold.after {
      suspicion = ("held long enough for the hold", event)
    }
    if let confirm = gestures.confirm, held >= (isTap ? gestures.tapWithin : confirm.after) {
      suspicion =
        (isTap ? "held too long for a tap" : "held long enough for the confirm", event)
    }
  }

  mutating func takeHold(_ event: Event, _ taps: Int, _ held: TimeSpan?) {
    if isSwitch(event.control) { return }
    if let held { return takeHeldLevel(event, 1, held) }
    open(event, becomes: .hold)
    controls[event.control].emitted += taps + 1
    let after = panel.controls[event.control].gestures.hold?.after
    if let press = controls[event.control].press, let after, event.at - press != after {
      fail("hold at another instant than its threshold", event)
    }
  }

  /// A hold that the release decided: of a press that had no outcome, held as long as its level says.
  mutating func takeHeldLevel(_ event: Event, _ level: Int, _ held: TimeSpan) {
    let control = event.control
    guard let hold = panel.controls[control].gestures.hold, hold.commitsOnRelease else {
      return fail("a hold at the release is not bound", event)
    }
    let times = [hold.after] + hold.furtherLevels
    if level > times.count || held < times[level - 1] { fail("held too short for it", event) }
    if level < times.count && held >= times[level] { fail("held longer than its level", event) }
    if event.at != controls[control].lastRelease { fail("not at the release", event) }
    if controls[control].lastOutcome != .none { fail("a second outcome", event) }
    controls[control].lastOutcome = .hold
    controls[control].emitted += 1
  }

  mutating func takeHoldReady(_ event: Event) {
    if controls[event.control].press == nil { fail("ready without press", event) }
    if controls[event.control].outcome != .none { fail("ready after an outcome", event) }
  }

  mutating func takeIgnored(_ event: Event, _ reason: Event.IgnoreReason) {
    let control = event.control
    // A stick's movement that was consumed.
    guard let press = controls[control].press, press == event.at else { return }
    if controls[control].isIgnored { fail("ignored twice", event) }
    controls[control].isIgnored = true
    switch (reason, controls[control].outcome) {
    case (.success, .toBeIgnored): break
    case (.consumed, .excused): break
    case (.success, _): fail("ignored, but not in the success time", event)
    case (.consumed, _): fail("ignored, but it cancelled nothing", event)
    }
  }

  mutating func takeTurn(
    _ event: Event, _ steps: Int, _ position: Int, _ limit: Event.Limit?
  ) {
    let control = event.control
    if controls[control].press != nil { fail("turn while pressed", event) }
    guard case .knob(let knob, _) = panel.controls[control].kind else {
      return fail("a turn of what is no knob", event)
    }
    let rule = knob.position
    let before = controls[control].position
    controls[control].position = position
    if position < rule.min ?? Int.min || position > rule.max ?? Int.max {
      fail("position beyond its ends", event)
    }
    if rule.wraps { return }
    let wanted = before + steps * rule.step
    switch limit {
    case nil: if position != wanted { fail("position is not the sum", event) }
    case .min: if position != rule.min || wanted >= position { fail("no end was met", event) }
    case .max: if position != rule.max || wanted <= position { fail("no end was met", event) }
    }
  }

  func startPosition(_ control: Int) -> Int {
    guard case .knob(let knob, _) = panel.controls[control].kind else { return 0 }
    let rule = knob.position
    return max(rule.min ?? Int.min, min(rule.max ?? Int.max, rule.start ?? 0))
  }

  func isSwitch(_ control: Int) -> Bool {
    if case .toggle = panel.controls[control].kind { return true }
    return false
  }

  func isChord(_ control: Int) -> Bool {
    if case .chord = panel.controls[control].kind { return true }
    return false
  }

  mutating func takeConfirm(_ event: Event, _ via: Event.Via, _ held: TimeSpan) {
    let control = event.control
    guard let confirm = panel.controls[control].gestures.confirm else {
      return fail("confirm is not bound", event)
    }
    let isByTaps = via == .doubleTap
    if !isByTaps {
      if !controls[control].isAttempting { fail("confirm without attempt", event) }
      if held < confirm.after { fail("confirmed too early", event) }
    }
    if let press = controls[control].press {
      if event.at - press != confirm.after { fail("confirm at another instant", event) }
      open(event, becomes: .confirm)
    } else {
      if event.at != controls[control].lastRelease { fail("confirm without press", event) }
      if controls[control].lastOutcome != .none { fail("confirm after an outcome", event) }
      controls[control].lastOutcome = .confirm
    }
    if isByTaps, panel.controls[control].gestures.tap == nil {
      let gap = event.at - held - controls[control].firstTap
      if controls[control].firstTap == .ever || gap >= Defaults.gap {
        fail("a double tap without its first tap", event)
      }
    }
    controls[control].firstTap = .ever
    let waited = isByTaps && panel.controls[control].gestures.tap != nil
    controls[control].emitted += waited ? 2 : 1
    controls[control].isAttempting = false
    controls[control].successUntil = event.at + confirm.success
  }

  mutating func takeCancel(_ event: Event, _ cancel: Event.Cancel) {
    let control = event.control
    controls[control].emitted += cancel.taps
    if let progress = cancel.progress {
      if !(progress >= 0 && progress <= 1) { fail("progress out of bounds", event) }
      if !controls[control].isAttempting && progress > 0 { fail("progress of nothing", event) }
    }
    controls[control].firstTap = .ever
    if panel.controls[control].gestures.confirm != nil, cancel.progress == nil {
      fail("a cancel beside confirm has its progress", event)
    }
    guard let held = cancel.held else { return }
    if cancel.reason == .released, held < panel.controls[control].gestures.tapWithin {
      controls[control].firstTap = event.at
    }
    if cancel.reason == .released { checkShort(event, held: held, isTap: false) }
    controls[control].emitted += 1
    controls[control].isAttempting = false
    if controls[control].press != nil {
      open(event, becomes: .cancel)
    } else if controls[control].lastOutcome != .none {
      fail("cancel after an outcome", event)
    } else {
      controls[control].lastOutcome = .cancel
    }
    if controls[control].emitted > controls[control].accepted { fail("more than accepted", event) }
    guard cancel.reason == .otherControl else { return }
    excuseConsumed(by: event)
  }

  /// The press that cancelled a confirm elsewhere is consumed.
  mutating func excuseConsumed(by event: Event) {
    let other = lastPressed
    guard other >= 0, other != event.control, controls[other].press == event.at,
      controls[other].outcome == .none
    else { return }
    controls[other].outcome = .excused
    controls[other].accepted -= 1
    controls[other].isIgnored = false
  }

  mutating func takeDragStart(_ event: Event) {
    let control = event.control
    if case .stick = panel.controls[control].kind, controls[control].press == nil {
      controls[control].outcome = .drag
      return
    }
    switch controls[control].outcome {
    case .none:
      controls[control].outcome = .drag
      controls[control].emitted += 1
    case .cancel: controls[control].outcome = .dragAfterOutcome
    case .hold, .confirm, .drag, .dragAfterOutcome, .excused, .toBeIgnored:
      fail("drag after an outcome", event)
    }
  }

  /// The open press comes to `outcome`, its first.
  mutating func open(_ event: Event, becomes outcome: Outcome) {
    if controls[event.control].press == nil { fail("an outcome without press", event) }
    if controls[event.control].outcome != .none { fail("a second outcome", event) }
    controls[event.control].outcome = outcome
  }
}

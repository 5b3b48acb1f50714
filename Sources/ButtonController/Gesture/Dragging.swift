/// Turns, and the elastic drag of push-and-turn knobs and of sticks.
extension Controller {
  // MARK: - Detents

  /// Takes a detent; whether it went into a drag, which has timers.
  mutating func takeDetent(
    of control: Int, axis: Int, delta: Int, at stamp: Instant, _ sink: Sink
  ) -> Bool {
    guard !states[control].isOut else { return false }
    let x = axis == 0 ? delta : 0
    let y = axis == 1 ? delta : 0
    switch panel.controls[control].kind {
    case .knob(let knob, let hasPush):
      // A knob may slip while its push goes down or comes up.
      if hasPush && stamp - states[control].lastPushEdge < knob.slipGuard { return false }
      if case .idle = states[control].phase {
        turn(control, by: delta, knob, at: stamp, sink)
        return false
      }
    case .encoderStick: break
    case .button, .toggle, .stick, .chord: return false
    }
    dragStep(control, x: x, y: y, at: stamp, sink)
    return true
  }

  private mutating func turn(
    _ control: Int, by delta: Int, _ knob: Knob, at stamp: Instant, _ sink: Sink
  ) {
    let interval = stamp - states[control].lastTurn
    let isClockwise = delta > 0
    var steps = 1
    if let acceleration = knob.acceleration, interval < Defaults.accelerationRest,
      isClockwise == states[control].lastTurnWasClockwise
    {
      if interval.nanoseconds <= 0 {
        steps = acceleration.max
      } else {
        let quotient = acceleration.window.nanoseconds / interval.nanoseconds
        steps = Int(min(Int64(acceleration.max), max(1, quotient)))
      }
    }
    states[control].lastTurn = stamp
    states[control].lastTurnWasClockwise = isClockwise
    let turned = isClockwise ? steps : -steps
    let limit = movePosition(of: control, by: turned, knob.position)
    emit(
      .turn(steps: turned, position: states[control].position, limit: limit), of: control,
      at: stamp,
      sink)
  }

  // MARK: - Directions

  mutating func takeDirection(
    _ direction: Int, of control: Int, _ line: Int, isClosed: Bool, at stamp: Instant,
    _ sink: Sink
  ) {
    guard case .stick(let stick, _) = panel.controls[control].kind else { return }
    guard isClosed else {
      states[control].drag.setNextStep(of: direction, .never)
      lines[line].isArmed = true
      lines[line].isSpent = false
      endStuckIfOpen(control, at: stamp, sink)
      for other in ownLines(of: control) where lines[other].closedSince < .never {
        if lines[other].isArmed && !lines[other].isSpent { return }
      }
      endMovement(of: control, at: stamp, sink)
      return
    }
    switch states[control].phase {
    case .unarmed:
      // The push is closed and counts for nothing; so does this, as long as it stays closed.
      lines[line].isSpent = true
      return
    case .idle:
      guard !states[control].isStuck, lines[line].isArmed else { return }
      beginMovement(of: control, at: stamp, sink)
      guard case .moving = states[control].movement else { return }
    case .waiting, .over: return
    case .undecided, .confirming, .ready, .holdReady, .held, .dragging:
      guard !states[control].isStuck, lines[line].isArmed else { return }
    }
    if let repeats = stick.repeats {
      states[control].drag.setNextStep(of: direction, stamp + repeats.after)
    }
    step(control, direction, at: stamp, sink)
  }

  /// A direction that stays closed adds its next step.
  mutating func repeatStep(_ control: Int, at instant: Instant, _ sink: Sink) {
    guard case .stick(let stick, _) = panel.controls[control].kind else { return }
    for direction in 0..<4 where states[control].drag.nextStep(of: direction) == instant {
      let every = stick.repeats?.every
      states[control].drag.setNextStep(of: direction, every.map { instant + $0 } ?? .never)
      step(control, direction, at: instant, sink)
      return
    }
  }

  private mutating func step(
    _ control: Int, _ direction: Int, at instant: Instant, _ sink: Sink
  ) {
    switch direction {
    case 0: dragStep(control, x: 0, y: 1, at: instant, sink)
    case 1: dragStep(control, x: 0, y: -1, at: instant, sink)
    case 2: dragStep(control, x: -1, y: 0, at: instant, sink)
    default: dragStep(control, x: 1, y: 0, at: instant, sink)
    }
  }

  // MARK: - Movement

  /// A direction closed while the push is open: the first begins a movement.
  private mutating func beginMovement(of control: Int, at stamp: Instant, _ sink: Sink) {
    guard case .still = states[control].movement else { return }
    if cancelOthers(for: control, pressedAt: stamp, sink) {
      states[control].movement = .consumed
      emit(.ignored(reason: .consumed), of: control, at: stamp, sink)
    } else {
      states[control].movement = .moving
      emitDragStart(control, at: stamp, sink)
    }
  }

  /// Ends a movement, if there is one; it is never a tap.
  mutating func endMovement(of control: Int, at stamp: Instant, _ sink: Sink) {
    let movement = states[control].movement
    states[control].movement = .still
    if case .moving = movement { emitDragEnd(control, at: stamp, sink) }
  }

  /// The push moved: directions that are closed add nothing until they close again.
  mutating func spendDirections(of control: Int) {
    guard case .stick = panel.controls[control].kind else { return }
    for line in ownLines(of: control) {
      guard case .direction(let direction) = lines[line].role, lines[line].closedSince < .never
      else { continue }
      lines[line].isSpent = true
      states[control].drag.setNextStep(of: direction, .never)
    }
  }

  // MARK: - Drag

  private mutating func dragStep(
    _ control: Int, x: Int, y: Int, at stamp: Instant, _ sink: Sink
  ) {
    switch states[control].phase {
    case .idle:
      // Without a press a stick of encoders is still.
      guard case .moving = states[control].movement else { return }
    // In a press that is over a detent means nothing.
    case .over, .unarmed, .waiting: return
    case .dragging: break
    case .undecided(let press):
      emitWaitingTaps(of: control, sink)
      beginDrag(control, press: press, at: stamp, sink)
    case .confirming(let press, _), .ready(let press, _), .holdReady(let press):
      cancel(control, .turned, at: stamp, sink)
      beginDrag(control, press: press, at: stamp, sink)
    case .held(let press):
      emitHoldEnd(control, since: press, at: stamp, sink)
      states[control].drag.isAfterOutcome = true
      beginDrag(control, press: press, at: stamp, sink)
    }
    states[control].drag.x += x
    states[control].drag.y += y
    states[control].drag.path += 1
    let drag = states[control].drag
    let rule = dragRule(of: control)
    if case .knob = panel.controls[control].kind {
      let pull = pull(of: Double(drag.x) * rule.perStep, rule)
      emit(.drag(delta: x, total: drag.x, pull: pull), of: control, at: stamp, sink)
      light(control) { ring, instant in ring.drag(pull: pull / rule.reach, at: instant) }
    } else {
      let pull = pull(of: distance(drag) * rule.perStep, rule)
      let angle = angle(drag)
      emit(
        .move(dx: x, dy: y, x: drag.x, y: drag.y, pull: pull, angle: angle), of: control,
        at: stamp, sink)
      light(control) { ring, instant in
        ring.drag(pull: pull / rule.reach, angle: angle, at: instant)
      }
    }
  }

  private mutating func beginDrag(
    _ control: Int, press: Instant, at stamp: Instant, _ sink: Sink
  ) {
    setPhase(of: control, .dragging(press: press))
    emitDragStart(control, at: stamp, sink)
  }

  private mutating func emitDragStart(_ control: Int, at stamp: Instant, _ sink: Sink) {
    states[control].drag.x = 0
    states[control].drag.y = 0
    states[control].drag.path = 0
    emit(.dragStart, of: control, at: stamp, sink)
  }

  /// The drag is over; what was little movement counts as a tap.
  mutating func endDrag(_ control: Int, press: Instant, at stamp: Instant, _ sink: Sink) {
    let drag = states[control].drag
    emitDragEnd(control, at: stamp, sink)
    guard hasPush(control), panel.controls[control].gestures.tap != nil, !drag.isAfterOutcome
    else { return }
    let rule = dragRule(of: control)
    let travel = (rule.rule == .net ? distance(drag) : Double(drag.path)) * rule.perStep
    guard travel < rule.tolerance else { return }
    if panel.controls[control].gestures.confirm?.doubleTap == true {
      // It stands alone, so that no two slips of a knob confirm anything.
      emit(.tap(count: 1), of: control, at: stamp, sink)
    } else {
      acceptTap(control, press: press, at: stamp, sink)
    }
  }

  /// Emits the end of a drag, and lets the picture spring back.
  mutating func emitDragEnd(_ control: Int, at stamp: Instant, _ sink: Sink) {
    let drag = states[control].drag
    let rule = dragRule(of: control)
    states[control].drag.next = (.never, .never, .never, .never)
    if case .knob = panel.controls[control].kind {
      emit(.dragEnd(total: drag.x, path: drag.path), of: control, at: stamp, sink)
    } else {
      emit(.moveEnd(x: drag.x, y: drag.y, path: drag.path), of: control, at: stamp, sink)
    }
    light(control) { ring, instant in
      ring.spring(duration: rule.springDuration, bounce: rule.springBounce, at: instant)
    }
  }

  private func hasPush(_ control: Int) -> Bool {
    switch panel.controls[control].kind {
    case .knob(_, let hasPush), .stick(_, let hasPush): return hasPush
    case .encoderStick: return true
    case .button, .toggle, .chord: return false
    }
  }

  private func dragRule(of control: Int) -> Drag {
    switch panel.controls[control].kind {
    case .knob(let knob, _): return knob.drag
    case .stick(let stick, _), .encoderStick(let stick): return stick.drag
    case .button, .toggle, .chord: return Drag()
    }
  }

  /// The further the travel, the heavier it feels; never quite the reach.
  private func pull(of travel: Double, _ rule: Drag) -> Double {
    let size = rule.reach * (1 - exponential(-abs(travel) / (2 * rule.reach)))
    return travel < 0 ? -size : size
  }

  private func distance(_ drag: DragState) -> Double {
    length(Double(drag.x), Double(drag.y))
  }

  private func angle(_ drag: DragState) -> Double {
    if drag.x == 0 && drag.y == 0 { return 0 }
    return arcTangent(y: Double(drag.y), x: Double(drag.x)) * 180 / Double.pi
  }
}

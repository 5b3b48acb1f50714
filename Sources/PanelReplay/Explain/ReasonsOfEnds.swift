import ButtonController
import PanelFiles

/// The reasons for cancels, movements and the health of lines.
extension Explainer {
  func cancel(_ event: Event, _ cancel: Event.Cancel) -> Explanation {
    let control = event.control
    let gestures = panel.panel.controls[control].gestures
    let press = tracks[control].press ?? tracks[control].lastPress
    var explanation = Explanation(
      rule: "cancel \(EventLine.name(of: cancel.reason))",
      edges: cancel.held == nil ? [] : edges(of: control, from: press, to: event.decided), why: "")
    if cancel.taps > 0 {
      explanation.not.append("tap: \(cancel.taps) were waiting and are covered by this cancel")
    }
    switch cancel.reason {
    case .released:
      let held = cancel.held.map(Words.time) ?? "some time"
      explanation.why = "released at \(Words.number(event.at)) after \(held)"
      if let after = gestures.confirm?.after {
        explanation.threshold = after
        explanation.not.append("confirm: contact for \(held) of \(Words.time(after))")
      }
      if let after = gestures.hold?.after {
        explanation.threshold = after
        explanation.not.append("hold: contact for \(held) of \(Words.time(after))")
      }
      explanation.not.append(
        gestures.tap == nil
          ? "tap: none is bound" : "tap: closed for longer than tap.within")
    case .overHold:
      explanation.threshold = gestures.confirm?.overHold
      explanation.why = "still closed at \(Words.number(event.at)): leaned on, not pressed"
      explanation.not.append("confirm: not released before over_hold")
    case .otherControl:
      let others = pressed(from: event.at, to: event.at, besides: control)
      explanation.why = "\(others) was pressed at \(Words.number(event.at)), during the confirm"
      explanation.edges += otherEdges(of: event)
      explanation.not.append("confirm: another press means that nobody is sure")
    case .many:
      explanation.threshold = Defaults.manyWindow
      let from = event.at - Defaults.manyWindow + TimeSpan(nanoseconds: 1)
      let others = pressed(from: from, to: event.at, besides: control)
      explanation.why = "pressed less than 200 ms apart with \(others)"
      explanation.not.append("confirm: three at once are an accident")
    case .turned:
      explanation.why = "turned at \(Words.number(event.at)) while pressed"
      explanation.not.append("confirm: a turn makes the press a drag")
    case .chatter where tracks[control].chatterAt != event.at:
      explanation.rule = "debounce.dropout"
      explanation.threshold = panel.panel.controls[control].debounce.dropoutLimit
      explanation.why =
        "the contact was open for longer than that in all, each time too short for a release"
      explanation.not.append("hold, confirm: nothing but unbroken contact completes one")
    case .stuck:
      explanation.threshold = panel.panel.controls[control].stuck
      explanation.why = Self.interruption(cancel.reason)
      explanation.not += endedByStuck(control, at: event.at)
    case .lost, .resync, .lineGone, .suspended, .chatter, .reload, .shutdown:
      explanation.why = Self.interruption(cancel.reason)
      explanation.not.append("any gesture: unbroken contact is not known")
    }
    return explanation
  }

  static func interruption(_ reason: CancelReason) -> String {
    switch reason {
    case .lost: return "edges were lost during the press"
    case .resync: return "the level read differs from what the edges had emitted"
    case .lineGone: return "the chip vanished"
    case .suspended: return "the system slept"
    case .stuck: return "closed for longer than anyone presses"
    case .chatter: return "the line changes faster than a contact"
    case .reload: return "the panel was reloaded"
    case .shutdown: return "the program ends"
    case .released, .overHold, .otherControl, .many, .turned: return ""
    }
  }

  /// The names of the controls pressed in a stretch of time.
  private func pressed(from start: Instant, to end: Instant, besides control: Int) -> String {
    let names = tracks.indices.filter {
      $0 != control && tracks[$0].lastPress >= start && tracks[$0].lastPress <= end
    }.map { panel.controls[$0].name }
    return names.isEmpty ? "another control" : names.joined(separator: " and ")
  }

  private func otherEdges(of event: Event) -> [Explanation.Edge] {
    panel.controls.indices
      .filter { $0 != event.control && tracks[$0].lastPress == event.at }
      .flatMap { edges(of: $0, from: event.at, to: event.at) }
  }

  // MARK: - Movement

  func movement(_ event: Event) -> Explanation {
    let control = event.control
    switch event.kind {
    case .turn(let steps, _, _): return turn(event, steps)
    case .dragEnd(let total, let path):
      return end(event, travel: Double(abs(total)), path: path)
    case .moveEnd(let x, let y, let path):
      return end(event, travel: Double(x * x + y * y).squareRoot(), path: path)
    default:
      guard let press = tracks[control].press else {
        return Explanation(
          rule: "drag", edges: lastEdges(of: control, 4, to: event.at),
          why: "moved at \(Words.number(event.at)), with the push open",
          not: ["tap, hold: a movement is no press"])
      }
      return Explanation(
        rule: "drag", edges: lastEdges(of: control, 4, to: event.at),
        why: "moved at \(Words.number(event.at)), pressed since \(Words.number(press))",
        not: ["turn: it was pressed", "tap, hold: a press that is turned is a drag"])
    }
  }

  private func turn(_ event: Event, _ steps: Int) -> Explanation {
    var perDetent = 4
    var acceleration: Knob.Acceleration?
    if case .knob(let knob, _) = panel.panel.controls[event.control].kind {
      perDetent = knob.stepsPerDetent
      acceleration = knob.acceleration
    }
    var why = "a rest position with \(perDetent) quarter-steps behind it, "
    why += steps > 0 ? "a before b: clockwise" : "b before a: counter-clockwise"
    if let acceleration, tracks[event.control].previousTurn > .ever {
      let interval = event.at - tracks[event.control].previousTurn
      why += "; \(Words.time(interval)) after the last turn, acceleration.window "
      why += Words.time(acceleration.window)
    }
    return Explanation(
      rule: acceleration == nil ? "steps_per_detent" : "acceleration",
      edges: lastEdges(of: event.control, perDetent, to: event.at),
      why: why, not: ["drag: not pressed"])
  }

  private func end(_ event: Event, travel: Double, path: Int) -> Explanation {
    let drag: Drag
    switch panel.panel.controls[event.control].kind {
    case .knob(let knob, _): drag = knob.drag
    case .stick(let stick, _), .encoderStick(let stick): drag = stick.drag
    case .button, .toggle, .chord: drag = Drag()
    }
    let moved = (drag.rule == .net ? travel : Double(path)) * drag.perStep
    let isShort = moved < drag.tolerance
    var bytes: [UInt8] = []
    JSONText.append(number: moved, to: &bytes)
    let amount = String(decoding: bytes, as: UTF8.self)
    return Explanation(
      rule: "drag.tolerance", edges: lastEdges(of: event.control, 1, to: event.at),
      why: "released at \(Words.number(event.at)) with a travel of \(amount)",
      not: [
        isShort
          ? "mere drag: the travel is below drag.tolerance, so it may count as a tap"
          : "tap: the travel is not below drag.tolerance"
      ])
  }

  // MARK: - Health

  func health(_ event: Event) -> Explanation {
    let control = event.control
    let used = lastEdges(of: control, 2, to: event.at)
    let stuck = panel.panel.controls[control].stuck
    switch event.kind {
    case .bootHeld:
      return Explanation(
        rule: "arming", why: "closed when the panel started",
        not: ["press: nothing counts until it was open"])
    case .stuck:
      return Explanation(
        rule: "stuck", threshold: stuck, edges: used,
        why: "closed for \(stuck.map(Words.time) ?? "long"): longer than anyone presses",
        not: endedByStuck(control, at: event.at))
    case .unstuck:
      return Explanation(
        rule: "stuck", edges: used, why: "open again at \(Words.number(event.at))",
        not: ["tap: the release of a stuck contact is silent"])
    case .chatter:
      return Explanation(
        rule: "chatter", threshold: Defaults.chatterCredit, edges: used,
        why:
          "more than \(panel.panel.controls[control].chatter ?? 0) level changes a second for so "
          + "long that the credit of a second was used up at \(Words.number(event.at))",
        not: ["press: no contact is that fast"])
    case .quiet:
      return Explanation(
        rule: "chatter", threshold: Defaults.quietAfter, edges: used,
        why: "no edge for \(Words.time(Defaults.quietAfter))")
    case .lineGone: return Explanation(rule: "line_gone", why: "the chip of a line vanished")
    case .lineBack: return Explanation(rule: "line_gone", why: "all its lines are back")
    case .lost:
      return Explanation(
        rule: "lost", why: "a gap in the sequence of edges: the level was read again",
        not: ["a press or release: nothing is guessed"])
    case .resync:
      return Explanation(
        rule: "resync", why: "an audit read another level, and no edge was queued",
        not: ["a press or release: nothing is guessed"])
    case .state(let isOn):
      return Explanation(
        rule: "state", why: "found \(isOn ? "closed" : "open"); not a change")
    default: return Explanation(rule: "health", why: "")
    }
  }
}

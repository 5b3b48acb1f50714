import ButtonController
import PanelFiles

/// What one step shows of a control's wiring.
struct PressJudge {
  let panel: PanelFile
  /// Lines that are watched beside the panel's own: free ones of the header.
  let others: [FindLines.Candidate]

  /// The verdict on what was seen during `step`.
  func judge(_ step: PressStep, _ watch: PressWatch) -> Check {
    switch step.kind {
    case .press(let line): return press(step.checkName, line, watch)
    case .flip(let line): return press(step.checkName, line, watch, isSwitch: true)
    case .turn(let a, let b, let knob): return turn(step.checkName, a, b, knob, watch)
    }
  }

  // MARK: A contact

  private func press(
    _ name: String, _ line: Int, _ watch: PressWatch, isSwitch: Bool = false
  ) -> Check {
    let plan = panel.lines[line]
    if watch.wasRestless(line) { return PressJudge.noPull(name, plan) }
    if !watch.wasPressed(line) { return elsewhere(name, [line], watch) }
    if watch.unseen.contains(line) {
      return .error(
        name, "the level of \(plan.pin) changed, and no edge came: its interrupt is dead",
        hint: "write input: poll, or use another pin")
    }
    if watch.start[line], !isSwitch { return polarity(name, plan) }
    let same = moved(in: watch, but: [line])
    if !same.isEmpty {
      return .error(
        name, "\(same.joined(separator: ", ")) moved with \(plan.pin)",
        hint: "these wires touch, or share a contact")
    }
    guard watch.wasReleased(line) else {
      return .error(
        name,
        "\(plan.pin) did not come back within "
          + "\(FindReport.text(PressWatch.Limit.whole))",
        hint: isSwitch ? "flip it and flip it back" : "the contact sticks, or was held too long")
    }
    let times = watch.times(of: line)
    return .ok(
      name,
      "\(plan.pin) closed for \(FindReport.text(times.held)), bounced "
        + "for \(PressJudge.milliseconds(times.bounce)) ms")
  }

  /// It rests closed, and a press opens it.
  private func polarity(_ name: String, _ plan: LinePlan) -> Check {
    let evidence = "\(plan.pin) rests closed and opens when pressed: its polarity is wrong"
    if plan.isNormallyClosed {
      return .error(name, evidence, hint: "take contact: normally_closed out")
    }
    let other: String
    switch (plan.bias, plan.isActiveLow) {
    case (.disabled, true): other = "wiring: external_active_high"
    case (.disabled, false): other = "wiring: external_active_low"
    case (_, true): other = "wiring: to_supply"
    case (_, false): other = "wiring: to_ground"
    }
    return .error(
      name, evidence,
      hint: "write contact: normally_closed if the contact opens when it is pressed, or \(other)")
  }

  static func noPull(_ name: String, _ plan: LinePlan) -> Check {
    let external = plan.isActiveLow ? "external_active_low" : "external_active_high"
    return .error(
      name, "\(plan.pin) changes all the time: nothing pulls it",
      hint: "wire a resistor of 10 kΩ and write wiring: \(external), or let the chip pull it")
  }

  /// Nothing came where it was expected; says where something did.
  private func elsewhere(_ name: String, _ wanted: [Int], _ watch: PressWatch) -> Check {
    let pins = wanted.map { panel.lines[$0].pin }.joined(separator: " and ")
    let places = moved(in: watch, but: wanted)
    if places.isEmpty {
      return .error(
        name, "\(pins) did not change, nor did any other line that is watched",
        hint: "is a wire loose? gpiopress find watches the whole header")
    }
    return .error(
      name, "\(pins) did not change, but \(places.joined(separator: ", ")) did",
      hint: "move the wire to \(pins), or name the other pin in the file")
  }

  /// The lines that were moved, but these, as a person finds them.
  private func moved(in watch: PressWatch, but lines: [Int]) -> [String] {
    watch.levels.indices.filter { watch.wasPressed($0) && !lines.contains($0) }.map { line in
      if line < panel.lines.count {
        return "\(panel.lines[line].pin) (\(panel.lines[line].name))"
      }
      let other = others[line - panel.lines.count]
      return other.plan.name + (other.pin.map { " (pin \($0.number))" } ?? "")
    }
  }

  // MARK: An encoder

  private func turn(
    _ name: String, _ a: Int, _ b: Int, _ knob: Knob, _ watch: PressWatch
  ) -> Check {
    let changed = [a, b].filter { line in watch.edges.contains { $0.line == line } }
    if changed.isEmpty { return elsewhere(name, [a, b], watch) }
    if let dead = [a, b].first(where: watch.unseen.contains) {
      return .error(
        name,
        "the level of \(panel.lines[dead].pin) changed, and no edge came: its interrupt is dead",
        hint: "write input: poll, or use another pin")
    }
    let quarters = watch.quarters(a: a, b: b)
    // A click of one quarter-step is one contact's.
    if changed.count == 1, quarters == 0 {
      let still = changed[0] == a ? b : a
      return .error(
        name, "only \(panel.lines[changed[0]].name) changes, \(panel.lines[still].pin) does not",
        hint: "is its wire loose, or the common contact's?")
    }
    if quarters == 0 {
      return .error(
        name, "both contacts changed, and it is where it was",
        hint: "turn it by one whole click; else it bounces between detents")
    }
    if quarters < 0 {
      return .error(
        name, "it turns the other way: a and b are swapped",
        hint: "swap the pins a and b in the file, or their wires")
    }
    return steps(name, quarters, a, b, knob, watch)
  }

  private func steps(
    _ name: String, _ quarters: Int, _ a: Int, _ b: Int, _ knob: Knob, _ watch: PressWatch
  ) -> Check {
    if quarters != knob.stepsPerDetent {
      let evidence =
        "one click is \(quarters) quarter-\(quarters == 1 ? "step" : "steps"), and "
        + "steps_per_detent is \(knob.stepsPerDetent)"
      guard [1, 2, 4].contains(quarters) else {
        return .error(name, evidence, hint: "was it one click? run doctor again")
      }
      return .error(name, evidence, hint: "write steps_per_detent: \(quarters)")
    }
    let restsClosed = watch.start[a] && watch.start[b]
    if knob.stepsPerDetent == 4, knob.rest != .found, watch.start[a] == watch.start[b],
      restsClosed != (knob.rest == .closed)
    {
      return .error(
        name, "between clicks both contacts are \(restsClosed ? "closed" : "open")",
        hint: "write rest: \(restsClosed ? "closed" : "open")")
    }
    return .ok(name, "\(quarters) quarter-\(quarters == 1 ? "step" : "steps") clockwise")
  }

  /// `2.1`.
  private static func milliseconds(_ span: TimeSpan) -> String {
    let tenths = span.nanoseconds / 100_000
    return "\(tenths / 10).\(tenths % 10)"
  }
}

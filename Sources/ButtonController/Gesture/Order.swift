/// The order of things: inputs by their stamps, timers by their deadlines, and what waits for what.
///
/// This is the one place that knows the boundary rule: at equal instants a due timer goes before an
/// input, so "at least" is inclusive everywhere.
extension Controller {
  /// The next thing that can be decided at the present.
  private enum Item {
    case input(Int)
    case timer(control: Int)
    case wait(component: Int)
  }

  /// The earliest timer after the present; those that wait for a contact to settle are left out,
  /// because that contact's own deadline stands for them.
  var nextTimer: Instant {
    var next = Instant.never
    for instant in due where instant > now { next = min(next, instant) }
    guard chords.isAny else { return next }
    for wait in waits where wait.deadline > now { next = min(next, wait.deadline) }
    return next
  }

  /// The earliest deadline of any line.
  var earliestOfLines: Instant {
    var next = Instant.never
    for line in lines.indices {
      next = min(next, lines[line].debouncer.deadline)
      next = min(next, lines[line].quietAt)
    }
    return next
  }

  /// Settles the contacts that have been steady long enough, and ends quarantines.
  mutating func expireLines(_ sink: Sink) {
    for line in lines.indices {
      if lines[line].debouncer.deadline <= now {
        let rule = panel.controls[lines[line].control].debounce
        if let change = lines[line].debouncer.expire(by: rule) { queue(change, of: line, sink) }
      }
      if lines[line].quietAt <= now { endQuarantine(of: line, sink) }
    }
    lineNext = earliestOfLines
  }

  mutating func queue(_ change: Debouncer.Change, of line: Int, _ sink: Sink) {
    queue(
      Input(
        line: line, control: lines[line].control, stamp: change.stamp, arrival: change.arrival,
        what: .contact(isClosed: change.isClosed)), sink)
  }

  mutating func queue(_ input: Input, _ sink: Sink) {
    // So many inputs behind one contact that never settles: their order is kept, the wait is not.
    if inputs.isFull { take(inputs.remove(at: 0), sink) }
    inputs.insert(input)
  }

  /// Decides everything that can be decided at the present, in order.
  mutating func settle(_ sink: Sink) {
    while let item = nextItem() {
      switch item {
      case .input(let index): take(inputs.remove(at: index), sink)
      case .timer(let control): fire(control, sink)
      case .wait(let component): resolveWait(component, sink)
      }
    }
  }

  /// Takes what is settled at the controls tied to `control`, whatever else is unsettled there.
  mutating func takeAllInputs(tiedTo control: Int, _ sink: Sink) {
    let component = chords.component[control]
    var index = 0
    while index < inputs.count {
      if chords.component[inputs[index].control] == component {
        take(inputs.remove(at: index), sink)
        index = 0
      } else {
        index += 1
      }
    }
  }

  private func nextItem() -> Item? {
    var best: Item?
    var instant = Instant.never
    for control in due.indices where due[control] <= now && due[control] < instant {
      guard !isTimerBlocked(control) else { continue }
      best = .timer(control: control)
      instant = due[control]
    }
    for component in waits.indices where chords.isAny {
      let deadline = waits[component].deadline
      guard deadline <= now && deadline < instant && !isWaitBlocked(component) else { continue }
      best = .wait(component: component)
      instant = deadline
    }
    for index in 0..<inputs.count where inputs[index].stamp < instant {
      guard !isInputBlocked(index) else { continue }
      return .input(index)
    }
    return best
  }

  // MARK: - What waits for what

  /// A timer waits for a change of its own lines, and a confirm for a press anywhere, that began
  /// before its deadline and is not taken yet.
  private func isTimerBlocked(_ control: Int) -> Bool {
    let deadline = due[control]
    if case .chord(let chord) = panel.controls[control].kind {
      var isComplete = true
      for member in chord.members {
        if isUnsettled(ownLines(of: member), before: deadline) { return true }
        guard case .waiting(let press) = states[member].phase, press < deadline else {
          isComplete = false
          continue
        }
      }
      // The chord's press is there, and waits for a longer chord only.
      if isComplete { return true }
    } else if isUnsettled(ownLines(of: control), before: deadline) {
      return true
    }
    for index in 0..<inputs.count where inputs[index].stamp < deadline {
      if isOwn(inputs[index].control, of: control) { return true }
    }
    guard case .confirming = states[control].phase, nextTimer(of: control).kind == .confirm else {
      return false
    }
    return isPressUnsettled(elsewhereThan: control, before: deadline)
  }

  private func isWaitBlocked(_ component: Int) -> Bool {
    let deadline = waits[component].deadline
    for line in chords.lines[component] {
      if let since = lines[line].debouncer.unsettledSince, since.stamp < deadline { return true }
    }
    for index in 0..<inputs.count where inputs[index].stamp < deadline {
      if chords.component[inputs[index].control] == component { return true }
    }
    return false
  }

  private func isInputBlocked(_ index: Int) -> Bool {
    let input = inputs[index]
    let component = chords.component[input.control]
    for earlier in 0..<index where chords.component[inputs[earlier].control] == component {
      return true
    }
    for line in chords.lines[component] where line != input.line {
      guard let since = lines[line].debouncer.unsettledSince else { continue }
      if !input.isBefore(since.stamp, since.arrival) { return true }
    }
    // A timer that is due before it and waits itself.
    if due[input.control] <= input.stamp || waits[component].deadline <= input.stamp {
      return true
    }
    for chord in chords.ofControl[input.control] where due[chord] <= input.stamp { return true }
    return false
  }

  private func isUnsettled(_ range: Range<Int>, before deadline: Instant) -> Bool {
    for line in range {
      if let since = lines[line].debouncer.unsettledSince, since.stamp < deadline { return true }
    }
    return false
  }

  /// Whether `other` is `control` or one of its members.
  private func isOwn(_ other: Int, of control: Int) -> Bool {
    if other == control { return true }
    guard case .chord(let chord) = panel.controls[control].kind else { return false }
    return chord.members.contains(other)
  }

  private func isPressUnsettled(elsewhereThan control: Int, before deadline: Instant) -> Bool {
    for line in lines where line.isWatched && line.isArmed {
      guard let since = line.debouncer.unsettledPressSince, since < deadline else { continue }
      if !isOwn(line.control, of: control) { return true }
    }
    for index in 0..<inputs.count where inputs[index].stamp < deadline {
      guard case .contact(true) = inputs[index].what, lines[inputs[index].line].isWatched,
        lines[inputs[index].line].isArmed, !isOwn(inputs[index].control, of: control)
      else { continue }
      return true
    }
    return false
  }
}

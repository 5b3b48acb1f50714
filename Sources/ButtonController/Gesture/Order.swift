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
  @inlinable var nextTimer: Instant {
    min(timers.earliest(after: now), waitEnds.earliest(after: now))
  }

  /// Settles the contacts that have been steady long enough, and ends quarantines.
  mutating func expireLines(_ sink: Sink) {
    var next = lineDeadlines.first(before: now.next)
    while let line = next {
      if lines[line].debouncer.deadline <= now {
        if let change = expireContact(of: line) {
          // In a burst that is a release no opening counts.
          keepOpenings(0, of: line)
          queue(change, of: line, sink)
        } else if lines[line].debouncer.openings > 0, !lines[line].debouncer.isInBurst {
          queueOpenings(of: line, sink)
        }
      }
      if lines[line].quietAt <= now { endQuarantine(of: line, sink) }
      next = lineDeadlines.first(from: line + 1, before: now.next)
    }
  }

  mutating func queue(_ change: Debouncer.Change, of line: Int, _ sink: Sink) {
    lines[line].settledChanges &+= 1
    queue(
      Input(
        line: line, control: lines[line].control, stamp: change.stamp, arrival: change.arrival,
        what: .contact(isClosed: change.isClosed)), sink)
  }

  mutating func queue(_ input: Input, _ sink: Sink) {
    // So many inputs behind one contact that never settles: their order is kept, the wait is not.
    if inputs.isFull {
      while takeOutOfTurn(0, dropping: .nothing, sink) && inputs.isFull {}
      if inputs.isFull { take(inputs.remove(at: 0), sink) }
    }
    inputs.insert(input)
  }

  /// Decides everything that can be decided at the present, in order.
  mutating func settle(_ sink: Sink) {
    while let item = firstItem() {
      switch item {
      case .input(let index):
        if endsWait(inputs[index]) {
          // It goes after what the wait's end begins, and after every timer due before it.
          resolveWait(chords.component[inputs[index].control], sink)
        } else {
          take(inputs.remove(at: index), sink)
        }
      case .timer(let control): fire(control, sink)
      case .wait(let component): resolveWait(component, sink)
      }
    }
  }

  /// The next item: where nothing is due and nothing unsettled before the only input, as nearly always,
  /// without the look at all tables that `nextItem` takes.
  @inline(__always)
  private mutating func firstItem() -> Item? {
    guard timers.earliest > now, waitEnds.earliest > now, inputs.count < 2 else {
      return nextItem()
    }
    if inputs.count == 0 { return nil }
    if case .opening = inputs[0].what { return nextItem() }
    return unsettled.earliest > inputs[0].stamp ? .input(0) : nextItem()
  }

  /// Whether `input` is the release of a member that waits for a chord.
  private func endsWait(_ input: Input) -> Bool {
    guard case .contact(false) = input.what, case .waiting = states[input.control].phase else {
      return false
    }
    return true
  }

  /// An opening of a member that waits is looked at when its wait is over, and holds up nothing.
  private func isDeferred(_ index: Int) -> Bool {
    guard case .opening = inputs[index].what, case .waiting = states[inputs[index].control].phase
    else { return false }
    return true
  }

  private func nextItem() -> Item? {
    var best: Item?
    var instant = Instant.never
    var next = timers.first(before: now.next)
    while let control = next {
      if !isTimerBlocked(control) {
        best = .timer(control: control)
        instant = timers[control]
      }
      next = timers.first(from: control + 1, before: min(now.next, instant))
    }
    next = waitEnds.first(before: now.next)
    while let component = next {
      next = waitEnds.first(from: component + 1, before: now.next)
      let deadline = waitEnds[component]
      guard deadline < instant || deadline == instant && goesAfterWait(best),
        !isWaitBlocked(component)
      else { continue }
      best = .wait(component: component)
      instant = deadline
    }
    for index in 0..<inputs.count where inputs[index].stamp < instant {
      guard !isDeferred(index), !isInputBlocked(index) else { continue }
      return .input(index)
    }
    return best
  }

  /// Whether a timer goes after the end of a chord's wait at the same instant: all but health and gap.
  private func goesAfterWait(_ item: Item?) -> Bool {
    guard case .timer(let control) = item else { return false }
    switch nextTimer(of: control).kind {
    case .stuck, .gap: return false
    case .confirmStart, .hold, .level, .repeated, .confirm, .overHold, .step: return true
    }
  }

  // MARK: - What waits for what

  /// A timer waits for a change of its own lines, and a confirm for a press anywhere, that began
  /// before its deadline and is not taken yet.
  private func isTimerBlocked(_ control: Int) -> Bool {
    let deadline = timers[control]
    if isGapOfChord(control) { return isPressPossible(ofChord: control, before: deadline) }
    if isUnsettled(control, before: deadline) { return true }
    for index in 0..<inputs.count where inputs[index].stamp < deadline && !isDeferred(index) {
      if isOwn(inputs[index].control, of: control) { return true }
    }
    return waitsForPressElsewhere(control, dropping: .nothing)
  }

  /// Whether the control's timer is a confirm's, and a press elsewhere may still cancel that.
  private func waitsForPressElsewhere(_ control: Int, dropping: Dropping) -> Bool {
    guard case .confirming = states[control].phase, nextTimer(of: control).kind == .confirm else {
      return false
    }
    return isPressUnsettled(elsewhereThan: control, before: timers[control], dropping: dropping)
  }

  /// Whether the control is a chord that is not pressed, so that its timer is the gap of its taps.
  private func isGapOfChord(_ control: Int) -> Bool {
    guard case .chord = panel.controls[control].kind else { return false }
    return states[control].pendingTaps > 0 && !states[control].isUndecided
  }

  /// Whether the presses of all members, from before `deadline`, are there or may yet come.
  private func isPressPossible(ofChord control: Int, before deadline: Instant) -> Bool {
    guard case .chord(let chord) = panel.controls[control].kind else { return false }
    for member in chord.members {
      if case .waiting(let press) = states[member].phase, press < deadline { continue }
      let line = firstLine[member]
      if let since = lines[line].debouncer.unsettledPressSince, since < deadline { continue }
      var isQueued = false
      for index in 0..<inputs.count where inputs[index].stamp < deadline {
        if case .contact(true) = inputs[index].what, inputs[index].control == member {
          isQueued = true
        }
      }
      if !isQueued { return false }
    }
    return true
  }

  private func isWaitBlocked(_ component: Int) -> Bool {
    let deadline = waitEnds[component]
    if nextUnsettled(of: component, before: deadline) != nil { return true }
    for index in 0..<inputs.count where inputs[index].stamp < deadline && !isDeferred(index) {
      if chords.component[inputs[index].control] == component { return true }
    }
    return false
  }

  private func isInputBlocked(_ index: Int) -> Bool {
    let input = inputs[index]
    let component = chords.component[input.control]
    for earlier in 0..<index where chords.component[inputs[earlier].control] == component {
      if !isDeferred(earlier) { return true }
    }
    var next = nextUnsettled(of: component, before: input.stamp.next)
    while let line = next {
      next = nextUnsettled(of: component, after: line, before: input.stamp.next)
      guard line != input.line, let since = lines[line].debouncer.unsettledSince else { continue }
      if !input.isBefore(since.stamp, since.arrival) { return true }
    }
    // A timer that is due before it and waits itself.
    if timers[input.control] <= input.stamp || waitEnds[component] <= input.stamp { return true }
    // The gap of a chord waits for presses of its members, so it must not hold them back.
    for chord in chords.ofControl[input.control] where timers[chord] <= input.stamp {
      if !isGapOfChord(chord) { return true }
    }
    return false
  }

  /// The next line of the component, behind `line`, with an unsettled change from before `deadline`.
  private func nextUnsettled(
    of component: Int, after line: Int? = nil, before deadline: Instant
  ) -> Int? {
    let slots = chords.slots[component]
    let place = line.map { chords.slot[$0] + 1 } ?? slots.lowerBound
    guard let slot = unsettled.first(from: place, before: deadline), slot < slots.upperBound else {
      return nil
    }
    return chords.line[slot]
  }

  private func isUnsettled(_ range: Range<Int>, before deadline: Instant) -> Bool {
    for line in range {
      if let since = lines[line].debouncer.unsettledSince, since.stamp < deadline { return true }
    }
    return false
  }

  /// Whether a line of the control, or of a chord's members, has an unsettled change from before.
  private func isUnsettled(_ control: Int, before deadline: Instant) -> Bool {
    guard case .chord(let chord) = panel.controls[control].kind else {
      return isUnsettled(ownLines(of: control), before: deadline)
    }
    for member in chord.members where isUnsettled(ownLines(of: member), before: deadline) {
      return true
    }
    return false
  }

  /// Whether `other` is `control` or one of its members.
  private func isOwn(_ other: Int, of control: Int) -> Bool {
    if other == control { return true }
    guard case .chord(let chord) = panel.controls[control].kind else { return false }
    return chord.members.contains(other)
  }

  private func isPressUnsettled(
    elsewhereThan control: Int, before deadline: Instant, dropping: Dropping
  ) -> Bool {
    if case .everything = dropping { return false }
    var next = unsettled.first(before: deadline)
    while let slot = next {
      next = unsettled.first(from: slot + 1, before: deadline)
      if mayPress(chords.line[slot], dropping: dropping),
        !isOwn(lines[chords.line[slot]].control, of: control)
      {
        return true
      }
    }
    for index in 0..<inputs.count where inputs[index].stamp < deadline {
      guard case .contact(true) = inputs[index].what, lines[inputs[index].line].isWatched,
        lines[inputs[index].line].isArmed, !isOwn(inputs[index].control, of: control),
        !states[inputs[index].control].isOut
      else { continue }
      return true
    }
    return false
  }

  /// Whether the unsettled change of `line` may come to a press that counts.
  private func mayPress(_ line: Int, dropping: Dropping) -> Bool {
    let control = lines[line].control
    guard lines[line].isWatched, lines[line].isArmed, !states[control].isOut,
      lines[line].debouncer.unsettledPressSince != nil
    else { return false }
    if case .lines(let lost) = dropping, control == lost { return false }
    return true
  }

  // MARK: - Out of turn

  /// What is about to be given up while inputs are taken out of turn.
  enum Dropping {
    /// Nothing; there is no room for more inputs.
    case nothing
    /// What is unsettled on the lines of a control, because edges of it were lost.
    case lines(of: Int)
    /// What is unsettled on all lines: the system sleeps, the panel is reloaded or the program ends.
    case everything
  }

  /// Takes what is settled at the controls tied to `control`, though it waited for its turn.
  mutating func takeAllInputs(tiedTo control: Int, _ sink: Sink) {
    let component = chords.component[control]
    var index = 0
    while index < inputs.count {
      let isTied = chords.component[inputs[index].control] == component
      let isChanged = isTied && takeOutOfTurn(index, dropping: .lines(of: control), sink)
      index = isChanged ? 0 : index + 1
    }
  }

  /// Takes everything that is settled.
  mutating func takeEverything(_ sink: Sink) {
    var index = 0
    while index < inputs.count {
      index = takeOutOfTurn(index, dropping: .everything, sink) ? 0 : index + 1
    }
  }

  /// Takes the input at `index` with the timers due before it; whether that changed anything.
  private mutating func takeOutOfTurn(
    _ index: Int, dropping: Dropping, _ sink: Sink
  ) -> Bool {
    if isDeferred(index) { return false }
    let input = inputs[index]
    fireTimers(tiedTo: input.control, upTo: input.stamp, dropping: dropping, sink)
    if endsWait(input) {
      // Openings that waited with it may be before it now.
      resolveWait(chords.component[input.control], sink)
      return true
    }
    if case .lines(let lost) = dropping, lost != input.control, timers[input.control] <= input.stamp
    {
      // Its timer waits for something that is not lost.
      return false
    }
    take(inputs.remove(at: index), sink)
    return true
  }

  private mutating func fireTimers(
    tiedTo control: Int, upTo instant: Instant, dropping: Dropping, _ sink: Sink
  ) {
    let component = chords.component[control]
    while true {
      var best = -1
      var earliest = Instant.never
      var next = timers.first(before: instant.next)
      while let other = next {
        // What waits for unsettled contact of its own does not fire: that contact may have been broken.
        if chords.component[other] == component, !isUnsettled(other, before: timers[other]),
          !waitsForPressElsewhere(other, dropping: dropping)
        {
          best = other
          earliest = timers[other]
        }
        next = timers.first(from: other + 1, before: min(instant.next, earliest))
      }
      let wait = waitEnds[component]
      let timer = best >= 0 ? Item.timer(control: best) : nil
      if wait <= instant, wait < earliest || wait == earliest && goesAfterWait(timer) {
        resolveWait(component, sink)
      } else if best >= 0 {
        fire(best, sink)
      } else {
        return
      }
    }
  }
}

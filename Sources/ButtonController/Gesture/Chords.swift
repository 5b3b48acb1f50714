/// Chords: members wait for each other, then are one control or each by itself.
extension Controller {
  /// A member was pressed; gives the chord if that is complete with it.
  mutating func joinWait(_ control: Int, at stamp: Instant, _ sink: Sink) -> Int? {
    let component = chords.component[control]
    if waits[component].count > 0 && !fits(control, at: stamp) {
      resolveWait(component, sink)
    }
    setPhase(of: control, .waiting(press: stamp))
    if waits[component].count == 0 { waits[component].first = stamp }
    waits[component].count += 1
    refresh(control)

    let first = waits[component].first
    let size = waits[component].count
    var complete: Int?
    var deadline = Instant.ever
    for number in chords.ofControl[control] {
      guard let chord = chord(number), containsAllWaiting(chord, component),
        first + chord.within > stamp
      else { continue }
      if chord.members.count == size {
        complete = complete ?? number
      } else {
        deadline = max(deadline, first + chord.within)
      }
    }
    if let complete, deadline == .ever {
      match(complete, sink)
      return complete
    }
    waitEnds[component] = deadline
    return nil
  }

  /// The wait is over: the longest complete chord, else each member by itself, stamps unchanged.
  mutating func resolveWait(_ component: Int, _ sink: Sink) {
    let best = longestChord(of: component)
    resolving = component
    if let best { match(best, sink) }
    // The others by themselves, in the order of their presses, as if they had been pressed just now.
    while waits[component].count > 0 {
      guard let next = firstWaiting(of: component) else { break }
      let stamp = waiting[next]
      leaveWait(next)
      setPhase(of: next, .undecided(press: stamp))
      cancelMany(newest: stamp, sink)
      engage(next, sink)
    }
    resolving = -1
    endWait(component)
    if let best, case .undecided(let press) = states[best].phase {
      cancelMany(newest: press, sink)
      engage(best, sink)
    }
  }

  /// The longest chord of which all members wait, pressed in time; of equal ones the first.
  private func longestChord(of component: Int) -> Int? {
    let first = waits[component].first
    var best: Int?
    var length = 0
    var next = nextWaiting(of: component)
    while let control = next {
      next = nextWaiting(of: component, from: control + 1)
      for number in chords.ofControl[control] {
        // Each chord is looked at once: at its first member.
        guard let chord = chord(number), chord.members[0] == control else { continue }
        let isBetter =
          chord.members.count > length
          || chord.members.count == length && number < best ?? number
        guard isBetter, isComplete(chord, since: first) else { continue }
        best = number
        length = chord.members.count
      }
    }
    return best
  }

  private func isComplete(_ chord: Chord, since first: Instant) -> Bool {
    for member in chord.members {
      guard case .waiting(let press) = states[member].phase, press < first + chord.within else {
        return false
      }
    }
    return true
  }

  /// The next control from `place` on that waits in this component.
  private func nextWaiting(of component: Int, from place: Int = 0) -> Int? {
    var next = waiting.first(from: place, before: .never)
    while let control = next, chords.component[control] != component {
      next = waiting.first(from: control + 1, before: .never)
    }
    return next
  }

  /// The control whose waiting press came first.
  private func firstWaiting(of component: Int) -> Int? {
    var first: Int?
    var next = nextWaiting(of: component)
    while let control = next {
      next = nextWaiting(of: component, from: control + 1)
      guard let best = first else {
        first = control
        continue
      }
      let isEarlier =
        waiting[control] < waiting[best]
        || waiting[control] == waiting[best]
          && states[control].pressArrival < states[best].pressArrival
      if isEarlier { first = control }
    }
    return first
  }

  /// Nobody of the component waits any more.
  mutating func endWait(_ component: Int) {
    waits[component] = ChordWait()
    waitEnds[component] = .never
  }

  /// Takes a control out of the wait; its phase is the caller's.
  mutating func leaveWait(_ control: Int) {
    let component = chords.component[control]
    waits[component].count -= 1
    if waits[component].count == 0 {
      endWait(component)
    } else if component != resolving {
      limitWait(component, besides: control)
    }
  }

  /// How long those that are left still wait: as long as a longer chord of them can be.
  private mutating func limitWait(_ component: Int, besides left: Int) {
    var first = Instant.never
    var any: Int?
    var next = nextWaiting(of: component)
    while let control = next {
      next = nextWaiting(of: component, from: control + 1)
      if control == left { continue }
      first = min(first, waiting[control])
      any = control
    }
    var deadline = Instant.ever
    // A chord of all of them is one of any of them.
    for number in any.map({ chords.ofControl[$0] }) ?? [] {
      guard let chord = chord(number), chord.members.count > waits[component].count else {
        continue
      }
      var found = 0
      for member in chord.members where member != left {
        if case .waiting = states[member].phase { found += 1 }
      }
      if found == waits[component].count { deadline = max(deadline, first + chord.within) }
    }
    waits[component].first = first
    waitEnds[component] = deadline
  }

  /// The first member opened.
  mutating func releaseChord(_ chord: Int, at stamp: Instant, _ sink: Sink) {
    guard states[chord].openPress != nil else { return }
    emitRelease(of: chord, at: stamp, sink)
    endPress(chord, at: stamp, sink)
  }

  /// When all members are open they are free again.
  mutating func endSilence(of control: Int) {
    let number = states[control].silencedBy
    guard number >= 0, let chord = chord(number) else { return }
    for member in chord.members where states[member].silencedBy == number {
      if lines[firstLine[member]].closedSince < .never { return }
    }
    for member in chord.members where states[member].silencedBy == number {
      states[member].silencedBy = -1
    }
  }

  private func chord(_ control: Int) -> Chord? {
    guard case .chord(let chord) = panel.controls[control].kind else { return nil }
    return chord
  }

  private func containsAllWaiting(_ chord: Chord, _ component: Int) -> Bool {
    var found = 0
    for member in chord.members {
      if case .waiting = states[member].phase { found += 1 }
    }
    return found == waits[component].count
  }

  /// Whether a chord can still be of those that wait and `control`, pressed at `stamp`.
  private func fits(_ control: Int, at stamp: Instant) -> Bool {
    let component = chords.component[control]
    for number in chords.ofControl[control] {
      guard let chord = chord(number), containsAllWaiting(chord, component) else { continue }
      if waits[component].first + chord.within > stamp { return true }
    }
    return false
  }

  /// Those that wait are the chord: it is pressed, they are silent.
  private mutating func match(_ number: Int, _ sink: Sink) {
    guard let chord = chord(number) else { return }
    var last = Instant.ever
    for member in chord.members {
      guard case .waiting(let press) = states[member].phase else { continue }
      last = max(last, press)
      emitWaitingTaps(of: member, sink)
      leaveWait(member)
      setPhase(of: member, .over(press: press))
      states[member].silencedBy = number
      refresh(member)
    }
    states[number].openTime = .zero
    if panel.controls[number].emitsEdges {
      emit(.press, of: number, at: last, sink)
      states[number].pressTold = last
    }
    if last < states[number].successUntil {
      setPhase(of: number, .over(press: last))
      ignore(number, pressedAt: last, sink)
    } else {
      setPhase(of: number, .undecided(press: last))
    }
    refresh(number)
  }
}

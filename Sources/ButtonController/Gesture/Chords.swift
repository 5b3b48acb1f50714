/// Chords: members wait for each other, then are one control or each by itself.
extension Controller {
  /// A member was pressed; gives the chord if that is complete with it.
  mutating func joinWait(_ control: Int, at stamp: Instant, _ sink: Sink) -> Int? {
    let component = chords.component[control]
    if waits[component].count > 0 && !fits(control, at: stamp) {
      resolveWait(component, sink)
    }
    states[control].phase = .waiting(press: stamp)
    if waits[component].count == 0 { waits[component].first = stamp }
    waits[component].count += 1
    refresh(control)

    let first = waits[component].first
    let size = waits[component].count
    var complete: Int?
    var deadline = Instant.ever
    for number in chords.ofComponent[component] {
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
    waits[component].deadline = deadline
    return nil
  }

  /// The wait is over: the longest complete chord, else each member by itself, stamps unchanged.
  mutating func resolveWait(_ component: Int, _ sink: Sink) {
    let first = waits[component].first
    var best: Int?
    var length = 0
    for number in chords.ofComponent[component] {
      guard let chord = chord(number), chord.members.count > length else { continue }
      var isComplete = true
      for member in chord.members {
        guard case .waiting(let press) = states[member].phase, press < first + chord.within else {
          isComplete = false
          break
        }
      }
      guard isComplete else { continue }
      best = number
      length = chord.members.count
    }
    resolving = component
    if let best { match(best, sink) }
    // The others by themselves, in the order of their presses, as if they had been pressed just now.
    while waits[component].count > 0 {
      var next = -1
      var stamp = Instant.never
      for control in states.indices where chords.component[control] == component {
        guard case .waiting(let press) = states[control].phase else { continue }
        let isEarlier =
          press < stamp
          || (press == stamp && states[control].pressArrival < states[next].pressArrival)
        guard isEarlier else { continue }
        next = control
        stamp = press
      }
      guard next >= 0 else { break }
      leaveWait(next)
      states[next].phase = .undecided(press: stamp)
      cancelMany(newest: stamp, sink)
      engage(next, sink)
    }
    resolving = -1
    waits[component] = ChordWait()
    if let best, case .undecided(let press) = states[best].phase {
      cancelMany(newest: press, sink)
      engage(best, sink)
    }
  }

  /// Takes a control out of the wait; its phase is the caller's.
  mutating func leaveWait(_ control: Int) {
    let component = chords.component[control]
    waits[component].count -= 1
    if waits[component].count == 0 {
      waits[component] = ChordWait()
    } else if component != resolving {
      limitWait(component, besides: control)
    }
  }

  /// How long those that are left still wait: as long as a longer chord of them can be.
  private mutating func limitWait(_ component: Int, besides left: Int) {
    var first = Instant.never
    for control in states.indices where chords.component[control] == component {
      guard control != left, case .waiting(let press) = states[control].phase else { continue }
      first = min(first, press)
    }
    var deadline = Instant.ever
    for number in chords.ofComponent[component] {
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
    waits[component].deadline = deadline
  }

  /// The first member opened.
  mutating func releaseChord(_ chord: Int, at stamp: Instant, _ sink: Sink) {
    guard states[chord].openPress != nil else { return }
    tellRelease(of: chord, at: stamp, sink)
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
      tellWaitingTaps(of: member, sink)
      leaveWait(member)
      states[member].phase = .over(press: press)
      states[member].silencedBy = number
      refresh(member)
    }
    states[number].openTime = .zero
    if panel.controls[number].tellsEdges {
      tell(.press, of: number, at: last, sink)
      states[number].pressTold = last
    }
    if last < states[number].successUntil {
      states[number].phase = .over(press: last)
      ignore(number, pressedAt: last, sink)
    } else {
      states[number].phase = .undecided(press: last)
    }
    refresh(number)
  }
}

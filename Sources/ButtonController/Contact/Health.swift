/// Line health: losses, quarantine, stuck contacts, sleep, reload and shutdown.
///
/// The cause is told first; then what it ends; then a switch's state as found.
extension Controller {
  /// Edges of `line` were lost; `isClosed` is the level read after it.
  public mutating func lose(
    line: Int, isClosed: Bool, at instant: Instant, known: Instant, _ sink: Sink
  ) {
    interrupt(line: line, isClosed: isClosed, at: instant, known: known, .lost, .lost, sink)
  }

  /// An audit read `isClosed` on `line` with no edge queued; does nothing if that is known already.
  public mutating func audit(
    line: Int, isClosed: Bool, at instant: Instant, known: Instant, _ sink: Sink
  ) {
    guard isRunning else { return }
    enter(instant, known: known, sink)
    guard lines.indices.contains(line), lines[line].debouncer.rawIsClosed != isClosed else {
      return
    }
    if lines[line].isQuarantined {
      lines[line].debouncer.reset(isClosed: isClosed)
      return
    }
    interrupt(line: line, isClosed: isClosed, at: instant, known: known, .resync, .resync, sink)
  }

  private mutating func interrupt(
    line: Int, isClosed: Bool, at instant: Instant, known: Instant, _ cause: Event.Kind,
    _ reason: CancelReason, _ sink: Sink
  ) {
    guard isRunning else { return }
    enter(instant, known: known, sink)
    guard lines.indices.contains(line), !lines[line].isGone else { return }
    let control = lines[line].control
    takeAllInputs(tiedTo: control, sink)
    tell(cause, of: control, at: now, sink)
    lines[line].debouncer.reset(isClosed: isClosed)
    guard !states[control].isOut else { return }
    endGestures(of: control, reason, at: now, sink)
    restart(control, sink)
    settle(sink)
  }

  /// The chip of `line` vanished; before `start`: is not there yet.
  public mutating func detach(line: Int, at instant: Instant, known: Instant, _ sink: Sink) {
    if isRunning { enter(instant, known: known, sink) }
    guard lines.indices.contains(line), !lines[line].isGone else { return }
    let control = lines[line].control
    guard isRunning else {
      lines[line].isGone = true
      states[control].goneLines += 1
      return
    }
    takeAllInputs(tiedTo: control, sink)
    lines[line].isGone = true
    if lines[line].isQuarantined { clearQuarantine(of: line) }
    lines[line].debouncer.reset(isClosed: false)
    lines[line].closedSince = .never
    states[control].goneLines += 1
    if states[control].goneLines == 1 {
      tell(.lineGone, of: control, at: now, sink)
      endGestures(of: control, .lineGone, at: now, sink)
      states[control].phase = .unarmed
    }
    refresh(control)
    settle(sink)
  }

  /// The chip of `line` is back; `isClosed` is the level read.
  public mutating func attach(
    line: Int, isClosed: Bool, at instant: Instant, known: Instant, _ sink: Sink
  ) {
    if isRunning { enter(instant, known: known, sink) }
    guard lines.indices.contains(line), lines[line].isGone else { return }
    let control = lines[line].control
    lines[line].isGone = false
    lines[line].debouncer.reset(isClosed: isClosed)
    states[control].goneLines -= 1
    guard isRunning, states[control].goneLines == 0 else { return }
    tell(.lineBack, of: control, at: now, sink)
    if !states[control].isOut { restart(control, sink) }
    settle(sink)
  }

  /// The system slept from `beginning` to `end`; `isClosed` is asked once for each line.
  public mutating func resume(
    from beginning: Instant, to end: Instant, known: Instant? = nil,
    isClosed: (_ line: Int) -> Bool, _ sink: Sink
  ) {
    guard isRunning else { return }
    enter(beginning, known: beginning, sink)
    // What still waited is given up waiting for, and that is known at the end of the sleep only.
    knownAt = max(knownAt, known ?? end)
    takeEverything(sink)
    let asleepAt = now
    now = max(now, end)
    for control in states.indices {
      endGestures(of: control, .suspended, at: asleepAt, sink)
    }
    for line in lines.indices where !lines[line].isGone {
      if lines[line].isQuarantined { clearQuarantine(of: line) }
      lines[line].debouncer.reset(isClosed: isClosed(line))
    }
    for control in states.indices where !states[control].isOut { restart(control, sink) }
    settle(sink)
  }

  /// Everything open is cancelled with `reload`, then all is as at a start, at the levels known.
  public mutating func reload(at instant: Instant, known: Instant, _ sink: Sink) {
    guard isRunning else { return }
    enter(instant, known: known, sink)
    takeEverything(sink)
    for control in states.indices { endGestures(of: control, .reload, at: now, sink) }
    begin(at: now, tellsGone: false, sink)
  }

  /// Everything open is cancelled with `shutdown`; after it nothing is told.
  public mutating func shutDown(at instant: Instant, known: Instant, _ sink: Sink) {
    guard isRunning else { return }
    enter(instant, known: known, sink)
    takeEverything(sink)
    for control in states.indices { endGestures(of: control, .shutdown, at: now, sink) }
    isRunning = false
  }

  // MARK: - Start and restart

  /// All controls as at a start, with the levels that the debouncers have.
  mutating func begin(at instant: Instant, tellsGone: Bool, _ sink: Sink) {
    inputs.removeAll()
    for component in waits.indices { waits[component] = ChordWait() }
    for ring in ringStates.indices { ringStates[ring].clear() }
    for slot in edgeStamps.indices { edgeStamps[slot] = .ever }
    for control in states.indices {
      let gone = states[control].goneLines
      states[control] = ControlState()
      states[control].goneLines = gone
      for line in ownLines(of: control) {
        lines[line].isQuarantined = false
        lines[line].quietAt = .never
      }
      for axis in 0..<2 {
        let levels = contacts(of: control, axis: axis)
        decoders[control * 2 + axis] = Self.decoder(
          of: panel.controls[control], axis: axis, a: levels.a, b: levels.b)
      }
      if gone > 0 {
        if tellsGone { tell(.lineGone, of: control, at: instant, sink) }
        states[control].phase = .unarmed
        refresh(control)
        continue
      }
      restart(control, sink)
      for line in ownLines(of: control) where lines[line].isWatched && !lines[line].isArmed {
        tell(.bootHeld, of: control, at: instant, sink)
        break
      }
    }
  }

  /// Takes the levels read as settled: a closed contact is unarmed, an open one armed at once.
  private mutating func restart(_ control: Int, _ sink: Sink) {
    var isPushClosed = false
    for line in ownLines(of: control) {
      let isClosed = lines[line].debouncer.rawIsClosed
      lines[line].debouncer.reset(isClosed: isClosed)
      lines[line].isArmed = !isClosed
      lines[line].closedSince = isClosed && lines[line].isWatched ? now : .never
      if case .button = lines[line].role, isClosed { isPushClosed = true }
    }
    for axis in 0..<2 {
      let levels = contacts(of: control, axis: axis)
      decoders[control * 2 + axis].reset(a: levels.a, b: levels.b)
    }
    states[control].phase = isPushClosed ? .unarmed : .idle
    states[control].firstOfDoubleTap = .ever
    states[control].lastTurn = .ever
    states[control].drag.next = (.never, .never, .never, .never)
    if case .toggle = panel.controls[control].kind {
      let isOn = lines[firstLine[control]].debouncer.isClosed
      tell(.state(isOn: isOn), of: control, at: now, sink)
    }
    endStuckIfOpen(control, at: now, sink)
    endSilence(of: control)
    refresh(control)
  }

  private func contacts(of control: Int, axis: Int) -> (a: Bool, b: Bool) {
    var levels = (a: false, b: false)
    for line in ownLines(of: control) {
      guard case .quadrature(axis, let isA) = lines[line].role else { continue }
      if isA {
        levels.a = lines[line].debouncer.rawIsClosed
      } else {
        levels.b = lines[line].debouncer.rawIsClosed
      }
    }
    return levels
  }

  // MARK: - Ends

  /// Ends what is open at a control, and at the chords that it is part of.
  private mutating func endGestures(
    of control: Int, _ reason: CancelReason, at instant: Instant, _ sink: Sink
  ) {
    let wasWaiting = { () -> Bool in
      if case .waiting = states[control].phase { return true }
      return false
    }()
    endOpen(control, reason, at: instant, sink)
    if wasWaiting {
      leaveWait(control)
      states[control].phase = .unarmed
      let component = chords.component[control]
      if waits[component].count > 0 { resolveWait(component, sink) }
    }
    for chord in chords.ofControl[control] where states[control].silencedBy == chord {
      endOpen(chord, reason, at: instant, sink)
      states[chord].phase = .idle
      refresh(chord)
    }
  }

  private mutating func endOpen(
    _ control: Int, _ reason: CancelReason, at instant: Instant, _ sink: Sink
  ) {
    cancel(control, reason, at: instant, sink)
    switch states[control].phase {
    case .held(let press):
      tell(.holdEnd(held: instant - press), of: control, at: instant, sink)
      endPressedPicture(of: control)
    case .dragging: tellDragEnd(control, at: instant, sink)
    case .over: endPressedPicture(of: control)
    case .idle, .waiting, .undecided, .confirming, .ready, .unarmed: break
    }
    if let press = states[control].openPress { states[control].phase = .over(press: press) }
    states[control].firstOfDoubleTap = .ever
    refresh(control)
  }

  private mutating func takeEverything(_ sink: Sink) {
    while inputs.count > 0 { take(inputs.remove(at: 0), sink) }
  }

  // MARK: - Stuck

  mutating func becomeStuck(_ control: Int, at instant: Instant, _ sink: Sink) {
    states[control].isStuck = true
    tell(.stuck, of: control, at: instant, sink)
    endGestures(of: control, .stuck, at: instant, sink)
    var isPushClosed = false
    for line in ownLines(of: control) where lines[line].closedSince < .never {
      lines[line].isArmed = false
      if case .button = lines[line].role { isPushClosed = true }
    }
    states[control].phase = isPushClosed ? .unarmed : .idle
    light(control) { ring, _ in ring.turnOff() }
    refresh(control)
  }

  /// Tells `unstuck` when the last watched line has opened.
  mutating func endStuckIfOpen(_ control: Int, at instant: Instant, _ sink: Sink) {
    guard states[control].isStuck else { return }
    for line in ownLines(of: control) where lines[line].closedSince < .never { return }
    states[control].isStuck = false
    light(control) { ring, _ in ring.clear() }
    tell(.unstuck, of: control, at: instant, sink)
  }

  // MARK: - Quarantine

  /// Counts a level change; whether there were more than a contact makes in a second.
  mutating func isChatter(on line: Int, at instant: Instant) -> Bool {
    let slot = line * Defaults.chatterEdges + lines[line].edgeSlot
    let oldest = edgeStamps[slot]
    edgeStamps[slot] = instant
    let next = lines[line].edgeSlot + 1
    lines[line].edgeSlot = next == Defaults.chatterEdges ? 0 : next
    return !lines[line].isQuarantined && oldest > instant - Defaults.chatterWindow
  }

  mutating func startQuarantine(of line: Int, _ sink: Sink) {
    let control = lines[line].control
    takeAllInputs(tiedTo: control, sink)
    tell(.chatter, of: control, at: now, sink)
    let level = !lines[line].debouncer.rawIsClosed
    lines[line].debouncer.reset(isClosed: level)
    lines[line].isQuarantined = true
    lines[line].quietAt = now + Defaults.quietAfter
    lineNext = min(lineNext, lines[line].quietAt)
    lines[line].closedSince = .never
    if !states[control].isOut {
      endGestures(of: control, .chatter, at: now, sink)
      states[control].phase = .unarmed
    }
    states[control].quarantinedLines += 1
    refresh(control)
    settle(sink)
  }

  mutating func endQuarantine(of line: Int, _ sink: Sink) {
    let control = lines[line].control
    clearQuarantine(of: line)
    tell(.quiet, of: control, at: now, sink)
    if !states[control].isOut { restart(control, sink) }
  }

  private mutating func clearQuarantine(of line: Int) {
    lines[line].isQuarantined = false
    lines[line].quietAt = .never
    states[lines[line].control].quarantinedLines -= 1
  }
}

/// Line health: losses, quarantine, stuck contacts, sleep, reload and shutdown.
///
/// The cause is emitted first; then what it ends; then a switch's state as found.
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
      resetContact(of: line, isClosed: isClosed)
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
    emit(cause, of: control, at: now, sink)
    fillCredit(of: control)
    resetContact(of: line, isClosed: isClosed)
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
      setGone(true, line)
      states[control].goneLines += 1
      return
    }
    takeAllInputs(tiedTo: control, sink)
    setGone(true, line)
    if lines[line].isQuarantined { clearQuarantine(of: line) }
    resetContact(of: line, isClosed: false)
    lines[line].closedSince = .never
    states[control].goneLines += 1
    if states[control].goneLines == 1 {
      emit(.lineGone, of: control, at: now, sink)
      endGestures(of: control, .lineGone, at: now, sink)
      setPhase(of: control, .unarmed)
    }
    // A line that is gone keeps no chord silent.
    endSilence(of: control)
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
    setGone(false, line)
    resetContact(of: line, isClosed: isClosed)
    states[control].goneLines -= 1
    guard isRunning, states[control].goneLines == 0 else { return }
    emit(.lineBack, of: control, at: now, sink)
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
    knownAt = max(knownAt, Self.usable(known ?? end))
    takeEverything(sink)
    let asleepAt = now
    if Self.isUsable(end) { now = max(now, end) }
    endEverything(.suspended, at: asleepAt, sink)
    for line in lines.indices where !lines[line].isGone {
      if lines[line].isQuarantined { clearQuarantine(of: line) }
      resetContact(of: line, isClosed: isClosed(line))
    }
    for control in states.indices where !states[control].isOut { restart(control, sink) }
    settle(sink)
  }

  /// Everything open is cancelled with `reload`, then all is as at a start, at the levels known.
  public mutating func reload(at instant: Instant, known: Instant, _ sink: Sink) {
    guard isRunning else { return }
    enter(instant, known: known, sink)
    takeEverything(sink)
    endEverything(.reload, at: now, sink)
    begin(at: now, emitsGone: false, sink)
  }

  /// Everything open is cancelled with `reason`; after it nothing is emitted.
  ///
  /// `reload` is for a controller in whose place another one comes.
  public mutating func shutDown(
    at instant: Instant, known: Instant, because reason: CancelReason = .shutdown, _ sink: Sink
  ) {
    guard isRunning else { return }
    enter(instant, known: known, sink)
    takeEverything(sink)
    endEverything(reason, at: now, sink)
    isRunning = false
  }

  // MARK: - Start and restart

  /// All controls as at a start, with the levels that the debouncers have.
  mutating func begin(at instant: Instant, emitsGone: Bool, _ sink: Sink) {
    inputs.removeAll()
    for component in waits.indices { endWait(component) }
    for ring in ringStates.indices { ringStates[ring].clear() }
    for control in states.indices {
      let gone = states[control].goneLines
      setPhase(of: control, .idle)
      states[control] = ControlState()
      states[control].goneLines = gone
      states[control].position = startPosition(of: control)
      for line in ownLines(of: control) {
        lines[line].isQuarantined = false
        setQuiet(line, at: .never)
      }
      for axis in 0..<2 {
        let levels = contacts(of: control, axis: axis)
        decoders[control * 2 + axis] = Self.decoder(
          of: panel.controls[control], axis: axis, a: levels.a, b: levels.b)
      }
      if gone > 0 {
        if emitsGone { emit(.lineGone, of: control, at: instant, sink) }
        setPhase(of: control, .unarmed)
        refresh(control)
        continue
      }
      restart(control, sink)
      for line in ownLines(of: control) where lines[line].isWatched && !lines[line].isArmed {
        emit(.bootHeld, of: control, at: instant, sink)
        break
      }
    }
    // A hold of no time is reached by a switch that is found on.
    settle(sink)
  }

  /// Takes the levels read as settled: a closed contact is unarmed, an open one armed at once.
  private mutating func restart(_ control: Int, _ sink: Sink) {
    var isPushClosed = false
    for line in ownLines(of: control) {
      let isClosed = lines[line].debouncer.rawIsClosed
      resetContact(of: line, isClosed: isClosed)
      lines[line].isArmed = !isClosed
      lines[line].isSpent = false
      lines[line].closedSince = isClosed && lines[line].isWatched ? now : .never
      if case .button = lines[line].role, isClosed { isPushClosed = true }
    }
    for axis in 0..<2 {
      let levels = contacts(of: control, axis: axis)
      decoders[control * 2 + axis].reset(a: levels.a, b: levels.b)
    }
    fillCredit(of: control)
    setPhase(of: control, isPushClosed ? .unarmed : .idle)
    states[control].movement = .still
    states[control].firstOfDoubleTap = .ever
    states[control].lastTurn = .ever
    states[control].drag.next = (.never, .never, .never, .never)
    if case .toggle = panel.controls[control].kind {
      let isOn = lines[firstLine[control]].debouncer.isClosed
      emit(.state(isOn: isOn), of: control, at: now, sink)
      if isOn { beginSwitchHold(control, at: now) }
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
    var wasWaiting = false
    if case .waiting = states[control].phase { wasWaiting = true }
    endOpen(control, reason, at: instant, sink)
    if wasWaiting {
      leaveWait(control)
      setPhase(of: control, .unarmed)
      let component = chords.component[control]
      if waits[component].count > 0 { resolveWait(component, sink) }
    }
    for chord in chords.ofControl[control] {
      endOpen(chord, reason, at: instant, sink)
      setPhase(of: chord, .idle)
      refresh(chord)
    }
  }

  /// Ends what is open everywhere: first what waits for a chord, so that nothing of it is decided.
  private mutating func endEverything(
    _ reason: CancelReason, at instant: Instant, _ sink: Sink
  ) {
    for control in states.indices {
      guard case .waiting = states[control].phase else { continue }
      endOpen(control, reason, at: instant, sink)
      leaveWait(control)
    }
    for control in states.indices { endGestures(of: control, reason, at: instant, sink) }
  }

  private mutating func endOpen(
    _ control: Int, _ reason: CancelReason, at instant: Instant, _ sink: Sink
  ) {
    emitRelease(of: control, at: instant, because: reason, sink)
    guard !isSwitch(control) else {
      endSwitchHold(control, at: instant, sink)
      refresh(control)
      return
    }
    cancel(control, reason, at: instant, sink)
    endMovement(of: control, at: instant, sink)
    switch states[control].phase {
    case .held(let press):
      emitHoldEnd(control, since: press, at: instant, sink)
      endPressedPicture(of: control)
    case .dragging: emitDragEnd(control, at: instant, sink)
    case .over: endPressedPicture(of: control)
    case .idle, .waiting, .undecided, .confirming, .ready, .holdReady, .unarmed: break
    }
    if let press = states[control].openPress { setPhase(of: control, .over(press: press)) }
    states[control].firstOfDoubleTap = .ever
    refresh(control)
  }

  // MARK: - Stuck

  mutating func becomeStuck(_ control: Int, at instant: Instant, _ sink: Sink) {
    states[control].isStuck = true
    emit(.stuck, of: control, at: instant, sink)
    endGestures(of: control, .stuck, at: instant, sink)
    var isPushClosed = false
    for line in ownLines(of: control) where lines[line].closedSince < .never {
      lines[line].isArmed = false
      if case .button = lines[line].role { isPushClosed = true }
    }
    setPhase(of: control, isPushClosed ? .unarmed : .idle)
    light(control) { ring, _ in ring.turnOff() }
    refresh(control)
  }

  /// Emits `unstuck` when the last watched line has opened.
  mutating func endStuckIfOpen(_ control: Int, at instant: Instant, _ sink: Sink) {
    guard states[control].isStuck else { return }
    for line in ownLines(of: control) where lines[line].closedSince < .never { return }
    states[control].isStuck = false
    light(control) { ring, _ in ring.clear() }
    emit(.unstuck, of: control, at: instant, sink)
  }

  // MARK: - Quarantine

  /// Takes the price of a level change at the present from the line's credit; whether that is used up.
  mutating func isChatter(on line: Int) -> Bool {
    guard let rate = panel.controls[lines[line].control].chatter else { return false }
    let price = TimeSpan(nanoseconds: Defaults.chatterCredit.nanoseconds / Int64(max(1, rate)))
    let saved = lines[line].credit + (now - lines[line].lastChange)
    lines[line].credit = min(Defaults.chatterCredit, saved) - price
    lines[line].lastChange = now
    return lines[line].credit < .zero
  }

  private mutating func fillCredit(of control: Int) {
    for line in ownLines(of: control) { lines[line].credit = Defaults.chatterCredit }
  }

  /// `isClosed` is the level to which the line has just changed.
  mutating func startQuarantine(of line: Int, isClosed: Bool, _ sink: Sink) {
    let control = lines[line].control
    takeAllInputs(tiedTo: control, sink)
    emit(.chatter, of: control, at: now, sink)
    resetContact(of: line, isClosed: isClosed)
    lines[line].isQuarantined = true
    setQuiet(line, at: now + Defaults.quietAfter)
    lines[line].closedSince = .never
    if !states[control].isOut {
      endGestures(of: control, .chatter, at: now, sink)
      setPhase(of: control, .unarmed)
    }
    states[control].quarantinedLines += 1
    endSilence(of: control)
    refresh(control)
    settle(sink)
  }

  mutating func endQuarantine(of line: Int, _ sink: Sink) {
    let control = lines[line].control
    clearQuarantine(of: line)
    emit(.quiet, of: control, at: now, sink)
    if !states[control].isOut { restart(control, sink) }
  }

  private mutating func clearQuarantine(of line: Int) {
    lines[line].isQuarantined = false
    setQuiet(line, at: .never)
    states[lines[line].control].quarantinedLines -= 1
  }
}

import ButtonController
import PanelFiles

// Turns of the loop: one wait, what it has brought, and what is due by then.
extension PanelLoop {
  /// When there is something to do though nothing happens; nil for never.
  public var nextWake: Instant? {
    let lines = isEnding ? .never : nextWakeOfLines
    let next = chain?.nextDeadline(in: self, orAt: lines) ?? lines
    return next == .never ? nil : next
  }

  /// What the engine waits for.
  var engineDeadline: Instant? { inPlace(&controller) { $0.nextDeadline } }

  /// Whether something is closed whose levels are to be compared often.
  var needsAudit: Bool { inPlace(&controller) { $0.needsAudit } }

  /// The level of a line as the engine was told it last.
  func isReportedClosed(_ line: Int) -> Bool { inPlace(&controller) { $0.isClosed(line: line) } }

  private var nextWakeOfLines: Instant {
    var next = min(min(search.next, nextPoll), min(audit.nextLook, losses.nextEnd))
    next = min(next, remote.nextEnd)
    let due = engineDeadline
    let isHeld = due.map { audit.holds($0) } ?? false
    if let due, !isHeld { next = min(next, due) }
    if needsAudit, hardware.needsAudits { next = min(next, lastAudit + Timing.auditPeriod) }
    if chipWatch == nil { next = min(next, lastAudit + Timing.unwatchedPeriod) }
    // What is stamped behind a deadline that is held waits with it.
    if let entry = lines.batch.first, !isHeld || entry.stamp < due ?? .never {
      next = min(next, entry.stamp)
    }
    return next
  }

  /// Waits until something happens or is due.
  public func wait() throws(SystemError) {
    pollSet.removeAll()
    lines.addDescriptors(to: &pollSet)
    if let clockJumps { jumpSlot = pollSet.add(reading: clockJumps.raw) }
    if let chipWatch { chipSlot = pollSet.add(reading: chipWatch.raw) }
    chain?.addDescriptors(to: &pollSet)
    let timeout = nextWake.map { $0 - clock.now() }
    try pollSet.wait(timeout: timeout)
    lines.noteFailures(in: pollSet)
    if pollSet.isReady(jumpSlot) { clockJumps?.take() }
    if pollSet.isReady(chipSlot), chipWatch?.take() == true { chipsChanged = true }
    // It stays as it is until the clock jumps; reading it for each event would cost its time.
    if clockJumps == nil || pollSet.isReady(jumpSlot) { wallOffset = clock.wallOffset() }
  }

  /// Does what has happened or is due.
  public func turn() {
    // First the clock, then the queues: what is due by this reading has its edges in them.
    // The kernel announces a sleep by a work queue of its own, perhaps behind the edge that ended it, and a
    // press must not go on through a sleep: so this clock is read each time.
    let (read, total) = clock.nowAndTimeAsleep()
    let now = max(read, frontier)
    if !isEnding { turnLines(now, asleep: total) }
    chain?.serve(pollSet, now: now, in: self)
    deliver()
  }

  private func turnLines(_ now: Instant, asleep total: TimeSpan) {
    if !resumeAfterSleep(now, asleep: total) {
      handleEdges(now)
      fireDeadlines(now)
      // What is decided is reported first: an audit looks at what comes.
      deliver()
      auditIfDue(now)
      if losses.nextEnd <= now { endLossStorms(now) }
    }
    searchIfDue(now)
    if lines.hasUnread { audit.request(by: now + LevelAudit.grace) }
    if nextPoll <= now { nextPoll = lines.pollPeriod.map { now + $0 } ?? .never }
    deliver()
  }

  /// From the read to the written line; `make bench` counts what that takes, and finds it by this name.
  ///
  /// What was reported by edges alone goes out before the levels are read.
  @inline(never)
  private func handleEdges(_ now: Instant) {
    takeEdges(now)
    deliver()
  }

  func note(_ report: LineReport) {
    chain?.note(report, in: self)
  }

  func noteEndOfCommand(of control: Int, hasFailed: Bool) {
    for part in parts { part.noteEndOfCommand(of: control, hasFailed: hasFailed, in: self) }
  }

  func deliver() {
    if outbox.isEmpty { return }
    // By index: a part that makes the controller report more adds to the end.
    var index = 0
    while index < outbox.count {
      var event = outbox[index]
      let isHidden = isHidden(event)
      if !isHidden {
        counts.note(event.kind)
        event.number = counts.events
      }
      event.isRemote = !remote.isEmpty && isRemote(event)
      event.origin = clock.origin
      noteChatter(event)
      chain?.take(event, isHidden: isHidden, in: self)
      index += 1
    }
    // One by one, as they are few: to remove all is a call that is made for many.
    while !outbox.isEmpty { outbox.removeLast() }
  }

  /// Whether it is reported for held keys and `do` alone; without a number, so that none is missing elsewhere.
  private func isHidden(_ event: PanelEvent) -> Bool {
    switch event.kind {
    case .gesture(.press), .gesture(.release):
      return panel.controls.indices.contains(event.control)
        && panel.controls[event.control].hidesEdges
    case .gesture, .command: return false
    }
  }
}

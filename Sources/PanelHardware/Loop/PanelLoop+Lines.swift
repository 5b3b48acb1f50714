import ButtonController
import PanelFiles

// What the loop does with its lines: edges in order, deadlines behind them, audits, losses, returns.
extension PanelLoop {
  // MARK: Edges

  /// Drains the queues and reports what is stamped up to `now`; the rest waits for a later turn.
  func takeEdges(_ now: Instant) {
    lines.drain(now: now)
    if lines.hasFailed { detachFailed(now) }
    if !remote.isEmpty { takeRemoteEnds(now) }
    reportEdges(now)
  }

  /// Reports what was drained and is stamped up to `now`, but nothing past a deadline that is held.
  func reportEdges(_ now: Instant) {
    while let entry = lines.batch.first {
      let isForeign = entry.stamp > now + Timing.foreignStamp
      guard entry.stamp <= now || isForeign else { return }
      let stamp = isForeign ? now : entry.stamp
      if let due = engineDeadline, due <= stamp, !audit.mayPass(due) {
        guard canPass(due, now) else { return }
        // The look may have drained an earlier edge.
        continue
      }
      _ = lines.batch.popFirst()
      guard let isClosed = entry.isClosed else {
        lose(entry, now)
        continue
      }
      audit.settle(entry.line)
      // In quarantine edges change nothing, and `quiet` waits for their end.
      if losses.isStorm(entry.line), chattering[panel.lines[entry.line].control] == 0 { continue }
      let isRepeat = isReportedClosed(entry.line) == isClosed
      guard known.takes(entry.line, isRepeat: isRepeat, at: stamp) else { continue }
      if inPlace(&lines, { $0.hidesLosses(entry.line) }) {
        audit.expectHiddenLoss(entry.line, at: now)
      }
      frontier = max(stamp, frontier)
      revision += 1
      noteEdge(entry.line, isClosed: isClosed, at: frontier)
      note(.edge(line: entry.line, isClosed: isClosed, at: frontier))
      controller.report(line: entry.line, isClosed: isClosed, at: frontier, known: now) {
        outbox.append(PanelEvent($0))
      }
    }
  }

  /// The latest instant up to `limit` at which nothing was decided from what is in doubt now.
  func lastSure(upTo limit: Instant) -> Instant {
    guard let due = engineDeadline, due <= limit else { return max(limit, frontier) }
    return max(due - TimeSpan(nanoseconds: 1), frontier)
  }

  /// Takes what is queued and due, before something from outside; the instant for that, and now.
  func catchUp() -> (at: Instant, now: Instant) {
    let now = time()
    takeEdges(now)
    fireDeadlines(now)
    frontier = lastSure(upTo: now)
    return (frontier, now)
  }

  // MARK: Losses

  /// What came after the last known edge is unknown, so the loss stands there: before any deadline
  /// that the missing edges might have stopped.
  private func lose(_ entry: EdgeBatch.Entry, _ now: Instant) {
    guard losses.note(entry.line, at: now) else { return }
    let next = lines.batch.first?.stamp ?? now
    let at = entry.stamp == .ever ? lastSure(upTo: min(next, now)) : max(entry.stamp, frontier)
    lines.readLevels(withPolled: false, now: now)
    reportLoss(entry.line, at: at, now)
  }

  private func reportLoss(_ line: Int, at instant: Instant, _ now: Instant) {
    frontier = instant
    revision += 1
    let isClosed = lines.levels[line]
    known.noteRead(line, at: now)
    audit.settle(line)
    remote.end(line, at: instant)
    note(.lost(line: line, isClosed: isClosed, at: instant))
    controller.lose(line: line, isClosed: isClosed, at: instant, known: now) {
      outbox.append(PanelEvent($0))
    }
    guard let count = losses.countToSay(line, at: now) else { return }
    let times = count > 1 ? " (\(count) times since this was said last)" : ""
    log(
      "\(panel.lines[line].name): edges were lost\(times); the process was stopped for too long, or "
        + "the line floats")
  }

  /// Takes in which controls are in quarantine.
  func noteChatter(_ event: PanelEvent) {
    guard case .gesture(let kind) = event.kind, chattering.indices.contains(event.control) else {
      return
    }
    if case .chatter = kind { chattering[event.control] += 1 }
    if case .quiet = kind {
      chattering[event.control] = max(chattering[event.control] - 1, 0)
    }
    if case .lineGone = kind { chattering[event.control] = 0 }
  }

  /// A line that has lost nothing for a while is listened to again, from the level that it has now.
  func endLossStorms(_ now: Instant) {
    let ended = losses.takeEnds(at: now)
    if ended.isEmpty { return }
    lines.drain(now: now)
    lines.readLevels(withPolled: false, now: now)
    detachFailed(now)
    for line in ended where lines.isOpen(line) {
      // The level was read behind them.
      lines.batch.removeAll(of: line)
      known.noteRead(line, at: now)
      if lines.levels[line] != isReportedClosed(line) {
        reportLoss(line, at: lastSure(upTo: min(lines.batch.first?.stamp ?? now, now)), now)
      }
    }
  }

  // MARK: Chips that go and come

  /// Detaches the lines of chips that have gone, and begins to look for them.
  func detachFailed(_ now: Instant) {
    let gone = lines.closeFailed()
    if gone.isEmpty { return }
    let at = lastSure(upTo: min(lines.batch.first?.stamp ?? now, now))
    frontier = at
    revision += 1
    for line in gone {
      audit.settle(line)
      losses.forget(line)
      remote.end(line, at: at)
      search.noteGone(line, at: now)
      note(.gone(line: line, at: at))
      controller.detach(line: line, at: at, known: now) { outbox.append(PanelEvent($0)) }
    }
    let names = gone.map { "\(panel.lines[$0].name) (\(panel.lines[$0].pin))" }
    log("the chip of \(names.joined(separator: ", ")) has gone; waiting for it")
    nextPoll = lines.pollPeriod.map { now + $0 } ?? .never
  }

  /// Device files have come, gone, or changed their rights: looks which chips are left, and for those
  /// that are missing.
  private func lookAtChips(_ now: Instant) {
    chipsChanged = false
    look(now)
    reportEdges(now)
    search.noteChange(at: now)
  }

  /// Looks for the missing lines whose time it is.
  func searchIfDue(_ now: Instant) {
    if chipsChanged { lookAtChips(now) }
    guard search.next <= now else { return }
    let wanted = search.due(at: now)
    let (opened, opening) = lines.open(wanted)
    noteSearch(of: wanted, opened, opening, now)
    if opened.isEmpty { return }
    // The levels were read after `now`, but deadlines were looked at up to there at the most.
    frontier = lastSure(upTo: now)
    revision += 1
    for line in opened {
      known.noteRead(line, at: max(time(), now))
      note(.found(line: line, isClosed: lines.levels[line], at: frontier))
      controller.attach(line: line, isClosed: lines.levels[line], at: frontier, known: now) {
        outbox.append(PanelEvent($0))
      }
    }
  }

  /// Takes in what came of a search, and reports what a user should know, each trouble once.
  func noteSearch(of wanted: [Int], _ opened: [Int], _ opening: LineOpening, _ now: Instant) {
    for note in opening.notes { log(note) }
    for line in wanted {
      if lines.isOpen(line) {
        saidTroubles[line] = nil
        search.noteOpen(line, at: now)
        continue
      }
      let trouble = opening.troubles.first { $0.line == line }
      search.noteRefusal(line, trouble?.kind ?? .failed, at: now)
      guard let trouble, saidTroubles[line] != trouble.message else { continue }
      saidTroubles[line] = trouble.message
      log(trouble.message)
    }
    if !opened.isEmpty { nextPoll = lines.pollPeriod.map { now + $0 } ?? .never }
  }

  // MARK: Deadlines and audits

  /// Fires what is due, after the queues and the levels have said that nothing came before it.
  func fireDeadlines(_ now: Instant) {
    while let due = engineDeadline, due <= now, canPass(due, now) {
      reportEdges(now)
      guard let due = engineDeadline, due <= now, audit.mayPass(due) else { continue }
      frontier = max(frontier, min(now, audit.sureUpTo))
      revision += 1
      controller.advance(to: frontier, known: now) { outbox.append(PanelEvent($0)) }
    }
  }

  /// Whether nothing that is under way could come before the deadline `due`; looks if that is unknown.
  ///
  /// While it is in doubt the deadline waits, for `LevelAudit.grace` at the most, or two.
  private func canPass(_ due: Instant, _ now: Instant) -> Bool {
    if audit.mayPass(due) { return true }
    if audit.holds(due), audit.nextLook > now { return false }
    look(now)
    return audit.mayPass(due)
  }

  /// Compares levels with what is known: often while something is closed, else when awake anyway.
  func auditIfDue(_ now: Instant) {
    let period = needsAudit ? Timing.auditPeriod : Timing.idleAuditPeriod
    let isDue = hardware.needsAudits && now - lastAudit >= period
    guard audit.nextLook <= now || isDue else { return }
    look(now)
    reportEdges(now)
  }

  /// Reads, drains and compares; what was found twice without an edge is reported to the controller.
  ///
  /// A level found to be wrong stands before a deadline that is held: how long it has been so is
  /// unknown, and nothing may be completed by contact that was perhaps broken.
  func look(_ now: Instant) {
    lastAudit = now
    lines.forgetEdges()
    lines.readLevels(withPolled: false, now: now)
    lines.drain(now: now)
    detachFailed(now)
    for found in audit.look(at: now, sight) {
      let at = lastSure(upTo: now)
      guard !found.isLoss else {
        reportLoss(found.line, at: at, now)
        continue
      }
      believe(found.line, isClosed: lines.levels[found.line], at: at, now)
    }
  }

  /// A line has this level, though no edge says so.
  func believe(_ line: Int, isClosed: Bool, at instant: Instant, _ now: Instant) {
    frontier = instant
    revision += 1
    known.noteRead(line, at: now)
    note(.audited(line: line, isClosed: isClosed, at: instant))
    controller.audit(line: line, isClosed: isClosed, at: instant, known: now) {
      outbox.append(PanelEvent($0))
    }
  }

  private func sight(of line: Int) -> LevelAudit.Sight {
    switch inPlace(&lines, { $0.sight(of: line) }) {
    case .unread: return .unread
    case .nothing: return .moves
    case .level(let isClosed):
      if remote.isOpen(line) || losses.isStorm(line) { return .moves }
      return isClosed == isReportedClosed(line) ? .agrees : .differs
    }
  }

  // MARK: Sleep

  /// After a sleep of the system everything open is in doubt and every level is read again.
  func resumeAfterSleep(_ now: Instant, asleep total: TimeSpan) -> Bool {
    guard total - asleep > Timing.leastSleep else { return false }
    asleep = total
    wallOffset = clock.wallOffset()
    resume(from: nil, to: now)
    return true
  }

  /// The system has slept up to now, from an instant that may be unknown.
  func resume(from start: Instant?, to now: Instant) {
    lines.drain(now: now)
    lines.batch.removeAll()
    lines.readLevels(withPolled: true, now: now)
    detachFailed(now)
    let beginning = start ?? lastSure(upTo: now)
    frontier = now
    revision += 1
    let found = lines
    let levels = panel.lines.indices.map { found.isOpen($0) ? found.levels[$0] : nil }
    note(.slept(from: beginning, to: now, levels: levels))
    controller.resume(
      from: beginning, to: now, known: now, isClosed: { found.isOpen($0) && found.levels[$0] }
    ) { outbox.append(PanelEvent($0)) }
    for line in panel.lines.indices {
      audit.settle(line)
      remote.end(line, at: now)
      known.noteRead(line, at: now)
    }
    for control in chattering.indices { chattering[control] = 0 }
    lastAudit = now
  }
}

import ButtonController
import PanelFiles

// What the loop does with its lines: edges in order, deadlines behind them, audits, losses, returns.
extension PanelLoop {
  /// Drains the queues and reports what is stamped up to `now`; the rest waits for the next turn.
  func takeEdges(_ now: Instant) {
    lines.drain(now: now)
    detachFailed(now)
    while let entry = lines.batch.first {
      let isForeign = entry.stamp > now + Timing.foreignStamp
      guard entry.stamp <= now || isForeign else { return }
      _ = lines.batch.popFirst()
      guard let isClosed = entry.isClosed else {
        lose(entry, now)
        continue
      }
      frontier = max(isForeign ? now : entry.stamp, frontier)
      revision += 1
      if lines.hidesLosses(entry.line), !unsureLines.contains(entry.line) {
        unsureLines.append(entry.line)
        nextLossCheck = min(nextLossCheck, now + Timing.lossGrace)
      }
      note(.edge(line: entry.line, isClosed: isClosed, at: frontier))
      controller.report(line: entry.line, isClosed: isClosed, at: frontier, known: now) {
        outbox.append($0)
      }
    }
  }

  /// What came after the last known edge is unknown, so the loss stands there: before any deadline
  /// that the missing edges might have stopped.
  private func lose(_ entry: EdgeBatch.Entry, _ now: Instant) {
    let next = lines.batch.first?.stamp ?? now
    let at = entry.stamp == .ever ? lastSure(upTo: min(next, now)) : max(entry.stamp, frontier)
    frontier = at
    revision += 1
    lines.readLevels(withPolled: false)
    let isClosed = lines.levels[entry.line]
    if now - saidLoss >= Timing.lossPeriod {
      saidLoss = now
      log(
        "\(panel.lines[entry.line].name): edges were lost; the process was stopped for too long, or "
          + "the line floats")
    }
    note(.lost(line: entry.line, isClosed: isClosed, at: at))
    controller.lose(line: entry.line, isClosed: isClosed, at: at, known: now) { outbox.append($0) }
  }

  /// The latest instant up to `limit` at which nothing was decided from what is in doubt now.
  private func lastSure(upTo limit: Instant) -> Instant {
    guard let due = controller.nextDeadline, due <= limit else { return max(limit, frontier) }
    return max(due - Span(nanoseconds: 1), frontier)
  }

  /// Detaches the lines of chips that have gone, and begins to look for them.
  func detachFailed(_ now: Instant) {
    let gone = lines.closeFailed()
    if gone.isEmpty { return }
    let at = lastSure(upTo: min(lines.batch.first?.stamp ?? now, now))
    frontier = at
    revision += 1
    for line in gone {
      note(.gone(line: line, at: at))
      controller.detach(line: line, at: at, known: now) { outbox.append($0) }
    }
    let names = gone.map { "\(panel.lines[$0].name) (\(panel.lines[$0].pin))" }
    log("the chip of \(names.joined(separator: ", ")) has gone; waiting for it")
    searchDelay = Timing.firstSearchDelay
    nextSearch = now + searchDelay
    nextPoll = lines.pollPeriod.map { now + $0 } ?? .never
  }

  /// Looks for what is missing; the delay between searches doubles up to 5 s.
  func search(_ now: Instant) {
    let (opened, opening) = lines.openMissing()
    say(opening)
    // The levels were read after `now`, but deadlines were looked at up to `now` only.
    frontier = max(frontier, now)
    revision += 1
    for line in opened {
      saidTroubles[line] = nil
      note(.found(line: line, isClosed: lines.levels[line], at: frontier))
      controller.attach(line: line, isClosed: lines.levels[line], at: frontier, known: frontier) {
        outbox.append($0)
      }
    }
    if !opened.isEmpty {
      searchDelay = Timing.firstSearchDelay
      nextPoll = lines.pollPeriod.map { now + $0 } ?? .never
    }
    guard lines.hasMissing else {
      nextSearch = .never
      return
    }
    nextSearch = now + searchDelay
    searchDelay = min(searchDelay + searchDelay, Timing.longestSearchDelay)
  }

  /// Tells what a user should know, each trouble once.
  func say(_ opening: LineOpening) {
    for note in opening.notes { log(note) }
    for trouble in opening.troubles where saidTroubles[trouble.line] != trouble.message {
      saidTroubles[trouble.line] = trouble.message
      log(trouble.message)
    }
  }

  // MARK: Deadlines and audits

  /// Fires what is due, after the queues and the levels have said that nothing came before it.
  func fireDeadlines(_ now: Instant) {
    guard let due = controller.nextDeadline, due <= now else { return }
    compareLevels(now, before: due)
    frontier = max(frontier, now)
    revision += 1
    controller.advance(to: frontier, known: frontier) { outbox.append($0) }
  }

  /// Compares levels with what is known: often while something is closed, else when awake anyway.
  func auditIfDue(_ now: Instant) {
    let period = controller.needsAudit ? Timing.auditPeriod : Timing.idleAuditPeriod
    guard now - lastAudit >= period else { return }
    lastAudit = now
    compareLevels(now, before: nil)
  }

  /// Reads, drains and compares; what has another level and no edge is told to the controller.
  ///
  /// A level found to be wrong stands before the deadline `due`: how long it has been so is unknown,
  /// and nothing may be completed by contact that was perhaps broken.
  private func compareLevels(_ now: Instant, before due: Instant?) {
    guard readAndDisagree(now) else { return }
    // The interrupt came, its thread is still on the way to the queue.
    clock.pause(Timing.edgeGrace)
    guard readAndDisagree(now) else { return }
    let at = due.map { max(frontier, min(now, $0 - Span(nanoseconds: 1))) } ?? max(frontier, now)
    frontier = at
    revision += 1
    for line in panel.lines.indices where disagrees(line) {
      let isClosed = lines.levels[line]
      note(.audited(line: line, isClosed: isClosed, at: at))
      controller.audit(line: line, isClosed: isClosed, at: at, known: now) { outbox.append($0) }
    }
  }

  /// Without numbered edges a loss shows only as a level that the last edge does not have.
  ///
  /// Not at once: in a bounce the level is ahead of its edge's way through the kernel.
  func checkForHiddenLosses(_ now: Instant) {
    guard nextLossCheck <= now else { return }
    let suspects = unsureLines
    unsureLines.removeAll(keepingCapacity: true)
    nextLossCheck = .never
    guard readAndDisagree(now) else { return }
    for line in suspects where disagrees(line) {
      lose(EdgeBatch.Entry(stamp: .ever, line: line, isClosed: nil), now)
    }
  }

  private func readAndDisagree(_ now: Instant) -> Bool {
    lines.forgetEdges()
    lines.readLevels(withPolled: false)
    takeEdges(now)
    return panel.lines.indices.contains { disagrees($0) }
  }

  private func disagrees(_ line: Int) -> Bool {
    lines.isComparable(line) && !injected.contains(line)
      && lines.levels[line] != controller.isClosed(line: line)
  }

  /// Presses or releases a line from afar, as if its contact had changed now.
  ///
  /// While it is pressed so, its real level is not compared; an edge of its contact counts as ever.
  public func inject(line: Int, isClosed: Bool) {
    guard panel.lines.indices.contains(line), lines.isOpen(line) else { return }
    injected.removeAll { $0 == line }
    if isClosed { injected.append(line) }
    frontier = time()
    revision += 1
    note(.edge(line: line, isClosed: isClosed, at: frontier))
    controller.report(line: line, isClosed: isClosed, at: frontier, known: frontier) {
      outbox.append($0)
    }
  }

  // MARK: Sleep

  /// After a sleep of the system everything open is in doubt and every level is read anew.
  func resumeAfterSleep(_ now: Instant, asleep total: Span) -> Bool {
    guard total - asleep > Timing.leastSleep else { return false }
    asleep = total
    wallOffset = clock.wallOffset()
    lines.drain(now: now)
    lines.batch.removeAll()
    lines.readLevels(withPolled: true)
    detachFailed(now)
    let beginning = lastSure(upTo: now)
    frontier = now
    revision += 1
    note(.slept(from: beginning, to: now))
    let found = lines
    controller.resume(
      from: beginning, to: now, known: now, isClosed: { found.isOpen($0) && found.levels[$0] }
    ) { outbox.append($0) }
    lastAudit = now
    return true
  }
}

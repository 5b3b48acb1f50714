/// From the raw level of one line to settled changes (`debounce` of the panel file).
///
/// Knows no clock: edges come with their stamps, and whoever owns it calls `expire` when `deadline`
/// is due. The level read at a start counts as settled since ever.
@usableFromInline struct Debouncer: Sendable {
  /// A settled change; `arrival` orders changes of equal stamps.
  struct Change {
    var isClosed: Bool
    var stamp: Instant
    var arrival: Int64
  }

  private enum State: Sendable {
    case steady
    /// Changes that may come to a settled one; `since` is the edge that began them.
    case burst(since: Instant, arrival: Int64)
    /// `eager`: an accepted press, not looked at until `until`.
    case lockOut(until: Instant)
  }

  /// The settled level.
  private(set) var isClosed: Bool
  /// The level as last reported.
  @usableFromInline private(set) var rawIsClosed: Bool
  /// When `expire` has something to do.
  private(set) var deadline = Instant.never
  /// Bursts that ended where they had begun.
  private(set) var glitches = 0
  /// How many openings of this burst its owner keeps; a reset forgets them.
  var openings = 0

  private var state = State.steady
  private var lastEdge = Instant.ever
  private var lastArrival: Int64 = 0
  /// The edge to open of an opening under way, and the instant from which it counts.
  private var openedAt = Instant.ever
  private var openedAs: Int64 = 0
  private var countsFrom = Instant.ever
  /// `integrate`: the counter at the last edge.
  private var count = TimeSpan.zero

  init(isClosed: Bool) {
    self.isClosed = isClosed
    rawIsClosed = isClosed
  }

  /// Takes `isClosed` as settled; an unsettled burst is dropped.
  mutating func reset(isClosed: Bool) {
    let glitches = self.glitches
    self = Debouncer(isClosed: isClosed)
    self.glitches = glitches
  }

  /// Whether there are changes that may still come to a settled one.
  var isInBurst: Bool {
    if case .burst = state { return true }
    return false
  }

  /// The instant of the edge that began a change not yet settled, with its order of arrival.
  var unsettledSince: (stamp: Instant, arrival: Int64)? {
    switch state {
    case .steady: return nil
    case .burst(let since, let arrival): return (since, arrival)
    case .lockOut:
      // Open inside the lock-out: perhaps the release, stamped here, once the lock-out ends.
      return rawIsClosed ? nil : (lastEdge, lastArrival)
    }
  }

  /// The instant at which a press not yet settled began.
  var unsettledPressSince: Instant? {
    guard case .burst(let since, _) = state, !isClosed else { return nil }
    return since
  }

  /// The opening that an edge to closed at `stamp` ends: a gap in a contact that is settled closed.
  ///
  /// To be asked before the edge is given to `edge`.
  func opening(endingAt stamp: Instant) -> Opening? {
    guard case .burst = state, isClosed, !rawIsClosed else { return nil }
    return Opening(
      stamp: openedAt, arrival: openedAs, until: stamp, length: stamp - max(openedAt, countsFrom))
  }

  /// A raw change to the level that it was not; gives a change that counts at once.
  mutating func edge(
    isClosed raw: Bool, at stamp: Instant, arrival: Int64, by rule: Debounce
  ) -> Change? {
    let elapsed = stamp - lastEdge
    rawIsClosed = raw
    lastEdge = stamp
    lastArrival = arrival
    if !raw {
      openedAt = stamp
      openedAs = arrival
    }
    switch state {
    case .lockOut: return nil
    case .steady:
      if rule.mode == .eager && raw {
        isClosed = true
        state = .lockOut(until: stamp + rule.press)
        deadline = stamp + rule.press
        return Change(isClosed: true, stamp: stamp, arrival: arrival)
      }
      state = .burst(since: stamp, arrival: arrival)
      countsFrom = stamp
      count = .zero
    case .burst:
      guard rule.mode == .integrate else { break }
      // The level before this edge decides which way the counter ran.
      count = raw == isClosed ? count + elapsed : count - elapsed
    }
    switch rule.mode {
    case .stable, .eager: deadline = stamp + time(of: raw, by: rule)
    case .integrate:
      deadline = stamp + (raw == isClosed ? count : time(of: !isClosed, by: rule) - count)
    }
    return nil
  }

  /// What is due at `deadline`: a settled change, or a burst that was none.
  mutating func expire(by rule: Debounce) -> Change? {
    let due = deadline
    deadline = .never
    switch state {
    case .steady: return nil
    case .lockOut(let until):
      guard !rawIsClosed else {
        state = .steady
        return nil
      }
      state = .burst(since: lastEdge, arrival: lastArrival)
      countsFrom = until
      deadline = max(until, lastEdge + rule.release)
      return deadline <= due ? expire(by: rule) : nil
    case .burst(let since, let arrival):
      state = .steady
      count = .zero
      guard rawIsClosed != isClosed else {
        glitches += 1
        return nil
      }
      isClosed = rawIsClosed
      if isClosed && lastEdge - since > rule.limit {
        // Chatter never lengthens a press.
        return Change(isClosed: true, stamp: lastEdge, arrival: lastArrival)
      }
      return Change(isClosed: isClosed, stamp: since, arrival: arrival)
    }
  }

  private func time(of isClosed: Bool, by rule: Debounce) -> TimeSpan {
    isClosed ? rule.press : rule.release
  }
}

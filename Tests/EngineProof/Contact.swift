import ButtonController

/// The raw edges so far, for a second opinion on whether contact was unbroken.
struct Contact {
  struct Edge {
    var line: Int
    var isClosed: Bool
    var at: Instant
  }

  var edges: [Edge] = []

  /// What was known of a line ends here: its level is as read.
  mutating func forget(_ line: Int, isClosed: Bool, at instant: Instant) {
    edges.removeAll { $0.line == line }
    // Settled since ever, so that no burst begins here.
    if isClosed { edges.append(Edge(line: line, isClosed: true, at: .zero)) }
  }

  /// What a confirm or a hold is not allowed to be: told of contact that was broken before its instant, or open for
  /// longer in all than its debounce bears.
  ///
  /// A change is told apart from a glitch as the rule says it, from the edges alone: a run of edges
  /// that begins at the settled level ends where the level stays for its time.
  func brokenBy(_ event: Event, in panel: Panel) -> String? {
    let press: Instant
    switch event.kind {
    case .confirm(.hold, let held): press = event.at - held
    case .hold(_, nil):
      guard let hold = panel.controls[event.control].gestures.hold else { return nil }
      press = event.at - hold.after
    default: return nil
    }
    let lines: [Int]
    var dropout = panel.controls[event.control].debounce.dropoutLimit
    switch panel.controls[event.control].kind {
    case .chord(let chord):
      lines = chord.members
      for member in chord.members {
        dropout = min(dropout, panel.controls[member].debounce.dropoutLimit)
      }
    case .knob: lines = [2]
    case .button, .toggle, .stick, .encoderStick: lines = [event.control]
    }
    var openTime = Span.zero
    for line in lines {
      let (isReleased, wasOpen) = gaps(of: line, after: press, before: event.at)
      if isReleased { return "told of contact that was broken: \(event)" }
      openTime = openTime + wasOpen
    }
    return openTime > dropout ? "told of contact that was open for \(openTime): \(event)" : nil
  }

  /// Whether the line was released between the two instants, and how long it was open in glitches that began
  /// between them.
  private func gaps(
    of line: Int, after press: Instant, before end: Instant
  ) -> (isReleased: Bool, openTime: Span) {
    let own = edges.filter { $0.line == line }
    var isSettledClosed = false
    var openTime = Span.zero
    var index = 0
    while index < own.count {
      let first = index
      let begin = own[index].at
      // The run goes on while the next edge comes before the level has stayed for its time.
      while index + 1 < own.count
        && own[index + 1].at - own[index].at
          < (own[index].isClosed ? Subject.debounce.press : Subject.debounce.release)
      {
        index += 1
      }
      if own[index].isClosed != isSettledClosed {
        isSettledClosed = own[index].isClosed
        if !isSettledClosed && begin > press && begin < end { return (true, openTime) }
      } else if isSettledClosed {
        for edge in first..<index where !own[edge].isClosed && own[edge].at < end {
          openTime = openTime + max(.zero, own[edge + 1].at - max(own[edge].at, press))
        }
      }
      index += 1
    }
    return (false, openTime)
  }
}

import ButtonController

/// A second opinion, from raw edges alone, on whether contact was unbroken while something was held.
///
/// Parts a change from a glitch as the rule says it: a run of edges that begins at the settled level ends
/// where the level stays for its time. Looks at contacts with `debounce.mode: stable`.
public struct UnbrokenContact: Sendable {
  private struct Edge: Sendable {
    var isClosed: Bool
    var at: Instant
  }

  private let panel: Panel
  /// The raw edges of each line, those of a repeat included.
  private var edges: [[Edge]]
  private var levels: [Bool]

  /// Contacts of `panel` before its start, at the levels given; those not given are open.
  public init(_ panel: Panel, levels known: [Bool] = []) {
    self.panel = panel
    let count = panel.controls.reduce(0) { $0 + $1.lineCount }
    edges = Array(repeating: [], count: count)
    levels = Array(repeating: false, count: count)
    for line in 0..<count where line < known.count { settle(line, isClosed: known[line]) }
  }

  /// Notes an edge; one that repeats the level stands for two.
  public mutating func note(line: Int, isClosed: Bool, at instant: Instant) {
    guard edges.indices.contains(line) else { return }
    if levels[line] == isClosed { edges[line].append(Edge(isClosed: !isClosed, at: instant)) }
    edges[line].append(Edge(isClosed: isClosed, at: instant))
    levels[line] = isClosed
  }

  /// What was known of a line ends here: its level is as read.
  public mutating func settle(_ line: Int, isClosed: Bool) {
    guard edges.indices.contains(line) else { return }
    // Settled since ever, so that no run begins here.
    edges[line] = isClosed ? [Edge(isClosed: true, at: .ever)] : []
    levels[line] = isClosed
  }

  /// What was known of all lines ends here: their levels are as reported last.
  public mutating func settleAll() {
    for line in levels.indices { settle(line, isClosed: levels[line]) }
  }

  /// What is wrong with a confirm or a hold; nil for what may be.
  ///
  /// Neither may be reported of contact that was broken before its instant, or that was open for longer in
  /// all than its debounce bears.
  public func broken(by event: Event) -> String? {
    let press: Instant
    switch event.kind {
    case .confirm(.hold, let held): press = event.at - held
    case .hold(_, nil):
      guard let hold = panel.controls[event.control].gestures.hold else { return nil }
      press = event.at - hold.after
    default: return nil
    }
    var dropout = TimeSpan(nanoseconds: .max)
    var openTime = TimeSpan.zero
    for control in members(of: event.control) {
      let rule = panel.controls[control].debounce
      guard rule.mode == .stable, let line = pushLine(of: control) else { return nil }
      dropout = min(dropout, rule.dropoutLimit)
      let (isReleased, wasOpen) = gaps(of: line, by: rule, after: press, before: event.at)
      if isReleased { return "reported of contact that was broken: \(event)" }
      openTime = openTime + wasOpen
    }
    if openTime <= dropout { return nil }
    return "reported of contact that was open for \(openTime.nanoseconds) ns in all: \(event)"
  }

  private func members(of control: Int) -> [Int] {
    guard case .chord(let chord) = panel.controls[control].kind else { return [control] }
    return chord.members
  }

  /// The line whose contact is the press; nil for what is not pressed.
  private func pushLine(of control: Int) -> Int? {
    let first = panel.controls.prefix(control).reduce(0) { $0 + $1.lineCount }
    switch panel.controls[control].kind {
    case .button: return first
    case .knob(_, true): return first + 2
    case .stick(_, true), .encoderStick: return first + 4
    case .toggle, .knob(_, false), .stick(_, false), .chord: return nil
    }
  }

  /// Whether the line was released between the two instants, and how long it was open in glitches that
  /// began before the later one.
  private func gaps(
    of line: Int, by rule: Debounce, after press: Instant, before end: Instant
  ) -> (isReleased: Bool, openTime: TimeSpan) {
    let own = edges[line]
    var isSettledClosed = false
    var openTime = TimeSpan.zero
    var index = 0
    while index < own.count {
      let first = index
      // The run goes on while the next edge comes before the level has stayed for its time.
      while index + 1 < own.count
        && own[index + 1].at - own[index].at < (own[index].isClosed ? rule.press : rule.release)
      {
        index += 1
      }
      if own[index].isClosed != isSettledClosed {
        isSettledClosed = own[index].isClosed
        if !isSettledClosed && own[first].at > press && own[first].at < end { return (true, .zero) }
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

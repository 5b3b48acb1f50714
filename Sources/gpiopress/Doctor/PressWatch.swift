import ButtonController

/// What lines do while one thing is asked for: when it is done, and what was seen.
///
/// Driven by edges, levels that were read, and instants alone.
struct PressWatch {
  /// The bounds of one step.
  enum Limit {
    /// For the first movement.
    static let start = TimeSpan.seconds(20)
    /// From the first movement until all is back.
    static let whole = TimeSpan.seconds(8)
    /// All is back, and quiet for so long.
    static let quiet = TimeSpan.milliseconds(300)
    /// A detent is over when nothing moves for so long.
    static let turnQuiet = TimeSpan.milliseconds(700)
    /// A level that is read twice, so far apart, with no edge: the edge will not come.
    static let unseen = TimeSpan.milliseconds(40)
  }

  struct Edge: Equatable {
    var line: Int
    var isClosed: Bool
    var at: Instant
  }

  /// The levels at the beginning.
  let start: [Bool]
  private(set) var edges: [Edge] = []
  /// What each line did as a whole.
  private(set) var findings: [PinSearch.Finding] = []
  /// Lines whose level changed without an edge.
  private(set) var unseen: Set<Int> = []
  private(set) var levels: [Bool]

  private let isTurn: Bool
  private let beganAt: Instant
  /// Lines that are not looked at, as they change by themselves.
  private let ignored: Set<Int>
  private var search: PinSearch
  private var suspects: [Int: (isClosed: Bool, at: Instant)] = [:]

  /// Watches from `now` on.
  init(levels: [Bool], isTurn: Bool, ignoring ignored: Set<Int> = [], at now: Instant) {
    start = levels
    self.levels = levels
    self.isTurn = isTurn
    self.ignored = ignored
    beganAt = now
    search = PinSearch(levels: levels)
  }

  /// Takes an edge.
  mutating func edge(_ line: Int, isClosed: Bool, at instant: Instant) {
    guard levels.indices.contains(line), !ignored.contains(line) else { return }
    suspects[line] = nil
    levels[line] = isClosed
    edges.append(Edge(line: line, isClosed: isClosed, at: instant))
    if let finding = search.edge(line, isClosed: isClosed, at: instant) { findings.append(finding) }
  }

  /// Takes a level that was read, of a line whose edges should have said the same.
  mutating func level(_ line: Int, isClosed: Bool, at now: Instant) {
    guard levels.indices.contains(line), !ignored.contains(line) else { return }
    guard isClosed != levels[line] else {
      suspects[line] = nil
      return
    }
    guard let suspect = suspects[line], suspect.isClosed == isClosed else {
      suspects[line] = (isClosed, now)
      return
    }
    guard now - suspect.at >= Limit.unseen else { return }
    unseen.insert(line)
    edge(line, isClosed: isClosed, at: suspect.at)
  }

  /// Takes the time; whether the step is over.
  mutating func advance(to now: Instant) -> Bool {
    findings += search.advance(to: now)
    return now >= end
  }

  /// When `advance` has something to do.
  var nextDeadline: Instant { min(end, search.nextDeadline) }

  /// When it is over if nothing more happens.
  private var end: Instant {
    guard let first = edges.first, let last = edges.last else { return beganAt + Limit.start }
    let whole = first.at + Limit.whole
    if isTurn { return min(whole, last.at + Limit.turnQuiet) }
    return levels == start ? min(whole, last.at + Limit.quiet) : whole
  }

  /// Whether a line moved and came back.
  func wasReleased(_ line: Int) -> Bool {
    findings.contains { if $0.line == line, case .released = $0.kind { true } else { false } }
  }

  /// Whether a line was moved.
  func wasPressed(_ line: Int) -> Bool {
    findings.contains { $0.line == line && $0.kind == .pressed }
  }

  /// Whether a line changed faster than any hand.
  func wasRestless(_ line: Int) -> Bool {
    findings.contains { $0.line == line && $0.kind == .restless }
  }

  /// How long a line was pressed, and how long its first change bounced.
  func times(of line: Int) -> (held: TimeSpan, bounce: TimeSpan) {
    var held = TimeSpan.zero
    for finding in findings where finding.line == line {
      if case .released(let span) = finding.kind { held = span }
    }
    let own = edges.filter { $0.line == line }
    var bounce = TimeSpan.zero
    for (one, next) in zip(own, own.dropFirst()) {
      if next.at - one.at >= PinSearch.Limit.settle { break }
      bounce = next.at - own[0].at
    }
    return (held, bounce)
  }

  /// Quarter-steps of an encoder, clockwise positive: contact a closes before b.
  func quarters(a: Int, b: Int) -> Int {
    var (isA, isB) = (start[a], start[b])
    var sum = 0
    for edge in edges where edge.line == a || edge.line == b {
      let before = PressWatch.position(isA, isB)
      if edge.line == a { isA = edge.isClosed } else { isB = edge.isClosed }
      switch (PressWatch.position(isA, isB) - before) & 3 {
      case 1: sum += 1
      case 3: sum -= 1
      // A repeat of a level; two at once cannot be, as one edge is one contact's.
      default: break
      }
    }
    return sum
  }

  private static func position(_ a: Bool, _ b: Bool) -> Int { a ? (b ? 2 : 1) : (b ? 3 : 0) }
}

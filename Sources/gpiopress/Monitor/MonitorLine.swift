import ButtonController

/// What is counted of one line: edges a second, and how its last press bounced.
struct MonitorLine: Equatable {
  /// Edges in each tenth of the last second, the newest at `newest`.
  private var tenths = [Int](repeating: 0, count: 10)
  private var newest = 0
  /// When the newest tenth is over.
  private var tenthEnds = Instant.zero + MonitorLine.tenth
  private var burst: Burst?

  /// How long its last press bounced, and in how many edges; nil before the first.
  private(set) var lastPress: (bounce: TimeSpan, edges: Int)?
  /// Edges since the beginning, and since the last summary.
  private(set) var edges = 0
  private(set) var edgesOfSummary = 0

  private static let tenth = TimeSpan.milliseconds(100)

  static func == (one: MonitorLine, other: MonitorLine) -> Bool {
    one.tenths == other.tenths && one.burst == other.burst && one.edges == other.edges
      && one.lastPress?.bounce == other.lastPress?.bounce
      && one.lastPress?.edges == other.lastPress?.edges
  }

  /// Edges in the last second.
  var rate: Int { tenths.reduce(0, +) }

  /// A report of `isClosed`, after `wasClosed`; both are the same where its partner was too short.
  mutating func edge(at instant: Instant, wasClosed: Bool, isClosed: Bool) {
    advance(to: instant)
    tenths[newest] += 1
    edges += 1
    edgesOfSummary += 1
    if burst == nil {
      burst = Burst(at: instant, wasClosed: wasClosed, isClosed: isClosed)
    } else {
      burst?.add(at: instant, isClosed: isClosed)
    }
  }

  /// Lets time pass.
  mutating func advance(to instant: Instant) {
    if let ended = burst, instant - ended.last >= Burst.quiet {
      // A tap may be so short that its release belongs to the same burst.
      if ended.outcome == .press { lastPress = (ended.length, ended.edges) }
      burst = nil
    }
    if instant - tenthEnds > .seconds(1) {
      tenths = [Int](repeating: 0, count: tenths.count)
      tenthEnds = instant + MonitorLine.tenth
      return
    }
    while tenthEnds <= instant {
      tenthEnds = tenthEnds + MonitorLine.tenth
      newest = (newest + 1) % tenths.count
      tenths[newest] = 0
    }
  }

  /// What was under way is not known any more.
  mutating func interrupt() { burst = nil }

  /// The summary's edges are counted from here.
  mutating func beginSummary() { edgesOfSummary = 0 }
}

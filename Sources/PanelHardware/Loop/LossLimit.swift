import ButtonController

/// Limits what is reported of lost edges: a line that loses them all the time is left alone until it does
/// so no more.
///
/// Each loss ends what its line had begun, so nothing can come of a line whose edges are then ignored:
/// it stands as it was found at the last loss that was reported.
struct LossLimit {
  /// A line that lost nothing for so long is in order.
  static let calm = TimeSpan.seconds(1)
  /// So many losses with less than `calm` between them are reported; the last begins a storm.
  static let most = 4
  /// A user is informed of each line's losses no more often than this.
  static let sayPeriod = TimeSpan.seconds(10)

  private struct Place {
    var last = Instant.ever
    var count = 0
    var saidAt = Instant.ever
    /// Losses that no message has counted yet.
    var unsaid = 0
    var isStorm: Bool { count >= LossLimit.most }
  }

  private var places: [Place]
  /// When the first storm may be over; `never` where there is none.
  private(set) var nextEnd = Instant.never

  init(lines count: Int) {
    places = [Place](repeating: Place(), count: count)
  }

  /// Whether edges of `line` are ignored.
  func isStorm(_ line: Int) -> Bool { places[line].isStorm }

  /// Edges of `line` were lost; whether that is to be reported.
  mutating func note(_ line: Int, at now: Instant) -> Bool {
    let wasStorm = places[line].isStorm
    if !wasStorm {
      let isFirst = now - places[line].last >= LossLimit.calm
      places[line].count = isFirst ? 1 : places[line].count + 1
    }
    places[line].last = now
    places[line].unsaid += 1
    if places[line].isStorm { nextEnd = min(nextEnd, now + LossLimit.calm) }
    return !wasStorm
  }

  /// How many losses a message about `line` would count; nil where it is not time for one.
  mutating func countToSay(_ line: Int, at now: Instant) -> Int? {
    guard now - places[line].saidAt >= LossLimit.sayPeriod else { return nil }
    places[line].saidAt = now
    defer { places[line].unsaid = 0 }
    return places[line].unsaid
  }

  /// Ends the storms that are over at `now`; gives their lines.
  mutating func takeEnds(at now: Instant) -> [Int] {
    guard nextEnd <= now else { return [] }
    nextEnd = .never
    var ended: [Int] = []
    for line in places.indices where places[line].isStorm {
      let end = places[line].last + LossLimit.calm
      if end <= now {
        places[line].count = 0
        ended.append(line)
      } else {
        nextEnd = min(nextEnd, end)
      }
    }
    return ended
  }

  /// The line's chip has gone, and its edges with it.
  mutating func forget(_ line: Int) {
    places[line].count = 0
    places[line].last = .ever
  }
}

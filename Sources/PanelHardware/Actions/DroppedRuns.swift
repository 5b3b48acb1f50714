import ButtonController

/// Runs of commands that were dropped because too many waited: counted, and reported without flooding.
///
/// The first of an entry at once, more of it every ten seconds and once none of it waits any more.
struct DroppedRuns {
  private struct Count {
    /// Any run of the entry.
    let job: Job
    var unreported = 0
    var nextReport: Instant
  }

  private var counts: [Count] = []
  /// All since the start.
  private(set) var total = 0

  private static let period = TimeSpan.seconds(10)

  /// Counts one; gives what to say.
  mutating func note(_ job: Job, at now: Instant) -> String? {
    total += 1
    if let index = counts.firstIndex(where: { $0.job.isLike(job) }) {
      counts[index].unreported += 1
      return nil
    }
    counts.append(Count(job: job, nextReport: now + DroppedRuns.period))
    return "\(job.title): more than \(JobQueue.mostWaiting) runs are waiting; the oldest is "
      + "dropped (parallel: true lets them run side by side)"
  }

  /// Whether nothing was dropped, or all of it is reported and over.
  var isEmpty: Bool { counts.isEmpty }

  /// When there is something to say; `never` for nothing.
  var nextReport: Instant {
    if counts.isEmpty { return .never }
    return counts.lazy.filter { $0.unreported > 0 }.map(\.nextReport).min() ?? .never
  }

  /// What is to be said: of counts whose time has come, and of all of entries that wait no more.
  mutating func report(at now: Instant, waiting: [Job]) -> [String] {
    if counts.isEmpty { return [] }
    var lines: [String] = []
    for index in counts.indices {
      let isOver = !waiting.contains { $0.isLike(counts[index].job) }
      guard counts[index].unreported > 0, isOver || counts[index].nextReport <= now else {
        continue
      }
      lines.append("\(counts[index].job.title): \(counts[index].unreported) more runs were dropped")
      counts[index].unreported = 0
      counts[index].nextReport = now + DroppedRuns.period
    }
    counts.removeAll { count in !waiting.contains { $0.isLike(count.job) } }
    return lines
  }
}

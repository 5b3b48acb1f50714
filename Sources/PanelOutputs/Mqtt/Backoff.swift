import ButtonController

/// How long to wait before the next attempt: between 1 s and 60 s, growing, and never in step with the
/// neighbours, who lost the same broker at the same moment.
struct Backoff {
  static let shortest = TimeSpan.seconds(1)
  static let longest = TimeSpan.seconds(60)
  /// The next wait is at most so many times the last one.
  private static let growth: Int64 = 3

  private var last = Backoff.shortest
  private var random: any RandomNumberGenerator

  init(random: any RandomNumberGenerator) { self.random = random }

  /// The next wait.
  mutating func next() -> TimeSpan {
    let most = min(last.nanoseconds * Backoff.growth, Backoff.longest.nanoseconds)
    let wait = Int64.random(in: Backoff.shortest.nanoseconds...most, using: &random)
    last = TimeSpan(nanoseconds: wait)
    return last
  }

  /// A connection held: the next trouble begins with short waits again.
  mutating func reset() { last = Backoff.shortest }
}

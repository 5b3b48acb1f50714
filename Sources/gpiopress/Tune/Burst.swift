import ButtonController

/// Level changes of one line that follow each other closely: the bounce of one press or release, or noise.
struct Burst: Equatable {
  /// The first and the last change.
  var first: Instant
  var last: Instant
  /// How many changes, 1 or more.
  var edges = 1
  /// The longest time between two of them.
  var longestPause = TimeSpan.zero
  /// The level before it, and after it.
  let wasClosed: Bool
  var isClosed: Bool

  /// So long without a change ends a burst: contacts that are not worn have stopped after 20 ms, and
  /// nobody taps so fast.
  static let quiet = TimeSpan.milliseconds(25)

  init(at instant: Instant, wasClosed: Bool, isClosed: Bool) {
    first = instant
    last = instant
    self.wasClosed = wasClosed
    self.isClosed = isClosed
  }

  /// From the first change to the last; zero for one that did not bounce.
  var length: TimeSpan { last - first }

  /// What it came to.
  var outcome: Outcome {
    switch (wasClosed, isClosed) {
    case (false, true): return .press
    case (true, false): return .release
    case (true, true): return .dropout
    case (false, false): return .touch
    }
  }

  enum Outcome {
    case press
    case release
    /// A closed contact that opened for a moment.
    case dropout
    /// An open contact that closed for a moment.
    case touch
  }

  /// The mains frequency in hertz that it follows, as a line does that nothing pulls; nil for none.
  ///
  /// A whole wave, or each half of one, makes the level change twice.
  var hum: Int? {
    guard edges >= 12, length >= .milliseconds(100) else { return nil }
    let period = length.nanoseconds * 2 / Int64(edges - 1)
    for hertz in [50, 60] {
      for wave in [1_000_000_000 / Int64(hertz), 500_000_000 / Int64(hertz)]
      where abs(period - wave) * 25 <= wave { return hertz }
    }
    return nil
  }

  mutating func add(at instant: Instant, isClosed: Bool) {
    longestPause = max(longestPause, instant - last)
    last = instant
    edges += 1
    self.isClosed = isClosed
  }
}

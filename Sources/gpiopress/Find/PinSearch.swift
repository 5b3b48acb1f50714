import ButtonController

/// Which of many lines a person moves: settles each, and knows a press from a line that hums.
///
/// Driven by edges and instants alone. All lines begin as they were read.
struct PinSearch {
  /// What was found at a line.
  struct Finding: Equatable {
    enum Kind: Equatable {
      /// It was pulled to the other level, and stays there.
      case pressed
      /// It is back, after so long.
      case released(after: TimeSpan)
      /// It changes faster than any hand: nothing pulls it, or a signal is on it.
      case restless
    }

    var line: Int
    var kind: Kind
    /// When it changed, by the stamp of its first edge.
    var at: Instant
  }

  /// The bounds of what is a hand's doing.
  enum Limit {
    /// A level is believed when it has been steady for so long.
    static let settle = TimeSpan.milliseconds(10)
    /// More edges than this in one second are no contact: a hard bounce has some dozens.
    static let edges = 120
    static let window = TimeSpan.seconds(1)
    /// A restless line is listened to again after so long without an edge.
    static let quiet = TimeSpan.seconds(2)
  }

  private struct Line {
    let rest: Bool
    var raw: Bool
    var settled: Bool
    /// The first edge of the burst that runs, and the last edge at all.
    var burst: Instant?
    var last = Instant.ever
    var pressedAt: Instant?
    var windowStart = Instant.ever
    var count = 0
    var isRestless = false
  }

  private var lines: [Line]

  /// Lines that rest at these levels.
  init(levels: [Bool]) {
    lines = levels.map { Line(rest: $0, raw: $0, settled: $0) }
  }

  /// Takes an edge of `line`; gives what it shows at once.
  mutating func edge(_ line: Int, isClosed: Bool, at instant: Instant) -> Finding? {
    guard lines.indices.contains(line) else { return nil }
    lines[line].raw = isClosed
    lines[line].last = instant
    if instant - lines[line].windowStart >= Limit.window {
      lines[line].windowStart = instant
      lines[line].count = 0
    }
    lines[line].count += 1
    if lines[line].isRestless { return nil }
    if lines[line].count > Limit.edges {
      lines[line].isRestless = true
      lines[line].burst = nil
      lines[line].pressedAt = nil
      return Finding(line: line, kind: .restless, at: instant)
    }
    if lines[line].burst == nil { lines[line].burst = instant }
    return nil
  }

  /// When `advance` has something to do.
  var nextDeadline: Instant {
    lines.reduce(.never) { earliest, line in
      if line.isRestless { return min(earliest, line.last + Limit.quiet) }
      return line.burst == nil ? earliest : min(earliest, line.last + Limit.settle)
    }
  }

  /// Takes the time; gives what has settled by `now`, in the order of its stamps.
  mutating func advance(to now: Instant) -> [Finding] {
    var findings: [Finding] = []
    for index in lines.indices {
      if lines[index].isRestless {
        if lines[index].last + Limit.quiet <= now { rest(index) }
        continue
      }
      guard let burst = lines[index].burst, lines[index].last + Limit.settle <= now else {
        continue
      }
      lines[index].burst = nil
      if lines[index].raw == lines[index].settled { continue }
      lines[index].settled = lines[index].raw
      findings.append(change(index, at: burst))
    }
    return findings.sorted { ($0.at, $0.line) < ($1.at, $1.line) }
  }

  private mutating func change(_ line: Int, at instant: Instant) -> Finding {
    guard lines[line].settled == lines[line].rest else {
      lines[line].pressedAt = instant
      return Finding(line: line, kind: .pressed, at: instant)
    }
    let held = lines[line].pressedAt.map { instant - $0 } ?? .zero
    lines[line].pressedAt = nil
    return Finding(line: line, kind: .released(after: held), at: instant)
  }

  /// It has been quiet for long enough; where it stands by now is no press.
  private mutating func rest(_ line: Int) {
    lines[line].isRestless = false
    lines[line].settled = lines[line].raw
    lines[line].count = 0
  }
}

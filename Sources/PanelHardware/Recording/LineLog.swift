import ButtonController
import PanelFiles

/// Turns what a loop reports of its lines into the items of a trace that replays to the same events.
///
/// Times count from the start of the panel, or from where it began in the middle. A value; it looks at
/// no clock.
package struct LineLog {
  /// Receives what is to be written; must not touch the log.
  package typealias Sink = (TraceStream.Item) -> Void

  /// How a line was found when it was looked at for a start; nil where it is not there.
  package typealias Levels = [Bool?]

  private var zero: Instant?
  private var latest = Instant.zero
  /// Levels as they were reported last.
  private var levels: Levels
  /// Between the end of a panel and its new start: when it ended.
  private var reloadedAt: Instant?
  /// Whether what is found belongs to a start that has not been reported yet.
  private var isStarting: Bool
  private var hasEnded = false

  /// A log of a panel that has not started yet.
  package init(lines count: Int) {
    levels = Levels(repeating: nil, count: count)
    isStarting = true
  }

  /// A log that begins in the middle of a panel's run, at an instant up to which all was reported.
  package init(from instant: Instant, levels: Levels, _ sink: Sink) {
    self.levels = levels
    isStarting = false
    begin(at: instant, sink)
  }

  /// Whether the panel has started, so that the trace has a zero.
  package var hasBegun: Bool { zero != nil }

  /// Takes a report.
  package mutating func take(_ report: LineReport, _ sink: Sink) {
    switch report {
    case .found(let line, let isClosed, let at):
      note(line, isClosed)
      if !isStarting { add(.back(lines: [line], isClosed: isClosed), at: at, sink) }
    case .gone(let line, let at):
      note(line, nil)
      if !isStarting { add(.gone(lines: [line]), at: at, sink) }
    case .edge(let line, let isClosed, let at):
      note(line, isClosed)
      add(.edge(line: line, isClosed: isClosed), at: at, sink)
    case .lost(let line, let isClosed, let at):
      note(line, isClosed)
      add(.lost(line: line, isClosed: isClosed), at: at, sink)
    case .audited(let line, let isClosed, let at):
      note(line, isClosed)
      add(.level(line: line, isClosed: isClosed), at: at, sink)
    case .slept(let beginning, let end, let found): sleep(from: beginning, to: end, found, sink)
    case .started(let at): start(at: at, sink)
    case .reloading(let at):
      reloadedAt = at
      isStarting = true
    case .ended(let at):
      add(.shutdown, at: at, sink)
      hasEnded = true
    }
  }

  /// All begins again at `instant`, as in a reload, with these levels: what was before is not known.
  package mutating func restart(at instant: Instant, levels: Levels, _ sink: Sink) {
    self.levels = levels
    reloadedAt = instant
    start(at: instant, sink)
  }

  /// The end of the recording, unless the panel has ended before.
  package mutating func end(at instant: Instant, _ sink: Sink) {
    if hasEnded { return }
    hasEnded = true
    if let reloadedAt {
      // Another panel comes in the place of this one, which ended there.
      add(.shutdown, at: reloadedAt, sink)
    } else {
      add(.end, at: instant, sink)
    }
  }

  private mutating func note(_ line: Int, _ isClosed: Bool?) {
    if levels.indices.contains(line) { levels[line] = isClosed }
  }

  private mutating func begin(at instant: Instant, _ sink: Sink) {
    zero = instant
    latest = .zero
    sink(.start(levels.map { $0 ?? false }))
    for line in levels.indices where levels[line] == nil {
      add(.found(line: line, isClosed: nil), at: instant, sink)
    }
  }

  private mutating func start(at instant: Instant, _ sink: Sink) {
    isStarting = false
    guard let reloadedAt, zero != nil else { return begin(at: instant, sink) }
    self.reloadedAt = nil
    add(.reload, at: reloadedAt, sink)
    for line in levels.indices {
      add(.found(line: line, isClosed: levels[line]), at: instant, sink)
    }
  }

  private mutating func sleep(
    from beginning: Instant, to end: Instant, _ found: Levels, _ sink: Sink
  ) {
    add(.suspend(until: .zero + (end - (zero ?? end))), at: beginning, sink)
    for (line, isClosed) in found.enumerated() {
      guard levels.indices.contains(line), let isClosed, isClosed != levels[line] else { continue }
      levels[line] = isClosed
      add(.found(line: line, isClosed: isClosed), at: end, sink)
    }
  }

  private mutating func add(_ action: Trace.Action, at instant: Instant, _ sink: Sink) {
    guard let zero else { return }
    latest = max(latest, .zero + (instant - zero))
    sink(.entry(Trace.Entry(at: latest, action: action)))
  }
}

import ButtonController
import EngineTestKit
import PanelFiles

/// Random traces for the panel with everything in it.
enum RandomTraces {
  static let panel = EverythingPanel.panel
  static let lines = EverythingPanel.lines
  static let controls = EverythingPanel.controls

  static func trace(
    _ random: inout SeededGenerator, length: Int, directives: Bool
  ) -> Trace {
    let count = lines.count
    var levels = (0..<count).map { _ in Int.random(in: 0..<12, using: &random) == 0 }
    let start = levels
    var entries: [Trace.Entry] = []
    var at = Instant.zero
    // A few lines at a time, so that their edges meet.
    var active = (0..<3).map { _ in Int.random(in: 0..<count, using: &random) }
    var isAsleepUntil = Instant.ever
    for _ in 0..<length {
      at = at + interval(&random)
      if Int.random(in: 0..<15, using: &random) == 0 {
        active[Int.random(in: 0..<3, using: &random)] = Int.random(in: 0..<count, using: &random)
      }
      let line = active[Int.random(in: 0..<3, using: &random)]
      // Now and then an edge repeats the level: its partner was too short for the kernel to show.
      let isRepeat = Int.random(in: 0..<20, using: &random) == 0
      var action = Trace.Action.edge(line: line, isClosed: isRepeat ? levels[line] : !levels[line])
      if directives && Int.random(in: 0..<25, using: &random) == 0 && at >= isAsleepUntil {
        action = directive(line: line, at: at, &random)
        if case .suspend(let until) = action { isAsleepUntil = until }
      }
      switch action {
      case .edge(let line, let isClosed), .lost(let line, let isClosed),
        .level(let line, let isClosed):
        levels[line] = isClosed
      case .back(let lines, let isClosed): for line in lines { levels[line] = isClosed }
      case .gone, .found, .stall, .suspend, .reload, .shutdown, .end: break
      }
      entries.append(Trace.Entry(at: at, action: action))
    }
    return Trace(startLevels: start, entries: entries)
  }

  private static func interval(_ random: inout SeededGenerator) -> TimeSpan {
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<4: return .microseconds(Int64.random(in: 0..<9000, using: &random))
    case 4..<6: return .milliseconds(Int64.random(in: 0..<400, using: &random))
    default:
      let threshold = EverythingPanel.thresholds.randomElement(using: &random) ?? 10
      return TimeSpan(
        nanoseconds: threshold * 1_000_000 + Int64.random(in: -1...1, using: &random))
    }
  }

  private static func directive(
    line: Int, at: Instant, _ random: inout SeededGenerator
  ) -> Trace.Action {
    let isClosed = Bool.random(using: &random)
    switch Int.random(in: 0..<7, using: &random) {
    case 0, 1: return .lost(line: line, isClosed: isClosed)
    case 2: return .level(line: line, isClosed: isClosed)
    case 3: return .gone(lines: [line])
    case 4: return .back(lines: [line], isClosed: isClosed)
    case 5: return .suspend(until: at + interval(&random))
    default: return .reload
    }
  }

  /// The same trace with stalls put in between its entries.
  static func stalled(_ trace: Trace, _ random: inout SeededGenerator) -> Trace {
    var entries: [Trace.Entry] = []
    var free = Instant.ever
    for (index, entry) in trace.entries.enumerated() {
      if entry.at > free && Int.random(in: 0..<6, using: &random) == 0 {
        let end = entry.at + .milliseconds(Int64.random(in: 1..<700, using: &random))
        entries.append(Trace.Entry(at: entry.at, action: .stall(until: end)))
        free = end
      }
      entries.append(entry)
      if case .suspend(let until) = entry.action, index >= 0 { free = max(free, until) }
    }
    return Trace(startLevels: trace.startLevels, entries: entries)
  }
}

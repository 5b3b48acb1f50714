import ButtonController
import PanelFiles

/// Makes a trace smaller as long as something still comes of it.
///
/// Deterministic: parts of half its length are left out, then of a quarter, and so on; where single ones
/// cannot be left out any more it is as small as leaving out can make it. Then its times are made rounder.
struct TraceShrinker {
  /// Whether a trace still leads to what is sought.
  typealias Test = (_ trace: Trace) -> Bool

  private let leads: Test
  /// How many traces were tried.
  private(set) var tries = 0
  private let most: Int

  /// A shrinker by `leads`, which tries `most` traces at the most.
  init(most: Int = 20_000, leads: @escaping Test) {
    self.leads = leads
    self.most = most
  }

  /// The smallest trace that was found; `trace` itself has to lead to it.
  mutating func shrink(_ trace: Trace) -> Trace {
    var parts = TraceShrinker.parts(of: trace.entries)
    var levels = trace.startLevels
    func whole() -> Trace { Trace(startLevels: levels, entries: parts.flatMap { $0 }) }
    // What comes later cannot matter, and may be most of it.
    var low = 0
    var high = parts.count
    while low < high {
      let middle = (low + high) / 2
      if test(Trace(startLevels: levels, entries: parts[..<middle].flatMap { $0 })) {
        high = middle
      } else {
        low = middle + 1
      }
    }
    let shorter = Trace(startLevels: levels, entries: parts[..<high].flatMap { $0 })
    if high < parts.count, test(shorter) { parts.removeLast(parts.count - high) }
    var size = max(1, parts.count / 2)
    while tries < most {
      var hasChanged = false
      var end = parts.count
      while end > 0, tries < most {
        let start = max(0, end - size)
        var left = parts
        left.removeSubrange(start..<end)
        if test(Trace(startLevels: levels, entries: left.flatMap { $0 })) {
          parts = left
          hasChanged = true
        }
        end = start
      }
      if size > 1 { size /= 2 } else if !hasChanged { break }
    }
    for line in levels.indices where levels[line] {
      levels[line] = false
      if !test(whole()) { levels[line] = true }
    }
    return rounded(whole())
  }

  /// Times that are easier to read, where they will do: from a tenth of a second on, in whole milliseconds.
  private mutating func rounded(_ trace: Trace) -> Trace {
    var best = trace
    if let first = trace.entries.first {
      let shift = first.at - (Instant.zero + .milliseconds(100))
      let moved = trace.mapTimes { $0 - shift }
      if shift > .zero, test(moved) { best = moved }
    }
    for unit in [1_000_000, 100_000, 1000] as [Int64] {
      let rounder = best.mapTimes {
        Instant(nanoseconds: ($0.nanoseconds + unit / 2) / unit * unit)
      }
      if test(rounder) { return rounder }
    }
    return best
  }

  private mutating func test(_ trace: Trace) -> Bool {
    tries += 1
    return trace.isConsistent && leads(trace)
  }

  /// Entries that are left out together: a new start with what it finds.
  private static func parts(of entries: [Trace.Entry]) -> [[Trace.Entry]] {
    var parts: [[Trace.Entry]] = []
    for entry in entries {
      if case .found = entry.action, let last = parts.last?.first, last.startsAnew {
        parts[parts.count - 1].append(entry)
      } else {
        parts.append([entry])
      }
    }
    return parts
  }
}

extension Trace.Entry {
  fileprivate var startsAnew: Bool {
    switch action {
    case .reload, .suspend: return true
    case .edge, .stall, .lost, .level, .gone, .back, .found, .shutdown, .end: return false
    }
  }
}

extension Trace {
  /// Whether no line comes back that has not gone, and what lasts ends later than it begins.
  fileprivate var isConsistent: Bool {
    var gone: Set<Int> = []
    for entry in entries {
      switch entry.action {
      case .gone(let lines): gone.formUnion(lines)
      case .found(let line, nil): gone.insert(line)
      case .found(let line, _): gone.remove(line)
      case .back(let lines, _):
        if !gone.isSuperset(of: lines) { return false }
        gone.subtract(lines)
      case .stall(let until): if until <= entry.at { return false }
      case .edge, .lost, .level, .suspend, .reload, .shutdown, .end: break
      }
    }
    return true
  }

  /// The trace with all its times changed, the ends of stalls and sleeps included.
  fileprivate func mapTimes(_ change: (Instant) -> Instant) -> Trace {
    var trace = self
    for index in trace.entries.indices {
      trace.entries[index].at = change(entries[index].at)
      switch entries[index].action {
      case .stall(let until): trace.entries[index].action = .stall(until: change(until))
      case .suspend(let until): trace.entries[index].action = .suspend(until: change(until))
      case .edge, .lost, .level, .gone, .back, .found, .reload, .shutdown, .end: break
      }
    }
    return trace
  }
}

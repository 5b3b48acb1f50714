import ButtonController
import PanelFiles

/// Stalls and sleeps in a trace that comes piece by piece: what comes of one is decided only when something
/// comes after it, so it is held until then.
struct TracePauses {
  private var stall = TraceStall()
  private var sleep = TraceSleep()

  /// Takes what comes next; gives what can be played.
  mutating func take(_ entries: [Trace.Entry]) -> [Trace.Entry] { sleep.take(stall.take(entries)) }

  /// Nothing more comes: what is held can be played.
  mutating func end() -> [Trace.Entry] { sleep.take(stall.end()) + sleep.end() }
}

/// Stalls: what is stamped in one is known together at its end.
private struct TraceStall {
  private var until: Instant?
  private var held: [Trace.Entry] = []

  mutating func take(_ entries: [Trace.Entry]) -> [Trace.Entry] {
    var out: [Trace.Entry] = []
    for entry in entries {
      if let until, entry.at >= until { out += end() }
      if case .stall(let end) = entry.action { until = max(until ?? end, end) }
      if until == nil { out.append(entry) } else { held.append(entry) }
    }
    return out
  }

  mutating func end() -> [Trace.Entry] {
    defer {
      held.removeAll()
      until = nil
    }
    return held
  }
}

/// Sleeps: of the edges in one only the levels are left.
private struct TraceSleep {
  private var until: Instant?
  /// The sleep and the levels in it.
  private var held: [Trace.Entry] = []

  mutating func take(_ entries: [Trace.Entry]) -> [Trace.Entry] {
    var out: [Trace.Entry] = []
    for entry in entries {
      if let until {
        if entry.at < until {
          note(entry)
          continue
        }
        out += end()
      }
      if case .suspend(let until) = entry.action {
        self.until = until
        held = [entry]
      } else {
        out.append(entry)
      }
    }
    return out
  }

  mutating func end() -> [Trace.Entry] {
    defer {
      held.removeAll()
      until = nil
    }
    return held
  }

  private mutating func note(_ entry: Trace.Entry) {
    guard case .edge(let line, _) = entry.action, let start = held.first?.at else { return }
    held.removeAll {
      if case .edge(line, _) = $0.action { return true }
      return false
    }
    held.append(Trace.Entry(at: start, action: entry.action, place: entry.place))
  }
}

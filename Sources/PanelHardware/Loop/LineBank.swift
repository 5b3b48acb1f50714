import ButtonController
import PanelFiles

/// All lines of a panel: which are open, what their queues hold, and the search for the others.
struct LineBank {
  let plans: [LinePlan]
  private let hardware: any LineHardware
  private var sources: [any LineSource] = []
  /// The source of each line, an index into `sources`; nil while it is not open.
  private var sourceOfLine: [Int?]
  /// What was drained and not taken yet.
  var batch = EdgeBatch()
  /// Levels as they were read last, one a line.
  private(set) var levels: [Bool]
  /// Lines that had an edge since `forgetEdges`.
  private var edgeSeen: [Bool]
  /// Sources whose chip has gone or failed; closed by `closeFailed`.
  private var failed: [Int] = []
  private var slots: [(source: Int, slot: Int)] = []

  init(plans: [LinePlan], hardware: any LineHardware) {
    self.plans = plans
    self.hardware = hardware
    sourceOfLine = [Int?](repeating: nil, count: plans.count)
    levels = [Bool](repeating: false, count: plans.count)
    edgeSeen = levels
  }

  func isOpen(_ line: Int) -> Bool { sourceOfLine[line] != nil }

  var hasMissing: Bool { sourceOfLine.contains { $0 == nil } }

  // MARK: Opening and closing

  /// Opens what is missing; gives the lines that are open now, their levels read.
  mutating func openMissing() -> (opened: [Int], opening: LineOpening) {
    let missing = plans.indices.filter { sourceOfLine[$0] == nil }
    if missing.isEmpty { return ([], LineOpening()) }
    var opening = hardware.open(missing, of: plans)
    var opened: [Int] = []
    for source in opening.sources {
      do throws(SystemError) {
        try source.readLevels(into: &levels)
      } catch {
        source.close()
        for line in source.lines {
          let message = "\(plans[line].name) (\(plans[line].pin)): \(error); trying again"
          opening.troubles.append(LineTrouble(line: line, kind: .missing, message: message))
        }
        continue
      }
      sources.append(source)
      for line in source.lines { sourceOfLine[line] = sources.count - 1 }
      opened += source.lines
    }
    return (opened.sorted(), opening)
  }

  /// Closes sources that failed; gives their lines.
  ///
  /// What was queued of them is forgotten: how it went on is not known.
  mutating func closeFailed() -> [Int] {
    if failed.isEmpty { return [] }
    var lines: [Int] = []
    for index in failed {
      for line in sources[index].lines {
        sourceOfLine[line] = nil
        batch.removeAll(of: line)
        lines.append(line)
      }
      sources[index].close()
    }
    let left = sources.indices.filter { !failed.contains($0) }
    failed.removeAll()
    slots.removeAll()
    sources = left.map { sources[$0] }
    for line in sourceOfLine.indices {
      sourceOfLine[line] = sourceOfLine[line].flatMap { left.firstIndex(of: $0) }
    }
    return lines.sorted()
  }

  /// Gives all lines back.
  mutating func closeAll() {
    for source in sources { source.close() }
    sources.removeAll()
    slots.removeAll()
    failed.removeAll()
    for line in sourceOfLine.indices { sourceOfLine[line] = nil }
    batch.removeAll()
  }

  private mutating func fail(_ source: Int) {
    if !failed.contains(source) { failed.append(source) }
  }

  // MARK: Waiting

  mutating func addDescriptors(to set: inout PollSet) {
    slots.removeAll(keepingCapacity: true)
    for (index, source) in sources.enumerated() {
      for descriptor in source.descriptors {
        slots.append((index, set.add(reading: descriptor)))
      }
    }
  }

  /// A chip that was taken out hangs up, and its queue went with it.
  mutating func noteFailures(in set: PollSet) {
    for (source, slot) in slots where set.hasFailed(slot) { fail(source) }
  }

  /// The shortest period of polling; nil where nothing is polled.
  var pollPeriod: Span? { sources.compactMap { $0.pollPeriod }.min() }

  // MARK: Draining and reading

  mutating func forgetEdges() {
    for line in edgeSeen.indices { edgeSeen[line] = false }
  }

  /// Moves everything that is queued to the batch, and notes failed sources.
  mutating func drain(now: Instant) {
    for index in sources.indices where !failed.contains(index) {
      do throws(SystemError) {
        try sources[index].drain(into: &batch, now: now)
      } catch {
        fail(index)
      }
    }
    for entry in batch.entries { edgeSeen[entry.line] = true }
  }

  /// Reads the levels of all lines; without those that are polled and have just been drained.
  mutating func readLevels(withPolled: Bool) {
    for index in sources.indices where !failed.contains(index) {
      if !withPolled, sources[index].pollPeriod != nil { continue }
      do throws(SystemError) {
        try sources[index].readLevels(into: &levels)
      } catch {
        fail(index)
      }
    }
  }

  /// Whether a loss on `line` shows only as a level that its last edge does not have.
  func hidesLosses(_ line: Int) -> Bool {
    guard let index = sourceOfLine[line], !failed.contains(index) else { return false }
    return !sources[index].noticesLosses
  }

  /// Whether the level read of `line` can be compared with what is known: it had no edge meanwhile.
  func isComparable(_ line: Int) -> Bool {
    guard let index = sourceOfLine[line], !failed.contains(index), !edgeSeen[line] else {
      return false
    }
    return sources[index].pollPeriod == nil
  }
}

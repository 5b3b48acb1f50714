import ButtonController
import Glibc
import PanelFiles

/// All lines of a panel: which are open, what their queues hold, and the search for the others.
struct LineBank {
  let plans: [LinePlan]
  private let hardware: any LineHardware
  private var sources: [Place] = []
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

  /// A source, and since when its calls fail: one failure may be a disturbance on a bus.
  private struct Place {
    let source: any LineSource
    let noticesLosses: Bool
    var drainFailedAt: Instant?
    var readFailedAt: Instant?

    init(_ source: any LineSource) {
      self.source = source
      noticesLosses = source.noticesLosses
    }

    var isUnread: Bool { drainFailedAt != nil || readFailedAt != nil }
  }

  /// A call that fails is tried once more, this much later at the earliest.
  private static let retryDelay = TimeSpan.milliseconds(5)

  /// What was found at a line.
  enum Sight: Equatable {
    /// A level to be compared with what is known: the line had no edge meanwhile.
    case level(Bool)
    /// Nothing to compare: it had edges, is polled, or is not open.
    case nothing
    /// The last try to read it failed; one more decides.
    case unread
  }

  init(plans: [LinePlan], hardware: any LineHardware) {
    self.plans = plans
    self.hardware = hardware
    sourceOfLine = [Int?](repeating: nil, count: plans.count)
    levels = [Bool](repeating: false, count: plans.count)
    edgeSeen = levels
  }

  func isOpen(_ line: Int) -> Bool { sourceOfLine[line] != nil }

  /// Whether a line is open and has no edges of its own.
  func isPolled(_ line: Int) -> Bool {
    sourceOfLine[line].map { sources[$0].source.pollPeriod != nil } ?? false
  }

  // MARK: Opening and closing

  /// Opens those of `wanted` that are not open; gives the lines that are open now, their levels read,
  /// and a trouble for each of the others.
  mutating func open(_ wanted: [Int]) -> (opened: [Int], opening: LineOpening) {
    let missing = wanted.filter { sourceOfLine[$0] == nil }
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
          opening.troubles.append(LineTrouble(line: line, kind: .unreadable, message: message))
        }
        continue
      }
      sources.append(Place(source))
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
      for line in sources[index].source.lines {
        sourceOfLine[line] = nil
        batch.removeAll(of: line)
        lines.append(line)
      }
      sources[index].source.close()
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
    for place in sources { place.source.close() }
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
    for (index, place) in sources.enumerated() {
      for descriptor in place.source.descriptors {
        slots.append((index, set.add(reading: descriptor)))
      }
    }
  }

  /// A chip that was taken out hangs up, and its queue went with it.
  mutating func noteFailures(in set: PollSet) {
    for (source, slot) in slots where set.hasFailed(slot) { fail(source) }
  }

  /// The shortest period of polling; nil where nothing is polled.
  var pollPeriod: TimeSpan? { sources.compactMap { $0.source.pollPeriod }.min() }

  // MARK: Draining and reading

  mutating func forgetEdges() {
    for line in edgeSeen.indices { edgeSeen[line] = false }
  }

  /// Moves everything that is queued to the batch, and notes failed sources.
  mutating func drain(now: Instant) {
    for index in sources.indices where failed.isEmpty || !failed.contains(index) {
      do throws(SystemError) {
        try sources[index].source.drain(into: &batch, now: now)
        if sources[index].drainFailedAt != nil { sources[index].drainFailedAt = nil }
      } catch {
        sources[index].drainFailedAt = note(error, of: index, sources[index].drainFailedAt, now)
      }
    }
    batch.forEachLine { edgeSeen[$0] = true }
  }

  /// Reads the levels of all lines; without those that are polled and have just been drained.
  mutating func readLevels(withPolled: Bool, now: Instant) {
    for index in sources.indices where !failed.contains(index) {
      if !withPolled, sources[index].source.pollPeriod != nil { continue }
      do throws(SystemError) {
        try sources[index].source.readLevels(into: &levels)
        sources[index].readFailedAt = nil
      } catch {
        sources[index].readFailedAt = note(error, of: index, sources[index].readFailedAt, now)
      }
    }
  }

  /// Takes in a failure after the one at `first`; since when it fails.
  private mutating func note(
    _ error: SystemError, of source: Int, _ first: Instant?, _ now: Instant
  ) -> Instant {
    let since = first ?? now
    if error.code == ENODEV || now - since >= LineBank.retryDelay { fail(source) }
    return since
  }

  /// Whether a source has failed that is not closed yet.
  var hasFailed: Bool { !failed.isEmpty }

  /// Whether a call is to be tried once more.
  var hasUnread: Bool { sources.contains { $0.isUnread } }

  /// Whether a loss on `line` shows only as a level that its last edge does not have.
  func hidesLosses(_ line: Int) -> Bool {
    guard let index = sourceOfLine[line], !failed.contains(index) else { return false }
    return !sources[index].noticesLosses
  }

  /// What the last reading and draining have found at `line`.
  func sight(of line: Int) -> Sight {
    guard let index = sourceOfLine[line], !failed.contains(index) else { return .nothing }
    if sources[index].isUnread { return .unread }
    if edgeSeen[line] || sources[index].source.pollPeriod != nil { return .nothing }
    return .level(levels[line])
  }
}

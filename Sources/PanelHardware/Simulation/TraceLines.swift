import ButtonController
import Glibc
import PanelFiles

/// Lines whose levels come from a trace, in the place of a machine's chips.
///
/// Edges are there once the clock has reached them, with the trace's own stamps. At a directive they
/// wait until a `TracePlayer` has carried it out. Each line is a source of its own, so that each can go
/// and come. One thread.
public final class TraceLines: LineHardware {
  private let clock: SimulationClock
  /// The lines of the trace, by their names.
  private let names: [String]
  private var levels: [Bool]
  private var isGone: [Bool]
  /// The loop's number of each line that is open.
  private var openAs: [Int?]
  private var queue: [Trace.Entry] = []
  private var head = 0
  /// Where in the queue the next directive is.
  private var directive: Int?
  private var losses: [EdgeBatch.Entry] = []
  /// Edges before this instant of the trace were slept through.
  private var awakeFrom = Instant.ever
  let watch = EventWatch()
  /// Whether a level may change that nothing reports, as in a simulation of the daemon.
  public var needsAudits = true

  /// Lines of a trace that names them so, open but where `startLevels` says that they are closed.
  public init(_ plans: [LinePlan], startLevels: [Bool], clock: SimulationClock) {
    self.clock = clock
    names = plans.map(\.name)
    levels = plans.indices.map { startLevels.indices.contains($0) && startLevels[$0] }
    isGone = plans.map { _ in false }
    openAs = plans.map { _ in nil }
  }

  // MARK: The trace

  /// Adds what comes next in the trace.
  public func add(_ entries: [Trace.Entry]) {
    if head > 4096, head > queue.count / 2 {
      queue.removeFirst(head)
      directive = directive.map { $0 - head }
      head = 0
    }
    var entries = entries[...]
    // What the start finds is so before it.
    while !clock.hasBegun, queue.isEmpty,
      case .found(let line, let isClosed) = entries.first?.action
    {
      find(line, isClosed)
      entries.removeFirst()
    }
    let first = queue.count
    queue += entries
    if directive == nil { findDirective(from: first) }
  }

  private func findDirective(from first: Int) {
    directive = queue[first...].firstIndex { entry in
      if case .edge = entry.action { return false }
      return true
    }
    clock.limit = directive.map { clock.instant(of: queue[$0].at) } ?? .never
  }

  /// How many entries are still to come.
  var waitingCount: Int { queue.count - head }

  /// When the next entry comes; `never` where none is left.
  var nextInstant: Instant { head < queue.count ? clock.instant(of: queue[head].at) : .never }

  /// The directive that is due at `now`, once all edges before it were taken.
  func directive(at now: Instant) -> Trace.Entry? {
    guard directive == head, nextInstant <= now else { return nil }
    return queue[head]
  }

  /// The directive was carried out: what is behind it may come.
  func passDirective() {
    head += 1
    findDirective(from: head)
  }

  /// The loop's number of a line of the trace; nil while it is not open.
  func number(of line: Int) -> Int? { isGone[line] ? nil : openAs[line] }

  /// A level changes, and no edge reports it.
  func set(_ line: Int, _ isClosed: Bool) { levels[line] = isClosed }

  /// Edges were lost; after that the line has this level.
  func lose(_ line: Int, _ isClosed: Bool, at instant: Instant) {
    levels[line] = isClosed
    guard let number = openAs[line], !isGone[line] else { return }
    losses.append(
      EdgeBatch.Entry(stamp: clock.instant(of: instant), line: number, isClosed: nil))
  }

  /// The chip of a line goes, or comes back.
  func setGone(_ line: Int, _ isGone: Bool) {
    self.isGone[line] = isGone
    if !isGone { watch.raise() }
  }

  /// A line is found at this level, or not there, when all lines are read again.
  func find(_ line: Int, _ isClosed: Bool?) {
    levels[line] = isClosed ?? false
    if isGone[line] != (isClosed == nil) { setGone(line, isClosed == nil) }
  }

  /// Takes what is found behind the directive that is carried out.
  func takeFound() {
    let first = head + 1
    var index = first
    while index < queue.count, case .found(let line, let isClosed) = queue[index].action {
      find(line, isClosed)
      index += 1
    }
    queue.removeSubrange(first..<index)
  }

  /// The system sleeps from now to an instant of the trace: of its edges only the levels are left.
  func sleepThrough(until end: Instant) {
    awakeFrom = end
    // The directive stays where it is until it is passed.
    var index = head + 1
    while index < queue.count, queue[index].at < end,
      case .edge(let line, let isClosed) = queue[index].action
    {
      levels[line] = isClosed
      index += 1
    }
    queue.removeSubrange((head + 1)..<index)
  }

  // MARK: The lines

  /// Reports when a line has come back.
  public func watchChips() throws(SystemError) -> (any ChipWatch)? { watch }

  /// Opens the lines whose chip is there; those that the trace does not know stay open contacts.
  public func open(_ wanted: [Int], of plans: [LinePlan]) -> LineOpening {
    var opening = LineOpening()
    for number in wanted {
      let line = names.firstIndex(of: plans[number].name)
      if let line, isGone[line] {
        let message = "\(plans[number].name): the trace says that its chip is gone"
        opening.troubles.append(LineTrouble(line: number, kind: .missing, message: message))
        continue
      }
      if let line { openAs[line] = number }
      opening.sources.append(TraceSource(self, line: line, number: number))
    }
    return opening
  }

  fileprivate func close(_ line: Int) { openAs[line] = nil }

  fileprivate func drain(into batch: inout EdgeBatch, now: Instant) {
    for loss in losses { batch.insert(loss) }
    losses.removeAll()
    while head < queue.count, case .edge(let line, let isClosed) = queue[head].action,
      nextInstant <= now
    {
      let stamp = nextInstant
      let isAsleep = queue[head].at < awakeFrom
      head += 1
      levels[line] = isClosed
      guard let number = openAs[line], !isGone[line], !isAsleep else { continue }
      batch.insert(EdgeBatch.Entry(stamp: stamp, line: number, isClosed: isClosed))
    }
  }

  fileprivate func level(of line: Int) throws(SystemError) -> Bool {
    guard !isGone[line] else { throw SystemError(ENODEV, "read levels of \(names[line])") }
    return levels[line]
  }
}

/// One line of a trace.
private final class TraceSource: LineSource {
  let lines: [Int]
  let descriptors: [Int32] = []
  let pollPeriod: TimeSpan? = nil
  let noticesLosses = true

  private let trace: TraceLines
  /// Its number in the trace; nil for a line that the trace does not know.
  private let line: Int?

  init(_ trace: TraceLines, line: Int?, number: Int) {
    self.trace = trace
    self.line = line
    lines = [number]
  }

  func drain(into batch: inout EdgeBatch, now: Instant) throws(SystemError) {
    if let line { _ = try trace.level(of: line) }
    // Those of all lines, in the order of the trace.
    trace.drain(into: &batch, now: now)
  }

  func readLevels(into levels: inout [Bool]) throws(SystemError) {
    levels[lines[0]] =
      try line.map { line throws(SystemError) in try trace.level(of: line) } ?? false
  }

  func close() { if let line { trace.close(line) } }
}

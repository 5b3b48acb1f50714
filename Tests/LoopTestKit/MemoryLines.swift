import ButtonController
import CPanelLinux
import Glibc
import PanelFiles
import PanelHardware

/// Lines in memory: the same loop waits for them on real descriptors.
///
/// Each chip named by the plans is one source with an eventfd. One thread.
public final class MemoryLines: LineHardware {
  /// How the chips behave.
  public struct Behaviour: Equatable, Sendable {
    /// Whether a loss of edges is noticed by itself, as with numbered edges.
    public var noticesLosses = true
    /// Polled at this period instead of reporting edges; nil for edges.
    public var pollPeriod: TimeSpan?

    /// Whether it is reported that chips come and go.
    public var isWatched = true
    /// Whether a chip that is unplugged ends the wait for its edges, as newer kernels do.
    public var wakesWhenUnplugged = true

    /// Chips that number their edges.
    public init(
      noticesLosses: Bool = true, pollPeriod: TimeSpan? = nil, isWatched: Bool = true,
      wakesWhenUnplugged: Bool = true
    ) {
      self.noticesLosses = noticesLosses
      self.pollPeriod = pollPeriod
      self.isWatched = isWatched
      self.wakesWhenUnplugged = wakesWhenUnplugged
    }
  }

  private let behaviour: Behaviour
  private var levels: [Bool]
  private var sources: [MemorySource] = []
  private var unplugged: [String] = []
  /// Troubles that the next attempts meet, by line.
  private var troubles: [Int: LineTrouble] = [:]
  /// How often reading a chip fails, and with which errno.
  private var failures: [String: (code: Int32, count: Int)] = [:]
  private let changes = EventWatch()
  /// How often lines were asked for.
  public private(set) var attempts = 0

  /// Lines that are open, `lineCount` of them.
  public init(lineCount: Int, behaviour: Behaviour = Behaviour()) {
    levels = [Bool](repeating: false, count: lineCount)
    self.behaviour = behaviour
  }

  /// Reports `plug`, `unplug` and `refuse`.
  public func watchChips() throws(SystemError) -> (any ChipWatch)? {
    guard behaviour.isWatched else { throw SystemError(ENOSYS, "watch chips in memory") }
    return changes
  }

  /// Opens all lines whose chip is plugged in and that have no trouble.
  public func open(_ wanted: [Int], of plans: [LinePlan]) -> LineOpening {
    attempts += 1
    var opening = LineOpening()
    var byChip: [(chip: String, lines: [Int])] = []
    if levels.count < plans.count {
      levels += [Bool](repeating: false, count: plans.count - levels.count)
    }
    for line in wanted {
      let chip = MemoryLines.chip(of: plans[line])
      if unplugged.contains(chip) {
        opening.troubles.append(
          LineTrouble(
            line: line, kind: .missing, message: "\(plans[line].name): \(chip) is not there"))
      } else if let trouble = troubles[line] {
        opening.troubles.append(trouble)
      } else if let place = byChip.firstIndex(where: { $0.chip == chip }) {
        byChip[place].lines.append(line)
      } else {
        byChip.append((chip, [line]))
      }
    }
    for (chip, lines) in byChip {
      guard let source = try? MemorySource(of: self, chip: chip, lines: lines, behaviour, levels)
      else {
        opening.troubles += lines.map {
          LineTrouble(line: $0, kind: .failed, message: "\(plans[$0].name): no descriptor is left")
        }
        continue
      }
      sources.append(source)
      opening.sources.append(source)
    }
    return opening
  }

  private static func chip(of plan: LinePlan) -> String {
    switch plan.chip {
    case .label(let label): return label
    case .any: return "memory"
    }
  }

  /// A level change of which an edge is reported.
  public func set(_ line: Int, isClosed: Bool, at stamp: Instant) {
    setSilently(line, isClosed: isClosed)
    report(line, isClosed: isClosed, at: stamp)
  }

  /// An edge alone, whatever the level is by now.
  public func report(_ line: Int, isClosed: Bool, at stamp: Instant) {
    openSource(of: line)?.queue(
      EdgeBatch.Entry(stamp: stamp, line: line, isClosed: isClosed))
  }

  /// A level change whose edge got lost on the way: an audit finds it.
  public func setSilently(_ line: Int, isClosed: Bool) {
    levels[line] = isClosed
    openSource(of: line)?.set(line, isClosed)
  }

  /// Edges of `line` were lost after `stamp`, which the source notices.
  public func lose(_ line: Int, after stamp: Instant = .ever) {
    openSource(of: line)?.queue(EdgeBatch.Entry(stamp: stamp, line: line, isClosed: nil))
  }

  /// Takes a chip out; what is queued is lost.
  public func unplug(_ chip: String) {
    unplugged.append(chip)
    for source in sources where source.chip == chip { source.unplug() }
    changes.raise()
  }

  /// Puts it in again.
  public func plug(_ chip: String) {
    unplugged.removeAll { $0 == chip }
    changes.raise()
  }

  /// Makes the next attempts to open `line` fail with `trouble`; nil makes them work again.
  ///
  /// Nothing reports that it has changed.
  public func refuse(_ line: Int, with trouble: LineTrouble?) { troubles[line] = trouble }

  /// Makes the next `count` readings of a chip's levels fail with `code`.
  public func disturb(_ chip: String, with code: Int32 = EIO, count: Int) {
    failures[chip] = (code, count)
  }

  /// The failure that a reading of `chip` meets now.
  fileprivate func takeFailure(of chip: String) -> Int32? {
    guard let failure = failures[chip], failure.count > 0 else { return nil }
    failures[chip] = (failure.code, failure.count - 1)
    return failure.code
  }

  private func openSource(of line: Int) -> MemorySource? {
    sources.removeAll { !$0.isOpen }
    return sources.first { $0.lines.contains(line) }
  }
}

/// The lines of one chip in memory.
final class MemorySource: LineSource {
  let chip: String
  let lines: [Int]
  let pollPeriod: TimeSpan?
  let noticesLosses: Bool

  private unowned let memory: MemoryLines
  private let wakesWhenUnplugged: Bool
  private let event: OwnedDescriptor
  private var queue: [EdgeBatch.Entry] = []
  private var levels: [Bool]
  private var known: [Bool]
  private var isPlugged = true
  private(set) var isOpen = true

  init(
    of memory: MemoryLines, chip: String, lines: [Int], _ behaviour: MemoryLines.Behaviour,
    _ levels: [Bool]
  ) throws(SystemError) {
    self.memory = memory
    wakesWhenUnplugged = behaviour.wakesWhenUnplugged
    self.chip = chip
    self.lines = lines
    self.levels = levels
    known = levels
    pollPeriod = behaviour.pollPeriod
    noticesLosses = behaviour.noticesLosses
    event = try OwnedDescriptor(pl_event_open(), "make an eventfd")
  }

  var descriptors: [Int32] { pollPeriod == nil ? [event.raw] : [] }

  func close() { isOpen = false }

  func queue(_ entry: EdgeBatch.Entry) {
    guard pollPeriod == nil else { return }
    queue.append(entry)
    _ = pl_event_raise(event.raw)
  }

  func set(_ line: Int, _ isClosed: Bool) { levels[line] = isClosed }

  func unplug() {
    isPlugged = false
    queue.removeAll()
    if wakesWhenUnplugged { _ = pl_event_raise(event.raw) }
  }

  func drain(into batch: inout EdgeBatch, now: Instant) throws(SystemError) {
    // An empty queue is a queue still, as with older kernels.
    guard isPlugged || !wakesWhenUnplugged else {
      throw SystemError(ENODEV, "read edges of \(chip)")
    }
    _ = pl_event_clear(event.raw)
    for entry in queue { batch.insert(entry) }
    queue.removeAll(keepingCapacity: true)
    guard pollPeriod != nil else { return }
    try readable()
    for line in lines where levels[line] != known[line] {
      known[line] = levels[line]
      batch.insert(
        EdgeBatch.Entry(stamp: now, line: line, isClosed: levels[line]))
    }
  }

  func readLevels(into levels: inout [Bool]) throws(SystemError) {
    try readable()
    for line in lines {
      levels[line] = self.levels[line]
      known[line] = self.levels[line]
    }
  }

  private func readable() throws(SystemError) {
    guard isPlugged else { throw SystemError(ENODEV, "read levels of \(chip)") }
    if let code = memory.takeFailure(of: chip) { throw SystemError(code, "read levels of \(chip)") }
  }
}

import ButtonController
import PanelFiles

/// Lines that are only listened to: what their contacts do, without a panel's loop and its gestures.
///
/// One thread. Lines that are free are requested as their plans say, and given back by `close`.
public final class LineListener {
  private var bank: LineBank
  private let clock: any PanelClock
  private var set = PollSet()
  private var pollAt = Instant.never

  /// Lines of `plans` at `hardware`; nothing is requested yet.
  public init(plans: [LinePlan], hardware: any LineHardware, clock: any PanelClock) {
    bank = LineBank(plans: plans, hardware: hardware)
    self.clock = clock
  }

  /// Requests all lines that are there and free, but those of `others`; a trouble for each that could not
  /// be requested.
  public func open(except others: Set<Int> = []) -> LineOpening {
    let opening = bank.open(bank.plans.indices.filter { !others.contains($0) }).opening
    pollAt = bank.pollPeriod.map { clock.now() + $0 } ?? .never
    return opening
  }

  /// The lines that are open.
  public var openLines: [Int] { bank.plans.indices.filter { bank.isOpen($0) } }

  /// The open lines of which edges are expected.
  public var linesWithEdges: [Int] { openLines.filter { !bank.isPolled($0) } }

  /// Whether some of them are polled, for want of interrupts.
  public var isPolling: Bool { bank.pollPeriod != nil }

  /// The levels of all lines as they were read last: whether each contact is closed.
  public var levels: [Bool] { bank.levels }

  /// Reads the levels of all open lines; what is polled is known by its polling, and left out unless
  /// `withPolled`.
  public func readLevels(withPolled: Bool = true) {
    bank.readLevels(withPolled: withPolled, now: clock.now())
  }

  /// What came of a wait.
  public struct Arrival {
    /// Level changes in the order of their stamps.
    public var entries: [EdgeBatch.Entry] = []
    /// Whether the descriptor that was waited for beside the lines can be read.
    public var isReady = false
    /// Lines whose chip has gone meanwhile.
    public var gone: [Int] = []
  }

  /// Waits until a line changes, `others` can be read, or `deadline` has come.
  ///
  /// Lines without edges are polled meanwhile, as often as their plans say.
  public func wait(until deadline: Instant, others: [Int32]) throws(SystemError) -> Arrival {
    var arrival = Arrival()
    set.removeAll()
    let slots = others.map { set.add(reading: $0) }
    bank.addDescriptors(to: &set)
    let end = min(deadline, pollAt)
    try set.wait(timeout: end == .never ? nil : end - clock.now())
    let now = clock.now()
    arrival.isReady = slots.contains { set.isReady($0) }
    bank.noteFailures(in: set)
    bank.drain(now: now)
    while let entry = bank.batch.popFirst() { arrival.entries.append(entry) }
    arrival.gone = bank.closeFailed()
    pollAt = bank.pollPeriod.map { now + $0 } ?? .never
    return arrival
  }

  /// Gives all lines back.
  public func close() { bank.closeAll() }
}

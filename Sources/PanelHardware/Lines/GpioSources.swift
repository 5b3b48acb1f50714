import ButtonController

/// Lines whose edges the kernel queues.
final class EdgeSource: LineSource {
  let lines: [Int]
  let pollPeriod: TimeSpan? = nil
  let noticesLosses = GpioLibrary.numbersEdges

  private var request: GpioRequest?
  private let clock: any PanelClock
  /// The last number of each line's edges; a request begins at 1.
  private var lastNumber: [UInt32]
  /// Lines that lost edges in the drain that runs: the rest of their queue says nothing.
  private var hasLost: [Bool]

  /// A queue that an ordinary stall does not fill: 256 edges are over a second of hard bouncing.
  static func eventBuffer(lines: Int) -> Int { min(max(16 * lines, 256), 1024) }

  /// libgpiod 1.6 reads at most what the kernel holds of one line, so a full read may hide a loss.
  ///
  /// With either library a smaller read has emptied the queue.
  private static let fullRead = 16
  /// A line that changes faster than it can be read must not hold the loop.
  private static let mostReads = 8

  init(lines: [Int], request: GpioRequest, clock: any PanelClock) {
    self.lines = lines
    self.request = request
    self.clock = clock
    lastNumber = [UInt32](repeating: 0, count: lines.count)
    hasLost = [Bool](repeating: false, count: lines.count)
  }

  var descriptors: [Int32] { request?.descriptors ?? [] }

  func close() { request = nil }

  func drain(into batch: inout EdgeBatch, now: Instant) throws(SystemError) {
    guard let request else { return }
    for index in hasLost.indices { hasLost[index] = false }
    for which in request.descriptors.indices {
      for _ in 0..<EdgeSource.mostReads {
        var last: Int?
        let count = try request.read(which) { edge in
          last = edge.index
          take(edge, now, &batch)
        }
        if count < EdgeSource.fullRead { break }
        if !noticesLosses, let last { lose(last, &batch) }
      }
    }
  }

  private func take(_ edge: GpioRequest.Edge, _ now: Instant, _ batch: inout EdgeBatch) {
    if edge.lineSequence != 0 {
      let isGap = edge.lineSequence != lastNumber[edge.index] &+ 1
      lastNumber[edge.index] = edge.lineSequence
      if isGap { lose(edge.index, &batch) }
    }
    if hasLost[edge.index] { return }
    batch.insert(
      EdgeBatch.Entry(
        stamp: stamp(edge.nanoseconds, now), line: lines[edge.index],
        isClosed: edge.isRising))
  }

  /// What came before the loss was reported; from the last known edge on nothing is certain.
  private func lose(_ index: Int, _ batch: inout EdgeBatch) {
    guard !hasLost[index] else { return }
    hasLost[index] = true
    let line = lines[index]
    batch.insert(
      EdgeBatch.Entry(stamp: batch.last(of: line)?.stamp ?? .ever, line: line, isClosed: nil))
  }

  /// Kernels before 5.7 stamp with the wall clock, which no panel's uptime comes near.
  private func stamp(_ nanoseconds: Int64, _ now: Instant) -> Instant {
    let stamp = Instant(nanoseconds: nanoseconds)
    return stamp > now + .seconds(1) ? stamp - clock.wallOffset() : stamp
  }

  func readLevels(into levels: inout [Bool]) throws(SystemError) {
    try request?.levels { index, isActive in levels[lines[index]] = isActive }
  }
}

/// Lines without interrupts: a drain reads their levels and reports what has changed.
final class PolledSource: LineSource {
  let lines: [Int]
  let pollPeriod: TimeSpan?
  let noticesLosses = true
  let descriptors: [Int32] = []

  private var request: GpioRequest?
  private var known: [Bool]

  init(lines: [Int], request: GpioRequest, period: TimeSpan) throws(SystemError) {
    self.lines = lines
    self.request = request
    pollPeriod = period
    var levels = [Bool](repeating: false, count: lines.count)
    try request.levels { index, isActive in levels[index] = isActive }
    known = levels
  }

  func close() { request = nil }

  func drain(into batch: inout EdgeBatch, now: Instant) throws(SystemError) {
    try request?.levels { index, isActive in
      guard isActive != known[index] else { return }
      known[index] = isActive
      batch.insert(
        EdgeBatch.Entry(stamp: now, line: lines[index], isClosed: isActive))
    }
  }

  func readLevels(into levels: inout [Bool]) throws(SystemError) {
    try request?.levels { index, isActive in
      known[index] = isActive
      levels[lines[index]] = isActive
    }
  }
}

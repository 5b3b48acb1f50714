import ButtonController
import PanelFiles
import PanelHardware

/// The search as it runs: lines are listened to, and what is found is printed at once.
struct FindSession {
  private let listener: LineListener
  private let clock = MonotonicClock()
  private let isJSON: Bool
  private var report: FindReport
  private var search: PinSearch
  private var output = Output()
  /// Whether its time was over before a signal came.
  private(set) var isOver = false

  /// Requests the lines; throws where not one of them is to be had.
  init(_ lines: FindLines, on profile: BoardProfile?, isJSON: Bool) throws(Failure) {
    var lines = lines
    let plans = lines.candidates.map(\.plan)
    listener = LineListener(plans: plans, hardware: GpioHardware(clock: clock), clock: clock)
    let opening = listener.open()
    if listener.openLines.isEmpty { throw FindSession.failure(lines, opening.troubles) }
    lines.leaveAlone(opening.troubles)
    self.isJSON = isJSON
    report = FindReport(lines, on: profile, isJSON: isJSON, style: Screen.textStyle())
    search = PinSearch(levels: listener.levels)
    for line in report.opening { ErrorOutput.say("gpiopress: find: \(line)") }
    if listener.isPolling {
      ErrorOutput.say("gpiopress: find: lines without interrupts are polled")
    }
    if isJSON { output.append(report.openingObject) }
    output.flush()
  }

  /// Whether a line was pressed.
  var hasFound: Bool { !report.found.isEmpty }

  /// Listens until `end` or a signal.
  mutating func run(until end: Instant, _ signals: SignalWatch) throws(Failure) {
    defer { listener.close() }
    while true {
      let now = clock.now()
      for finding in search.advance(to: now) { output.append(report.text(of: finding)) }
      output.flush()
      if let failure = output.failure { throw failure }
      if now >= end {
        isOver = true
        return
      }
      let arrival: LineListener.Arrival
      do throws(SystemError) {
        arrival = try listener.wait(
          until: min(end, search.nextDeadline), others: [signals.raw])
      } catch {
        throw Failure(.system, "gpiopress: cannot \(error)")
      }
      if arrival.isReady, !signals.take().isEmpty { return }
      take(arrival)
      if listener.openLines.isEmpty {
        throw Failure(.unavailable, "gpiopress: find: the chip has gone")
      }
    }
  }

  private mutating func take(_ arrival: LineListener.Arrival) {
    if arrival.entries.contains(where: { $0.isClosed == nil }) { listener.readLevels() }
    for entry in arrival.entries {
      // Where edges are missing, the level says where the line is.
      let isClosed = entry.isClosed ?? listener.levels[entry.line]
      let stamp = entry.stamp == .ever ? clock.now() : entry.stamp
      if let finding = search.edge(entry.line, isClosed: isClosed, at: stamp) {
        output.append(report.text(of: finding))
      }
    }
  }

  private static func failure(_ lines: FindLines, _ troubles: [LineTrouble]) -> Failure {
    if let denied = troubles.first(where: { $0.kind == .denied }) {
      return Failure(.permission, "gpiopress: find: \(denied.message)")
    }
    guard let trouble = troubles.first else {
      let first = lines.leftAlone.first.map { "; \($0.name): \($0.why)" } ?? ""
      return Failure(.unavailable, "gpiopress: find: no line is free\(first)")
    }
    let text = trouble.message
    let tail = "; waiting for it"
    let why = text.hasSuffix(tail) ? String(text.dropLast(tail.count)) : text
    return Failure(.unavailable, "gpiopress: find: \(why)")
  }
}

import ButtonController
import EngineTestKit
import LoopTestKit
import PanelFiles
import PanelReplay
import Testing

@testable import PanelHardware

/// A loop on lines in memory whose reports are logged, and what a replay of the log makes of them.
final class RecordBench {
  let clock = SteppedClock(.milliseconds(81_234) + .nanoseconds(567))
  let lines: MemoryLines
  let loop: PanelLoop
  private let log: Log
  private let events: Events

  private final class Events: EventPart {
    var emitted: [Event] = []
    func take(_ event: PanelEvent, in loop: PanelLoop) {
      if let event = event.gesture { emitted.append(event) }
    }
  }

  private final class Log: LinePart {
    var log: LineLog
    var trace = Trace(startLevels: [], entries: [])

    init(_ log: LineLog) { self.log = log }

    func note(_ report: LineReport, in loop: PanelLoop) { log.take(report) { add($0) } }

    func add(_ item: TraceStream.Item) {
      switch item {
      case .start(let levels): trace.startLevels = levels
      case .entry(let entry): trace.entries.append(entry)
      }
    }
  }

  init(_ panel: PanelFile, behaviour: MemoryLines.Behaviour = .init()) {
    lines = MemoryLines(lineCount: panel.lines.count, behaviour: behaviour)
    loop = PanelLoop(panel: panel, hardware: lines, clock: clock) { _ in }
    log = Log(LineLog(lines: panel.lines.count))
    events = Events()
    loop.add(log)
    loop.add(events)
  }

  /// Turns the loop as often as it wakes up to `instant`.
  func run(to instant: Instant) {
    var turns = 0
    while let wake = loop.nextWake, wake <= instant, turns < 10_000 {
      turns += 1
      clock.instant = max(clock.instant, wake)
      loop.turn()
    }
    clock.instant = max(clock.instant, instant)
    loop.turn()
  }

  /// The trace as it is written to a file.
  func text() -> [UInt8] {
    log.trace.text(lines: loop.panel.lines, controls: loop.panel.controls)
  }

  /// What the loop emitted, counted from its start.
  func emitted(from zero: Instant) -> [String] {
    events.emitted.map { RecordBench.text($0, at: .zero + ($0.at - zero)) }
  }

  /// What a replay of the text makes of it.
  func replayed() throws -> [String] {
    let panel = loop.panel
    let trace = try Trace.parse(
      text(), path: "recorded", lines: panel.lines, controls: panel.controls)
    var events: [String] = []
    var runner = TraceRunner(panel: panel.panel)
    runner.start(levels: trace.startLevels) { _ in }
    for entry in trace.entries { runner.play(entry) { RecordBench.add($0, to: &events) } }
    runner.finish { RecordBench.add($0, to: &events) }
    return events
  }

  private static func add(_ output: TraceRunner.Output, to events: inout [String]) {
    if case .event(let event) = output { events.append(text(event, at: event.at)) }
  }

  private static func text(_ event: Event, at instant: Instant) -> String {
    "\(instant.nanoseconds) \(event.control) \(event.kind)"
  }
}

extension TimeSpan {
  static func nanoseconds(_ count: Int64) -> TimeSpan { TimeSpan(nanoseconds: count) }
}

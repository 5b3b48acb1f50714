import ButtonController
import EngineTestKit
import Foundation
import PanelFiles
import PanelReplay
import Testing

/// Every case of Tests/Traces through the engine; `RECORD=1` rewrites the expectations that differ.
@Suite struct TraceTests {
  @Test func thereAreCases() { #expect(TraceCase.all.count >= 97) }

  @Test(arguments: TraceCase.all)
  func eventsAreAsExpected(traceCase: TraceCase) throws {
    let printed = TraceCase.lines(try traceCase.read())
    let file = traceCase.file("expect.jsonl")
    let difference = try ExpectedEvents.compare(
      printed: printed, expected: Array(Data(contentsOf: file)))
    if difference != nil, ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try Data(printed).write(to: file)
    }
    #expect(difference == nil, "\(difference.map { "\($0)" } ?? "")")
  }

  @Test(arguments: TraceCase.all)
  func stallsChangeNothingButDecided(traceCase: TraceCase) throws {
    var content = try traceCase.read()
    content.options.emitsEdges = true
    let plain = decisions(content)
    var random = SeededGenerator(
      seed: UInt64(
        traceCase.folder.lastPathComponent.utf8.reduce(0) {
          ($0 &* 31 &+ Int($1)) & 0xFFFF
        }))
    for _ in 0..<20 {
      var stalled = content
      stalled.trace = content.trace.withRandomStalls(&random)
      #expect(
        decisions(stalled) == plain,
        "\(String(decoding: stalled.trace.text(lines: content.panel.lines, controls: content.panel.controls), as: UTF8.self))"
      )
    }
  }

  /// The events in order, `decided` left out.
  private func decisions(_ content: TraceCase.Content) -> [Event] {
    var events: [Event] = []
    var runner = TraceRunner(panel: content.panel.panel, options: content.options)
    runner.run(content.trace) { output in
      guard case .event(var event) = output else { return }
      event.decided = .zero
      events.append(event)
    }
    return events
  }
}

extension Trace {
  /// This trace with one to four stalls more, which overlap no stall or sleep that it has.
  fileprivate func withRandomStalls(_ random: inout SeededGenerator) -> Trace {
    var trace = self
    var taken: [(Instant, Instant)] = entries.compactMap { entry in
      switch entry.action {
      case .stall(let end), .suspend(let end): return (entry.at, end)
      case .edge, .found, .lost, .level, .gone, .back, .reload, .shutdown, .end: return nil
      }
    }
    let length = (entries.last?.at ?? .zero).nanoseconds + 3_000_000_000
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      // Half of them begin at an edge's own instant, where before and after are two things.
      let edge = entries.randomElement(using: &random)
      let start =
        Bool.random(using: &random)
        ? edge?.at ?? .zero
        : Instant(nanoseconds: Int64.random(in: 0...length, using: &random))
      let end = start + TimeSpan(nanoseconds: Int64.random(in: 1...2_000_000_000, using: &random))
      if taken.contains(where: { $0.0 <= end && start <= $0.1 }) { continue }
      taken.append((start, end))
      let comesFirst = Bool.random(using: &random)
      let index = trace.entries.firstIndex { comesFirst ? $0.at >= start : $0.at > start }
      let isAfterEnd = index == nil && trace.entries.last?.action == .end
      if isAfterEnd { continue }
      let stall = Trace.Entry(at: start, action: .stall(until: end))
      trace.entries.insert(stall, at: index ?? trace.entries.endIndex)
    }
    return trace
  }
}

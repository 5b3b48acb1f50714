import ButtonController
import EngineTestKit
import Foundation
import PanelFiles
import PanelReplay
import Testing

/// What holds for all input, over random traces; `GPIOPRESS_SEED` repeats a run.
///
/// CI takes one seed always, so that it fails for a change and not by chance; the fuzzer and
/// everybody's own runs look further.
@Suite struct PropertyTests {
  static let seed: UInt64 = {
    let environment = ProcessInfo.processInfo.environment
    if let seed = environment["GPIOPRESS_SEED"].flatMap(UInt64.init) { return seed }
    return environment["CI"] == "true" ? 20_261_130 : UInt64.random(in: 0...UInt64.max)
  }()

  @Test(
    "every press has one outcome, every confirm its time, no deadline is past",
    arguments: 0..<60)
  func invariantsHold(_ run: Int) {
    var random = SeededGenerator(seed: Self.seed &+ UInt64(run))
    let trace = RandomTraces.trace(&random, length: 400, directives: run % 2 == 1)
    guard let what = Self.violation(of: trace) else { return }
    let smallest = shrink(trace) { Self.violation(of: $0) != nil }
    Issue.record(
      "seed \(Self.seed), run \(run): \(what); a trace for everything.yaml:\n\(Self.text(smallest))"
    )
  }

  @Test("stalls change `decided` and nothing else", arguments: 0..<40)
  func stallsChangeNothing(_ run: Int) {
    var random = SeededGenerator(seed: Self.seed &+ 1_000 &+ UInt64(run))
    let trace = RandomTraces.trace(&random, length: 300, directives: run % 2 == 1)
    let stalled = RandomTraces.stalled(trace, &random)
    let plain = Self.decisions(of: trace)
    let late = Self.decisions(of: stalled)
    for control in RandomTraces.panel.controls.indices {
      let a = plain.filter { $0.control == control }
      let b = late.filter { $0.control == control }
      guard a != b else { continue }
      let first = zip(a, b).first { $0 != $1 }
      Issue.record(
        """
        seed \(Self.seed), run \(run), control \(control): \(a.count) and \(b.count) events; \
        first difference \(String(describing: first))
        \(Self.text(stalled))
        """)
      return
    }
  }

  @Test("a control whose contact was never open emits nothing but its health", arguments: 0..<30)
  func unarmedIsSilent(_ run: Int) {
    var random = SeededGenerator(seed: Self.seed &+ 2_000 &+ UInt64(run))
    var trace = RandomTraces.trace(&random, length: 200, directives: false)
    trace.startLevels = trace.startLevels.map { _ in true }
    var seenOpen = Set<Int>()
    var runner = TraceRunner(panel: RandomTraces.panel)
    var broken: Event?
    let check: TraceRunner.Sink = { output in
      guard case .event(let event) = output, !Self.isHealth(event.kind) else { return }
      let lines = RandomTraces.lines.indices.filter {
        RandomTraces.lines[$0].control == event.control && Self.isWatched($0)
      }
      if !lines.isEmpty && !lines.contains(where: { seenOpen.contains($0) }) {
        broken = broken ?? event
      }
    }
    runner.start(levels: trace.startLevels, check)
    for entry in trace.entries {
      if case .edge(let line, false) = entry.action { seenOpen.insert(line) }
      runner.play(entry, check)
    }
    runner.finish(check)
    #expect(broken == nil, "seed \(Self.seed), run \(run)")
  }

  // MARK: -

  private static func isHealth(_ kind: Event.Kind) -> Bool {
    switch kind {
    case .bootHeld, .stuck, .unstuck, .chatter, .quiet, .lineGone, .lineBack, .lost, .resync:
      return true
    default: return false
    }
  }

  /// Lines whose contact must be open first: buttons, pushes, directions without a push.
  private static func isWatched(_ line: Int) -> Bool {
    let plan = RandomTraces.lines[line]
    switch RandomTraces.panel.controls[plan.control].kind {
    case .button: return true
    case .knob, .stick(_, true), .encoderStick: return plan.name.hasSuffix(".press")
    case .stick(_, false): return true
    case .toggle, .chord: return false
    }
  }

  static func violation(of trace: Trace) -> String? {
    var runner = TraceRunner(
      panel: RandomTraces.panel, options: .init(emitsEdges: true))
    var invariants = Invariants(RandomTraces.panel)
    var contact = UnbrokenContact(RandomTraces.panel, levels: trace.startLevels)
    var broken: String?
    let take: TraceRunner.Sink = { output in
      guard case .event(let event) = output else { return }
      invariants.take(event)
      broken = broken ?? contact.broken(by: event)
    }
    runner.start(levels: trace.startLevels, take)
    var last = Instant.zero
    var sleepEnd = Instant.ever
    for entry in trace.entries {
      if case .edge(let line, let isClosed) = entry.action {
        if entry.at < sleepEnd {
          contact.settle(line, isClosed: isClosed)
        } else {
          contact.note(line: line, isClosed: isClosed, at: entry.at)
        }
      }
      runner.play(entry, take)
      last = entry.at
      switch entry.action {
      case .suspend(let end):
        invariants.noteSleep(from: entry.at, to: end)
        sleepEnd = end
        contact.settleAll()
      case .reload:
        invariants.noteReload()
        contact.settleAll()
      case .lost(let line, let isClosed), .level(let line, let isClosed):
        contact.settle(line, isClosed: isClosed)
      case .gone(let lines): for line in lines { contact.settle(line, isClosed: false) }
      case .back(let lines, let isClosed):
        for line in lines { contact.settle(line, isClosed: isClosed) }
      case .edge, .stall, .found, .shutdown, .end: break
      }
      if let deadline = runner.nextDeadline, deadline <= last, !runner.isAsleep {
        return "a deadline in the past: \(deadline) at \(last)"
      }
      if let violation = invariants.violation ?? broken { return violation }
    }
    runner.finish(take)
    invariants.finish()
    return invariants.violation ?? broken
  }

  static func decisions(of trace: Trace) -> [Event] {
    var events: [Event] = []
    var runner = TraceRunner(panel: RandomTraces.panel)
    runner.run(trace) { output in
      guard case .event(var event) = output else { return }
      event.decided = .zero
      events.append(event)
    }
    return events
  }

  static func text(_ trace: Trace) -> String {
    String(
      decoding: trace.text(lines: RandomTraces.lines, controls: RandomTraces.controls),
      as: UTF8.self)
  }
}

/// Takes entries out of a failing trace, in ever smaller pieces, for as long as it still fails.
func shrink(_ trace: Trace, while fails: (Trace) -> Bool) -> Trace {
  var trace = trace
  var piece = max(1, trace.entries.count / 2)
  while true {
    var start = 0
    var hasShrunk = false
    while start < trace.entries.count {
      var smaller = trace
      smaller.entries.removeSubrange(start..<min(start + piece, trace.entries.count))
      if fails(smaller) {
        trace = smaller
        hasShrunk = true
      } else {
        start += piece
      }
    }
    if piece == 1 && !hasShrunk { return trace }
    piece = max(1, piece / 2)
  }
}

/// The panel of these tests as a file, so that what they find can be replayed.
@Suite struct EverythingPanelTests {
  @Test func theFileIsThePanel() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let path = folder.appendingPathComponent("everything.yaml").path
    let file = try PanelReader.read(
      path: path, boards: try BoardCatalogue.standard(), ownership: nil
    ).panel
    #expect(file.lines.map(\.name) == EverythingPanel.lines.map(\.name))
    #expect(file.controls.map(\.name) == EverythingPanel.controls.map(\.name))
    for index in file.panel.controls.indices {
      #expect(file.panel.controls[index] == EverythingPanel.panel.controls[index], "c\(index)")
    }
    #expect(file.panel.rings == EverythingPanel.panel.rings)
  }
}

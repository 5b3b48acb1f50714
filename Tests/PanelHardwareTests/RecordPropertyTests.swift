import ButtonController
import EngineTestKit
import LoopTestKit
import PanelFiles
import PanelReplay
import Testing

@testable import PanelHardware

/// Whatever happens to the lines of a running panel, its recording replays to the events that were emitted.
@Suite struct RecordPropertyTests {
  /// A session that chance makes up, on the panel with everything in it.
  private struct Session {
    var random: SeededGenerator
    let bench: RecordBench
    let zero: Instant
    private var levels: [Bool]
    private var unplugged: Set<String> = []

    private static let chips = ["one", "two", "three"]

    init(seed: UInt64) {
      var random = SeededGenerator(seed: seed)
      let count = EverythingPanel.lines.count
      let plans = EverythingPanel.lines.enumerated().map { number, line in
        var plan = line
        plan.chip = .label(Session.chips[number % 3])
        return plan
      }
      let panel = PanelFile(
        path: "everything.yaml", name: "everything", board: "none", panel: EverythingPanel.panel,
        controls: EverythingPanel.controls, lines: plans, rings: [])
      let behaviour = MemoryLines.Behaviour(
        noticesLosses: Bool.random(using: &random),
        pollPeriod: Int.random(in: 0..<8, using: &random) == 0 ? .milliseconds(5) : nil)
      bench = RecordBench(panel, behaviour: behaviour)
      levels = (0..<count).map { _ in Int.random(in: 0..<10, using: &random) == 0 }
      self.random = random
      for line in levels.indices { bench.lines.setSilently(line, isClosed: levels[line]) }
      if Int.random(in: 0..<4, using: &self.random) == 0 {
        unplugged.insert("two")
        bench.lines.unplug("two")
      }
      _ = bench.loop.start()
      zero = bench.clock.instant
    }

    mutating func play(_ steps: Int) {
      var active = (0..<3).map { _ in Int.random(in: 0..<levels.count, using: &random) }
      for _ in 0..<steps {
        if Int.random(in: 0..<12, using: &random) == 0 {
          active[Int.random(in: 0..<3, using: &random)] =
            Int.random(in: 0..<levels.count, using: &random)
        }
        let at = bench.clock.instant + interval()
        let line = active[Int.random(in: 0..<3, using: &random)]
        happen(to: line, at: at)
        // Now and then the process comes to it late, and more than once has happened.
        if Int.random(in: 0..<6, using: &random) == 0 {
          bench.clock.instant = at + .milliseconds(Int64.random(in: 0..<900, using: &random))
          bench.loop.turn()
        } else {
          bench.run(to: at)
        }
      }
      if Bool.random(using: &random) {
        bench.run(to: bench.clock.instant + .seconds(70))
        bench.loop.shutDown()
      } else {
        bench.loop.shutDown()
      }
    }

    private mutating func interval() -> TimeSpan {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<4: return .microseconds(Int64.random(in: 0..<9000, using: &random))
      case 4..<6: return .milliseconds(Int64.random(in: 0..<400, using: &random))
      default:
        let threshold = EverythingPanel.thresholds.randomElement(using: &random) ?? 10
        return .nanoseconds(threshold * 1_000_000 + Int64.random(in: -1...1, using: &random))
      }
    }

    private mutating func happen(to line: Int, at instant: Instant) {
      let lines = bench.lines
      switch Int.random(in: 0..<60, using: &random) {
      case 0:
        // Its edge is lost, and nothing says so.
        levels[line].toggle()
        lines.setSilently(line, isClosed: levels[line])
      case 1:
        levels[line] = Bool.random(using: &random)
        lines.setSilently(line, isClosed: levels[line])
        lines.lose(line, after: Bool.random(using: &random) ? instant : .ever)
      case 2: plug(Session.chips.randomElement(using: &random) ?? "one")
      case 3: lines.disturb(Session.chips.randomElement(using: &random) ?? "one", count: 1)
      case 4:
        // Asleep, and contacts move meanwhile; the monotonic clock stands still, or nearly so.
        for line in levels.indices where Int.random(in: 0..<5, using: &random) == 0 {
          levels[line].toggle()
          lines.setSilently(line, isClosed: levels[line])
        }
        bench.clock.asleep = bench.clock.asleep + .seconds(Int64.random(in: 1..<9, using: &random))
      case 5:
        if Bool.random(using: &random) {
          levels[line].toggle()
          lines.setSilently(line, isClosed: levels[line])
        }
        bench.loop.reload(bench.loop.panel)
      case 6:
        _ = try? bench.loop.press(
          line: line, for: .milliseconds(Int64.random(in: 30..<2000, using: &random)))
      case 7: _ = bench.loop.release(line: line)
      case 8:
        // A repeat: its partner was too short to show.
        lines.report(line, isClosed: levels[line], at: instant)
      default:
        levels[line].toggle()
        lines.set(line, isClosed: levels[line], at: instant)
      }
    }

    private mutating func plug(_ chip: String) {
      if unplugged.remove(chip) != nil {
        bench.lines.plug(chip)
      } else {
        unplugged.insert(chip)
        bench.lines.unplug(chip)
      }
      bench.loop.chipsChanged = true
    }
  }

  @Test(arguments: 0..<4) func aRecordingReplaysToWhatWasEmitted(part: Int) throws {
    let base = UInt64.random(in: 0..<1 << 40)
    print("recordings: seeds \(base) to \(base + 24)")
    var count = 0
    defer { #expect(count > 500) }
    for number in 0..<25 as Range<UInt64> {
      let seed = base &+ number
      var session = Session(seed: seed)
      session.play(120)
      let emitted = session.bench.emitted(from: session.zero)
      count += emitted.count
      let replayed = try session.bench.replayed()
      guard emitted != replayed else { continue }
      let index = zip(emitted, replayed).prefix { $0 == $1 }.count
      func line(_ events: [String]) -> String { index < events.count ? events[index] : "nothing" }
      Issue.record(
        """
        seed \(seed): event \(index): emitted \(line(emitted)), replayed \(line(replayed))
        \(String(decoding: session.bench.text(), as: UTF8.self))
        """)
      return
    }
  }
}

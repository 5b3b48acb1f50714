import ButtonController
import LoopTestKit
import PanelFiles
import Testing

@testable import PanelHardware

/// An edge that repeats its line's level reports a change too short to show: it is passed on, and
/// none is made up.
@Suite struct LoopRepeatTests {
  /// Writes down what the controller is reported.
  private final class Reports: LinePart {
    var edges: [String] = []

    func note(_ report: LineReport, in loop: PanelLoop) {
      guard case .edge(let line, let isClosed, let at) = report else { return }
      edges.append("\(line) \(isClosed ? 1 : 0) \(at.nanoseconds / 1_000_000)")
    }
  }

  private static func bench(
    _ controls: [Control], _ behaviour: MemoryLines.Behaviour = .init()
  ) -> (Bench, Reports) {
    let bench = Bench(controls, behaviour: behaviour)
    let reports = Reports()
    bench.loop.add(reports)
    return (bench, reports)
  }

  @Test func repeatsArePassedOn() {
    let (bench, reports) = Self.bench([.tap])
    bench.start()
    for instant in [100, 101, 102] as [Int64] { bench.queue(0, true, instant) }
    for instant in [200, 201] as [Int64] { bench.queue(0, false, instant) }
    bench.stall(to: 300)
    #expect(reports.edges == ["0 1 100", "0 1 101", "0 1 102", "0 0 200", "0 0 201"])
  }

  /// The level at the start was read before its edge came out of the queue.
  @Test func edgeOfTheLevelAtTheStart() {
    let (bench, reports) = Self.bench([.toggle])
    bench.lines.setSilently(0, isClosed: true)
    bench.start()
    bench.lines.report(0, isClosed: true, at: .milliseconds(0))
    bench.stall(to: 5)
    #expect(reports.edges == [])
    // The next one is a repeat indeed.
    bench.lines.report(0, isClosed: true, at: .milliseconds(6))
    bench.stall(to: 7)
    #expect(reports.edges == ["0 1 6"])
  }

  @Test func edgeOfALevelReadAfterALoss() {
    let (bench, reports) = Self.bench([.tap])
    bench.start()
    bench.queue(0, true, 100)
    bench.lines.lose(0, after: .milliseconds(100))
    bench.lines.setSilently(0, isClosed: false)
    bench.stall(to: 150)
    // Stamped before the level was read, queued after it.
    bench.lines.report(0, isClosed: false, at: .milliseconds(149))
    bench.stall(to: 151)
    #expect(reports.edges == ["0 1 100"])
    bench.queue(0, true, 300)
    bench.stall(to: 300)
    #expect(reports.edges == ["0 1 100", "0 1 300"])
  }

  @Test func edgeOfALevelThatAnAuditFound() {
    let (bench, reports) = Self.bench([.hold])
    bench.start()
    bench.edge(0, true, 100)
    bench.run(to: 400)
    bench.lines.setSilently(0, isClosed: false)
    bench.run(to: 1_000)
    #expect(bench.reported.contains { $0.hasPrefix("resync") })
    let resync = bench.clock.instant
    #expect(reports.edges == ["0 1 100"])
    // Much later it is no edge of that level, but a closing too short to show.
    bench.lines.report(0, isClosed: false, at: resync)
    bench.stall(to: 1_000)
    #expect(reports.edges == ["0 1 100", "0 0 1000"])
  }

  @Test func pressesFromAfarAreNoRepeats() {
    let (bench, reports) = Self.bench([.tap])
    bench.start()
    bench.run(to: 100)
    #expect(throws: Never.self) { try bench.loop.press(line: 0) }
    #expect(throws: PressRefusal.isPressed) { try bench.loop.press(line: 0) }
    bench.run(to: 200)
    // The contact closes beneath, and opens: the press is over, by its edge.
    bench.edge(0, true, 300)
    bench.edge(0, false, 400)
    bench.run(to: 500)
    #expect(!bench.loop.release(line: 0))
    bench.run(to: 600)
    #expect(reports.edges == ["0 1 100", "0 0 400"])
    #expect(bench.reported == ["tap 400 420"])
  }

  @Test func polledLinesMakeNone() {
    let (bench, reports) = Self.bench([.tap], .init(pollPeriod: .milliseconds(2)))
    bench.start()
    var isClosed = false
    for instant in stride(from: 3, to: 200, by: 3) as StrideTo<Int64> {
      isClosed.toggle()
      bench.lines.setSilently(0, isClosed: isClosed)
      bench.run(to: instant)
    }
    bench.clock.asleep = .seconds(10)
    bench.run(to: 300)
    bench.run(to: 400)
    var last = "0"
    for edge in reports.edges {
      let level = String(edge.dropFirst(2).prefix(1))
      #expect(level != last)
      last = level
    }
    #expect(reports.edges.count > 50)
  }
}

/// Losses without end are reported a few times, and nothing comes of the line meanwhile.
@Suite struct LossStormTests {
  @Test func aStormIsToldFourTimes() {
    let bench = Bench([.confirm, .tap])
    bench.start()
    for instant in stride(from: 100, through: 10_000, by: 10) as StrideThrough<Int64> {
      bench.queue(0, instant % 20 == 0, instant)
      bench.lines.lose(0, after: .milliseconds(instant))
      bench.run(to: instant)
    }
    #expect(bench.reported.filter { $0.hasPrefix("a lost") }.count == LossLimit.most)
    #expect(bench.said.filter { $0.contains("edges were lost") }.count == 1)
    #expect(!bench.reported.contains { $0.hasPrefix("a confirm") })
    // The other button is as ever.
    bench.edge(1, true, 10_100)
    bench.edge(1, false, 10_200)
    bench.run(to: 10_300)
    #expect(bench.reported.last == "b tap 10200 10220")
    // A second without a loss, and the line is listened to again.
    bench.queue(0, false, 11_000)
    bench.run(to: 11_500)
    bench.edge(0, true, 11_600)
    bench.run(to: 14_000)
    #expect(bench.reported.last?.hasPrefix("a confirm ") == true)
    #expect(bench.reported.filter { $0.hasPrefix("a lost") }.count <= LossLimit.most + 1)
  }

  /// The level that a storm leaves is reported if it is another than before.
  @Test func theLevelAfterAStorm() {
    let bench = Bench([.toggle])
    bench.start()
    for instant in stride(from: 100, to: 200, by: 10) as StrideTo<Int64> {
      bench.lines.lose(0, after: .milliseconds(instant))
      bench.run(to: instant)
    }
    bench.lines.setSilently(0, isClosed: true)
    bench.run(to: 5_000)
    #expect(bench.reported.suffix(2) == ["lost 1190", "state 1190"])
    #expect(bench.loop.nextWake == nil)
  }

  /// A line that chatters is quiet when its edges have ended, not when they are too many to read.
  @Test func aStormInQuarantine() {
    let bench = Bench([.tap])
    bench.start()
    for instant in 0..<6_000 as Range<Int64> {
      for part in 0..<4 as Range<Int64> {
        let stamp = Instant(nanoseconds: instant * 1_000_000 + part * 250_000)
        bench.lines.set(0, isClosed: part % 2 == 0, at: stamp)
      }
      if instant > 2_000, instant % 50 == 0 { bench.lines.lose(0, after: .milliseconds(instant)) }
      bench.run(to: instant + 1)
    }
    #expect(bench.reported.filter { $0.hasPrefix("quiet") } == [])
    #expect(bench.reported.filter { $0.hasPrefix("chatter") }.count == 1)
    #expect(bench.reported.filter { $0.hasPrefix("lost") }.count == LossLimit.most)
    bench.run(to: 9_000)
    #expect(bench.reported.last?.hasPrefix("quiet") == true)
  }

  /// A level found on a line in quarantine is no `resync`.
  @Test func auditInQuarantine() {
    let bench = Bench([.tap])
    bench.start()
    for instant in 0..<2_000 as Range<Int64> {
      bench.lines.set(0, isClosed: instant % 2 == 0, at: Instant(nanoseconds: instant * 100_000))
    }
    bench.stall(to: 200)
    #expect(bench.reported.contains { $0.hasPrefix("chatter") })
    bench.lines.setSilently(0, isClosed: true)
    bench.run(to: 1_500)
    bench.lines.setSilently(0, isClosed: false)
    bench.run(to: 5_000)
    #expect(!bench.reported.contains { $0.hasPrefix("resync") })
    #expect(bench.reported.last?.hasPrefix("quiet") == true)
  }
}

import ButtonController
import Testing

@testable import PanelHardware

/// A deadline fires only when every edge stamped before it has been seen.
@Suite struct LoopOrderTests {
  /// The process sleeps over the release and the deadline; the release's stamp decides.
  @Test(arguments: [
    (release: 1_100, outcome: "cancel released 1100 3000"),
    (release: 1_199, outcome: "cancel released 1199 3000"),
    (release: 1_200, outcome: "confirm 1200 3000"),
    (release: 1_300, outcome: "confirm 1200 3000"),
  ])
  func stallOverAConfirm(release: Int64, outcome: String) {
    let bench = Bench([.confirm])
    bench.start()
    bench.edge(0, true, 0)
    bench.run(to: 500)
    bench.edge(0, false, release)
    bench.stall(to: 3_000)
    #expect(bench.reported == ["confirm_start 0 10", outcome])
  }

  /// The interrupt has come, its thread has not queued the edge yet when the deadline is looked at.
  @Test func edgeUnderWayAtTheDeadline() {
    let bench = Bench([.confirm])
    bench.start()
    bench.edge(0, true, 0)
    bench.run(to: 1_100)
    bench.lines.setSilently(0, isClosed: false)
    bench.run(to: 1_204)
    bench.queue(0, false, 1_199)
    bench.run(to: 1_300)
    #expect(bench.reported == ["confirm_start 0 10", "cancel released 1199 1219"])
  }

  /// The edge never comes: contact was perhaps broken before, so nothing is confirmed.
  @Test func edgeMissingAtTheDeadline() {
    let bench = Bench([.confirm])
    bench.start()
    bench.edge(0, true, 0)
    bench.run(to: 1_100)
    bench.lines.setSilently(0, isClosed: false)
    bench.stall(to: 1_200)
    #expect(bench.loop.nextWake == .milliseconds(1_210))
    bench.run(to: 2_000)
    #expect(
      bench.reported == [
        "confirm_start 0 10", "resync 1199+999999ns 1210", "cancel resync 1199+999999ns 1210",
      ])
  }

  /// While a deadline is in doubt, nothing that is stamped behind it passes it.
  @Test func otherEdgesWaitBehindADoubt() {
    let bench = Bench([.confirm, .tap])
    bench.start()
    bench.edge(0, true, 0)
    bench.run(to: 1_100)
    bench.lines.setSilently(0, isClosed: false)
    bench.stall(to: 1_200)
    bench.edge(1, true, 1_202)
    bench.edge(1, false, 1_262)
    bench.run(to: 1_205)
    #expect(!bench.loop.controller.isClosed(line: 1))
    #expect(bench.loop.nextWake == .milliseconds(1_210))
    bench.run(to: 1_300)
    #expect(
      bench.reported == [
        "a confirm_start 0 10", "a resync 1199+999999ns 1210", "a cancel resync 1199+999999ns 1210",
        "b tap 1262 1282",
      ])
  }

  /// A doubt that an edge settles costs a deadline milliseconds, and nothing else.
  @Test func doubtThatIsSettled() {
    let bench = Bench([.confirm, .toggle])
    bench.start()
    bench.edge(0, true, 0)
    bench.run(to: 1_190)
    bench.lines.setSilently(1, isClosed: true)
    bench.stall(to: 1_200)
    #expect(bench.reported == ["b state 0", "a confirm_start 0 10"])
    bench.queue(1, true, 1_199)
    bench.stall(to: 1_203)
    #expect(bench.reported == ["b state 0", "a confirm_start 0 10", "a confirm 1200 1203"])
  }

  /// Whatever comes from outside while a deadline is in doubt does not let it pass either.
  @Test(arguments: ["shutdown", "reload", "press from afar"])
  func outsideInADoubt(what: String) {
    let bench = Bench([.confirm, .tap])
    bench.start()
    bench.edge(0, true, 0)
    bench.run(to: 1_100)
    bench.lines.setSilently(0, isClosed: false)
    bench.stall(to: 1_200)
    bench.clock.instant = .milliseconds(1_203)
    switch what {
    case "shutdown": bench.loop.shutDown()
    case "reload": bench.loop.reload(Bench.panel([.confirm, .tap]))
    default: #expect(throws: Never.self) { try bench.loop.press(line: 1) }
    }
    bench.run(to: 2_000)
    #expect(!bench.reported.contains { $0.hasPrefix("a confirm ") })
    #expect(bench.reported.contains { $0.hasPrefix("a cancel ") })
  }

  /// A signal comes a moment after a deadline that nobody has looked at yet.
  @Test func shutdownBehindADeadline() {
    let bench = Bench([.confirm])
    bench.start()
    bench.edge(0, true, 0)
    bench.run(to: 1_199)
    bench.queue(0, false, 1_199)
    bench.clock.instant = .milliseconds(1_201)
    bench.loop.shutDown()
    #expect(bench.reported == ["confirm_start 0 10", "cancel shutdown 1201"])
  }

  /// Two buttons that bounce a millisecond apart: at each look an edge of one or of both is under way.
  ///
  /// Neither is lost, and neither found to be wrong.
  @Test(arguments: [true, false])
  func edgesUnderWayOnTwoLines(noticesLosses: Bool) {
    let bench = Bench([.tap, .tap], behaviour: .init(noticesLosses: noticesLosses))
    bench.start()
    // Every edge is known 3 ms after its level has changed, and there is always one under way.
    var late: [(at: Int64, line: Int, isClosed: Bool, stamp: Int64)] = []
    func pass(to instant: Int64) {
      while let next = late.first, next.at <= instant {
        bench.run(to: next.at)
        late.removeFirst()
        bench.lines.report(next.line, isClosed: next.isClosed, at: .milliseconds(next.stamp))
        bench.stall(to: next.at)
      }
      bench.run(to: instant)
    }
    func move(_ line: Int, _ isClosed: Bool, _ instant: Int64) {
      pass(to: instant)
      bench.lines.setSilently(line, isClosed: isClosed)
      late.append((instant + 3, line, isClosed, instant))
    }
    for press in 0..<200 as Range<Int64> {
      let begin = 1_000 + press * 500
      for (offset, isClosed) in [
        (0, true), (2, false), (4, true), (60, false), (62, true), (64, false),
      ]
        as [(Int64, Bool)]
      {
        move(0, isClosed, begin + offset)
        move(1, isClosed, begin + offset + 1)
      }
    }
    pass(to: 102_000)
    let wrong = bench.reported.filter { !$0.hasPrefix("a tap") && !$0.hasPrefix("b tap") }
    #expect(wrong.prefix(5) == [])
    #expect(bench.reported.count == 400)
  }

  /// Edges of two chips are taken in the order of their stamps, not of their chips.
  @Test func twoChipsInOrder() {
    let bench = Bench([.tap, .tap], chips: ["one", "two"])
    bench.start()
    for (line, instant) in [(0, 100), (1, 50)] as [(Int, Int64)] {
      bench.queue(line, true, instant)
      bench.queue(line, false, instant + 60)
    }
    bench.stall(to: 1_000)
    #expect(bench.reported == ["b tap 110 1000", "a tap 160 1000"])
  }

  /// An edge that came after the clock was read belongs to the next turn.
  @Test func edgeAfterTheReadingWaits() {
    let bench = Bench([.confirm])
    bench.start()
    bench.queue(0, true, 100)
    bench.stall(to: 50)
    #expect(bench.loop.nextWake == .milliseconds(100))
    bench.stall(to: 50)
    bench.run(to: 150)
    #expect(bench.reported == ["confirm_start 100 110"])
  }

  /// A stamp of another clock cannot hold the queue up.
  @Test func foreignStampCountsAsNow() {
    let bench = Bench([.tap])
    bench.start()
    bench.clock.instant = .milliseconds(100)
    bench.queue(0, true, 1_700_000_000_000)
    bench.loop.turn()
    bench.edge(0, false, 200)
    bench.run(to: 300)
    #expect(bench.reported == ["tap 200 220"])
  }

  @Test func restNeedsNoWake() {
    let bench = Bench([.tap, .confirm, .toggle])
    bench.start()
    #expect(bench.loop.nextWake == nil)
    bench.edge(0, true, 10)
    bench.edge(0, false, 100)
    bench.run(to: 5_000)
    #expect(bench.reported.last == "a tap 100 120")
    #expect(bench.loop.nextWake == nil)
  }

  /// The loop waits on real descriptors: an edge in memory ends the wait.
  @Test(.timeLimit(.minutes(5))) func edgeEndsTheWait() throws {
    let bench = Bench([.tap])
    bench.start()
    bench.clock.instant = .milliseconds(100)
    bench.queue(0, true, 10)
    try bench.loop.wait()
    bench.loop.turn()
    #expect(bench.loop.controller.isClosed(line: 0))
  }
}

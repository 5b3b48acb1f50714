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
    #expect(bench.told == ["confirm_start 0 10", outcome])
  }

  /// The interrupt has come, its thread has not queued the edge yet when the deadline is looked at.
  @Test func edgeUnderWayAtTheDeadline() {
    let bench = Bench([.confirm])
    bench.start()
    bench.edge(0, true, 0)
    bench.run(to: 1_000)
    bench.lines.setSilently(0, isClosed: false)
    bench.clock.onPause = { bench.queue(0, false, 1_199) }
    bench.run(to: 1_300)
    #expect(bench.told == ["confirm_start 0 10", "cancel released 1199 1219"])
  }

  /// The edge never comes: contact was perhaps broken before, so nothing is confirmed.
  @Test func edgeMissingAtTheDeadline() {
    let bench = Bench([.confirm])
    bench.start()
    bench.edge(0, true, 0)
    bench.run(to: 1_100)
    bench.lines.setSilently(0, isClosed: false)
    bench.stall(to: 1_200)
    bench.run(to: 2_000)
    #expect(
      bench.told == [
        "confirm_start 0 10", "resync 1199+999999ns 1200", "cancel resync 1199+999999ns 1200",
      ])
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
    #expect(bench.told == ["b tap 110 1000", "a tap 160 1000"])
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
    #expect(bench.told == ["confirm_start 100 110"])
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
    #expect(bench.told == ["tap 200 220"])
  }

  @Test func restNeedsNoWake() {
    let bench = Bench([.tap, .confirm, .toggle])
    bench.start()
    #expect(bench.loop.nextWake == nil)
    bench.edge(0, true, 10)
    bench.edge(0, false, 100)
    bench.run(to: 5_000)
    #expect(bench.told.last == "a tap 100 120")
    #expect(bench.loop.nextWake == nil)
  }

  /// The loop waits on real descriptors: an edge in memory ends the wait.
  @Test(.timeLimit(.minutes(1))) func edgeEndsTheWait() throws {
    let bench = Bench([.tap])
    bench.start()
    bench.clock.instant = .milliseconds(100)
    bench.queue(0, true, 10)
    try bench.loop.wait()
    bench.loop.turn()
    #expect(bench.loop.controller.isClosed(line: 0))
  }
}

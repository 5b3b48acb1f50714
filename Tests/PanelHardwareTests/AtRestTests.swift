import ButtonController
import CPanelLinux
import PanelFiles
import Testing

@testable import PanelHardware

/// What is given back once the start is over, and that nobody sees it.
@Suite struct AtRestTests {
  private final class Count {
    var given = 0
  }

  private func bench() -> (Bench, Count) {
    let bench = Bench([.confirm])
    let count = Count()
    bench.loop.add(AtRest { count.given += 1 })
    return (bench, count)
  }

  @Test func isOnceAfterTheStartAndAfterEachReload() {
    let (bench, count) = bench()
    bench.start()
    bench.run(to: 900)
    #expect(count.given == 0)
    bench.run(to: 60_000)
    #expect(count.given == 1)
    bench.loop.reload(bench.loop.panel)
    bench.run(to: 120_000)
    #expect(count.given == 2)
    #expect(bench.loop.nextWake == nil, "it wakes a panel at rest")
  }

  @Test func lockedMemoryIsKept() {
    let (bench, count) = bench()
    var panel = bench.loop.panel
    panel.priority = 10
    bench.start()
    bench.loop.reload(panel)
    bench.run(to: 60_000)
    #expect(count.given == 0)
  }

  /// A rehearsal in the middle of a press leaves it as it is.
  @Test func aRehearsalChangesNothing() {
    let plain = Bench([.confirm])
    let (bench, count) = bench()
    for each in [plain, bench] {
      each.start()
      each.edge(0, true, 500)
      each.edge(0, false, 1900)
      each.run(to: 5000)
    }
    #expect(count.given == 1)
    #expect(bench.reported == plain.reported && !bench.reported.isEmpty)
    #expect(bench.said == plain.said)
  }

  /// The code that is running goes on.
  @Test func theSystemTakesItBack() {
    #expect(pl_memory_give_back() > 0)
    #expect([3, 1, 2].sorted() == [1, 2, 3])
  }
}

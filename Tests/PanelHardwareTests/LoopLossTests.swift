import ButtonController
import PanelFiles
import Testing

@testable import PanelHardware

/// What is lost, unplugged, slept through or reloaded fails safe.
@Suite struct LoopLossTests {
  /// Edges were lost while the process stood: the confirm's time went by unseen.
  @Test func lossBeforeADeadline() {
    let bench = Bench([.confirm])
    bench.start()
    bench.edge(0, true, 0)
    bench.run(to: 1_000)
    bench.lines.lose(0)
    bench.stall(to: 2_000)
    #expect(
      bench.reported == [
        "confirm_start 0 10", "lost 1199+999999ns 2000", "cancel lost 1199+999999ns 2000",
      ])
  }

  /// Without numbered edges a loss shows as a level that the last edge does not have.
  @Test func lossWithoutNumbers() {
    let bench = Bench([.hold], behaviour: .init(noticesLosses: false))
    bench.start()
    bench.queue(0, true, 100)
    bench.lines.setSilently(0, isClosed: false)
    bench.stall(to: 105)
    #expect(bench.loop.nextWake == .milliseconds(110))
    bench.run(to: 4_000)
    #expect(bench.reported == ["lost 109+999999ns 120"])
  }

  @Test func auditFindsAnOpenContact() {
    let bench = Bench([.hold])
    bench.start()
    bench.edge(0, true, 0)
    bench.run(to: 400)
    bench.lines.setSilently(0, isClosed: false)
    bench.run(to: 3_000)
    #expect(bench.reported.first?.hasPrefix("resync ") == true)
    #expect(bench.reported.last?.hasPrefix("cancel resync ") == true)
    #expect(bench.reported.count == 2)
  }

  /// A switch is looked at only when the loop is awake, and then at most once a second.
  @Test func auditOfASwitchIsFree() {
    let bench = Bench([.toggle, .tap])
    bench.start()
    bench.lines.setSilently(0, isClosed: true)
    bench.run(to: 5_000)
    bench.run(to: 5_010)
    #expect(bench.reported == ["a state 0", "a resync 5010", "a state 5010"])
    #expect(bench.loop.nextWake == nil)
  }

  @Test func polledLevels() {
    let bench = Bench([.tap], behaviour: .init(pollPeriod: .milliseconds(1)))
    bench.start()
    bench.run(to: 100)
    bench.lines.setSilently(0, isClosed: true)
    bench.run(to: 200)
    bench.lines.setSilently(0, isClosed: false)
    bench.run(to: 300)
    #expect(bench.reported == ["tap 201 221"])
  }

  @Test func chipGoneAndBackUnwatched() {
    let bench = Bench(
      [.confirm, .tap], chips: ["one", "two"], behaviour: .init(isWatched: false))
    bench.start()
    #expect(bench.said.count == 1)
    bench.edge(0, true, 0)
    bench.run(to: 500)
    bench.lines.unplug("one")
    bench.run(to: 500)
    #expect(
      bench.reported == ["a confirm_start 0 10", "a line_gone 500", "a cancel line_gone 500"])
    #expect(bench.said.count == 2)
    // 100, 200, 400, 800, 1600, 3200, 5000, 5000 ms: eight searches in the first 16.3 s.
    let before = bench.lines.attempts
    bench.run(to: 16_900)
    #expect(bench.lines.attempts - before == 8)
    bench.edge(1, true, 16_950)
    bench.edge(1, false, 17_000)
    bench.run(to: 17_100)
    #expect(bench.reported.last == "b tap 17000 17020")
    bench.lines.setSilently(0, isClosed: false)
    bench.lines.plug("one")
    bench.run(to: 30_000)
    #expect(bench.reported.last?.hasPrefix("a line_back ") == true)
  }

  /// The chip goes while the process stands, the deadline passes: nothing is confirmed.
  @Test func chipGoneInAStall() {
    let bench = Bench([.confirm])
    bench.start()
    bench.edge(0, true, 0)
    bench.run(to: 500)
    bench.lines.unplug("chip")
    bench.stall(to: 5_000)
    #expect(
      bench.reported == [
        "confirm_start 0 10", "line_gone 1199+999999ns 5000",
        "cancel line_gone 1199+999999ns 5000",
      ])
  }

  @Test func missingAtTheStart() {
    let bench = Bench([.tap, .tap], chips: ["one", "two"])
    bench.lines.unplug("two")
    bench.start()
    #expect(bench.reported == ["b line_gone 0"])
    #expect(bench.said == ["b: two is not there"])
    // Nothing but the chip's coming ends the wait for it.
    #expect(bench.loop.nextWake == nil)
    bench.run(to: 700)
    bench.plug("two")
    bench.run(to: 700)
    #expect(bench.reported == ["b line_gone 0", "b line_back 700"])
    #expect(bench.said.count == 1)
  }

  @Test func refusedAtTheStart() {
    let bench = Bench([.tap, .tap])
    let busy = LineTrouble(line: 1, kind: .busy, message: "b is held")
    bench.lines.refuse(1, with: busy)
    #expect(bench.loop.start { $0.kind == .busy } == [busy])
    #expect(bench.reported == [])
    #expect(bench.loop.nextWake == nil)
  }

  @Test func sleepCancels() {
    let bench = Bench([.confirm])
    bench.start()
    bench.edge(0, true, 0)
    bench.run(to: 500)
    bench.clock.asleep = .seconds(3_600)
    bench.stall(to: 510)
    bench.run(to: 2_000)
    #expect(bench.reported == ["confirm_start 0 10", "cancel suspended 510"])
  }

  /// Two clocks read one after the other never agree to the nanosecond.
  @Test func noSleepInTheNoise() {
    let bench = Bench([.confirm])
    bench.start()
    bench.edge(0, true, 0)
    bench.run(to: 500)
    bench.clock.asleep = .microseconds(300)
    bench.run(to: 1_300)
    #expect(bench.reported == ["confirm_start 0 10", "confirm 1200"])
  }

  @Test func reloadStartsAnew() {
    let bench = Bench([.confirm, .toggle])
    bench.start()
    bench.edge(0, true, 0)
    bench.run(to: 500)
    bench.loop.reload(Bench.panel([.hold]))
    #expect(
      bench.reported == [
        "b state 0", "a confirm_start 0 10", "a cancel reload 500", "boot_held 500",
      ])
    bench.edge(0, false, 600)
    bench.edge(0, true, 1_000)
    bench.run(to: 3_500)
    #expect(bench.reported.last == "hold 3000")
  }

  @Test func shutdownEndsAll() {
    let bench = Bench([.confirm])
    bench.start()
    bench.edge(0, true, 0)
    bench.run(to: 500)
    bench.loop.shutDown()
    bench.edge(0, false, 700)
    bench.run(to: 1_000)
    #expect(bench.reported == ["confirm_start 0 10", "cancel shutdown 500"])
  }

  /// A press from afar is held though the contact is open; its release is not fixed by an audit.
  @Test func pressFromAfar() {
    let bench = Bench([.hold])
    bench.start()
    bench.run(to: 100)
    #expect(throws: Never.self) { try bench.loop.press(line: 0) }
    bench.run(to: 2_500)
    #expect(bench.loop.release(line: 0))
    bench.run(to: 5_000)
    #expect(bench.reported == ["hold 2100", "hold_end 2500 2520"])
    #expect(bench.loop.nextWake == nil)
  }
}

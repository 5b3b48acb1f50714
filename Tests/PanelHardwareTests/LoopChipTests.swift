import ButtonController
import Glibc
import PanelFiles
import Testing

@testable import PanelHardware

/// Chips that come, go, fail and come again; nothing wakes the loop to look for them.
@Suite struct LoopChipTests {
  /// On kernels whose poll does not wake for it: the folder of the devices reports.
  @Test func unpluggedAtRest() {
    let bench = Bench(
      [.tap, .tap], chips: ["one", "two"], behaviour: .init(wakesWhenUnplugged: false))
    bench.start()
    bench.run(to: 60_000)
    #expect(bench.loop.nextWake == nil)
    bench.unplug("one")
    bench.run(to: 60_000)
    #expect(bench.reported == ["a line_gone 60000"])
    // One more look, for a driver that is not ready yet; then nothing more.
    bench.run(to: 61_000)
    let attempts = bench.lines.attempts
    #expect(bench.loop.nextWake == nil)
    bench.run(to: 3_600_000)
    #expect(bench.lines.attempts == attempts)
    bench.plug("one")
    bench.run(to: 3_600_000)
    #expect(bench.reported.last == "a line_back 3600000")
    bench.edge(0, true, 3_600_100)
    bench.edge(0, false, 3_600_200)
    bench.run(to: 3_601_000)
    #expect(bench.reported.last == "a tap 3600200 3600220")
    #expect(bench.loop.nextWake == nil)
  }

  /// The same through the real wait: a chip that goes ends it.
  @Test(.timeLimit(.minutes(5))) func unpluggingEndsTheWait() throws {
    let bench = Bench([.tap], behaviour: .init(wakesWhenUnplugged: false))
    bench.start()
    bench.clock.instant = .milliseconds(20_000)
    bench.lines.unplug("chip")
    try bench.loop.wait()
    bench.loop.turn()
    #expect(bench.reported == ["line_gone 20000"])
    bench.lines.plug("chip")
    try bench.loop.wait()
    bench.loop.turn()
    #expect(bench.reported == ["line_gone 20000", "line_back 20000"])
  }

  /// A chip that comes and goes is damped; once it was there for ten seconds, it is not.
  @Test func flappingChip() {
    let bench = Bench([.tap])
    bench.start()
    var delays: [Int64] = []
    var now: Int64 = 20_000
    bench.run(to: now)
    for _ in 0..<9 {
      bench.unplug("chip")
      bench.run(to: now)
      bench.plug("chip")
      var waited: Int64 = 0
      while bench.reported.last?.hasPrefix("line_gone") == true, waited < 10_000 {
        bench.run(to: now)
        waited += 50
        now += 50
      }
      delays.append(waited)
    }
    #expect(delays == [50, 250, 450, 850, 1_650, 3_250, 5_050, 5_050, 5_050])
    bench.run(to: now + 11_000)
    bench.unplug("chip")
    bench.run(to: now + 11_000)
    bench.plug("chip")
    bench.run(to: now + 11_000)
    #expect(bench.reported.last == "line_back \(now + 11_000)")
  }

  /// It can be opened, but its levels cannot be read: reported once, tried more and more seldom.
  @Test func chipThatOpensAndFails() {
    let bench = Bench([.tap])
    bench.lines.disturb("chip", count: 6)
    bench.start()
    #expect(bench.reported == ["line_gone 0"])
    bench.run(to: 6_299)
    // At 0, 100, 300, 700, 1500 and 3100 ms.
    #expect(bench.lines.attempts == 6)
    #expect(bench.said.count == 1)
    #expect(bench.said.first?.contains("Input/output error") == true)
    bench.run(to: 6_300)
    #expect(bench.reported == ["line_gone 0", "line_back 6300"])
    #expect(bench.loop.nextWake == nil)
  }

  /// A disturbance on an expander's bus costs nothing; a deadline waits until it is over.
  @Test(arguments: [TimeSpan.milliseconds(2), nil])
  func oneFailureIsADisturbance(pollPeriod: TimeSpan?) {
    let bench = Bench([.confirm], behaviour: .init(pollPeriod: pollPeriod))
    bench.start()
    bench.lines.setSilently(0, isClosed: true)
    if pollPeriod == nil { bench.queue(0, true, 100) }
    bench.stall(to: 100)
    bench.run(to: 200)
    for instant in stride(from: 300, to: 1_250, by: 100) as StrideTo<Int64> {
      bench.lines.disturb("chip", count: 1)
      bench.run(to: instant)
    }
    bench.lines.disturb("chip", count: 1)
    bench.run(to: 2_000)
    #expect(bench.reported.map { $0.prefix { $0 != " " } } == ["confirm_start", "confirm"])
  }

  /// What fails again is gone, and nothing was confirmed on a level that could not be read.
  @Test(arguments: [TimeSpan.milliseconds(2), nil])
  func twoFailuresAreTheEnd(pollPeriod: TimeSpan?) {
    let bench = Bench([.confirm], behaviour: .init(pollPeriod: pollPeriod))
    bench.start()
    bench.lines.setSilently(0, isClosed: true)
    if pollPeriod == nil { bench.queue(0, true, 100) }
    bench.stall(to: 100)
    bench.run(to: 1_290)
    bench.lines.disturb("chip", count: 20)
    bench.stall(to: 1_300)
    bench.run(to: 1_320)
    #expect(bench.reported.count == 3)
    #expect(bench.reported.contains { $0.hasPrefix("line_gone ") })
    #expect(bench.reported.last?.hasPrefix("cancel line_gone ") == true)
  }

  /// A line that somebody else holds gives no sign when it is free: that is looked for by time.
  @Test func busyLine() {
    let bench = Bench([.tap])
    bench.lines.refuse(0, with: LineTrouble(line: 0, kind: .busy, message: "a is held"))
    bench.start()
    bench.run(to: 1_000)
    bench.lines.refuse(0, with: nil)
    bench.run(to: 10_000)
    #expect(bench.reported == ["line_gone 0", "line_back 1500"])
    #expect(bench.said == ["a is held"])
  }
}

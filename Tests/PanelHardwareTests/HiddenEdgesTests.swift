import ButtonController
import LoopTestKit
import PanelFiles
import Testing

@testable import PanelHardware

/// `press` and `release` that are reported for held keys alone.
@Suite struct HiddenEdgesTests {
  private final class Part: EventPart {
    let takesHiddenEdges: Bool
    var reported: [String] = []
    var numbers: [Int] = []

    init(takesHiddenEdges: Bool) { self.takesHiddenEdges = takesHiddenEdges }

    func take(_ event: PanelEvent, in loop: PanelLoop) {
      reported.append("\(event.name) \(loop.panel.controls[event.control].name)")
      if let number = event.number { numbers.append(number) }
    }
  }

  @Test func onlyThosePartsTakeThemThatNeedThem() {
    var controls = [Control.tap, .tap]
    for index in controls.indices { controls[index].emitsEdges = true }
    var panel = Bench.panel(controls)
    panel.controls[0].hidesEdges = true
    let lines = MemoryLines(lineCount: 2)
    let clock = SteppedClock(.zero)
    let loop = PanelLoop(panel: panel, hardware: lines, clock: clock, log: { _ in })
    let parts = [Part(takesHiddenEdges: false), Part(takesHiddenEdges: true)]
    for part in parts { loop.add(part) }
    _ = loop.start()
    for (line, isClosed, at) in [(0, true, 100), (0, false, 200), (1, true, 300), (1, false, 400)] {
      clock.instant = .milliseconds(Int64(at))
      lines.set(line, isClosed: isClosed, at: clock.instant)
      loop.turn()
      clock.instant = .milliseconds(Int64(at) + 50)
      loop.turn()
    }
    #expect(parts[0].reported == ["tap a", "press b", "release b", "tap b"])
    #expect(
      parts[1].reported == ["press a", "release a", "tap a", "press b", "release b", "tap b"])
    // Nobody who counts misses one.
    #expect(parts.map(\.numbers) == [[1, 2, 3, 4], [1, 2, 3, 4]])
  }
}

import ButtonController
import LoopTestKit
import PanelFiles
import PanelHardware
import PanelOutputs
import Testing

@Suite struct ActionOutputsTests {
  /// Takes strokes of one key.
  private final class OneKey: ActionOutput {
    let code: UInt16
    var count = 0

    init(_ code: UInt16) { self.code = code }

    func perform(_ action: Action, for event: PanelEvent, in loop: PanelLoop) -> Bool {
      guard action == .key(Action.Keys([code])) else { return false }
      count += 1
      return true
    }
  }

  @Test func theFirstThatTakesItDoesIt() {
    let panel = PanelFile(
      path: "", name: "", board: "none", panel: Panel(controls: []), controls: [], lines: [],
      rings: [])
    let loop = PanelLoop(
      panel: panel, hardware: MemoryLines(lineCount: 0), clock: MonotonicClock(), log: { _ in })
    let event = PanelEvent(Event(at: .zero, decided: .zero, control: 0, kind: .press))
    let outputs = ActionOutputs()
    let (a, first, second) = (OneKey(1), OneKey(2), OneKey(2))
    for output in [a, first, second] { outputs.add(output) }
    outputs.perform(.key(Action.Keys([2])), for: event, in: loop)
    outputs.perform(.key(Action.Keys([3])), for: event, in: loop)
    #expect([a.count, first.count, second.count] == [0, 1, 0])
  }
}

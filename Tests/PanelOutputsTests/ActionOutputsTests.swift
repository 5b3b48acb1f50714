import ButtonController
import LoopTestKit
import PanelFiles
import PanelHardware
import PanelOutputs
import Testing

@Suite struct ActionOutputsTests {
  /// Takes keys of one name.
  private final class OneKey: ActionOutput {
    let name: String
    var count = 0

    init(_ name: String) { self.name = name }

    func perform(_ action: Action, for event: PanelEvent, in loop: PanelLoop) -> Bool {
      guard action == .key(name) else { return false }
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
    let (a, first, second) = (OneKey("KEY_A"), OneKey("KEY_B"), OneKey("KEY_B"))
    for output in [a, first, second] { outputs.add(output) }
    outputs.perform(.key("KEY_B"), for: event, in: loop)
    outputs.perform(.key("KEY_C"), for: event, in: loop)
    #expect([a.count, first.count, second.count] == [0, 1, 0])
  }
}

import ButtonController
import PanelFiles

/// Which key of the keyboard chooses which control, and what the others do then.
struct PanelKeys {
  /// Digits first, then letters that mean nothing else.
  static let all = Array("123456789abcdefgijklmnoprsuvwxyz")

  private let panel: PanelFile

  /// Keys for the controls of `panel`, in the order of the file.
  init(_ panel: PanelFile) { self.panel = panel }

  /// The key that chooses a control; nil for one that only the tab key comes to.
  func key(of control: Int) -> Character? {
    PanelKeys.all.indices.contains(control) ? PanelKeys.all[control] : nil
  }

  /// The control that a key chooses.
  func control(of key: Character) -> Int? {
    let index = PanelKeys.all.firstIndex(of: key)
    return index.flatMap { panel.controls.indices.contains($0) ? $0 : nil }
  }

  /// The keys that do something with a control, as many as fit into a line.
  func help(for control: Int, width: Int, isUnicode: Bool) -> String {
    var own: [String] = []
    if panel.controls.indices.contains(control) {
      own = ownWords(panel.panel.controls[control].kind, isUnicode: isUnicode)
    }
    while true {
      let words = choice + own + ["q quit"]
      let line = words.joined(separator: isUnicode ? " · " : " - ")
      if line.count <= width || own.isEmpty { return line }
      own.removeLast()
    }
  }

  /// How another control is chosen.
  private var choice: [String] {
    guard panel.controls.count > 1 else { return [] }
    let last = PanelKeys.all[min(panel.controls.count, PanelKeys.all.count) - 1]
    return ["1-\(last) choose"]
  }

  private func ownWords(_ kind: Control.Kind, isUnicode: Bool) -> [String] {
    let push = ["space push", "t tap", "h hold"]
    switch kind {
    case .button, .chord: return ["space press/release", "t tap", "h hold"]
    case .toggle: return ["space on/off", "h on for a while"]
    case .knob(_, let hasPush):
      return [isUnicode ? "← → turn" : "arrows turn"] + (hasPush ? push : [])
    case .encoderStick: return [isUnicode ? "← → ↑ ↓ move" : "arrows move"] + push
    case .stick(_, let hasPush):
      return [isUnicode ? "← → ↑ ↓ move" : "arrows move", "shift: stay"] + (hasPush ? push : [])
    }
  }
}

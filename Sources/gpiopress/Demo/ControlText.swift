import ButtonController
import PanelFiles

/// A control in words, for those who see its panel for the first time.
enum ControlText {
  /// What it is: `button`, `chord of left and right`.
  static func kind(_ control: Int, of panel: PanelFile) -> String {
    switch panel.panel.controls[control].kind {
    case .button: return "button"
    case .toggle: return "switch"
    case .knob(_, let hasPush): return hasPush ? "knob with a push" : "knob"
    case .stick, .encoderStick: return "stick"
    case .chord(let chord):
      return "chord of " + chord.members.map { panel.controls[$0].name }.joined(separator: " and ")
    }
  }

  /// What it is and what it reports: `erase (Hold to erase): button; tap, hold 1.2 s to confirm`.
  static func summary(_ control: Int, of panel: PanelFile) -> String {
    let label = panel.controls[control].label.map { " (\($0))" } ?? ""
    let all = gestures(panel.panel.controls[control].gestures)
    let text = "\(panel.controls[control].name)\(label): \(kind(control, of: panel))"
    return all.isEmpty ? text : "\(text); \(all.joined(separator: ", "))"
  }

  private static func gestures(_ gestures: Gestures) -> [String] {
    var words: [String] = []
    if let tap = gestures.tap { words.append(tap.max > 1 ? "up to \(tap.max) taps" : "tap") }
    if let hold = gestures.hold {
      let levels = ([hold.after] + hold.furtherLevels).map { "\($0)" }.joined(separator: ", ")
      words.append((hold.taps > 0 ? "\(hold.taps) x tap and hold " : "hold ") + levels)
    }
    if let confirm = gestures.confirm { words.append("hold \(confirm.after) to confirm") }
    return words
  }
}

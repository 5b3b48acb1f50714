import ButtonController
import PanelFiles

/// One thing that a person is asked to do, and the lines that should show it.
struct PressStep: Equatable {
  enum Kind: Equatable {
    /// Press it once and release it.
    case press(line: Int)
    /// Flip it, and flip it back.
    case flip(line: Int)
    /// Turn it clockwise by one detent.
    case turn(a: Int, b: Int, Knob)
  }

  /// What it is about, such as `volume.press`.
  var name: String
  /// The name of the control in the file.
  var control: String
  var kind: Kind

  /// The name of its check.
  var checkName: String {
    switch kind {
    case .press: return "press \(name)"
    case .flip: return "flip \(name)"
    case .turn: return "turn \(name)"
    }
  }

  /// The lines that it is about.
  var lines: [Int] {
    switch kind {
    case .press(let line), .flip(let line): return [line]
    case .turn(let a, let b, _): return [a, b]
    }
  }

  /// What is asked for, in one sentence.
  var prompt: String {
    switch kind {
    case .press: return "press \(name) once and let go"
    case .flip: return "flip \(name), and flip it back"
    case .turn: return "turn \(name) clockwise by one detent, one click"
    }
  }

  /// The steps of all controls of a panel, in the file's order.
  static func all(of panel: PanelFile) -> [PressStep] {
    var steps: [PressStep] = []
    var first = 0
    for (index, control) in panel.panel.controls.enumerated() {
      let file = panel.controls[index].name
      func press(_ line: Int) {
        steps.append(
          PressStep(name: panel.lines[line].name, control: file, kind: .press(line: line)))
      }
      func turn(_ a: Int, _ name: String, _ knob: Knob) {
        steps.append(PressStep(name: name, control: file, kind: .turn(a: a, b: a + 1, knob)))
      }
      switch control.kind {
      case .button: press(first)
      case .toggle:
        steps.append(
          PressStep(name: panel.lines[first].name, control: file, kind: .flip(line: first)))
      case .knob(let knob, let hasPush):
        turn(first, file, knob)
        if hasPush { press(first + 2) }
      case .stick:
        for line in first..<(first + control.lineCount) { press(line) }
      case .encoderStick:
        turn(first, "\(file).x", Knob())
        turn(first + 2, "\(file).y", Knob())
        press(first + 4)
      case .chord: break
      }
      first += control.lineCount
    }
    return steps
  }
}

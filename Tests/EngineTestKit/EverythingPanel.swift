import ButtonController
import PanelFiles

/// A panel with every kind of control, debounce and gesture, for tests by chance.
public enum EverythingPanel {
  /// The panel; all its controls emit edges.
  public static let panel: Panel = {
    var controls = [
      Control(
        kind: .button,
        gestures: Gestures(
          tap: Tap(max: 3),
          hold: Hold(
            after: .milliseconds(500), taps: 2, furtherLevels: [.seconds(1)],
            repeats: Repeat(
              every: .milliseconds(150),
              stages: [Repeat.Stage(after: .milliseconds(900), every: .milliseconds(70))])))),
      Control(kind: .button, gestures: Gestures(tap: Tap(), confirm: Confirm())),
      Control(
        kind: .button,
        gestures: Gestures(
          confirm: Confirm(
            after: .milliseconds(700), commitsOnRelease: true, overHold: .seconds(2),
            doubleTap: true, isExclusive: false))),
      Control(
        kind: .button,
        debounce: Debounce(press: .milliseconds(40), release: .milliseconds(15), mode: .eager),
        gestures: Gestures(tap: Tap(firesAtPress: true))),
      Control(
        kind: .button, debounce: Debounce(mode: .integrate),
        gestures: Gestures(tap: Tap(max: 2), hold: Hold(after: .milliseconds(600)))),
      Control(
        kind: .toggle,
        gestures: Gestures(
          hold: Hold(
            after: .milliseconds(400), furtherLevels: [.milliseconds(900)],
            repeats: Repeat(every: .milliseconds(200))))),
      Control(
        kind: .knob(
          Knob(
            acceleration: Knob.Acceleration(), position: Knob.Position(start: 2, min: -3, max: 8)),
          hasPush: true),
        gestures: Gestures(tap: Tap(max: 2), confirm: Confirm(after: .milliseconds(900)))),
      Control(
        kind: .stick(Stick(), hasPush: true),
        gestures: Gestures(tap: Tap(), hold: Hold(after: .milliseconds(400)))),
      Control(kind: .stick(Stick(), hasPush: false)),
      Control(
        kind: .button, debounce: Debounce(dropout: .milliseconds(30)),
        gestures: Gestures(
          tap: Tap(),
          hold: Hold(
            after: .milliseconds(300), furtherLevels: [.milliseconds(700)], commitsOnRelease: true))
      ),
      Control(
        kind: .encoderStick(Stick()),
        gestures: Gestures(confirm: Confirm(after: .milliseconds(600)))),
      Control(
        kind: .button, gestures: Gestures(confirm: Confirm(doubleTap: true)), chatter: 20),
      Control(
        kind: .chord(Chord(members: [0, 1])),
        gestures: Gestures(confirm: Confirm(after: .milliseconds(800)))),
      Control(
        kind: .chord(Chord(members: [0, 1, 4], within: .milliseconds(80))),
        gestures: Gestures(tap: Tap(max: 2))),
      Control(
        kind: .chord(Chord(members: [1, 11])),
        gestures: Gestures(
          tap: Tap(), confirm: Confirm(after: .milliseconds(600), doubleTap: true))),
    ]
    for index in controls.indices {
      controls[index].ring = index % 2
      controls[index].emitsEdges = true
    }
    controls[0].rings = [0, 1]
    return Panel(controls: controls, rings: [Ring(pixels: 5), Ring(pixels: 12, idle: .breathe)])
  }()

  /// Names for the lines, so that a counterexample is a trace that `replay` reads.
  public static var lines: [LinePlan] {
    var lines: [LinePlan] = []
    for (control, spec) in panel.controls.enumerated() {
      let parts: [String]
      switch spec.kind {
      case .button, .toggle: parts = [""]
      case .knob: parts = [".a", ".b", ".press"]
      case .stick(_, let hasPush):
        parts = [".up", ".down", ".left", ".right"] + (hasPush ? [".press"] : [])
      case .encoderStick: parts = [".x.a", ".x.b", ".y.a", ".y.b", ".press"]
      case .chord: parts = []
      }
      for part in parts {
        lines.append(
          LinePlan(
            name: "c\(control)\(part)", control: control, chip: .any, target: .offset(lines.count),
            pin: "GPIO\(lines.count)"))
      }
    }
    return lines
  }

  /// Names for the controls.
  public static var controls: [ControlFile] {
    panel.controls.indices.map { ControlFile(name: "c\($0)") }
  }

  /// The panel's thresholds in milliseconds, for instants on both sides of them.
  public static let thresholds: [Int64] = [
    4, 10, 15, 20, 40, 50, 80, 120, 150, 200, 250, 300, 400, 500, 600, 700, 800, 900, 1200, 2000,
  ]
}

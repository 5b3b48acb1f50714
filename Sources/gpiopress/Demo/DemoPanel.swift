import ButtonController
import PanelFiles

/// The panel of the demo: a button and a knob on one ring, all in memory.
enum DemoPanel {
  /// Lines of the panel by their number in the engine.
  enum Line: Int {
    case erase
    case dialA
    case dialB
    case dialPush
  }

  static let ring = 0

  static let file: PanelFile = {
    let button = Control(
      kind: .button, gestures: Gestures(tap: Tap(), confirm: Confirm()), ring: ring)
    let knob = Control(
      kind: .knob(Knob(), hasPush: true), gestures: Gestures(tap: Tap()), ring: ring)
    let names = ["erase", "dial.a", "dial.b", "dial.press"]
    return PanelFile(
      path: "demo", name: "Demo", board: "none",
      panel: Panel(controls: [button, knob], rings: [Ring(pixels: 24)]),
      controls: [
        ControlFile(name: "erase", label: "Hold to erase"), ControlFile(name: "dial"),
      ],
      lines: names.enumerated().map { index, name in
        LinePlan(
          name: name, control: index == 0 ? 0 : 1, chip: .label("memory"), target: .offset(index),
          pin: "memory \(index)")
      },
      rings: [RingFile(name: "halo", driver: .terminal)])
  }()
}

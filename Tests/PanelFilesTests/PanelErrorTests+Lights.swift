import Testing

extension PanelErrorTests {
  /// Wrong pictures of `light`.
  static let lights: [Wrong] = [
    .button(
      "do: {tap: {light: {ring: r, pattern: fill 2}}}",
      "panel.yaml:6:30: controls.b.do.tap.light.ring: no ring is called r; the file has no rings",
      "panel.yaml:6:42: controls.b.do.tap.light.pattern: fill 2: write a share of 0 to 1, such as "
        + "0.4"),
    .panel(
      "controls: {b: {kind: button, pin: GPIO5, tap: true, do: {tap: [{light: {ring: r, pattern: "
        + "denied}}, {light: {ring: r, pattern: idle, for: 2s}}, {light: {ring: r, pattern: test, "
        + "for: 1}}]}}}\nrings: {r: {driver: terminal}}",
      "panel.yaml:2:91: controls.b.do.tap[0].light.pattern: denied is a gesture, which gpiopress "
        + "ring alone plays; known: off, fill 0.4, success, error, working, idle, breathe, test",
      "panel.yaml:2:139: controls.b.do.tap[1].light.for: idle ends what was shown, for no time of "
        + "its own; leave for out",
      "panel.yaml:2:183: controls.b.do.tap[2].light.for: \"1\" has no unit; write 1s"),
  ]
}

/// Wrong rings, cues and outputs.
extension PanelErrorTests {
  static func ring(_ text: String, _ expected: String...) -> Wrong {
    Wrong(text: "rings:\n  r: {\(text)}\n", expected: expected)
  }

  static let rings: [Wrong] = [
    ring(
      "pixels: 3",
      "panel.yaml:2:6: rings.r: driver is missing; one of terminal, file, pwm, soft_pwm, led, "
        + "ws2812, apa102, pio"),
    ring(
      "driver: ws2812",
      "panel.yaml:2:6: rings.r: device is missing: such as "
        + "/dev/spidev0.0", "panel.yaml:2:6: rings.r: pixels is missing: how many pixels it has"),
    ring(
      "driver: terminal, pixels: 1025",
      "panel.yaml:2:33: rings.r.pixels: 1025 is out of range; 1 to 1024"),
    ring(
      "driver: terminal, tint: red",
      "panel.yaml:2:31: rings.r.tint: \"red\" is no colour; write for example \"#ff3b30\""),
    Wrong(
      text: "rings:\n  r:\n    driver: terminal\n    tint: #ff3b30\n",
      expected: [
        "panel.yaml:4:10: rings.r.tint: no colour; a # begins a comment, so quote it: \"#ff3b30\""
      ]),
    ring(
      "driver: terminal, pixels: 12, zero: 12",
      "panel.yaml:2:43: rings.r.zero: 12 is out of range; the ring has pixels 0 to 11"),
    ring(
      "driver: terminal, pixels: 3, map: [0, 1, 1]",
      "panel.yaml:2:41: rings.r.map: a map names each of the pixels 0 to 2 once"),
    ring(
      "driver: terminal, pixels: 2, map: [1, 0], zero: 1",
      "panel.yaml:2:55: rings.r.zero: beside map; the map says it all"),
    ring(
      "driver: terminal, order: rgb",
      "panel.yaml:2:25: rings.r.order: unknown key; known: driver, pixels, tint, success, error, "
        + "track, idle, shows, zero, direction, mirrored, map, brightness, gamma, floor, fps, at_exit"
    ),
    ring(
      "driver: pwm, chip: 0, channels: [0, 1], pixels: 3",
      "panel.yaml:2:55: rings.r.pixels: 3, but there are 2 channels; one is the ring, three are "
        + "RGB, else one a pixel"),
    ring(
      "driver: pwm, chip: 0, channels: [0], frequency: 100",
      "panel.yaml:2:55: rings.r.frequency: \"100\" has no unit; write 100Hz"),
    ring(
      "driver: ws2812, device: /dev/spidev0.0, pixels: 4, order: grr",
      "panel.yaml:2:65: rings.r.order: \"grr\" is no order; each of r, g, b (and w) once, such as "
        + "grb"),
    ring(
      "driver: ws2812, device: /dev/spidev0.0, pixels: 4, white: extracted",
      "panel.yaml:2:65: rings.r.white: extracted, but order has no w; write for example order: "
        + "grbw"),
    ring(
      "driver: terminal, shows: []",
      "panel.yaml:2:32: rings.r.shows: 0 items; 1 to 8 are wanted"),
    ring(
      "driver: terminal, shows: error",
      "panel.yaml:2:32: rings.r.shows: \"error\" where a list is wanted; write [error]"),
    ring(
      "driver: terminal, shows: [error, sucess]",
      "panel.yaml:2:40: rings.r.shows[1]: \"sucess\" is unknown; did you mean success? known: "
        + "pressed, filling, success, error, working, denied, drag, remote"),
    ring(
      "driver: terminal, shows: [error, working, error]",
      "panel.yaml:2:49: rings.r.shows[2]: error stands twice; name each picture once"),
    ring(
      "driver: terminal, brightness: 1.5",
      "panel.yaml:2:37: rings.r.brightness: 1.5 is out of range; 0 to 1"),
  ]

  static let outputs: [Wrong] = [
    .button("").with(
      "outputs: {mqtt: {port: 1883}}",
      "panel.yaml:6:17: outputs.mqtt: host is missing: name or address"),
    .button("").with(
      "outputs: {mqtt: {host: a, port: 99999}}",
      "panel.yaml:6:33: outputs.mqtt.port: 99999 is out of range; 1 to 65535"),
    .button("").with(
      "outputs: {mqtt: {host: a, base: a/#}}",
      "panel.yaml:6:33: outputs.mqtt.base: \"a/#\" is no topic: no +, no #, no / at either end"),
    .button("").with(
      "outputs: {mqtt: {host: a, password_file: /x}}",
      "panel.yaml:6:42: outputs.mqtt.password_file: without user; name the user, too"),
    .button("").with(
      "outputs: {keyboard: {}}",
      "panel.yaml:6:21: outputs.keyboard: name is missing: how it calls itself"),
    .button("").with(
      "outputs: {stdout: on}",
      "panel.yaml:6:19: outputs.stdout: on is no truth value here; write true"),
    .button("").with(
      "cues: {buzz: {}}",
      "panel.yaml:6:14: cues.buzz: a cue has pin or pwm; write one of them"),
    .button("").with(
      "stop_timeout: 61s", "panel.yaml:6:15: stop_timeout: 61s is out of range; 0ms to 60s"),
    .button("").with("priority: 100", "panel.yaml:6:11: priority: 100 is out of range; 1 to 99"),
  ]
}

extension Wrong {
  /// With a line at the panel's own level, and what is wrong with it.
  func with(_ line: String, _ more: String...) -> Wrong {
    Wrong(text: text + line + "\n", expected: expected + more)
  }
}

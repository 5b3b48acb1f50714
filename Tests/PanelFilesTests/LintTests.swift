import PanelFiles
import Testing

/// What is allowed but costs something, or never happens.
@Suite struct LintTests {
  static func warnings(_ text: String) throws -> [String] {
    try decode(text).warnings.map { "\($0.place.line):\($0.place.column): \($0.message)" }
  }

  @Test func aSocketBelowTheCurrentFolderIsSaid() throws {
    let text = """
      board: raspberry-pi-5
      controls: {b: {kind: button, pin: GPIO17, tap: true}}
      outputs: {socket: {path: panel.sock}}

      """
    #expect(
      try Self.warnings(text) == [
        "3:26: outputs.socket.path: is looked for in the folder where run and send are started; "
          + "begin it with /"
      ])
  }

  @Test func lightOnARingThatDoesNotShowItIsSaid() throws {
    let text = """
      board: raspberry-pi-5
      controls:
        a: {kind: button, pin: GPIO17, tap: true, do: {tap: {light: {ring: lamp, pattern: success}}}}
        b: {kind: button, pin: GPIO27, tap: true, do: {tap: {light: {ring: sign, pattern: success}}}}
      rings:
        lamp: {driver: terminal, shows: [success]}
        sign: {driver: terminal, shows: [remote]}

      """
    #expect(
      try Self.warnings(text) == [
        "3:70: controls.a.do.tap.light.ring: has no effect: lamp does not show it; add remote to "
          + "rings.lamp.shows"
      ])
  }

  static let button: [(String, [String])] = [
    ("tap: true", []),
    (
      "tap: {max: 2}",
      [
        "3:39: controls.b.tap: a tap waits 250ms for the next one; with one tap it is reported at once"
      ]
    ),
    (
      "hold: 200ms",
      ["3:40: controls.b.hold: 200ms is short; slow taps become holds, 250ms or more is better"]
    ),
    (
      "hold: {after: 250ms, taps: 1}",
      [
        "3:48: controls.b.hold.after: 250ms is not longer than tap.gap (250ms); taps and holds are "
          + "hard to tell apart"
      ]
    ),
    (
      "tap: {gap: 149ms}, hold: {taps: 1}",
      [
        "3:45: controls.b.tap.gap: 149ms is short; many people need 150ms or more between taps"
      ]
    ),
    ("tap: {gap: 100ms}", []),
    ("confirm: 1s, remote: true", []),
    (
      "tap: true, remote: true",
      [
        "3:53: controls.b.remote: counts only with confirm; everything else a program may do as it is"
      ]
    ),
    (
      "confirm: 2m",
      ["3:43: controls.b.confirm: never happens: stuck (60s) comes before 2m"]
    ),
    (
      "do: {press: {run: [x]}}",
      ["3:39: controls.b.do.press: never happens: it is reported only with edges: true"]
    ),
    (
      "do: {hold_end: {run: [x]}, confirm_start: {run: [x]}, ready: {run: [x]}}",
      [
        "3:39: controls.b.do.hold_end: never happens: no hold is bound",
        "3:61: controls.b.do.confirm_start: never happens: no confirm is bound",
        "3:88: controls.b.do.ready: never happens: it needs confirm.commit: release",
      ]
    ),
    (
      "hold: {levels: [2s, 3s]}, do: {hold_level:2: {run: [x]}, hold_level:3: {run: [x]}, "
        + "hold_repeat: {run: [x]}}",
      [
        "3:91: controls.b.do.hold_level:3: never happens: hold.levels has no such level",
        "3:117: controls.b.do.hold_repeat: never happens: hold.repeat is not set",
      ]
    ),
    (
      "confirm: {over_hold: 5s}",
      ["3:55: controls.b.confirm.over_hold: counts only with commit: release"]
    ),
    ("poll: 2ms", ["3:40: controls.b.poll: counts only with input: poll"]),
    (
      "input: poll, kernel_debounce: 1ms",
      ["3:64: controls.b.kernel_debounce: has no effect with input: poll"]
    ),
    ("stuck: off, hold: {after: 2s, repeat: 200ms}", []),
    ("stuck: off, confirm: 2m", []),
    (
      "stuck: off, edges: true, do: {unstuck: {run: [x]}, release:stuck: {run: [x]}}",
      [
        "3:64: controls.b.do.unstuck: never happens: stuck is off",
        "3:85: controls.b.do.release:stuck: never happens: stuck is off",
      ]
    ),
    (
      "chatter: \"off\", do: {chatter: {run: [x]}, cancel:chatter: {run: [x]}, quiet: {run: [x]}}",
      [
        "3:55: controls.b.do.chatter: never happens: chatter is off",
        "3:104: controls.b.do.quiet: never happens: chatter is off",
      ]
    ),
    ("chatter: 100", []),
    (
      "chatter: 20",
      [
        "3:43: controls.b.chatter: 20 is low: 21 changes in a row are chatter then, and one press "
          + "may bounce more often; 100 or more is better"
      ]
    ),
    (
      "chatter: 200, debounce: {release: 400ms}",
      [
        "3:43: controls.b.chatter: 200 is low: 201 changes in a row are chatter then, and one press "
          + "may bounce more often; 400 or more is better"
      ]
    ),
    (
      "hold: {levels: [1s, 3s]}, do: {hold_end:2: {run: [x]}, hold_end:3: {run: [x]}}",
      ["3:89: controls.b.do.hold_end:3: never happens: hold.levels has no such level"]
    ),
    (
      "hold: {levels: [1s, 3s], commit: release}, do: {hold_ready:2: {run: [x]}, hold_ready:3: "
        + "{run: [x]}, hold_end: {run: [x]}}",
      [
        "3:108: controls.b.do.hold_ready:3: never happens: hold.levels has no such level",
        "3:134: controls.b.do.hold_end: never happens: with commit: release the hold is reported at its "
          + "end",
      ]
    ),
    (
      "confirm: 1s, do: {confirm:double_tap: {run: [x]}}",
      [
        "3:52: controls.b.do.confirm:double_tap: never happens: it needs confirm.alternative: "
          + "double_tap"
      ]
    ),
  ]

  @Test(arguments: button.indices) func ofButtons(index: Int) throws {
    let (text, expected) = Self.button[index]
    let panel = "board: raspberry-pi-5\ncontrols:\n  b: {kind: button, pin: GPIO17, \(text)}\n"
    #expect(try Self.warnings(panel) == expected)
  }

  static let boards: [(String, [String])] = [
    (
      "board: raspberry-pi-5\ncontrols: {a: {kind: switch, pin: GPIO2, wiring: to_supply}}",
      [
        "2:35: controls.a.pin: GPIO2 (J8-3) is better left alone: fixed pull-up, I2C1 SDA",
        "2:35: controls.a.pin: GPIO2 has a fixed pull-up on the board; wire the contact for "
          + "wiring: "
          + "to_ground",
      ]
    ),
    (
      "board: raspberry-pi-5\ncontrols: {a: {kind: switch, pin: GPIO3, contact: normally_closed}}",
      ["2:35: controls.a.pin: GPIO3 (J8-5) is better left alone: fixed pull-up, I2C1 SCL"]
    ),
    (
      "board: rockpro64\ncontrols: {a: {kind: switch, pin: GPIO1_C4, contact: normally_closed}}",
      [
        "2:35: controls.a.pin: gpio1 cannot pull a line; add a resistor of 10 kΩ and write wiring: "
          + "external_active_low"
      ]
    ),
    (
      "board: rockpro64\ncontrols: {a: {kind: switch, pin: GPIO1_C4}}",
      [
        "2:35: controls.a.pin: gpio1 cannot pull a line; add a resistor of 10 kΩ and write wiring: "
          + "external_active_low"
      ]
    ),
    (
      "board: banana-pi-m5\ncontrols: {a: {kind: switch, pin: CON1-P03}}",
      ["2:35: controls.a.pin: CON1-P03 reports no edges; write input: poll"]
    ),
    ("board: banana-pi-m5\ncontrols: {a: {kind: switch, pin: CON1-3, input: poll}}", []),
    (
      "board: milk-v-mars\ncontrols: {a: {kind: switch, pin: {chip: 13040000.pinctrl, line: 3}}}",
      [
        "1:8: board: milk-v-mars is not verified: no source for its header was read; write pins as "
          + "{chip: LABEL, line: NUMBER}"
      ]
    ),
    (
      "board: raspberry-pi-5\ncontrols: {a: {kind: switch, pin: GPIO17, stuck: 5s, edges: true}}",
      [
        "2:50: controls.a.stuck: has no effect on a switch; it may stay closed",
        "2:61: controls.a.edges: has no effect on a switch; it reports on and off",
      ]
    ),
    (
      "board: raspberry-pi-5\ncontrols: {k: {kind: knob, pins: {a: GPIO5, b: GPIO6}, rest: open, "
        + "steps_per_detent: 2, slip_guard: 0ms}}",
      [
        "2:62: controls.k.rest: counts only with steps_per_detent: 4",
        "2:101: controls.k.slip_guard: has no effect: the knob has no push",
      ]
    ),
  ]

  static let switches: [(String, [String])] = [
    ("hold: 1440m, on_delay: 1440m, off_delay: 0ms, chatter: 1000", []),
    (
      "hold: {levels: [1m, 2m]}, do: {hold_end:3: {run: [x]}, hold_repeat: {run: [x]}, "
        + "hold:1: {run: [x]}}",
      [
        "3:65: controls.s.do.hold_end:3: never happens: hold.levels has no such level",
        "3:89: controls.s.do.hold_repeat: never happens: hold.repeat is not set",
        "3:114: controls.s.do.hold:1: never happens: a switch has no taps",
      ]
    ),
    (
      "do: {hold_end: {run: [x]}}",
      ["3:39: controls.s.do.hold_end: never happens: no hold is bound"]
    ),
  ]

  @Test(arguments: switches.indices) func ofSwitches(index: Int) throws {
    let (text, expected) = Self.switches[index]
    let panel = "board: raspberry-pi-5\ncontrols:\n  s: {kind: switch, pin: GPIO17, \(text)}\n"
    #expect(try Self.warnings(panel) == expected)
  }

  @Test(arguments: boards.indices) func ofBoards(index: Int) throws {
    #expect(try Self.warnings(Self.boards[index].0) == Self.boards[index].1)
  }
}

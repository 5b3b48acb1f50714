import PanelFiles
import Testing

/// A wrong panel and the one line that says so.
struct Wrong: CustomTestStringConvertible {
  var text: String
  var expected: [String]

  /// A button `b` on GPIO17 with further lines.
  static func button(_ more: String, _ expected: String...) -> Wrong {
    Wrong(
      text: "board: raspberry-pi-5\ncontrols:\n  b:\n    kind: button\n    pin: GPIO17\n"
        + more.split(separator: "\n").map { "    \($0)\n" }.joined(), expected: expected)
  }

  /// A panel of Raspberry Pi 5 with these lines.
  static func panel(_ text: String, _ expected: String...) -> Wrong {
    Wrong(text: "board: raspberry-pi-5\n" + text, expected: expected)
  }

  var testDescription: String { expected.first ?? text }
}

@Suite struct PanelErrorTests {
  @Test(
    arguments: spans + types + names + pins + gestures + events + lights + rings + outputs
      + contacts + positions + switches)
  func isToldWithPlaceAndMend(wrong: Wrong) {
    #expect(errors(of: wrong.text) == wrong.expected)
  }

  static let spans: [Wrong] = [
    .button(
      "confirm: {after: 1.2}",
      "panel.yaml:6:22: controls.b.confirm.after: \"1.2\" has no unit; write 1.2s"),
    .button(
      "confirm: 1200",
      "panel.yaml:6:14: controls.b.confirm: \"1200\" has no unit; write 1200ms"),
    .button("debounce: 5", "panel.yaml:6:15: controls.b.debounce: \"5\" has no unit; write 5ms"),
    .button(
      "hold: 3 s",
      "panel.yaml:6:11: controls.b.hold: \"3 s\": no unit \" s\"; units are us, ms, s and m"),
    .button(
      "hold: soon",
      "panel.yaml:6:11: controls.b.hold: \"soon\" is no time; write for example 2s"),
    .button(
      "hold: -2s",
      "panel.yaml:6:11: controls.b.hold: \"-2s\" is no time; write for example 2s"),
    .button(
      "hold: 2h",
      "panel.yaml:6:11: controls.b.hold: \"2h\": no unit \"h\"; units are us, ms, s and m"),
    .button("hold: 61m", "panel.yaml:6:11: controls.b.hold: 61m is out of range; 10ms to 60m"),
    .button(
      "debounce: 0.0001us",
      "panel.yaml:6:15: controls.b.debounce: \"0.0001us\" is finer than a nanosecond"),
    .button(
      "debounce: 999999999999999s",
      "panel.yaml:6:15: controls.b.debounce: \"999999999999999s\" is out of range; 0ms to 1s"),
    .button(
      "tap: {gap: 9s}",
      "panel.yaml:6:16: controls.b.tap.gap: 9s is out of range; 10ms to 5s"),
  ]

  static let types: [Wrong] = [
    .button(
      "edges: yes",
      "panel.yaml:6:12: controls.b.edges: yes is no truth value here; write true"),
    .button(
      "edges: off",
      "panel.yaml:6:12: controls.b.edges: off is no truth value here; write false"),
    .button(
      "edges: \"true\"",
      "panel.yaml:6:12: controls.b.edges: \"true\" is no truth value here; write true"),
    .button(
      "edges: [1]", "panel.yaml:6:12: controls.b.edges: a list where true or false is wanted"),
    .button("label: 17", "panel.yaml:6:12: controls.b.label: 17 is no text; write \"17\""),
    .button("label: true", "panel.yaml:6:12: controls.b.label: true is no text; write \"true\""),
    .button(
      "label:",
      "panel.yaml:6:11: controls.b.label: nothing where text is wanted; write label: Lights"),
    .button("label: \"\"", "panel.yaml:6:12: controls.b.label: empty text"),
    .button(
      "tap: {max: 2.5}", "panel.yaml:6:16: controls.b.tap.max: \"2.5\" is no whole number"),
    .button("tap: {max: 21}", "panel.yaml:6:16: controls.b.tap.max: 21 is out of range; 1 to 20"),
    .button(
      "tap: {max: 99999999999999999999}",
      "panel.yaml:6:16: controls.b.tap.max: 99999999999999999999 is out of range; 1 to 20"),
    .button(
      "tap: {max: \"2\"}",
      "panel.yaml:6:16: controls.b.tap.max: \"2\" is text; write the number without quotes"),
    .panel(
      "controls: []",
      "panel.yaml:2:11: controls: a list where a mapping of names is wanted; write {erase: {kind: "
        + "button, pin: GPIO17}}, the name as a key"),
    .panel(
      "controls: {b: 5}",
      "panel.yaml:2:15: controls.b: \"5\" where a control is wanted; write {kind: button, pin: GPIO17}"
    ),
    .panel("controls: {}", "panel.yaml:2:11: controls: empty; a panel has at least one control"),
    Wrong(text: "", expected: ["panel.yaml:1:1: the file is empty"]),
    Wrong(
      text: "just text",
      expected: [
        "panel.yaml:1:1: \"just text\" where a panel is wanted; write controls: {erase: {kind: button, "
          + "pin: GPIO17}}"
      ]),
    Wrong(
      text: "board: raspberry-pi-5",
      expected: ["panel.yaml:1:1: controls is missing: a panel has at least one control"]),
  ]

  static let names: [Wrong] = [
    .button(
      "confrim: 1s",
      "panel.yaml:6:5: controls.b.confrim: unknown key; did you mean confirm?"),
    .button(
      "zzz: 1s",
      "panel.yaml:6:5: controls.b.zzz: unknown key; known: kind, label, pin, key, wiring, debounce, "
        + "kernel_debounce, input, poll, edges, ring, cue, do, stuck, chatter, contact, tap, hold, "
        + "confirm, remote"),
    .button(
      "tap: true\ntap: true",
      "panel.yaml:7:5: controls.b.tap: stands twice; the first is in line 6, leave one"),
    .button(
      "wiring: ground",
      "panel.yaml:6:13: controls.b.wiring: \"ground\" is unknown; write to_ground"),
    .button(
      "ring: halo",
      "panel.yaml:6:11: controls.b.ring: no ring is called halo; the file has no rings"),
    .panel(
      "controls: {b: {pin: GPIO17}}",
      "panel.yaml:2:15: controls.b: kind is missing; one of button, switch, knob, stick"),
    .panel(
      "controls: {b: {kind: buton, pin: GPIO17}}",
      "panel.yaml:2:22: controls.b.kind: \"buton\" is unknown; did you mean button? known: button, "
        + "switch, knob, stick"),
    .panel(
      "controls: {b: {kind: button}}",
      "panel.yaml:2:15: controls.b: pin is missing: where it is wired"),
    .panel(
      "controls: {\"a.b\": {kind: button, pin: GPIO17}}",
      "panel.yaml:2:12: controls.a.b: \"a.b\" is no name; a letter, then letters, digits, _ and -, "
        + "at most 64"),
    .panel(
      "controls: {b: {kind: button, pin: GPIO17, ring: halp}}\nrings: {halo: {driver: terminal}}",
      "panel.yaml:2:49: controls.b.ring: no ring is called halp; did you mean halo?"),
    .panel(
      "controls: {b: {kind: button, pin: GPIO17, ring: [halo, lamb]}}\n"
        + "rings: {halo: {driver: terminal}, lamp: {driver: terminal}}",
      "panel.yaml:2:56: controls.b.ring[1]: no ring is called lamb; did you mean lamp?"),
    .panel(
      "controls: {b: {kind: button, pin: GPIO17, ring: [halo, halo]}}\n"
        + "rings: {halo: {driver: terminal}}",
      "panel.yaml:2:56: controls.b.ring[1]: halo stands twice; name each ring once"),
    .panel(
      "controls: {b: {kind: button, pin: GPIO17, ring: []}}\nrings: {halo: {driver: terminal}}",
      "panel.yaml:2:49: controls.b.ring: 0 items; 1 to 64 are wanted"),
    .panel(
      "controls: {b: {kind: button, pin: GPIO17}, d: {kind: button, pin: GPIO27}}\n"
        + "chords: {c: {of: [b, d], ring: [halo, 7]}}\nrings: {halo: {driver: terminal}}",
      "panel.yaml:3:39: chords.c.ring[1]: 7 is no text; write \"7\""),
    .panel(
      "controls: {b: {kind: button, pin: GPIO17}}\nchords: {c: {of: [b, x]}}",
      "panel.yaml:3:22: chords.c.of[1]: x is not among controls; the buttons are b"),
    .panel(
      "controls: {b: {kind: button, pin: GPIO17}, s: {kind: switch, pin: GPIO27}}\n"
        + "chords: {c: {of: [b, b]}, d: {of: [b, s]}, b: {of: [b]}}",
      "panel.yaml:3:22: chords.c.of[1]: b stands twice; a chord is of different buttons",
      "panel.yaml:3:39: chords.d.of[1]: s is a switch; a chord is of buttons",
      "panel.yaml:3:44: chords.b: a control has this name already; give the chord another",
      "panel.yaml:3:52: chords.b.of: 1 items; 2 to 16 are wanted"),
    Wrong(
      text: "board: raspbery-pi-5\ncontrols: {b: {kind: button, pin: GPIO17}}",
      expected: ["panel.yaml:1:8: board: no board raspbery-pi-5; did you mean raspberry-pi-5?"]),
    Wrong(
      text: "controls: {b: {kind: button, pin: GPIO17}}",
      expected: [
        "panel.yaml:1:1: board: auto found no profile (this machine says nothing about itself); "
          + "name one, for example board: raspberry-pi-5"
      ]),
  ]

  static let pins: [Wrong] = [
    .panel(
      "controls:\n  a: {kind: button, pin: GPIO17}\n  b: {kind: button, pin: J8-11}",
      "panel.yaml:4:26: controls.b.pin: J8-11 is in use already, by controls.a.pin (line 3); a "
        + "line "
        + "has one use"),
    .panel(
      "controls:\n  a: {kind: button, pin: GPIO17}\n"
        + "  b: {kind: button, pin: {chip: pinctrl-rp1, line: 17}}\n"
        + "  c: {kind: button, pin: {line_name: GPIO17}}",
      "panel.yaml:4:26: controls.b.pin: pinctrl-rp1 17 is in use already, by controls.a.pin (line "
        + "3)"
        + "; a line has one use",
      "panel.yaml:5:26: controls.c.pin: GPIO17 is in use already, by controls.a.pin (line 3); a "
        + "line "
        + "has one use"),
    .panel(
      "controls:\n  a: {kind: button, pin: GPIO17}\ncues: {buzz: {pin: GPIO17}}\n"
        + "rings: {r: {driver: soft_pwm, pins: [GPIO17]}}",
      "panel.yaml:4:20: cues.buzz.pin: GPIO17 is in use already, by controls.a.pin (line 3); a "
        + "line "
        + "has one use",
      "panel.yaml:5:38: rings.r.pins[0]: GPIO17 is in use already, by controls.a.pin (line 3); a "
        + "line "
        + "has one use"),
    .panel(
      "controls: {a: {kind: button, pin: GPIO71}}",
      "panel.yaml:2:35: controls.a.pin: raspberry-pi-5 has no pin GPIO71; "
        + "`gpiopress boards raspberry-pi-5` shows them"),
    .panel(
      "controls: {a: {kind: button, pin: 17}}",
      "panel.yaml:2:35: controls.a.pin: 17 is no pin; it may mean GPIO17, which is J8-11, or header "
        + "pin 17, which is 3V3; write GPIO17"),
    .panel(
      "controls: {a: {kind: button, pin: J8-1}}",
      "panel.yaml:2:35: controls.a.pin: J8-1 of raspberry-pi-5 is 3V3, no GPIO"),
    .panel(
      "controls: {a: {kind: button, pin: {chip: gpiochip0, line: 17}}}",
      "panel.yaml:2:42: controls.a.pin.chip: gpiochip0 is a number that changes; write the chip's "
        + "label (gpioinfo shows it)"),
    .panel(
      "controls: {a: {kind: button, pin: {chip: pinctrl-rp1, line: 54}}}",
      "panel.yaml:2:61: controls.a.pin.line: 54 is out of range; pinctrl-rp1 has lines 0 to 53"),
    .panel(
      "controls: {a: {kind: button, pin: {chip: x}}}",
      "panel.yaml:2:35: controls.a.pin: write {chip: LABEL, line: NUMBER} or {line_name: NAME}"),
    .panel(
      "controls: {k: {kind: knob, pins: {a: GPIO5}}}",
      "panel.yaml:2:34: controls.k.pins: b is missing: closes second"),
    .panel(
      "controls: {k: {kind: knob, pin: GPIO5}}",
      "panel.yaml:2:15: controls.k: pins is missing: where it is wired",
      "panel.yaml:2:28: controls.k.pin: unknown key; did you mean pins?"),
    .panel(
      "controls: {k: {kind: knob, pins: {a: GPIO5, b: GPIO6}, tap: true, steps_per_detent: 3}}",
      "panel.yaml:2:61: controls.k.tap: needs a push; add pins.press",
      "panel.yaml:2:85: controls.k.steps_per_detent: 3 is out of range; 4, 2 or 1"),
    .panel(
      "controls: {j: {kind: stick, pins: {up: GPIO5, down: GPIO6}}}",
      "panel.yaml:2:35: controls.j.pins: left, right missing; a stick has up, down, left and "
        + "right, "
        + "or x and y"),
    .panel(
      "controls: {j: {kind: stick, pins: {x: {a: GPIO5, b: GPIO6}, y: {a: GPIO13, b: GPIO19}}}}",
      "panel.yaml:2:35: controls.j.pins: press is missing: a stick of two encoders needs a push"),
  ]

  static let gestures: [Wrong] = [
    .button(
      "hold: 2s\nconfirm: 1s",
      "panel.yaml:7:14: controls.b.confirm: beside hold; a control has hold or confirm, leave one "
        + "out"),
    .button(
      "tap: true\nconfirm: 300ms",
      "panel.yaml:7:14: controls.b.confirm: 300ms is not longer than tap.within (300ms); lengthen "
        + "it, or shorten tap.within"),
    .button(
      "confirm: {after: 2s, commit: release, over_hold: 2s}",
      "panel.yaml:6:54: controls.b.confirm.over_hold: 2s is not longer than confirm.after (2s)"),
    .button(
      "hold: {levels: [2s, 2s]}",
      "panel.yaml:6:25: controls.b.hold.levels[1]: 2s is not later than the level before; levels "
        + "rise"),
    .button(
      "hold: {after: 1s, levels: [2s, 3s]}",
      "panel.yaml:6:19: controls.b.hold.after: the first of levels is the hold's time; leave "
        + "after out"),
    .button(
      "hold: {after: 2s, repeat: {every: 200ms, stages: [{after: 2s, every: 100ms}]}}",
      "panel.yaml:6:63: controls.b.hold.repeat.stages[0].after: 2s is not later than the hold "
        + "(2s); "
        + "it counts from the press"),
    .button(
      "hold: {after: 2s, repeat: {stages: [{after: 4s, every: 1s}, {after: 3s, every: 1s}]}}",
      "panel.yaml:6:31: controls.b.hold.repeat: every is missing: the period",
      "panel.yaml:6:73: controls.b.hold.repeat.stages[1].after: 3s is not later than the stage "
        + "before; stages rise"),
    .button(
      "tap: {within: 400ms}",
      "panel.yaml:6:19: controls.b.tap.within: counts only beside confirm; take it out"),
    .button(
      "tap: {fire: press, max: 2}\nhold: 2s",
      "panel.yaml:6:17: controls.b.tap.fire: press beside hold and several taps; it is allowed "
        + "where "
        + "nothing else is bound"),
    .button(
      "tap: {fire: press}\ndo: {confirm: {run: [/bin/true]}}",
      "panel.yaml:6:17: controls.b.tap.fire: press beside confirm; it is allowed where nothing "
        + "else "
        + "is bound"),
    .button(
      "tap: {max: 2}\nconfirm: {alternative: double_tap}",
      "panel.yaml:6:16: controls.b.tap.max: more than one tap beside confirm.alternative: "
        + "double_tap; two taps confirm there"),
    .button(
      "confirm: {alternative: double_tap}\ndo: {tap:2: {run: [/bin/true]}}",
      "panel.yaml:7:10: controls.b.do.tap:2: more than one tap beside confirm.alternative: "
        + "double_tap; two taps confirm there"),
    .button(
      "tap: false",
      "panel.yaml:6:10: controls.b.tap: false, and no other gesture is bound; name hold or "
        + "confirm"),
    .button(
      "tap: false\nhold: 1s\ndo: {tap: {run: [/bin/true]}}",
      "panel.yaml:8:10: controls.b.do.tap: tap is false; take that out, or this"),
  ]

  static let events: [Wrong] = [
    .button(
      "do: {tapp: {run: [/bin/true]}}",
      "panel.yaml:6:10: controls.b.do.tapp: no event is called tapp; did you mean tap?"),
    .button(
      "do: {on: {run: [/bin/true]}}",
      "panel.yaml:6:10: controls.b.do.on: a button never emits on; it emits press, release, "
        + "ignored, tap, hold, "
        + "hold_ready, hold_level, hold_repeat, hold_end, confirm_start, ready, confirm, cancel, boot_held, "
        + "stuck, unstuck, chatter, quiet, line_gone, line_back, lost, resync"),
    .button(
      "do: {tap:0: {run: [/bin/true]}}",
      "panel.yaml:6:10: controls.b.do.tap:0: tap:0 is out of range; 1 to 20"),
    .button(
      "do: {cancel:relased: {run: [/bin/true]}}",
      "panel.yaml:6:10: controls.b.do.cancel:relased: no reason is called relased; did you mean "
        + "released?"),
    .button(
      "do: {ready:1: {run: [/bin/true]}}",
      "panel.yaml:6:10: controls.b.do.ready:1: ready has no particular; write ready (release, "
        + "ignored, tap, hold, hold_ready, hold_level, hold_repeat, hold_end, confirm, cancel, turn, "
        + "drag, state, command_done, command_failed have)"),
    .button(
      "do: {hold_end:0: {run: [/bin/true]}}",
      "panel.yaml:6:10: controls.b.do.hold_end:0: hold_end:0 is out of range; 1 to 16"),
    .button(
      "do: {confirm:tap: {run: [/bin/true]}}",
      "panel.yaml:6:10: controls.b.do.confirm:tap: no particular of confirm is called tap; known: "
        + "hold, double_tap"),
    .button(
      "do: {release:released: {run: [/bin/true]}}",
      "panel.yaml:6:10: controls.b.do.release:released: no reason is called released; known: lost, "
        + "resync, line_gone, suspended, stuck, chatter, reload, shutdown"),
    .button(
      "stuck: never",
      "panel.yaml:6:12: controls.b.stuck: \"never\" is no time; write for example 60s, or off"),
    .button("chatter: 5", "panel.yaml:6:14: controls.b.chatter: 5 is out of range; 10 to 100000"),
    .button(
      "contact: closed",
      "panel.yaml:6:14: controls.b.contact: \"closed\" is unknown; known: normally_open, "
        + "normally_closed"),
    .button(
      "hold: {commit: release, repeat: 1s}",
      "panel.yaml:6:37: controls.b.hold.repeat: beside hold.commit: release; the release reports how "
        + "long it was held, leave one out"),
    .button(
      "hold: {commit: release, taps: 1}",
      "panel.yaml:6:35: controls.b.hold.taps: beside hold.commit: release; the release reports how "
        + "long it was held, leave one out"),
    .button(
      "hold: {taps: 1}\ndo: {hold:2: {run: [/bin/true]}}",
      "panel.yaml:7:10: controls.b.do.hold:2: hold.taps is 1 already; a control has one number of "
        + "taps"),
    .button(
      "do: {tap: {run: /bin/echo hello}}",
      "panel.yaml:6:21: controls.b.do.tap.run: there is no shell; write a list: [/bin/echo, "
        + "hello]"),
    .button(
      "do: {tap: {run: []}}",
      "panel.yaml:6:21: controls.b.do.tap.run: 0 items; 1 to 256 are wanted"),
    .button(
      "do: {tap: {}}",
      "panel.yaml:6:15: controls.b.do.tap: no action; write run, key, publish or light"),
    .button(
      "do: {tap: {run: [/bin/true], key: KEY_A}}",
      "panel.yaml:6:15: controls.b.do.tap: run and key in one action; write a list of actions"),
    .button(
      "do: {tap: [{key: KEY_A}, {publish: {topic: x}, timeout: 2s}]}",
      "panel.yaml:6:22: controls.b.do.tap[0].key: there is no keyboard; add outputs: {keyboard: "
        + "{name: Panel}}",
      "panel.yaml:6:40: controls.b.do.tap[1].publish: there is no broker; add outputs: {mqtt: "
        + "{host: …}}",
      "panel.yaml:6:61: controls.b.do.tap[1].timeout: belongs to run, not to publish"),
    .panel(
      "controls: {k: {kind: knob, pins: {a: GPIO5, b: GPIO6}, do: {tap: {run: [x]}}}}",
      "panel.yaml:2:61: controls.k.do.tap: a knob without a push never emits tap; it emits turn, "
        + "line_gone, line_back, lost, resync"),
  ]
}

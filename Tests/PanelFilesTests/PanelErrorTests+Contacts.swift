/// Wrong values of what contacts, switches, knobs and sticks have beside gestures.
extension PanelErrorTests {
  /// A switch `s` with further keys, in one line.
  private static func toggle(_ more: String, _ expected: String...) -> Wrong {
    Wrong(
      text: "board: raspberry-pi-5\ncontrols:\n  s: {kind: switch, pin: GPIO17, \(more)}\n",
      expected: expected)
  }

  /// A knob `k` with further keys, in one line.
  private static func knob(_ more: String, _ expected: String...) -> Wrong {
    Wrong(
      text: "board: raspberry-pi-5\ncontrols:\n"
        + "  k: {kind: knob, pins: {a: GPIO5, b: GPIO6}, \(more)}\n", expected: expected)
  }

  /// A stick `j` with a drag, in one line.
  private static func stick(_ more: String, _ expected: String...) -> Wrong {
    Wrong(
      text: "board: raspberry-pi-5\ncontrols:\n  j: {kind: stick, pins: {up: GPIO5, down: GPIO6, "
        + "left: GPIO13, right: GPIO19},\n    \(more)}\n", expected: expected)
  }

  static let contacts: [Wrong] = [
    .button(
      "stuck: false",
      "panel.yaml:6:12: controls.b.stuck: \"false\" is no time; write for example 60s, or "
        + "off"),
    .button(
      "stuck: 30",
      "panel.yaml:6:12: controls.b.stuck: \"30\" has no unit; write 30s"),
    .button(
      "stuck: 2000m",
      "panel.yaml:6:12: controls.b.stuck: 2000m is out of range; 1s to 1440m"),
    .button(
      "stuck: 500ms",
      "panel.yaml:6:12: controls.b.stuck: 500ms is out of range; 1s to 1440m"),
    .button(
      "stuck: [off]",
      "panel.yaml:6:12: controls.b.stuck: a list where a time such as 60s is wanted"),
    .button(
      "chatter: 100001",
      "panel.yaml:6:14: controls.b.chatter: 100001 is out of range; 10 to 100000"),
    .button(
      "chatter: never",
      "panel.yaml:6:14: controls.b.chatter: \"never\" is no whole number, nor off"),
    .button(
      "chatter: \"1000\"",
      "panel.yaml:6:14: controls.b.chatter: \"1000\" is text; write the number without "
        + "quotes"),
    .button(
      "chatter: 1000.5",
      "panel.yaml:6:14: controls.b.chatter: \"1000.5\" is no whole number"),
    .button(
      "contact: true",
      "panel.yaml:6:14: controls.b.contact: \"true\" is unknown; known: normally_open, "
        + "normally_closed"),
    .button(
      "contact: normaly_closed",
      "panel.yaml:6:14: controls.b.contact: \"normaly_closed\" is unknown; did you mean "
        + "normally_closed? known: normally_open, normally_closed"),
    .button(
      "debounce: {dropout: off}",
      "panel.yaml:6:25: controls.b.debounce.dropout: \"off\" is no time; write for example "
        + "50ms"),
    .button(
      "debounce: {dropout: 2m}",
      "panel.yaml:6:25: controls.b.debounce.dropout: 2m is out of range; 0ms to 60s"),
    .button(
      "hold: {commit: realease}",
      "panel.yaml:6:20: controls.b.hold.commit: \"realease\" is unknown; did you mean "
        + "release? known: threshold, release"),
    .button(
      "hold: {commit: true}",
      "panel.yaml:6:20: controls.b.hold.commit: \"true\" is unknown; known: threshold, "
        + "release"),
    .button(
      "hold: {levels: [3s, 1s], commit: release}",
      "panel.yaml:6:25: controls.b.hold.levels[1]: 1s is not later than the level before; "
        + "levels rise"),
    .button(
      "hold: {levels: [], commit: release}",
      "panel.yaml:6:20: controls.b.hold.levels: 0 items; 1 to 16 are wanted"),
    .button(
      "hold: {levels: 3s}",
      "panel.yaml:6:20: controls.b.hold.levels: \"3s\" where a list is wanted; write [3s]"),
    .button(
      "hold: {commit: release}\ndo: {hold:1: {run: [/bin/true]}}",
      "panel.yaml:7:10: controls.b.do.hold:1: beside hold.commit: release; the release "
        + "reports how long it was held, leave one out"),
    .button(
      "do: {hold_end:x: {run: [/bin/true]}}",
      "panel.yaml:6:10: controls.b.do.hold_end:x: hold_end:x is out of range; 1 to 16"),
    .button(
      "do: {hold_ready:17: {run: [/bin/true]}}",
      "panel.yaml:6:10: controls.b.do.hold_ready:17: hold_ready:17 is out of range; 1 to 16"),
    .button(
      "do: {cancel:: {run: [/bin/true]}}",
      "panel.yaml:6:10: controls.b.do.cancel:: nothing behind the colon; write cancel"),
    .button(
      "do: {move:up: {run: [/bin/true]}}",
      "panel.yaml:6:10: controls.b.do.move:up: no event is called move; known: press, "
        + "release, ignored, tap, hold, hold_ready, hold_level, hold_repeat, hold_end, "
        + "confirm_start, ready, confirm, cancel, boot_held, stuck, unstuck, chatter, "
        + "quiet, line_gone, line_back, lost, resync"),
    .button(
      "do: {state:on: {run: [/bin/true]}}",
      "panel.yaml:6:10: controls.b.do.state:on: a button never emits state; it emits press, "
        + "release, ignored, tap, hold, hold_ready, hold_level, hold_repeat, hold_end, "
        + "confirm_start, ready, confirm, cancel, boot_held, stuck, unstuck, chatter, "
        + "quiet, line_gone, line_back, lost, resync"),
    .button(
      "do: {ignored:lost: {run: [/bin/true]}}",
      "panel.yaml:6:10: controls.b.do.ignored:lost: no reason is called lost; known: "
        + "success, consumed"),
  ]

  static let positions: [Wrong] = [
    knob(
      "rest: half",
      "panel.yaml:3:53: controls.k.rest: \"half\" is unknown; known: open, closed, found"),
    knob(
      "rest: off",
      "panel.yaml:3:53: controls.k.rest: \"off\" is unknown; known: open, closed, found"),
    knob(
      "position: 20",
      "panel.yaml:3:57: controls.k.position: \"20\" where the keys of a position are wanted; write "
        + "{start: 10, min: 0, max: 20}"),
    knob(
      "position: {start: 20, min: 30, max: 100}",
      "panel.yaml:3:65: controls.k.position.start: 20 is out of range; 30 to 100"),
    knob(
      "position: {start: 101, max: 100}",
      "panel.yaml:3:65: controls.k.position.start: 101 is out of range; no end to 100"),
    knob(
      "position: {min: 10, max: 10}",
      "panel.yaml:3:72: controls.k.position.max: 10 is not above min (10)"),
    knob(
      "position: {min: 0.5}",
      "panel.yaml:3:63: controls.k.position.min: \"0.5\" is no whole number"),
    knob(
      "position: {step: 0}",
      "panel.yaml:3:64: controls.k.position.step: 0 is out of range; 1 to 1000000"),
    knob(
      "position: {step: -5}",
      "panel.yaml:3:64: controls.k.position.step: -5 is out of range; 1 to 1000000"),
    knob(
      "position: {max: 1000000001}",
      "panel.yaml:3:63: controls.k.position.max: 1000000001 is out of range; -1000000000 to "
        + "1000000000"),
    knob(
      "position: {wrap: true, min: 0}",
      "panel.yaml:3:64: controls.k.position.wrap: true needs min and max; add them"),
    knob(
      "position: {wrap: yes, min: 0, max: 3}",
      "panel.yaml:3:64: controls.k.position.wrap: yes is no truth value here; write true"),
    knob(
      "position: {wrap: true, min: 0, max: 10, step: 3}",
      "panel.yaml:3:83: controls.k.position.max: 10 is not whole steps of 3 from min (0); "
        + "with wrap it must be"),
    knob(
      "position: {wrap: true, min: 0, max: 9, step: 3, start: 4}",
      "panel.yaml:3:102: controls.k.position.start: 4 is not whole steps of 3 from min (0); "
        + "with wrap it must be"),
    knob(
      "position: {wrap: true, min: -3, max: 3, step: 2}",
      "panel.yaml:3:57: controls.k.position: start is missing, and 0 is not whole steps of "
        + "2 from min (-3); with wrap it must be"),
    knob(
      "position: {minimum: 0}",
      "panel.yaml:3:58: controls.k.position.minimum: unknown key; known: start, min, max, "
        + "wrap, step"),
    knob(
      "do: {turn:up: {run: [/bin/true]}}",
      "panel.yaml:3:52: controls.k.do.turn:up: no particular of turn is called up; known: "
        + "+, -"),
    knob(
      "do: {turn:1: {run: [/bin/true]}}",
      "panel.yaml:3:52: controls.k.do.turn:1: no particular of turn is called 1; known: +, "
        + "-"),
    knob(
      "contact: closed",
      "panel.yaml:3:56: controls.k.contact: \"closed\" is unknown; known: normally_open, "
        + "normally_closed"),
    stick(
      "drag: {repeat: true}",
      "panel.yaml:4:20: controls.j.drag.repeat: \"true\" is no time; write for example "
        + "120ms, or off"),
    stick(
      "drag: {repeat: 120}",
      "panel.yaml:4:20: controls.j.drag.repeat: \"120\" has no unit; write 120ms"),
    stick(
      "drag: {repeat: 5ms}",
      "panel.yaml:4:20: controls.j.drag.repeat: 5ms is out of range; 10ms to 10s"),
    stick(
      "drag: {repeat: {after: 400ms}}",
      "panel.yaml:4:20: controls.j.drag.repeat: every is missing: from one to the next"),
    stick(
      "drag: {repeat: {every: off}}",
      "panel.yaml:4:28: controls.j.drag.repeat.every: \"off\" is no time; write for example "
        + "120ms"),
    stick(
      "drag: {repeat: {every: 100ms, delay: 1s}}",
      "panel.yaml:4:35: controls.j.drag.repeat.delay: unknown key; known: after, every"),
    stick(
      "do: {move:+: {run: [/bin/true]}}",
      "panel.yaml:4:10: controls.j.do.move:+: no particular of move is called +; known: up, "
        + "down, left, right"),
    stick(
      "do: {drag:north: {run: [/bin/true]}}",
      "panel.yaml:4:10: controls.j.do.drag:north: no particular of drag is called north; "
        + "known: up, down, left, right"),
    stick(
      "hold: 1s",
      "panel.yaml:4:11: controls.j.hold: needs a push; add pins.press"),
  ]

  static let switches: [Wrong] = [
    toggle(
      "hold: 25",
      "panel.yaml:3:40: controls.s.hold: \"25\" has no unit; write 25s"),
    toggle(
      "hold: 1441m",
      "panel.yaml:3:40: controls.s.hold: 1441m is out of range; 10ms to 1440m"),
    toggle(
      "hold: off",
      "panel.yaml:3:40: controls.s.hold: \"off\" is no time; write for example 2s"),
    toggle(
      "hold: {after: 10m, levels: [5m]}",
      "panel.yaml:3:48: controls.s.hold.after: the first of levels is the hold's time; "
        + "leave after out"),
    toggle(
      "hold: {levels: [10m, 5m]}",
      "panel.yaml:3:55: controls.s.hold.levels[1]: 5m is not later than the level before; "
        + "levels rise"),
    toggle(
      "hold: {after: 10m, commit: release}",
      "panel.yaml:3:53: controls.s.hold.commit: unknown key; known: after, levels, repeat"),
    toggle(
      "hold: {after: 10m, taps: 1}",
      "panel.yaml:3:53: controls.s.hold.taps: unknown key; known: after, levels, repeat"),
    toggle(
      "hold: {after: 10m, repeat: 1}",
      "panel.yaml:3:61: controls.s.hold.repeat: \"1\" has no unit; write 1s"),
    toggle(
      "hold: {after: 10m, repeat: {stages: []}}",
      "panel.yaml:3:61: controls.s.hold.repeat: every is missing: the period"),
    toggle(
      "hold: {after: 10m, repeat: {every: 1m, stages: [{after: 5m, every: 10s}]}}",
      "panel.yaml:3:90: controls.s.hold.repeat.stages[0].after: 5m is not later than the "
        + "hold (10m); it counts from the on"),
    toggle(
      "hold: false, do: {hold: {run: [/bin/true]}}",
      "panel.yaml:3:52: controls.s.do.hold: hold is false; take that out, or this"),
    toggle(
      "on_delay: 20",
      "panel.yaml:3:44: controls.s.on_delay: \"20\" has no unit; write 20ms"),
    toggle(
      "off_delay: 1441m",
      "panel.yaml:3:45: controls.s.off_delay: 1441m is out of range; 0ms to 1440m"),
    toggle(
      "debounce: 30ms, off_delay: 20s",
      "panel.yaml:3:61: controls.s.off_delay: beside debounce; they set the same times, "
        + "leave one out"),
    toggle(
      "tap: true",
      "panel.yaml:3:34: controls.s.tap: unknown key; known: kind, label, pin, key, wiring, "
        + "debounce, kernel_debounce, input, poll, edges, ring, cue, do, stuck, chatter, "
        + "contact, hold, on_delay, off_delay"),
    toggle(
      "do: {state:open: {run: [/bin/true]}}",
      "panel.yaml:3:39: controls.s.do.state:open: no particular of state is called open; "
        + "known: on, off"),
    toggle(
      "do: {hold_ready: {run: [/bin/true]}}",
      "panel.yaml:3:39: controls.s.do.hold_ready: a switch never emits hold_ready; it emits "
        + "hold, hold_level, hold_repeat, hold_end, on, off, state, chatter, quiet, "
        + "line_gone, line_back, lost, resync"),
    .button(
      "off_delay: 1s",
      "panel.yaml:6:5: controls.b.off_delay: unknown key; known: kind, label, pin, key, wiring, "
        + "debounce, kernel_debounce, input, poll, edges, ring, cue, do, stuck, chatter, "
        + "contact, tap, hold, confirm, remote"),
    .panel(
      "controls: {a: {kind: button, pin: GPIO5}}\noutputs: {socket: /run/panel/}",
      "panel.yaml:3:19: outputs.socket: a folder; add the socket's own name"),
    .panel(
      "controls: {k: {kind: knob, pins: {a: GPIO5, b: GPIO6}, remote: true}}",
      "panel.yaml:2:64: controls.k.remote: needs a push; add pins.press"),
  ]
}

import ButtonController
import PanelFiles
import Testing

/// `defaults` of a panel: what controls of a kind start from.
@Suite struct ControlDefaultsTests {
  @Test func defaultsAreWhatControlsStartFrom() throws {
    let text = """
      board: raspberry-pi-5
      defaults:
        button:
          debounce: {press: 5ms, release: 30ms}
          hold: {after: 1s, repeat: {every: 100ms}}
          ring: halo
          do: {hold: {run: [all]}}
        chord: {confirm: 3s}
      controls:
        a: {kind: button, pin: GPIO17}
        b: {kind: button, pin: GPIO27, debounce: {press: 1ms}, hold: 2s, do: {hold_end: {run: [own]}}}
        c: {kind: button, pin: GPIO22, hold: false, tap: true, do: {hold: {run: [own]}}, debounce: 7ms}
      chords: {d: {of: [a, b]}}
      rings: {halo: {driver: terminal}}
      """
    let found = errors(of: text)
    #expect(
      found == [
        "panel.yaml:12:63: controls.c.do.hold: hold is false; take that out, or this"
      ])
    let fixed = text.replacing(", do: {hold: {run: [own]}}, debounce", with: ", debounce")
      .replacing("    do: {hold: {run: [all]}}\n", with: "")
    let controls = try decode(fixed).panel.panel.controls
    #expect(
      controls[0].gestures.hold
        == Hold(after: .seconds(1), repeats: Repeat(every: .milliseconds(100))))
    #expect(
      controls[1].gestures.hold
        == Hold(after: .seconds(2), repeats: Repeat(every: .milliseconds(100))))
    #expect(controls[1].debounce == Debounce(press: .milliseconds(1), release: .milliseconds(30)))
    #expect(controls[2].gestures == Gestures(tap: Tap()))
    #expect(controls[2].debounce == Debounce(press: .milliseconds(7), release: .milliseconds(7)))
    #expect(controls[3].gestures.confirm?.after == .seconds(3))
    #expect(controls[0].ring == 0)
  }

  /// Short forms over mappings of defaults, `off` over both, and two ways to say the same.
  @Test func defaultsOfTimesAreJoined() throws {
    let controls = try decode(
      """
      board: raspberry-pi-5
      defaults:
        button: {stuck: 5m, chatter: 2000, hold: {after: 2s, repeat: {every: 1s, stages: [{after: 9s, every: 100ms}]}}}
        switch: {debounce: {press: 30ms, release: 40ms}, hold: {after: 10m, repeat: {every: 5m}}}
        stick: {drag: {repeat: {after: 400ms, every: 120ms}}, stuck: off}
      controls:
        a: {kind: button, pin: GPIO17, stuck: off, chatter: "off", hold: {repeat: 200ms}}
        b: {kind: button, pin: GPIO27, hold: {levels: [1s, 3s], repeat: {every: 50ms}}}
        c: {kind: switch, pin: GPIO22, off_delay: 20s, hold: 1m}
        d: {kind: switch, pin: GPIO23, debounce: 5ms, hold: false}
        e: {kind: switch, pin: GPIO24, hold: {repeat: 1m}}
        f: {kind: stick, pins: {up: GPIO5, down: GPIO6, left: GPIO13, right: GPIO19}, drag: {repeat: off}}
        g: {kind: stick, pins: {up: GPIO12, down: GPIO16, left: GPIO20, right: GPIO21}, drag: {repeat: 90ms}, stuck: 9s}
      """
    ).panel.panel.controls
    let stages = [Repeat.Stage(after: .seconds(9), every: .milliseconds(100))]
    #expect(controls[0].stuck == nil)
    #expect(controls[0].chatter == nil)
    #expect(
      controls[0].gestures.hold
        == Hold(repeats: Repeat(every: .milliseconds(200), stages: stages)))
    #expect(controls[1].stuck == .seconds(300))
    #expect(controls[1].chatter == 2000)
    #expect(
      controls[1].gestures.hold
        == Hold(
          after: .seconds(1), furtherLevels: [.seconds(3)],
          repeats: Repeat(every: .milliseconds(50), stages: stages)))
    #expect(controls[2].debounce.press == .milliseconds(30))
    #expect(controls[2].debounce.release == .seconds(20))
    #expect(
      controls[2].gestures.hold
        == Hold(after: .seconds(60), repeats: Repeat(every: .seconds(300))))
    #expect(controls[3].debounce.press == .milliseconds(5))
    #expect(controls[3].gestures.hold == nil)
    #expect(
      controls[4].gestures.hold
        == Hold(after: .seconds(600), repeats: Repeat(every: .seconds(60))))
    guard case .stick(let still, hasPush: false) = controls[5].kind,
      case .stick(let quick, hasPush: false) = controls[6].kind
    else {
      Issue.record("no sticks")
      return
    }
    #expect(still.repeats == nil)
    #expect(controls[5].stuck == nil)
    #expect(
      quick.repeats == Stick.Steps(after: .milliseconds(400), every: .milliseconds(90)))
    #expect(controls[6].stuck == .seconds(9))
  }

  /// Delays of defaults give way to a debounce of the switch's own.
  @Test func aDebounceGoesBeforeDelaysOfDefaults() throws {
    let controls = try decode(
      """
      board: raspberry-pi-5
      defaults: {switch: {on_delay: 1s, off_delay: 20s}}
      controls:
        a: {kind: switch, pin: GPIO17, debounce: 5ms}
        b: {kind: switch, pin: GPIO27, on_delay: 2s}
      """
    ).panel.panel.controls
    #expect(controls[0].debounce.press == .milliseconds(5))
    #expect(controls[0].debounce.release == .milliseconds(5))
    #expect(controls[1].debounce.press == .seconds(2))
    #expect(controls[1].debounce.release == .seconds(20))
  }

  @Test func errorsOfDefaultsAreToldOnce() {
    let text = """
      board: raspberry-pi-5
      defaults:
        button: {debounec: 5ms, hold: 3, confirm: {after: no}, tap: {max: 99}, do: {tap: {run: x}}}
        knob: {drag: {spring: {bounce: 2}}, pin: GPIO4}
      controls:
        a: {kind: button, pin: GPIO17}
        b: {kind: button, pin: GPIO27}
      """
    #expect(
      errors(of: text) == [
        "panel.yaml:3:12: defaults.button.debounec: unknown key; did you mean debounce?",
        "panel.yaml:3:33: defaults.button.hold: \"3\" has no unit; write 3s",
        "panel.yaml:3:53: defaults.button.confirm.after: \"no\" is no time; write for example 1.2s",
        "panel.yaml:3:69: defaults.button.tap.max: 99 is out of range; 1 to 20",
        "panel.yaml:3:90: defaults.button.do.tap.run: \"x\" where a list is wanted; write [x]",
        "panel.yaml:4:34: defaults.knob.drag.spring.bounce: 2 is out of range; 0 to 0.95",
        "panel.yaml:4:39: defaults.knob.pin: unknown key; known: wiring, debounce, "
          + "kernel_debounce, input, poll, edges, ring, cue, do, stuck, chatter, contact, tap, hold, "
          + "confirm, remote, steps_per_detent, rest, slip_guard, acceleration, position, drag",
      ])
  }
}

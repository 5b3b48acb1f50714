import ButtonController
import PanelFiles
import Testing

/// What the keys of a panel file become.
@Suite struct PanelDecodeTests {
  /// A panel of one control `c` on a Raspberry Pi 5 and whatever else.
  static func control(_ text: String, more: String = "") throws -> Control {
    try decode("board: raspberry-pi-5\ncontrols:\n  c: {\(text)}\n\(more)").panel.panel.controls[0]
  }

  static func gestures(_ text: String) throws -> Gestures {
    try control("kind: button, pin: GPIO17, \(text)").gestures
  }

  @Test(
    arguments: [
      ("label: x", Gestures(tap: Tap())),
      ("tap: true", Gestures(tap: Tap())),
      ("hold: true", Gestures(hold: Hold())),
      ("confirm: true", Gestures(confirm: Confirm())),
      ("hold: 1s", Gestures(hold: Hold(after: .seconds(1)))),
      ("confirm: 900ms", Gestures(confirm: Confirm(after: .milliseconds(900)))),
      ("tap: {max: 3, gap: 300ms}", Gestures(tap: Tap(max: 3, gap: .milliseconds(300)))),
      ("tap: {fire: press}", Gestures(tap: Tap(firesAtPress: true))),
      ("do: {tap:2: {run: [x]}}", Gestures(tap: Tap(max: 2))),
      ("tap: {max: 3}, do: {tap:2: {run: [x]}}", Gestures(tap: Tap(max: 3))),
      ("do: {hold: {run: [x]}}", Gestures(hold: Hold())),
      ("do: {hold:1: {run: [x]}}", Gestures(tap: Tap(), hold: Hold(taps: 1))),
      ("do: {confirm: {run: [x]}}", Gestures(confirm: Confirm())),
      (
        "hold: {levels: [2s, 5s, 10s]}",
        Gestures(hold: Hold(after: .seconds(2), furtherLevels: [.seconds(5), .seconds(10)]))
      ),
      (
        "hold: {after: 2s, taps: 1, repeat: {every: 200ms, stages: [{after: 4s, every: 100ms}]}}",
        Gestures(
          tap: Tap(),
          hold: Hold(
            after: .seconds(2), taps: 1,
            repeats: Repeat(
              every: .milliseconds(200),
              stages: [Repeat.Stage(after: .seconds(4), every: .milliseconds(100))])))
      ),
      (
        "tap: {within: 200ms}, confirm: {after: 1.5s, commit: release, over_hold: 6s, exclusive: "
          + "false, "
          + "success: 2s, fade: 0ms, drain: 0.5s}",
        Gestures(
          tap: Tap(),
          confirm: Confirm(
            after: .milliseconds(1500), commitsOnRelease: true, overHold: .seconds(6),
            isExclusive: false, success: .seconds(2), fade: .zero, drain: .milliseconds(500)),
          tapWithin: .milliseconds(200))
      ),
      (
        "confirm: {after: 15s, alternative: double_tap}",
        Gestures(confirm: Confirm(after: .seconds(15), doubleTap: true))
      ),
    ] as [(String, Gestures)]
  )
  func gesturesAreBound(text: String, expected: Gestures) throws {
    #expect(try Self.gestures(text) == expected)
  }

  @Test(
    arguments: [
      ("", LinePlan.Bias.pullUp, true), ("wiring: to_ground", .pullUp, true),
      ("wiring: to_supply", .pullDown, false), ("wiring: external_active_low", .disabled, true),
      ("wiring: external_active_high", .disabled, false),
    ] as [(String, LinePlan.Bias, Bool)]
  )
  func wiringBecomesBiasAndPolarity(text: String, bias: LinePlan.Bias, isLow: Bool) throws {
    let line = try decode(
      "board: raspberry-pi-5\ncontrols: {c: {kind: switch, pin: GPIO17, \(text)}}"
    ).panel.lines[0]
    #expect(line.bias == bias)
    #expect(line.isActiveLow == isLow)
  }

  @Test(
    arguments: [
      ("GPIO17", .label("pinctrl-rp1"), .offset(17), "GPIO17"),
      ("J8-11", .label("pinctrl-rp1"), .offset(17), "J8-11"),
      ("{chip: pinctrl-rp1, line: 17}", .label("pinctrl-rp1"), .offset(17), "pinctrl-rp1 17"),
      ("{chip: usb-gpio, line: 200}", .label("usb-gpio"), .offset(200), "usb-gpio 200"),
      ("{line_name: GPIO17}", .any, .name("GPIO17"), "GPIO17"),
      ("{chip: pinctrl-rp1, line_name: A}", .label("pinctrl-rp1"), .name("A"), "pinctrl-rp1 A"),
    ] as [(String, LinePlan.Chip, LinePlan.Target, String)]
  )
  func pinsAreFound(
    text: String, chip: LinePlan.Chip, target: LinePlan.Target, shown: String
  ) throws {
    let line = try decode(
      "board: raspberry-pi-5\ncontrols: {c: {kind: button, pin: \(text)}}"
    ).panel.lines[0]
    #expect(line.chip == chip)
    #expect(line.target == target)
    #expect(line.pin == shown)
    #expect(line.place == Place(line: 2, column: 35))
  }

  @Test func linesByChipNeedNoBoard() throws {
    let panel = try decode("controls: {c: {kind: button, pin: {chip: demo, line: 0}}}").panel
    #expect(panel.board == "")
    #expect(panel.name == "panel")
  }

  @Test func linesAreNamedByTheirParts() throws {
    let text = """
      board: raspberry-pi-5
      controls:
        erase: {kind: button, pin: GPIO17}
        dial: {kind: knob, pins: {press: GPIO13, b: GPIO6, a: GPIO5}, kernel_debounce: 1ms}
        joy: {kind: stick, pins: {press: GPIO26, up: GPIO16, left: GPIO20, right: GPIO21, down: GPIO12}}
        pair:
          kind: stick
          pins: {x: {a: GPIO22, b: GPIO23}, y: {a: GPIO24, b: GPIO25}, press: GPIO27}
      """
    let panel = try decode(text).panel
    #expect(
      panel.lines.map(\.name) == [
        "erase", "dial.a", "dial.b", "dial.press", "joy.up", "joy.down", "joy.left", "joy.right",
        "joy.press", "pair.x.a", "pair.x.b", "pair.y.a", "pair.y.b", "pair.press",
      ])
    #expect(panel.lines.map(\.control) == [0, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3])
    #expect(panel.lines.count == panel.panel.controls.reduce(0) { $0 + $1.lineCount })
    #expect(panel.lines[1].kernelDebounce == .zero)
    #expect(panel.lines[3].kernelDebounce == .milliseconds(1))
  }

  @Test func aKnobHasItsOwnKeys() throws {
    let control = try Self.control(
      "kind: knob, pins: {a: GPIO5, b: GPIO6, press: GPIO13}, steps_per_detent: 4, rest: closed, "
        + "slip_guard: 0ms, acceleration: {max: 9}, drag: {reach: 100, tolerance: 0, per_detent: "
        + "10, "
        + "rule: path, spring: {duration: 1s, bounce: 0.5}}")
    let drag = Drag(
      reach: 100, tolerance: 0, perStep: 10, rule: .path, springDuration: .seconds(1),
      springBounce: 0.5)
    let knob = Knob(
      stepsPerDetent: 4, rest: .closed, slipGuard: .zero,
      acceleration: Knob.Acceleration(max: 9), drag: drag)
    #expect(control.kind == .knob(knob, hasPush: true))
    #expect(control.gestures == Gestures(tap: Tap()))
  }

  @Test func debounceHasAShortFormAndDefaultsByKind() throws {
    let button = "kind: button, pin: GPIO17"
    #expect(try Self.control(button).debounce == Debounce())
    let both = Debounce(press: .milliseconds(5), release: .milliseconds(5))
    #expect(try Self.control("\(button), debounce: 5ms").debounce == both)
    let toggle = Debounce(press: .milliseconds(20), release: .milliseconds(20))
    #expect(try Self.control("kind: switch, pin: GPIO17").debounce == toggle)
    #expect(
      try Self.control("\(button), debounce: {release: 0ms, mode: eager, limit: 1s}").debounce
        == Debounce(release: .zero, mode: .eager, limit: .seconds(1)))
  }

  @Test func severalRingsAndWhatTheyShow() throws {
    let text = """
      board: raspberry-pi-5
      defaults: {button: {ring: [lamp, halo]}}
      controls:
        a: {kind: button, pin: GPIO17}
        b: {kind: button, pin: GPIO27, ring: lamp}
        c: {kind: switch, pin: GPIO22}
      chords:
        d: {of: [a, b], ring: [halo, lamp]}
      rings:
        halo: {driver: terminal}
        lamp: {driver: terminal, shows: [success, error, working]}
        all:
          driver: terminal
          shows: [pressed, filling, success, error, working, denied, drag, remote]
      """
    let panel = try decode(text).panel.panel
    #expect(panel.controls.map(\.rings) == [[1, 0], [1], [], [0, 1]])
    #expect(panel.rings.map(\.shows) == [.all, [.success, .error, .working], .all])
  }

  @Test func actionsKeepTheirOrder() throws {
    let text = """
      board: raspberry-pi-5
      controls:
        c:
          kind: button
          pin: GPIO17
          tap: {max: 2}
          hold: true
          do:
            tap:1:
              - {run: [/bin/sleep, 5, true, ""], timeout: 2.5s, parallel: true, show: progress}
              - {key: KEY_A}
              - {publish: {topic: t, payload: 1}}
              - {light: {ring: r, pattern: fill 0.4}}
              - {light: {ring: r, pattern: success}}
              - {light: {ring: r, pattern: breathe, for: 2s}}
              - {light: {ring: r, pattern: idle}}
            cancel:released: {run: [x]}
            hold: {run: [y]}
      rings: {r: {driver: terminal}}
      outputs: {keyboard: {name: K}, mqtt: {host: h, tls: {ca: /ca.pem}}, socket: /run/s, stdout: false}
      priority: 5
      stop_timeout: 1.5s
      reduce_motion: true
      """
    let panel = try decode(text).panel
    let command = Action.Command(
      arguments: ["/bin/sleep", "5", "true", ""], timeout: .milliseconds(2500), isParallel: true,
      showsProgress: true)
    let one = try PayloadTemplate("1")
    #expect(
      panel.controls[0].actions == [
        Binding(
          event: "tap", detail: "1",
          actions: [
            .run(command), .key(Action.Keys([30])),
            .publish(Action.Message(topic: "t", payload: one)),
            .light(ring: 0, RingPicture(.fill, share: 0.4), for: nil),
            .light(ring: 0, RingPicture(.success), for: .milliseconds(1500)),
            .light(ring: 0, RingPicture(.breathe), for: .seconds(2)),
            .light(ring: 0, RingPicture(.idle), for: nil),
          ]),
        Binding(
          event: "cancel", detail: "released", actions: [.run(Action.Command(arguments: ["x"]))]),
        Binding(event: "hold", actions: [.run(Action.Command(arguments: ["y"]))]),
      ])
    #expect(
      panel.outputs
        == Outputs(
          stdout: false, socket: Outputs.Socket(path: "/run/s"),
          mqtt: Outputs.Mqtt(
            host: "h", port: 8883, base: "gpiopress/panel", tls: ["ca": "/ca.pem"]), keyboard: "K"))
    #expect(panel.priority == 5)
    #expect(panel.stopTimeout == .milliseconds(1500))
    #expect(panel.panel.reduceMotion)
  }

  /// What only a hand may confirm is so unless the control itself, or the chord, says otherwise.
  @Test func remoteIsOfTheControlThatConfirms() throws {
    let text = """
      board: raspberry-pi-5
      controls:
        a: {kind: button, pin: GPIO17, confirm: 1s, remote: true}
        b: {kind: button, pin: GPIO27, confirm: 1s}
        c: {kind: knob, pins: {a: GPIO5, b: GPIO6, press: GPIO13}, confirm: 1s, remote: true}
        d: {kind: switch, pin: GPIO19}
        x: {kind: button, pin: GPIO20}
      chords:
        e: {of: [a, b], confirm: 1s, remote: true}
        f: {of: [b, x], tap: true, remote: false}

      """
    let panel = try decode(text).panel
    let allowed = panel.controls.filter(\.allowsRemoteConfirm).map(\.name)
    #expect(allowed == ["a", "c", "e"])
  }

  @Test(
    arguments: [
      ("driver: terminal", .terminal, 24), ("driver: terminal, pixels: 3", .terminal, 3),
      ("driver: file, path: /tmp/f", .file(path: "/tmp/f"), 24),
      (
        "driver: pwm, chip: 0, channels: [2]",
        .pwm(chip: "0", channels: [2], frequency: 1000, isInverted: false), 1
      ),
      (
        "driver: pwm, chip: 1f00098000.pwm, channels: [0, 1, 2], frequency: 2.5kHz, invert: true",
        .pwm(chip: "1f00098000.pwm", channels: [0, 1, 2], frequency: 2500, isInverted: true), 1
      ),
      (
        "driver: pwm, chip: 0, channels: [0, 1, 2], pixels: 3",
        .pwm(chip: "0", channels: [0, 1, 2], frequency: 1000, isInverted: false), 3
      ),
      ("driver: led, leds: [a, b]", .led(names: ["a", "b"]), 2),
      (
        "driver: ws2812, device: /dev/spidev0.0, pixels: 8, encoding: 4bit",
        .ws2812(device: "/dev/spidev0.0", encoding: .fourBit), 8
      ),
      (
        "driver: apa102, device: /dev/spidev0.0, pixels: 8, speed: 8MHz",
        .apa102(device: "/dev/spidev0.0", speed: 8_000_000), 8
      ),
      ("driver: pio, device: /dev/leds0, pixels: 8", .pio(device: "/dev/leds0"), 8),
    ] as [(String, RingFile.Driver, Int)]
  )
  func everyDriverIsRead(text: String, driver: RingFile.Driver, pixels: Int) throws {
    let panel = try decode("rings: {r: {\(text)}}").panel
    #expect(panel.rings[0].driver == driver)
    #expect(panel.panel.rings[0].pixels == pixels)
  }

  @Test func aRingHasItsLook() throws {
    let text = """
      rings:
        r:
          {driver: ws2812, device: /dev/spidev0.0, pixels: 4, tint: "#0000ff", success: "#00FF00",
          error: "#ff0000", track: 0, idle: off, zero: 3, direction: counterclockwise, mirrored: true,
          brightness: 1, gamma: none, floor: 0.02, fps: 30, at_exit: keep, order: grbw,
          white: extracted, limit: 1.5A, channel_ma: [12, 12, 12, 20]}
      """
    let panel = try decode(text).panel
    #expect(
      panel.panel.rings[0]
        == Ring(
          pixels: 4, tint: Colour(rgb: 0x0000ff), success: Colour(rgb: 0x00ff00),
          error: Colour(rgb: 0xff0000), track: 0, idle: .off, zero: 3, isClockwise: false))
    #expect(
      panel.rings[0]
        == RingFile(
          name: "r", driver: .ws2812(device: "/dev/spidev0.0", encoding: .eightBit), brightness: 1,
          gamma: 1, floor: 0.02, isMirrored: true, order: "grbw", extractsWhite: true, limit: 1500,
          channelMilliamperes: [12, 12, 12, 20], fps: 30, staysLit: true))
  }

  @Test func cuesAndSoftPwmUseLines() throws {
    let text = """
      board: raspberry-pi-5
      controls: {c: {kind: button, pin: GPIO17, cue: piezo}}
      cues:
        buzz: {pin: GPIO22, invert: true, patterns: {confirm: [100ms, 50ms, 100ms], hold: []}}
        piezo: {pwm: {chip: 0, channel: 1}}
      rings: {r: {driver: soft_pwm, pins: [GPIO23, GPIO24, GPIO25], invert: true}}
      """
    let panel = try decode(text).panel
    #expect(panel.controls[0].cue == 1)
    #expect(panel.cues[1].driver == .pwm(chip: "0", channel: 1, frequency: 2000))
    #expect(panel.cues[0].patterns == ["confirm": [100, 50, 100], "hold": []])
    guard case .line(let line) = panel.cues[0].driver else {
      Issue.record("no line")
      return
    }
    #expect(line.target == .offset(22))
    #expect(line.isActiveLow)
    #expect(line.bias == .disabled)
    guard case .softPwm(let lines, let frequency) = panel.rings[0].driver else {
      Issue.record("no lines")
      return
    }
    #expect(lines.map(\.target) == [.offset(23), .offset(24), .offset(25)])
    #expect(frequency == 200)
    #expect(panel.panel.rings[0].pixels == 1)
  }

  @Test func aChordIsAControlOfItsOwn() throws {
    let text = """
      board: raspberry-pi-5
      controls:
        left: {kind: button, pin: GPIO17}
        s: {kind: switch, pin: GPIO22}
        right: {kind: button, pin: GPIO27}
      chords:
        both: {of: [right, left], within: 80ms, confirm: {after: 3s}, edges: true, label: Both}
        plain: {of: [left, right, third]}
      """
    #expect(errors(of: text).count == 1)
    let panel = try decode(text.replacing("plain: {of: [left, right, third]}", with: "")).panel
    #expect(panel.controls.map(\.name) == ["left", "s", "right", "both"])
    #expect(
      panel.panel.controls[3].kind == .chord(Chord(members: [2, 0], within: .milliseconds(80))))
    #expect(panel.panel.controls[3].emitsEdges)
    #expect(panel.controls[3].label == "Both")
    #expect(panel.lines.count == 3)
  }
}

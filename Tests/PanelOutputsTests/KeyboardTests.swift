import ButtonController
import LoopTestKit
import PanelFiles
import PanelHardware
import Testing

@testable import PanelOutputs

@Suite struct KeyboardTests {
  // MARK: Strokes

  @Test func aStrokeIsDownAndUp() throws {
    let bench = try KeyboardBench(
      "controls: {a: {kind: button, pin: GPIO17, tap: true, do: {tap: {key: KEY_ENTER}}}}")
    bench.start()
    #expect(bench.device.spec == KeyboardSpec(name: "Panel", codes: [28]))
    bench.press(0, from: 100, to: 200)
    #expect(bench.device.take() == "+28 -28")
  }

  @Test func severalGoDownInTheirOrderAndUpInReverse() throws {
    let bench = try KeyboardBench(
      """
      controls:
        a: {kind: button, pin: GPIO17, tap: true, do: {tap: {key: [KEY_LEFTCTRL, KEY_LEFTSHIFT, KEY_C]}}}
      """)
    bench.start()
    bench.press(0, from: 100, to: 200)
    #expect(bench.device.take() == "+29 +42 +46 -46 -42 -29")
    #expect(bench.device.spec.codes == [29, 42, 46])
  }

  @Test func eachStepOfATurnIsAStroke() throws {
    let bench = try KeyboardBench(
      """
      controls:
        k:
          kind: knob
          pins: {a: GPIO5, b: GPIO6}
          acceleration: {window: 60ms, max: 5}
          do: {turn:+: {key: KEY_VOLUMEUP}, turn:-: {key: KEY_VOLUMEDOWN}}
      """)
    bench.start()
    bench.turn(0, from: 1000)
    #expect(bench.device.take() == "+115 -115")
    // 12 ms after the last: five steps.
    bench.turn(0, from: 1012)
    #expect(
      bench.device.take() == [String](repeating: "+115 -115", count: 5).joined(separator: " "))
  }

  /// A program that reads now and then keeps 64 events, two for each change; all steps are typed.
  @Test func aBurstIsPacedAndComplete() throws {
    let bench = try KeyboardBench(
      "controls: {k: {kind: knob, pins: {a: GPIO5, b: GPIO6}, do: {turn: {key: KEY_A}}}}")
    bench.start()
    bench.turn(0, from: 1000, detents: 40)
    #expect(bench.device.writes.allSatisfy { $0 <= 16 })
    let before = bench.device.typed.count
    #expect(before < 80 && before >= 16)
    bench.run(to: 1400)
    #expect(bench.device.typed.count == 80)
    #expect(bench.loop.nextWake == nil)
    #expect(bench.said.isEmpty)
  }

  @Test func tooManyStrokesAreLeftOutAndSaid() throws {
    let bench = try KeyboardBench(
      "controls: {a: {kind: button, pin: GPIO17, tap: true, do: {tap: {key: KEY_A}}}}")
    bench.start()
    let turn = PanelEvent(
      Event(
        at: .zero, decided: .zero, control: 0, kind: .turn(steps: -1000, position: 0, limit: nil)))
    #expect(bench.keyboard.perform(.key(.init([30])), for: turn, in: bench.loop))
    bench.run(to: 5000)
    #expect(bench.device.typed.count == 16 + 512)
    #expect(bench.device.down.isEmpty)
    #expect(bench.said == ["keyboard Panel: too many strokes at once; left out: 736"])
  }

  // MARK: Held keys

  private static let held = [
    "a: {kind: button, pin: GPIO17, key: {hold: KEY_A}, tap: true, confirm: 1s}",
    "a: {kind: button, pin: GPIO17, do: {press: {key: {hold: KEY_A}}, tap: {light: {ring: r, pattern: off}}}, hold: 1s}",
  ]

  @Test(arguments: held) func aHeldKeyIsDownFromThePressToTheRelease(control: String) throws {
    let bench = try KeyboardBench(
      "controls: {\(control)}\nrings: {r: {driver: terminal}}")
    bench.start()
    bench.edge(0, true, 100)
    bench.run(to: 109)
    #expect(bench.device.typed.isEmpty)
    // Only the debounce of the press is waited for, whatever else is bound.
    bench.run(to: 110)
    #expect(bench.device.take() == "+30")
    bench.run(to: 5000)
    #expect(bench.device.typed.isEmpty)
    bench.edge(0, false, 5100)
    bench.run(to: 5119)
    #expect(bench.device.typed.isEmpty)
    bench.run(to: 5120)
    #expect(bench.device.take() == "-30")
    // Nobody asked for edges among the events, and none of their numbers is missing.
    #expect(!bench.names.contains("press") && !bench.names.contains("release"))
    #expect(bench.numbers == (1...bench.numbers.count).map { $0 })
  }

  @Test func withEdgesPressAndReleaseAreEvents() throws {
    let bench = try KeyboardBench(
      "controls: {a: {kind: button, pin: GPIO17, key: {hold: KEY_A}, edges: true}}")
    bench.start()
    bench.press(0, from: 100, to: 200)
    #expect(bench.names == ["press", "release", "tap"])
    #expect(bench.device.take() == "+30 -30")
  }

  /// An entry for `press` is asked for by standing there, and it may type something else.
  @Test func otherActionsOfThePressAreDone() throws {
    let bench = try KeyboardBench(
      """
      controls:
        a:
          kind: button
          pin: GPIO17
          do: {press: [{key: {hold: KEY_LEFTSHIFT}}, {key: KEY_A}], release: {key: KEY_B}}
      """)
    bench.start()
    bench.press(0, from: 100, to: 200)
    #expect(bench.device.take() == "+42 +30 -30 -42 +48 -48")
  }

  @Test func eagerDebounceHasNoLatency() throws {
    let bench = try KeyboardBench(
      "controls: {a: {kind: button, pin: GPIO17, debounce: {mode: eager}, key: {hold: BTN_SOUTH}}}")
    bench.start()
    bench.edge(0, true, 100)
    #expect(bench.device.take() == "+304")
  }

  @Test func aKeyOfTwoIsUpWhenBothLetGo() throws {
    let bench = try KeyboardBench(
      """
      controls:
        a: {kind: button, pin: GPIO17, key: {hold: [KEY_A, KEY_B]}}
        b: {kind: button, pin: GPIO27, key: {hold: [KEY_B, KEY_C]}}
        c: {kind: button, pin: GPIO22, tap: {fire: press}, do: {tap: {key: [KEY_A, KEY_D]}}}
      """)
    bench.start()
    bench.edge(0, true, 100)
    bench.edge(1, true, 200)
    bench.run(to: 300)
    #expect(bench.device.take() == "+30 +48 +46")
    // A stroke takes no key from who holds it.
    bench.press(2, from: 300, to: 350)
    #expect(bench.device.take() == "+32 -32")
    bench.edge(0, false, 400)
    bench.run(to: 500)
    #expect(bench.device.take() == "-30")
    bench.edge(1, false, 600)
    bench.run(to: 700)
    #expect(bench.device.take() == "-46 -48")
  }

  @Test func aKeyOfAHoldIsDownFromTheHoldOn() throws {
    let bench = try KeyboardBench(
      "controls: {a: {kind: button, pin: GPIO17, do: {hold: {key: {hold: KEY_A}}}, hold: 500ms}}")
    bench.start()
    bench.press(0, from: 100, to: 400)
    #expect(bench.device.typed.isEmpty)
    bench.edge(0, true, 1000)
    bench.run(to: 1510)
    #expect(bench.device.take() == "+30")
    bench.edge(0, false, 2000)
    bench.run(to: 2100)
    #expect(bench.device.take() == "-30")
  }

  @Test(arguments: ["key: {hold: KEY_A}", "do: {on: {key: {hold: KEY_A}}}"])
  func aSwitchHoldsWhileItIsOn(key: String) throws {
    let bench = try KeyboardBench("controls: {s: {kind: switch, pin: GPIO17, \(key)}}")
    // On at the start.
    bench.lines.setSilently(0, isClosed: true)
    bench.start()
    #expect(bench.device.take() == "+30")
    // Reported once more.
    bench.lines.lose(0)
    bench.run(to: 100)
    #expect(bench.names == ["state", "lost", "state"])
    #expect(bench.device.typed.isEmpty)
    bench.edge(0, false, 200)
    bench.run(to: 300)
    #expect(bench.device.take() == "-30")
    bench.edge(0, true, 400)
    bench.run(to: 500)
    #expect(bench.device.take() == "+30")
    // The kernel has let go of it in a sleep.
    bench.clock.asleep = bench.clock.asleep + .seconds(5)
    bench.clock.instant = bench.clock.instant + .seconds(5)
    bench.loop.turn()
    #expect(bench.device.take() == "-30 +30")
    bench.lines.unplug("pinctrl-rp1")
    bench.loop.turn()
    #expect(bench.device.take() == "-30")
  }

  @Test func aChordAndAPushHoldKeys() throws {
    let bench = try KeyboardBench(
      """
      controls:
        a: {kind: button, pin: GPIO17}
        b: {kind: button, pin: GPIO27}
        k: {kind: knob, pins: {a: GPIO5, b: GPIO6, press: GPIO13}, key: {hold: KEY_K}}
      chords: {both: {of: [a, b], key: {hold: KEY_A}}}
      """)
    bench.start()
    bench.edge(0, true, 100)
    bench.edge(1, true, 120)
    bench.run(to: 200)
    #expect(bench.device.take() == "+30")
    bench.edge(1, false, 300)
    bench.run(to: 400)
    #expect(bench.device.take() == "-30")
    bench.press(4, from: 1000, to: 1100)
    #expect(bench.device.take() == "+37 -37")
  }

  // MARK: Ends

  /// Whatever ends the contact, or the program's knowledge of it, lets go.
  @Test(arguments: ["stuck", "lost", "audit", "chatter", "gone", "sleep", "reload", "end"])
  func aHeldKeyIsLetGo(by end: String) throws {
    let bench = try KeyboardBench(
      "controls: {a: {kind: button, pin: GPIO17, key: {hold: KEY_A}, stuck: 10s, chatter: 100}}")
    bench.start()
    bench.edge(0, true, 1000)
    bench.run(to: 1100)
    #expect(bench.device.take() == "+30")
    let device = bench.device
    switch end {
    case "stuck": bench.run(to: 11_000)
    case "lost":
      bench.lines.lose(0)
      bench.loop.turn()
    case "audit":
      bench.lines.setSilently(0, isClosed: false)
      bench.run(to: 1500)
    case "chatter": for at in 0..<400 { bench.edge(0, at % 2 == 1, 1200 + Int64(at)) }
    case "gone":
      bench.lines.unplug("pinctrl-rp1")
      bench.loop.turn()
    case "sleep":
      bench.clock.asleep = .seconds(60)
      bench.clock.instant = bench.clock.instant + .seconds(60)
      bench.loop.turn()
    case "reload":
      let panel = try KeyboardBench.panel("controls: {b: {kind: button, pin: GPIO17}}")
      bench.loop.reload(panel)
      #expect(device.isClosed)
      #expect(bench.maker.made.count == 1)
    default: bench.loop.shutDown()
    }
    #expect(device.take() == "-30")
    #expect(device.down.isEmpty)
  }

  @Test func aReloadKeepsAKeyboardOfTheSameKeys() throws {
    let bench = try KeyboardBench(
      "controls: {a: {kind: button, pin: GPIO17, key: {hold: [KEY_A, KEY_B]}}}")
    bench.start()
    bench.edge(0, true, 100)
    bench.run(to: 200)
    let same =
      "controls: {b: {kind: button, pin: GPIO27, tap: true, do: {tap: {key: [KEY_B, KEY_A]}}}}"
    bench.loop.reload(try KeyboardBench.panel(same))
    bench.run(to: 300)
    #expect(bench.maker.made.count == 1)
    #expect(bench.device.take() == "+30 +48 -48 -30")
    // It is closed at the start of the new panel.
    bench.edge(0, false, 500)
    bench.press(0, from: 1000, to: 1100)
    #expect(bench.device.take() == "+48 +30 -30 -48")
    let other = "controls: {b: {kind: button, pin: GPIO27, tap: true, do: {tap: {key: KEY_A}}}}"
    bench.loop.reload(try KeyboardBench.panel(other))
    bench.run(to: 1200)
    #expect(bench.maker.made.map(\.isClosed) == [true, false])
    #expect(bench.device.spec.codes == [30])
    bench.press(0, from: 2000, to: 2100)
    #expect(bench.device.take() == "+30 -30")
    // A command of the old panel that ends only now has a key that is no more.
    let event = PanelEvent(Event(at: .zero, decided: .zero, control: 0, kind: .tap(count: 1)))
    #expect(bench.keyboard.perform(.key(.init([48])), for: event, in: bench.loop))
    #expect(bench.said == ["no keyboard has KEY_B since the panel was reloaded; it is not typed"])
  }
}

import ButtonController
import Foundation
import Testing

@testable import PanelFiles

/// Keys of the virtual keyboard: their forms in a panel file, and the page about them.
@Suite struct KeyTests {
  private static func file(_ controls: String) throws -> PanelReader.Reading {
    try decode(
      "board: raspberry-pi-5\n\(controls)\noutputs: {keyboard: {name: K}}\n")
  }

  private static func keys(_ codes: UInt16...) -> Action { .key(Action.Keys(codes)) }
  private static func held(_ codes: UInt16...) -> Action { .key(Action.Keys(codes, isHeld: true)) }

  @Test func everyFormIsRead() throws {
    let reading = try Self.file(
      """
      controls:
        a:
          kind: button
          pin: GPIO17
          hold: 1s
          do:
            tap: {key: KEY_ENTER}
            press: [{key: {hold: KEY_A}}, {key: [KEY_B, KEY_C]}]
            hold: {key: {hold: [KEY_D, KEY_E]}}
        b: {kind: button, pin: GPIO27, key: {hold: [KEY_LEFTCTRL, KEY_A]}}
        c: {kind: button, pin: GPIO22, key: {hold: KEY_A}, edges: true}
        d: {kind: button, pin: GPIO23, edges: true, do: {press: {key: KEY_A}}}
        s: {kind: switch, pin: GPIO24, key: {hold: KEY_F}}
      chords: {both: {of: [a, b], key: {hold: KEY_G}}}
      """)
    #expect(reading.warnings.isEmpty)
    let panel = reading.panel
    func actions(_ number: Int) -> [Binding] { panel.controls[number].actions }
    #expect(
      actions(0) == [
        Binding(event: "tap", actions: [Self.keys(28)]),
        Binding(event: "press", actions: [Self.held(30), Self.keys(48, 46)]),
        Binding(event: "hold", actions: [Self.held(32, 18)]),
      ])
    #expect(actions(1) == [Binding(event: "press", actions: [Self.held(29, 30)])])
    #expect(actions(4) == [Binding(event: "on", actions: [Self.held(33)])])
    #expect(actions(5) == [Binding(event: "press", actions: [Self.held(34)])])
    // A held key of a press makes the engine report edges, and hides them where nobody asked.
    #expect(panel.panel.controls.map(\.emitsEdges) == [true, true, true, true, false, true])
    #expect(panel.controls.map(\.hidesEdges) == [true, true, false, false, false, true])
    #expect(panel.keyCodes == [18, 28, 29, 30, 32, 33, 34, 46, 48])
    // No gesture is bound by it: alone, a press is still a tap.
    #expect(panel.panel.controls[1].gestures.tap != nil)
    #expect(panel.panel.controls[1].gestures.hold == nil)
  }

  private static func button(_ keys: String) -> String {
    "controls:\n  b: {kind: button, pin: GPIO17, \(keys)}"
  }

  /// A panel and the one thing that is wrong with it.
  struct Wrong {
    var text: String
    var message: String

    init(_ text: String, _ message: String) {
      self.text = text
      self.message = message
    }
  }

  static let wrong: [Wrong] = [
    Wrong(
      KeyTests.button("do: {tap: {key: KEY_ENTRE}}"),
      "3:50: controls.b.do.tap.key: KEY_ENTRE is no key of the kernel; did you mean KEY_ENTER?"
    ),
    Wrong(
      KeyTests.button("do: {tap: {key: quux_bar}}"),
      "3:50: controls.b.do.tap.key: quux_bar is no key of the kernel; write for example KEY_ENTER"
    ),
    Wrong(
      KeyTests.button("do: {tap: {key: [KEY_A, KEY_B, KEY_A]}}"),
      "3:65: controls.b.do.tap.key[2]: KEY_A stands twice; name each key once"
    ),
    Wrong(
      KeyTests.button("do: {tap: {key: [KEY_COFFEE, KEY_SCREENLOCK]}}"),
      "3:63: controls.b.do.tap.key[1]: KEY_COFFEE stands twice; name each key once"
    ),
    Wrong(
      KeyTests.button("do: {tap: {key: []}}"),
      "3:50: controls.b.do.tap.key: 0 items; 1 to 8 are wanted"
    ),
    Wrong(
      KeyTests.button("do: {tap: {key: 1}}"),
      "3:50: controls.b.do.tap.key: 1 is no text; write \"1\""
    ),
    Wrong(
      KeyTests.button("do: {tap: {key: {hold: KEY_A}}}"),
      "3:39: controls.b.do.tap: tap has no end of its own up to which a key could be held; write "
        + "key: KEY_… for a stroke, or hold it from press or hold"
    ),
    Wrong(
      KeyTests.button("do: {release: {key: {hold: KEY_A}}}, edges: true"),
      "3:39: controls.b.do.release: release has no end of its own up to which a key could be held; write key: KEY_… for a stroke, or hold it from press or hold"
    ),
    Wrong(
      KeyTests.button("hold: {after: 1s, commit: release}, do: {hold: {key: {hold: KEY_A}}}"),
      "3:75: controls.b.do.hold: with commit: release the hold is reported at its end, so no key can "
        + "be held from it on"
    ),
    Wrong(
      KeyTests.button("key: KEY_A"),
      "3:39: controls.b.key: \"KEY_A\" where a key to hold is wanted; write {hold: KEY_A}, or for a "
        + "stroke do: {tap: {key: KEY_A}}"
    ),
    Wrong(
      KeyTests.button("key: {}"),
      "3:39: controls.b.key: hold is missing: a key, or several, that stay down as long as what "
        + "they stand at lasts"
    ),
    Wrong(
      KeyTests.button("key: {hold: KEY_A, tap: KEY_B}"),
      "3:53: controls.b.key.tap: unknown key; known: hold"
    ),
    Wrong(
      "controls:\n  k: {kind: knob, pins: {a: GPIO5, b: GPIO6}, key: {hold: KEY_A}}",
      "3:52: controls.k.key: needs a push; add pins.press"
    ),
    Wrong(
      "controls:\n  k: {kind: knob, pins: {a: GPIO5, b: GPIO6}, do: {turn: {key: {hold: KEY_A}}}}",
      "3:52: controls.k.do.turn: turn has no end of its own up to which a key could be held; "
        + "write key: KEY_… for a stroke"
    ),
    Wrong(
      "controls:\n  s: {kind: switch, pin: GPIO17, do: {off: {key: {hold: KEY_A}}}}",
      "3:39: controls.s.do.off: off has no end of its own up to which a key could be held; "
        + "write key: KEY_… for a stroke, or hold it from hold or on"
    ),
  ]

  @Test(arguments: wrong.indices) func isRefused(number: Int) {
    let wrong = Self.wrong[number]
    let text = "board: raspberry-pi-5\n\(wrong.text)\noutputs: {keyboard: {name: K}}\n"
    #expect(errors(of: text) == ["panel.yaml:\(wrong.message)"])
  }

  @Test func aKeyboardHasANameThatFits() {
    let long = String(repeating: "ä", count: 40)
    let text =
      "board: raspberry-pi-5\n\(Self.button("key: {hold: KEY_A}"))\noutputs: {keyboard: {name: \(long)}}\n"
    #expect(
      errors(of: text) == [
        "panel.yaml:4:28: outputs.keyboard.name: longer than the 79 bytes of a keyboard's name"
      ])
    #expect(errors(of: text.replacingOccurrences(of: long, with: long.dropLast())).isEmpty)
  }

  @Test func aKeyboardThatTypesNothingIsSaid() throws {
    let text = "controls: {b: {kind: button, pin: GPIO17}}"
    #expect(
      try Self.file(text).warnings.map(\.description) == [
        "panel.yaml:3:21: outputs.keyboard: nothing types a key, so there will be no keyboard; add key "
          + "to a control"
      ])
  }

  // MARK: The manual

  /// Each panel on the page is one that `check` has nothing to say about.
  @Test func thePanelsOfTheManualAreGood() throws {
    let page = try String(
      contentsOf: checkout.appendingPathComponent("docs/keyboard.md"), encoding: .utf8)
    let panels = page.components(separatedBy: "```yaml\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }
    #expect(panels.count == 3)
    for text in panels {
      let reading = try decode(text)
      #expect(reading.warnings.isEmpty, "\(text)")
      #expect(!reading.panel.keyCodes.isEmpty)
    }
  }
}

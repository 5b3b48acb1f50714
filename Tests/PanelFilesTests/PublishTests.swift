import Foundation
import ButtonController
import PanelFiles
import Testing

@Suite struct PublishTests {
  private func panel(_ publish: String, event: String = "turn") -> String {
    """
    board: raspberry-pi-5
    controls: {k: {kind: knob, pins: {a: GPIO17, b: GPIO27, press: GPIO22}, do: {\(event): {publish: \(publish)}}}}
    outputs: {mqtt: {host: h}}

    """
  }

  private func message(_ publish: String) throws -> Action.Message {
    let actions = try decode(panel(publish)).panel.controls[0].actions[0].actions
    guard case .publish(let message) = actions[0] else { throw CancellationError() }
    return message
  }

  @Test func topicsStandBelowTheBaseOrAtTheRoot() throws {
    #expect(try message("{topic: a/b}") == Action.Message(topic: "a/b"))
    #expect(
      try message("{topic: /a/b, qos: 2, retain: true}")
        == Action.Message(topic: "a/b", isAbsolute: true, qos: 2, isRetained: true))
    #expect(try message("{topic: x, payload: \"\"}").payload?.pieces == [])
  }

  @Test func payloadsNameFields() throws {
    let cases: [(String, [PayloadTemplate.Piece])] = [
      ("v", [.text("v")]), ("{position}", [.field("position")]),
      ("a{n}b{time}", [.text("a"), .field("n"), .text("b"), .field("time")]),
      ("{{", [.text("{")]), ("}", [.text("}")]), ("}}", [.text("}")]),
      ("{{\"p\":{position}}}", [.text("{\"p\":"), .field("position"), .text("}")]),
      ("{{\"p\":{position}}", [.text("{\"p\":"), .field("position"), .text("}")]),
      ("{{{{", [.text("{{")]),
    ]
    for (text, pieces) in cases {
      #expect(try PayloadTemplate(text).pieces == pieces, "\(text)")
    }
    #expect(throws: PayloadTemplate.Fault.open) { try PayloadTemplate("a{b") }
    #expect(throws: PayloadTemplate.Fault.empty) { try PayloadTemplate("{}") }
  }

  @Test func fieldsAreFilledIn() throws {
    let panel = try decode(panel("{topic: a}")).panel
    let template = try PayloadTemplate("{control}:{position},{limit},{at},{event}")
    let event = PanelEvent(
      Event(
        at: Instant(nanoseconds: 1_500_000_000), decided: .zero, control: 0,
        kind: .turn(steps: 1, position: 7)))
    #expect(
      String(decoding: template.bytes(of: event, in: panel, time: nil), as: UTF8.self)
        == "k:7,,1500,turn")
  }

  @Test(arguments: [
    (
      "{topic: a, payload: \"{positon}\"}", "turn",
      "payload: {positon} is no field of turn; did you mean position?; known: at, decided, control, "
        + "event, time, n, steps, position, limit, via; {{ is a brace"
    ),
    (
      "{topic: a, payload: \"{position}\"}", "tap",
      "payload: {position} is no field of tap; known: at, decided, control, event, time, n, count, "
        + "via; {{ is a brace"
    ),
    ("{topic: a, payload: \"{\"}", "turn", "payload: a { without its }; {{ is a brace"),
    ("{topic: a, payload: \"{}\"}", "turn", "payload: {} names no field; {{ is a brace"),
    (
      "{topic: state/x}", "turn",
      "topic: state below the base is the panel's own; use another word, or write a / first for a "
        + "topic of the whole broker"
    ),
    (
      "{topic: /}", "turn",
      "topic: / is no topic to publish to (empty, with + or #, or longer than 1024 bytes)"
    ),
    (
      "{topic: a/+}", "turn",
      "topic: a/+ is no topic to publish to (empty, with + or #, or longer than 1024 bytes)"
    ),
    (
      "{topic: /$SYS/x}", "turn",
      "topic: /$SYS/x belongs to the broker; $ begins its own topics"
    ),
    ("{topic: a, qos: 3}", "turn", "qos: 3 is out of range; 0 to 2"),
  ])
  func mistakesAreSaid(_ publish: String, _ event: String, _ message: String) {
    let text = errors(of: panel(publish, event: event))
    #expect(text.count == 1)
    #expect(text.first?.hasSuffix("controls.k.do.\(event).publish.\(message)") == true, "\(text)")
  }

  @Test func homeAssistantsPrefixMayBeAnother() throws {
    func mqtt(_ text: String) throws -> Outputs.Mqtt? {
      try decode(panel("{topic: a}").replacingOccurrences(of: "host: h", with: "host: h, \(text)"))
        .panel.outputs.mqtt
    }
    #expect(try mqtt("home_assistant: true")?.discoveryPrefix == "homeassistant")
    let other = try mqtt("home_assistant: {prefix: ha/discovery}")
    #expect(other?.homeAssistant == true)
    #expect(other?.discoveryPrefix == "ha/discovery")
    #expect(try mqtt("home_assistant: false")?.homeAssistant == false)
  }

  /// Every event of every kind of control has its fields known.
  @Test func everyEventHasFields() {
    let kinds: [Control.Kind] = [
      .button, .toggle, .knob(Knob(), hasPush: true), .stick(Stick(), hasPush: true),
    ]
    for kind in kinds {
      for event in EventName.all(of: kind) {
        let isStick = if case .stick = kind { true } else { false }
        #expect(
          EventFields.names(of: event.rawValue, isStick: isStick).starts(with: [
            "at", "decided", "control",
          ]),
          "\(event)")
      }
    }
  }
}

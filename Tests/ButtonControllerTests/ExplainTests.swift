import ButtonController
import PanelFiles
import PanelReplay
import Testing

/// What `replay --explain` says.
@Suite struct ExplainTests {
  /// Of a case's event number `event`: its rule, and what its sentences must contain.
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var event: Int
    var rule: String
    var says: [String]

    var testDescription: String { "\(name) \(event)" }
  }

  static let rows = [
    Row(
      name: "A6-release-bounce-is-no-second-tap", event: 0, rule: "tap.gap",
      says: ["released at 178 after 78 ms", "tap 2: no press within the gap of 250 ms", "428"]),
    Row(
      name: "B1-hold-without-tap", event: 0, rule: "hold.after",
      says: ["closed at 100 and still at 600", "tap: not released before 600"]),
    Row(
      name: "S1-cancel-in-a-stall", event: 1, rule: "cancel released",
      says: [
        "released at 1299 after 1199 ms", "contact for 1199 ms of 1200 ms", "the process stalled",
      ]),
    Row(
      name: "N23-spike-elsewhere-at-the-end", event: 1, rule: "confirm.after",
      says: ["unbroken from 100", "known 22 ms later, since blue changed at 1296"]),
    Row(
      name: "E5-other-control-cancels", event: 1, rule: "cancel other_control",
      says: ["blue was pressed at 900"]),
    Row(
      name: "E10-three-before-the-start", event: 0, rule: "cancel many",
      says: ["blue and green"]),
    Row(
      name: "N3-double-tap-alternative", event: 0, rule: "confirm.alternative",
      says: ["a second tap, shorter than 300 ms"]),
    Row(
      name: "X2-out-and-back-net", event: 3, rule: "drag.tolerance",
      says: ["with a travel of 0", "may count as a tap"]),
    Row(
      name: "X12-acceleration", event: 2, rule: "acceleration",
      says: ["20 ms after the last turn"]),
    Row(
      name: "L5-chatter-and-quiet", event: 0, rule: "chatter",
      says: ["more than 100 level changes a second", "used up at 1664"]),
    Row(
      name: "O1-hum-of-a-loose-contact", event: 1, rule: "debounce.dropout",
      says: ["open for longer than that in all", "nothing but unbroken contact"]),
    Row(
      name: "I1-pressed-during-success", event: 2, rule: "confirm.success",
      says: ["in the success time of the confirm before"]),
    Row(
      name: "K2-too-late-for-a-chord", event: 0, rule: "tap",
      says: ["chord both: 60 ms after the first, within 50 ms"]),
    Row(
      name: "K2-too-late-for-a-chord", event: 1, rule: "tap",
      says: ["chord both: 60 ms after the first, within 50 ms"]),
    Row(
      name: "R2-hold-levels", event: 1, rule: "hold.levels",
      says: ["tap: not released before 2100"]),
    Row(
      name: "P2-stuck-key-is-released", event: 0, rule: "stuck",
      says: ["tap: not released before 6000"]),
    Row(
      name: "P2-stuck-key-is-released", event: 1, rule: "cancel stuck",
      says: ["tap: not released before 6000"]),
    Row(
      name: "L4-stuck-after-confirm", event: 2, rule: "stuck", says: ["tap: none is bound"]),
    Row(
      name: "G12-lost-with-waiting-taps", event: 1, rule: "cancel lost",
      says: ["edges were lost", "2 were waiting"]),
  ]

  @Test(arguments: rows)
  func says(_ row: Row) throws {
    let traceCase = try #require(
      TraceCase.all.first { $0.folder.lastPathComponent == row.name })
    let emitted = try explain(traceCase).filter { !isEdge($0.0) }
    let (_, explanation) = try #require(
      emitted.indices.contains(row.event) ? emitted[row.event] : nil)
    #expect(explanation.rule == row.rule)
    let text = ([explanation.why] + explanation.not).joined(separator: "\n")
    for words in row.says { #expect(text.contains(words), "\(text)") }
  }

  @Test(
    "every event of every case is explained from edges that were known", arguments: TraceCase.all)
  func explainsAll(_ traceCase: TraceCase) throws {
    for (event, explanation) in try explain(traceCase) {
      #expect(!explanation.rule.isEmpty && !explanation.why.isEmpty, "\(event)")
      for edge in explanation.edges { #expect(edge.at <= event.decided, "\(event)") }
      let needsEdges: Bool
      switch event.kind {
      case .press, .release(_, nil), .tap, .confirm, .turn, .drag: needsEdges = true
      // A switch's may count from the state that was found.
      case .hold:
        needsEdges = try traceCase.read().panel.panel.controls[event.control].kind != .toggle
      default: needsEdges = false
      }
      if needsEdges { #expect(!explanation.edges.isEmpty, "\(event)") }
    }
  }

  /// A chord is spoken of only where all its members were held at once, and too late.
  @Test(
    "a missed chord is emitted where it was missed",
    arguments: [
      ("100 left 1\n151 right 1\n300 left 0\n330 right 0\n", [51, 51]),
      ("100 left 1\n150 right 1\n300 left 0\n330 right 0\n", []),
      ("100 left 1\n180 left 0\n200 right 1\n300 right 0\n", []),
      ("100 left 1\n180 left 0\n", []),
      ("100 left 1\n200 right 1\n300 right 0\n400 left 0\n", [100, 100]),
    ])
  func tellsMissedChords(edges: String, late: [Int]) throws {
    let traceCase = try #require(
      TraceCase.all.first { $0.folder.lastPathComponent == "K2-too-late-for-a-chord" })
    var content = try traceCase.read()
    content.trace = try Trace.parse(
      Array(edges.utf8), path: "t", lines: content.panel.lines, controls: content.panel.controls)
    let said = try explain(content).filter { !isEdge($0.0) }.flatMap(\.1.not)
      .filter { $0.hasPrefix("chord") }
    #expect(said == late.map { "chord both: \($0) ms after the first, within 50 ms" })
  }

  /// What a press did not come to, by panel and trace: all that stands under `not`, event by event.
  @Test(
    "what it was not",
    arguments: [
      (
        "tap: {max: 2}, hold: 500ms", "100 a 1\n180 a 0\n300 a 1\n900 a 0\n",
        [
          "tap: hold: not closed for 500 ms",
          "tap: tap 2: pressed again at 300, but not released before 800",
          "hold: tap: not released before 800", "hold_end: tap: a press with a hold is no tap",
        ]
      ),
      (
        "tap: {max: 2}, hold: 500ms", "100 a 1\n180 a 0\n",
        [
          "tap: hold: not closed for 500 ms",
          "tap: tap 2: no press within the gap of 250 ms, which ended at 430",
        ]
      ),
      (
        "tap: true, hold: {levels: [1s, 3s], commit: release}, stuck: 5s", "100 a 1\n",
        [
          "hold_ready: hold: commit is release, and it is still closed",
          "hold_ready: hold: commit is release, and it is still closed",
          "stuck: tap: not released before 5100",
          "stuck: hold: not released before stuck ended the press at 5100",
          "cancel: tap: not released before 5100",
          "cancel: hold: not released before stuck ended the press at 5100",
        ]
      ),
      (
        "confirm: {after: 1s, commit: release, over_hold: 60s}, stuck: 5s", "100 a 1\n",
        [
          "confirm_start: earlier: known 10 ms later, since a changed at 100",
          "ready: confirm: commit is release, and it is still closed",
          "stuck: tap: none is bound",
          "stuck: confirm: not released before stuck ended the press at 5100",
          "cancel: tap: none is bound",
          "cancel: confirm: not released before stuck ended the press at 5100",
        ]
      ),
    ])
  func saysWhatItWasNot(gestures: String, trace: String, not: [String]) throws {
    let content = try content(
      "controls:\n  a: {kind: button, pin: GPIO17, \(gestures)}\n", trace)
    let said = try explain(content).filter { !isEdge($0.0) }.flatMap { event, explanation in
      explanation.not.map { "\(EventLine.name(of: event.kind)): \($0)" }
    }
    #expect(said == not)
  }

  /// Where only some of a chord's members are pressed, it says which were not.
  @Test(
    arguments: [
      ("100 a 1\n120 b 1\n300 a 0\n330 b 0\n", 2), ("100 a 1\n200 a 0\n300 b 1\n400 b 0\n", 0),
      ("100 a 1\n200 b 1\n300 a 0\n330 b 0\n", 0), ("100 a 1\n200 a 0\n", 0),
    ])
  func saysWhichMembersAreMissing(trace: String, count: Int) throws {
    var panel = "controls:\n"
    for (name, pin) in [("a", 17), ("b", 27), ("c", 22)] {
      panel += "  \(name): {kind: button, pin: GPIO\(pin), tap: true}\n"
    }
    let content = try content(panel + "chords:\n  all: {of: [a, b, c], tap: true}\n", trace)
    let said = try explain(content).filter { !isEdge($0.0) }.flatMap(\.1.not)
    let missing = "chord all: c was not pressed with them, within 50 ms"
    #expect(said.filter { $0.hasPrefix("chord") } == Array(repeating: missing, count: count))
  }

  private func content(_ panel: String, _ trace: String) throws -> TraceCase.Content {
    let file = try PanelReader.decode(
      Array("board: raspberry-pi-5\n\(panel)".utf8), path: "panel.yaml",
      boards: .checkout(above: #filePath)
    ).panel
    let parsed = try Trace.parse(
      Array(trace.utf8), path: "t", lines: file.lines, controls: file.controls)
    return TraceCase.Content(panel: file, trace: parsed, options: TraceRunner.Options())
  }

  @Test func addsKeysToALine() {
    var line = Array("{\"at\":1}\n".utf8)
    let explanation = Explanation(
      rule: "tap", threshold: .milliseconds(300),
      edges: [.init(line: "key", isClosed: true, at: Instant(nanoseconds: 1_500_000))],
      why: "released \"now\"", not: ["hold: no"])
    explanation.insert(into: &line)
    #expect(
      String(decoding: line, as: UTF8.self) == """
        {"at":1,"rule":"tap","threshold":300,"edges":["1.5 key 1"],"why":"released \\"now\\"",\
        "not":["hold: no"]}

        """)
  }

  private func isEdge(_ event: Event) -> Bool {
    switch event.kind {
    case .press, .release: return true
    default: return false
    }
  }

  private func explain(_ traceCase: TraceCase) throws -> [(Event, Explanation)] {
    try explain(traceCase.read())
  }

  private func explain(_ read: TraceCase.Content) throws -> [(Event, Explanation)] {
    var content = read
    content.options.emitsEdges = true
    var explainer = Explainer(content.panel)
    var emitted: [(Event, Explanation)] = []
    var runner = TraceRunner(panel: content.panel.panel, options: content.options)
    let take: TraceRunner.Sink = { output in
      guard case .event(let event) = output else { return }
      emitted.append((event, explainer.explain(event)))
    }
    runner.start(levels: content.trace.startLevels, take)
    for entry in content.trace.entries {
      if case .edge(let line, let isClosed) = entry.action {
        explainer.note(line: line, isClosed: isClosed, at: entry.at)
      }
      runner.play(entry, take)
    }
    runner.finish(take)
    return emitted
  }
}

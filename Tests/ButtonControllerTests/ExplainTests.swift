import ButtonController
import PanelFiles
import PanelTestKit
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

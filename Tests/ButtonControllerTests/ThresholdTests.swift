import ButtonController
import Testing

/// Every threshold at t - 1 ns, at t and at t + 1 ns.
@Suite struct ThresholdTests {
  @Test("decides at the threshold as the rules say", arguments: Threshold.all)
  func threshold(_ row: Threshold) {
    for (offset, expected) in zip([Int64(-1), 0, 1], row.expected) {
      let emitted = row.run(offset: offset)
      #expect(emitted == expected, "\(row.name) \(offset < 0 ? "" : "+")\(offset) ns")
    }
  }
}

/// A threshold, edges around it, and what is emitted in each of the three places.
struct Threshold: Sendable, CustomTestStringConvertible {
  var name: String
  var panel: Panel
  /// Line, level and instant in milliseconds; an instant with `moves` is moved by the offset.
  var edges: [Edge]
  /// What is emitted at t - 1 ns, t and t + 1 ns, without the events named in `leaves`.
  var expected: [[String]]

  var testDescription: String { name }

  struct Edge: Sendable {
    var line: Int
    var isClosed: Bool
    var milliseconds: Int64
    var moves: Bool
    /// Whether an audit finds the level, and no edge emits it.
    var isAudit = false
  }

  func run(offset: Int64) -> [String] {
    var controller = Controller(panel)
    var emitted: [String] = []
    func take(_ event: Event) {
      if let word = Self.word(event) { emitted.append(word) }
    }
    controller.start(at: .zero, isClosed: { _ in false }, take)
    for (at, edge) in inOrder(offset: offset) {
      while let deadline = controller.nextDeadline, deadline <= at {
        controller.advance(to: deadline, known: deadline, take)
      }
      if edge.isAudit {
        controller.audit(line: edge.line, isClosed: edge.isClosed, at: at, known: at, take)
      } else {
        controller.report(line: edge.line, isClosed: edge.isClosed, at: at, known: at, take)
      }
    }
    // On, but not as far as `stuck`.
    let end = Instant(nanoseconds: 55_000_000_000)
    controller.advance(to: end, known: end, take)
    return emitted
  }

  /// The edges by their instants; at one instant they are in the order of the row.
  private func inOrder(offset: Int64) -> [(at: Instant, edge: Edge)] {
    let placed = edges.enumerated().map { index, edge in
      let nanoseconds = (edge.milliseconds + 1000) * 1_000_000 + (edge.moves ? offset : 0)
      return (at: Instant(nanoseconds: nanoseconds), index: index, edge: edge)
    }
    return placed.sorted { ($0.at, $0.index) < ($1.at, $1.index) }.map { ($0.at, $0.edge) }
  }

  /// An event in a word; edges and states are left out.
  private static func word(_ event: Event) -> String? {
    let name = "\(event.control)."
    switch event.kind {
    case .press, .release, .state, .confirmStart, .dragStart: return nil
    case .tap(let count): return name + "tap\(count)"
    case .ignored(let reason): return name + "ignored.\(reason)"
    case .hold(let taps, let held): return name + "hold\(taps)" + (held == nil ? "" : ".released")
    case .holdReady(let level): return name + "ready\(level)"
    case .holdLevel(let level, _): return name + "level\(level)"
    case .holdRepeat(let count): return name + "repeat\(count)"
    case .holdEnd: return name + "end"
    case .ready: return name + "ready"
    case .confirm(let via, _): return name + (via == .hold ? "confirm" : "double")
    case .cancel(let cancel): return name + "cancel.\(cancel.reason)"
    case .turn(let steps, _, let limit):
      if let limit { return name + "turn\(steps).\(limit)" }
      return name + "turn\(steps)"
    case .drag(_, let total, _): return name + "drag\(total)"
    case .dragEnd, .moveEnd: return name + "drop"
    case .move(_, _, let x, let y, _, _): return name + "move\(x),\(y)"
    case .on: return name + "on"
    case .off: return name + "off"
    case .bootHeld, .stuck, .unstuck, .chatter, .quiet, .lineGone, .lineBack, .lost, .resync:
      return name + "\(event.kind)"
    }
  }
}

extension Threshold.Edge {
  static func close(_ line: Int = 0, at milliseconds: Int64, moves: Bool = false) -> Self {
    Self(line: line, isClosed: true, milliseconds: milliseconds, moves: moves)
  }

  static func open(_ line: Int = 0, at milliseconds: Int64, moves: Bool = false) -> Self {
    Self(line: line, isClosed: false, milliseconds: milliseconds, moves: moves)
  }
}

func button(
  tap: Tap? = nil, hold: Hold? = nil, confirm: Confirm? = nil, debounce: Debounce? = nil
) -> Control {
  Control(
    kind: .button, debounce: debounce, gestures: Gestures(tap: tap, hold: hold, confirm: confirm))
}

/// Five edges 9 ms apart and a last one that moves: bounce on the way down, to 50 ms.
private let longBounce: [Threshold.Edge] =
  (0..<5).map { index -> Threshold.Edge in
    let at = Int64(index) * 9
    return index % 2 == 0 ? .close(at: at) : .open(at: at)
  } + [.open(at: 42), .close(at: 50, moves: true)]

/// 20 level changes 50 ms apart, the last of which moves around 100 ms after the one before: at 100 ms
/// a change they use up the credit of a second exactly.
private let manyEdges: [Threshold.Edge] =
  (0..<19).map { index -> Threshold.Edge in
    let at = Int64(index) * 50
    return index % 2 == 0 ? .close(at: at) : .open(at: at)
  } + [.open(at: 1000, moves: true)]

extension Threshold {
  static let all: [Threshold] = contact + taps + holds + confirms + several + holes

  private static let contact: [Threshold] = [
    Threshold(
      name: "press time", panel: Panel(controls: [button(tap: Tap())]),
      edges: [.close(at: 0), .open(at: 10, moves: true)],
      expected: [[], ["0.tap1"], ["0.tap1"]]),
    Threshold(
      name: "release time", panel: Panel(controls: [button(tap: Tap())]),
      edges: [.close(at: 0), .open(at: 100), .close(at: 120, moves: true), .open(at: 300)],
      expected: [["0.tap1"], ["0.tap1", "0.tap1"], ["0.tap1", "0.tap1"]]),
    Threshold(
      name: "integrate, full",
      panel: Panel(
        controls: [button(tap: Tap(), debounce: Debounce(mode: .integrate))]),
      edges: [.close(at: 0), .open(at: 6), .close(at: 8), .open(at: 14, moves: true)],
      expected: [[], ["0.tap1"], ["0.tap1"]]),
    Threshold(
      // The hold's clock runs from the press's stamp: from 0 it is over before the release.
      name: "limit of bounce",
      panel: Panel(
        controls: [button(tap: Tap(), hold: Hold(after: .milliseconds(500)))]),
      edges: longBounce + [.open(at: 520)],
      expected: [["0.hold0", "0.end"], ["0.hold0", "0.end"], ["0.tap1"]]),
    Threshold(
      name: "chatter's credit",
      panel: Panel(
        controls: [
          Control(
            kind: .button, debounce: Debounce(press: .zero, release: .seconds(2)),
            gestures: Gestures(tap: Tap()), chatter: 10)
        ]),
      edges: manyEdges,
      expected: [
        ["0.chatter", "0.cancel.chatter", "0.quiet"], ["0.tap1"], ["0.tap1"],
      ]),
    Threshold(
      name: "open time",
      panel: Panel(
        controls: [
          button(
            confirm: Confirm(),
            debounce: Debounce(release: .milliseconds(80), dropout: .milliseconds(60)))
        ]),
      edges: [.close(at: 0), .open(at: 100), .close(at: 160, moves: true), .open(at: 1500)],
      expected: [["0.confirm"], ["0.confirm"], ["0.cancel.chatter"]]),
    Threshold(
      name: "open time across the end",
      panel: Panel(
        controls: [
          button(confirm: Confirm(), debounce: Debounce(release: .milliseconds(80), dropout: .zero))
        ]),
      edges: [.close(at: 0), .open(at: 1200, moves: true), .close(at: 1210), .open(at: 1500)],
      expected: [["0.cancel.chatter"], ["0.confirm"], ["0.confirm"]]),
    Threshold(
      name: "off_delay",
      panel: Panel(
        controls: [
          Control(kind: .toggle, debounce: Debounce(press: .zero, release: .milliseconds(500)))
        ]),
      edges: [.close(at: 0), .open(at: 100), .close(at: 600, moves: true), .open(at: 700)],
      expected: [
        ["0.on", "0.off"], ["0.on", "0.off", "0.on", "0.off"], ["0.on", "0.off", "0.on", "0.off"],
      ]),
    Threshold(
      name: "a switch's hold",
      panel: Panel(
        controls: [
          Control(
            kind: .toggle, gestures: Gestures(hold: Hold(after: .milliseconds(500))))
        ]),
      edges: [.close(at: 0), .open(at: 500, moves: true)],
      expected: [
        ["0.on", "0.off"], ["0.on", "0.hold0", "0.off", "0.end"],
        ["0.on", "0.hold0", "0.off", "0.end"],
      ]),
    Threshold(
      name: "a level at the release",
      panel: Panel(
        controls: [
          button(
            tap: Tap(),
            hold: Hold(
              after: .milliseconds(300), furtherLevels: [.milliseconds(700)], commitsOnRelease: true
            ))
        ]),
      edges: [.close(at: 0), .open(at: 700, moves: true)],
      expected: [
        ["0.ready1", "0.hold0.released"], ["0.ready1", "0.ready2", "0.level2"],
        ["0.ready1", "0.ready2", "0.level2"],
      ]),
  ]

  private static let taps: [Threshold] = [
    Threshold(
      name: "gap", panel: Panel(controls: [button(tap: Tap(max: 2))]),
      edges: [.close(at: 0), .open(at: 100), .close(at: 350, moves: true), .open(at: 400)],
      expected: [["0.tap2"], ["0.tap1", "0.tap1"], ["0.tap1", "0.tap1"]]),
    Threshold(
      name: "tap.within", panel: Panel(controls: [button(tap: Tap(), confirm: Confirm())]),
      edges: [.close(at: 0), .open(at: 300, moves: true)],
      expected: [["0.tap1"], ["0.cancel.released"], ["0.cancel.released"]]),
    Threshold(
      name: "gap of a double tap",
      panel: Panel(
        controls: [button(tap: Tap(), confirm: Confirm(doubleTap: true))]),
      edges: [.close(at: 0), .open(at: 100), .close(at: 350, moves: true), .open(at: 450)],
      expected: [["0.double"], ["0.tap1", "0.tap1"], ["0.tap1", "0.tap1"]]),
    Threshold(
      name: "second of a double tap",
      panel: Panel(
        controls: [button(confirm: Confirm(doubleTap: true))]),
      edges: [.close(at: 0), .open(at: 100), .close(at: 200), .open(at: 500, moves: true)],
      expected: [
        ["0.cancel.released", "0.double"], ["0.cancel.released", "0.cancel.released"],
        ["0.cancel.released", "0.cancel.released"],
      ]),
  ]

  private static let holds: [Threshold] = [
    Threshold(
      name: "hold", panel: Panel(controls: [button(tap: Tap(), hold: Hold())]),
      edges: [.close(at: 0), .open(at: 2000, moves: true)],
      expected: [["0.tap1"], ["0.hold0", "0.end"], ["0.hold0", "0.end"]]),
    Threshold(
      name: "hold without tap", panel: Panel(controls: [button(hold: Hold())]),
      edges: [.close(at: 0), .open(at: 2000, moves: true)],
      expected: [["0.cancel.released"], ["0.hold0", "0.end"], ["0.hold0", "0.end"]]),
    Threshold(
      name: "level",
      panel: Panel(
        controls: [button(hold: Hold(after: .seconds(1), furtherLevels: [.seconds(3)]))]),
      edges: [.close(at: 0), .open(at: 3000, moves: true)],
      expected: [
        ["0.hold0", "0.end"], ["0.hold0", "0.level2", "0.end"], ["0.hold0", "0.level2", "0.end"],
      ]),
    Threshold(
      name: "repeat",
      panel: Panel(
        controls: [
          button(hold: Hold(after: .seconds(1), repeats: Repeat(every: .milliseconds(200))))
        ]),
      edges: [.close(at: 0), .open(at: 1400, moves: true)],
      expected: [
        ["0.hold0", "0.repeat1", "0.end"], ["0.hold0", "0.repeat1", "0.repeat2", "0.end"],
        ["0.hold0", "0.repeat1", "0.repeat2", "0.end"],
      ]),
    Threshold(
      name: "gap before a hold with taps",
      panel: Panel(
        controls: [button(tap: Tap(), hold: Hold(after: .milliseconds(500), taps: 1))]),
      edges: [.close(at: 0), .open(at: 100), .close(at: 350, moves: true), .open(at: 1000)],
      expected: [
        ["0.hold1", "0.end"], ["0.tap1", "0.hold0", "0.end"], ["0.tap1", "0.hold0", "0.end"],
      ]),
  ]

  private static let confirms: [Threshold] = [
    Threshold(
      name: "confirm", panel: Panel(controls: [button(confirm: Confirm())]),
      edges: [.close(at: 0), .open(at: 1200, moves: true)],
      expected: [["0.cancel.released"], ["0.confirm"], ["0.confirm"]]),
    Threshold(
      name: "over_hold",
      panel: Panel(
        controls: [button(confirm: Confirm(commitsOnRelease: true, overHold: .seconds(3)))]),
      edges: [.close(at: 0), .open(at: 3000, moves: true)],
      expected: [
        ["0.ready", "0.confirm"], ["0.ready", "0.cancel.overHold"],
        ["0.ready", "0.cancel.overHold"],
      ]),
    Threshold(
      name: "success time", panel: Panel(controls: [button(confirm: Confirm())]),
      edges: [.close(at: 0), .open(at: 1300), .close(at: 2400, moves: true), .open(at: 2500)],
      expected: [
        ["0.confirm", "0.ignored.success"], ["0.confirm", "0.cancel.released"],
        ["0.confirm", "0.cancel.released"],
      ]),
    Threshold(
      name: "another press at the start of a confirm",
      panel: Panel(
        controls: [button(tap: Tap(), confirm: Confirm()), button(tap: Tap())]),
      edges: [
        .close(0, at: 0), .close(1, at: 300, moves: true), .open(1, at: 400), .open(0, at: 1500),
      ],
      expected: [
        ["1.tap1", "0.confirm"], ["0.cancel.otherControl", "1.ignored.consumed"],
        ["0.cancel.otherControl", "1.ignored.consumed"],
      ]),
    Threshold(
      name: "another press at the end of a confirm",
      panel: Panel(
        controls: [button(confirm: Confirm()), button(tap: Tap())]),
      edges: [
        .close(0, at: 0), .close(1, at: 1200, moves: true), .open(1, at: 1300), .open(0, at: 1500),
      ],
      expected: [
        ["0.cancel.otherControl", "1.ignored.consumed"], ["0.confirm", "1.tap1"],
        ["0.confirm", "1.tap1"],
      ]),
  ]

  private static let several: [Threshold] = [
    Threshold(
      name: "many",
      panel: Panel(
        controls: [button(tap: Tap(), confirm: Confirm()), button(tap: Tap()), button(tap: Tap())]),
      edges: [
        .close(0, at: 0), .close(1, at: 50), .close(2, at: 200, moves: true), .open(1, at: 250),
        .open(2, at: 260), .open(0, at: 700),
      ],
      expected: [
        ["0.cancel.many", "1.tap1", "2.tap1"], ["1.tap1", "2.tap1", "0.cancel.released"],
        ["1.tap1", "2.tap1", "0.cancel.released"],
      ]),
    Threshold(
      name: "within of a chord",
      panel: Panel(
        controls: [
          button(tap: Tap()), button(tap: Tap()),
          Control(kind: .chord(Chord(members: [0, 1])), gestures: Gestures(tap: Tap())),
        ]),
      edges: [
        .close(0, at: 0), .close(1, at: 50, moves: true), .open(0, at: 300), .open(1, at: 320),
      ],
      expected: [["2.tap1"], ["0.tap1", "1.tap1"], ["0.tap1", "1.tap1"]]),
    Threshold(
      name: "slip guard",
      panel: Panel(
        controls: [
          Control(
            kind: .knob(Knob(stepsPerDetent: 1), hasPush: true),
            gestures: Gestures(tap: Tap()))
        ]),
      edges: [.close(2, at: 0), .close(0, at: 30, moves: true), .open(2, at: 500)],
      expected: [["0.tap1"], ["0.drag1", "0.drop"], ["0.drag1", "0.drop"]]),
    Threshold(
      name: "rest of acceleration",
      panel: Panel(
        controls: [
          Control(
            kind: .knob(
              Knob(
                stepsPerDetent: 1,
                acceleration: Knob.Acceleration(window: .milliseconds(600), max: 9)),
              hasPush: false))
        ]),
      edges: [.close(0, at: 0), .close(1, at: 200, moves: true)],
      expected: [["0.turn1", "0.turn3"], ["0.turn1", "0.turn1"], ["0.turn1", "0.turn1"]]),
    Threshold(
      name: "stick's repeat",
      panel: Panel(
        controls: [Control(kind: .stick(Stick(), hasPush: false))]),
      edges: [.close(3, at: 0), .open(3, at: 120, moves: true)],
      expected: [
        ["0.move1,0", "0.drop"], ["0.move1,0", "0.move2,0", "0.drop"],
        ["0.move1,0", "0.move2,0", "0.drop"],
      ]),
  ]
}

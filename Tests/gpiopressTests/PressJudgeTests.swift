import ButtonController
import PanelFiles
import Testing

@testable import gpiopress

/// What a press or a turn shows of the wiring: data of edges, and the verdict.
@Suite struct PressJudgeTests {
  private static func panel(_ keys: String = "", knob: String = "") throws -> PanelFile {
    let text = """
      board: raspberry-pi-5
      controls:
        erase: {kind: button, pin: GPIO17, tap: true\(keys)}
        play: {kind: button, pin: GPIO27, tap: true}
        volume: {kind: knob, pins: {a: GPIO5, b: GPIO6, press: GPIO13}\(knob)}
        door: {kind: switch, pin: GPIO22}
      chords:
        both: {of: [erase, play], tap: true}

      """
    return try PanelReader.decode(
      Array(text.utf8), path: "panel.yaml", boards: BoardCatalogue.checkout(above: #filePath)
    ).panel
  }

  /// Lines of the panel above, and one of the header beside them.
  private enum Line {
    static let (erase, play, a, b, push, door, other) = (0, 1, 2, 3, 4, 5, 6)
  }

  private static let neighbour = FindLines.Candidate(
    plan: LinePlan(
      name: "GPIO23", control: 0, chip: .label("pinctrl-rp1"), target: .offset(23), pin: "J8-16"),
    pin: nil)

  /// Runs edges (line, closed, milliseconds) through the watch of one step, until it is over.
  private static func check(
    _ step: Int, _ edges: [(Int, Bool, Int64)], keys: String = "", knob: String = "",
    closed: Set<Int> = [], levels: [(Int, Bool, Int64)] = []
  ) throws -> Check {
    let panel = try panel(keys, knob: knob)
    let steps = PressStep.all(of: panel)
    let isTurn: Bool
    if case .turn = steps[step].kind { isTurn = true } else { isTurn = false }
    var watch = PressWatch(levels: (0..<7).map(closed.contains), isTurn: isTurn, at: .zero)
    let all = edges.map { ($0, true) } + levels.map { ($0, false) }
    for ((line, isClosed, time), isEdge) in all.sorted(by: { $0.0.2 < $1.0.2 }) {
      let at = Instant.zero + .milliseconds(time)
      _ = watch.advance(to: at)
      if isEdge {
        watch.edge(line, isClosed: isClosed, at: at)
      } else {
        watch.level(line, isClosed: isClosed, at: at)
      }
    }
    let isOver = watch.advance(to: .zero + .seconds(60))
    #expect(isOver)
    return PressJudge(panel: panel, others: [neighbour]).judge(steps[step], watch)
  }

  @Test func everyControlIsAskedForAndNoChord() throws {
    let steps = PressStep.all(of: try Self.panel())
    #expect(steps.map(\.name) == ["erase", "play", "volume", "volume.press", "door"])
    #expect(steps.map { $0.lines } == [[0], [1], [2, 3], [4], [5]])
    #expect(steps[2].prompt == "turn volume clockwise by one detent, one click")
  }

  @Test func aGoodPress() throws {
    let check = try Self.check(
      0, [(Line.erase, true, 100), (0, false, 101), (0, true, 102), (0, false, 250)])
    #expect(check == .ok("press erase", "GPIO17 closed for 150 ms, bounced for 2.0 ms"))
  }

  @Test(
    arguments: [
      ("", "wiring: to_supply"), (", wiring: to_supply", "wiring: to_ground"),
      (", wiring: external_active_low", "wiring: external_active_high"),
      (", contact: normally_closed", "take contact: normally_closed out"),
    ])
  func wrongPolarity(keys: String, hint: String) throws {
    let check = try Self.check(
      0, [(Line.erase, false, 100), (0, true, 250)], keys: keys, closed: [0])
    #expect(check.verdict == .error)
    #expect(check.evidence.contains("rests closed"), "\(check)")
    #expect(check.hint?.contains(hint) == true, "\(check)")
  }

  @Test func wiredToItsNeighbour() throws {
    var check = try Self.check(0, [(Line.play, true, 100), (1, false, 250)])
    #expect(check.verdict == .error)
    #expect(check.evidence == "GPIO17 did not change, but GPIO27 (play) did")
    check = try Self.check(0, [(Line.other, true, 100), (6, false, 250)])
    #expect(check.evidence == "GPIO17 did not change, but GPIO23 did")
  }

  @Test func nothingAtAll() throws {
    let check = try Self.check(0, [])
    #expect(check.verdict == .error)
    #expect(check.evidence.contains("nor did any other line"))
  }

  @Test func twoLinesThatTouch() throws {
    let check = try Self.check(
      0, [(0, true, 100), (1, true, 100), (0, false, 250), (1, false, 251)])
    #expect(check.evidence == "GPIO27 (play) moved with GPIO17")
  }

  @Test func aContactThatSticks() throws {
    let check = try Self.check(0, [(0, true, 100)])
    #expect(check.evidence.contains("did not come back"))
  }

  @Test func aLineThatNothingPulls() throws {
    let hum: [(Int, Bool, Int64)] = (0..<400).map { (step: Int) in
      (0, step % 2 == 0, Int64(100 + step * 5))
    }
    let check = try Self.check(0, hum)
    #expect(check.evidence.contains("nothing pulls it"), "\(check)")
  }

  /// The level is another, twice, and no edge has come.
  @Test func aDeadInterrupt() throws {
    let levels: [(Int, Bool, Int64)] = [
      (0, true, 100), (0, true, 150), (0, true, 200), (0, false, 250), (0, false, 300),
    ]
    let check = try Self.check(0, [], levels: levels)
    #expect(check.verdict == .error)
    #expect(check.evidence.contains("interrupt is dead"), "\(check)")
    #expect(check.hint?.contains("input: poll") == true)
  }

  /// A level that was read before its edge was taken is none.
  @Test func anEdgeThatComesLate() throws {
    let check = try Self.check(
      0, [(0, true, 101), (0, false, 300)], levels: [(0, true, 100), (0, true, 150)])
    #expect(check.verdict == .ok, "\(check)")
  }

  @Test func aSwitchIsFlippedFromWhereItIs() throws {
    let edges = [(Line.door, false, Int64(100)), (5, true, 900)]
    #expect(try Self.check(4, edges, closed: [5]).verdict == .ok)
    #expect(try Self.check(4, [(5, true, 100), (5, false, 900)]).verdict == .ok)
  }

  // MARK: Encoders

  /// One click of an encoder: contacts in the order of a clockwise turn, with so many quarter-steps.
  private static func click(
    _ quarters: Int, from start: (Bool, Bool) = (false, false), turns: Int = 1
  )
    -> [(Int, Bool, Int64)]
  {
    var (isA, isB) = start
    return (0..<quarters).map { step in
      // Clockwise: a changes where both agree, else b.
      if (isA == isB) == (turns > 0) {
        isA.toggle()
        return (Line.a, isA, Int64(100 + 20 * step))
      }
      isB.toggle()
      return (Line.b, isB, Int64(100 + 20 * step))
    }
  }

  @Test(arguments: [(4, ""), (2, ", steps_per_detent: 2"), (1, ", steps_per_detent: 1")])
  func aGoodClick(quarters: Int, keys: String) throws {
    let check = try Self.check(2, Self.click(quarters), knob: keys)
    #expect(check.verdict == .ok, "\(check)")
  }

  @Test func swapped() throws {
    let check = try Self.check(2, Self.click(4, turns: -1))
    #expect(check.verdict == .error)
    #expect(check.evidence.contains("a and b are swapped"))
  }

  @Test(arguments: [(2, ""), (1, ""), (4, ", steps_per_detent: 2")])
  func wrongSteps(quarters: Int, keys: String) throws {
    let check = try Self.check(2, Self.click(quarters), knob: keys)
    #expect(check.verdict == .error)
    #expect(check.hint == "write steps_per_detent: \(quarters)")
  }

  @Test func moreThanOneClick() throws {
    let check = try Self.check(2, Self.click(8))
    #expect(check.hint == "was it one click? run doctor again")
  }

  @Test func restsClosed() throws {
    let edges = Self.click(4, from: (true, true))
    #expect(try Self.check(2, edges, closed: [2, 3]).hint == "write rest: closed")
    #expect(try Self.check(2, edges, knob: ", rest: closed", closed: [2, 3]).verdict == .ok)
    #expect(try Self.check(2, edges, knob: ", rest: found", closed: [2, 3]).verdict == .ok)
  }

  @Test func oneContactOnly() throws {
    let check = try Self.check(2, [(Line.a, true, 100), (Line.a, false, 180)])
    #expect(check.evidence == "only volume.a changes, GPIO6 does not")
  }

  /// Whatever edges come, the step ends in time, and its verdict is one line.
  @Test func anyEdgesEndInAVerdict() throws {
    let seed = UInt64.random(in: .min ... .max)
    var state = seed
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(bound))
    }
    for _ in 0..<200 {
      var time: Int64 = 0
      let edges: [(Int, Bool, Int64)] = (0..<next(60)).map { _ in
        time += Int64(next(200))
        return (next(7), next(2) == 0, time)
      }
      let check = try Self.check(next(5), edges, closed: Set((0..<7).filter { _ in next(3) == 0 }))
      #expect(!check.evidence.isEmpty && !check.evidence.contains("\n"), "seed \(seed)")
    }
  }
}

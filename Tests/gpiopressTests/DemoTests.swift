import ButtonController
import PanelFiles
import Testing

@testable import gpiopress

/// The demo without its clock: the scene, the keys, and the texts.
@Suite struct DemoTests {
  /// Plays all that is planned, each thing at its instant.
  private func play(_ player: inout DemoPlayer) -> [Event] {
    var events: [Event] = []
    while let next = player.nextInstant { player.run(to: next) { events.append($0) } }
    return events
  }

  @Test func theSceneShowsEveryGesture() {
    var player = DemoPlayer(scene: .full)
    player.start { _ in }
    let events = play(&player)
    let names = events.map { EventLine.name(of: $0.kind) }
    #expect(
      names == [
        "tap", "confirm_start", "cancel", "confirm_start", "confirm", "turn", "turn", "turn",
        "drag_start", "drag", "drag", "drag", "drag", "drag", "drag_end",
      ])
    #expect(events.last.map { $0.decided < Instant.zero + .seconds(9) } == true)
  }

  /// At 80 columns nothing is cut: 28 are the ring's.
  @Test func everyLineFits() {
    var player = DemoPlayer(scene: .full)
    player.start { _ in }
    for event in play(&player) {
      let line = EventText.line(PanelEvent(event), of: DemoPanel.file, isNarrow: true)
      #expect(line.count <= 52, "\(line)")
    }
  }

  /// A caption says what has happened, or what is going on, never what comes.
  @Test func captionsComeWhenItHasHappened() {
    var player = DemoPlayer(scene: .full)
    player.start { _ in }
    let events = play(&player)
    func decided(_ name: String, last: Bool = false) -> Instant {
      let all = events.filter { EventLine.name(of: $0.kind) == name }
      return (last ? all.last : all.first)?.decided ?? .never
    }
    let words: [(String, Instant)] = [
      ("A tap:", decided("tap")), ("cancelled", decided("cancel")),
      ("confirmed", decided("confirm")), ("turns in steps", decided("turn")),
      ("elastic drag", decided("drag_start")), ("springs back", decided("drag_end")),
    ]
    for (word, instant) in words {
      let caption = DemoScene.full.captions.first { $0.text.contains(word) }
      let at = caption?.at ?? .ever
      #expect(at >= instant && at <= instant + .milliseconds(200), "\(word)")
    }
  }

  @Test func turnsInHasteAreAllCounted() {
    var scene = DemoScene()
    let at = Instant.zero + .seconds(1)
    for _ in 0..<5 { scene.turn(clockwise: true, at: at) }
    for _ in 0..<2 { scene.turn(clockwise: false, at: at) }
    var player = DemoPlayer(scene: scene)
    player.start { _ in }
    #expect(play(&player).last?.kind == .turn(steps: -1, position: 3))
  }

  @Test(arguments: [
    (" ", [Key.space]), ("tq", [.tap, .quit]), ("h", [.hold]),
    ("1x", [.choose("1"), .choose("x")]),
    ("\u{1B}", [.quit]), ("\u{3}", [.quit]), ("\u{4}", [.quit]),
    ("\t\u{1B}[Z", [.next, .previous]),
    (
      "\u{1B}[C\u{1B}[D", [.arrow(.right, isHeld: false), .arrow(.left, isHeld: false)]
    ),
    ("\u{1B}OC", [.arrow(.right, isHeld: false)]), ("\u{1B}[1;5D", [.arrow(.left, isHeld: false)]),
    ("\u{1B}[1;2A\u{1B}[B", [.arrow(.up, isHeld: true), .arrow(.down, isHeld: false)]),
    ("\u{1B}[3~t", [.tap]), ("\u{1B}[", []), ("é", []), ("-\n", []),
  ])
  func keysAreRead(bytes: String, keys: [Key]) {
    #expect(Key.all(in: Array(bytes.utf8)) == keys)
  }

  @Test(arguments: [
    (Event.Kind.tap(count: 2), "  1.500 s  erase    tap  count 2"),
    (.confirmStart, "  1.500 s  erase    confirm_start"),
    (
      .cancel(.init(reason: .otherControl, progress: 0.444, held: .milliseconds(705), taps: 0)),
      "  1.500 s  erase    cancel  other_control, 44 %, held 0.71 s"
    ),
    (
      .drag(delta: -1, total: -1, pull: -5.78),
      "  1.500 s  erase    drag  delta -1, total -1, pull -5.8"
    ),
    (.state(isOn: true), "  1.500 s  erase    state  on true"),
  ])
  func eventsAreToldToPeople(kind: Event.Kind, text: String) {
    let at = Instant.zero + .milliseconds(1500)
    let event = Event(at: at, decided: at, control: 0, kind: kind)
    #expect(EventText.line(PanelEvent(event), of: DemoPanel.file) == text)
  }

  @Test func columnsAreAsWideAsTheirWidestCell() {
    #expect(
      Columns.text([["a", "bb", "c"], ["dddd", "", "e"], ["f"]], indent: 1)
        == " a     bb  c\n dddd      e\n f\n")
  }
}

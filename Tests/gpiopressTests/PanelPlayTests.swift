import ButtonController
import Foundation
import PanelFiles
import PanelHardware
import EngineTestKit
import PanelReplay
import Testing

@testable import gpiopress

/// `demo PANEL` without its terminal: what keys do to a panel, and what is drawn of it.
@Suite struct PanelPlayTests {
  private static func panel(_ text: String) throws -> PanelFile {
    try PanelReader.decode(
      Array("board: raspberry-pi-5\n\(text)".utf8), path: "panel.yaml",
      boards: .checkout(above: #filePath)
    ).panel
  }

  private static let everything = """
    controls:
      key: {kind: button, pin: GPIO17, tap: {max: 2}, hold: 1s}
      erase: {kind: button, pin: GPIO27, tap: true, confirm: 1.2s, ring: halo}
      mode: {kind: switch, pin: GPIO22}
      dial: {kind: knob, pins: {a: GPIO5, b: GPIO6, press: GPIO13}, position: {start: 3}, tap: true}
      half: {kind: knob, pins: {a: GPIO19, b: GPIO26}, steps_per_detent: 2}
      stick:
        kind: stick
        pins: {up: GPIO12, down: GPIO16, left: GPIO20, right: GPIO21, press: GPIO23}
    chords:
      both: {of: [key, erase], tap: true}
    rings:
      halo: {driver: terminal, pixels: 12}

    """

  /// Something that hands do.
  private enum Act {
    case tap(Int)
    case hold(Int)
    case toggle(Int)
    case move(Int, PanelHands.Direction)

    func perform(_ hands: inout PanelHands, at now: Instant) -> Bool {
      switch self {
      case .tap(let control): return hands.tap(control, at: now)
      case .hold(let control): return hands.hold(control, at: now)
      case .toggle(let control): return hands.toggle(control, at: now)
      case .move(let control, let direction):
        return hands.move(control, direction, isHeld: false, at: now)
      }
    }
  }

  /// Plays what hands do at their milliseconds, whether they can or not, and gives the events as
  /// `who what`.
  private static func events(
    _ panel: PanelFile, isDone: Bool = true, _ acts: [(Int64, Act)]
  ) -> [String] {
    var own = PanelHands(panel)
    var runner = TraceRunner(panel: panel.panel)
    var said: [String] = []
    let take: TraceRunner.Sink = { output in
      guard case .event(let event) = output else { return }
      said.append("\(panel.controls[event.control].name) \(EventLine.name(of: event.kind))")
    }
    runner.start(levels: own.levels, take)
    var entries: [Trace.Entry] = []
    for (milliseconds, act) in acts {
      let isActDone = act.perform(&own, at: .zero + .milliseconds(milliseconds))
      #expect(isActDone == isDone, "\(act)")
      entries += own.takeEntries()
    }
    for entry in entries.sorted(by: { $0.at < $1.at }) { runner.play(entry, take) }
    runner.finish(take)
    return said
  }

  @Test func handsDoEveryGesture() throws {
    let panel = try Self.panel(Self.everything)
    let said = Self.events(
      panel,
      [
        (100, .tap(0)), (1000, .hold(0)), (4000, .hold(1)), (8000, .toggle(2)), (9000, .tap(2)),
        (10000, .move(3, .right)), (10100, .move(4, .left)), (10200, .move(4, .left)),
        (11000, .toggle(3)), (11200, .move(3, .left)), (11400, .move(3, .left)),
        (12000, .toggle(3)), (13000, .move(5, .up)), (14000, .tap(6)),
      ])
    #expect(
      said == [
        "mode state", "key tap", "key hold", "key hold_end", "erase confirm_start", "erase confirm",
        "mode on", "mode off", "dial turn", "half turn", "half turn", "dial drag_start",
        "dial drag",
        "dial drag", "dial drag_end", "stick drag_start", "stick drag", "stick drag_end",
        "both tap",
      ])
  }

  /// What cannot be done now says so, and changes nothing.
  @Test func handsSayWhatTheyCannot() throws {
    let panel = try Self.panel(Self.everything)
    let said = Self.events(
      panel, isDone: false,
      [(100, .move(0, .right)), (200, .tap(4)), (300, .toggle(4)), (400, .hold(4))])
    #expect(said == ["mode state"])
    var hands = PanelHands(panel)
    let now = Instant.zero + .milliseconds(400)
    let isHeld = hands.hold(0, at: now)
    let isPressedTwice = hands.toggle(0, at: now + .milliseconds(100))
    #expect(isHeld && !isPressedTwice)
    #expect(hands.takeEntries().count == 2)
  }

  /// A detent is one turn the way of its key, wherever the knob rests, from any detent and in haste.
  @Test(arguments: ["{}", "{rest: closed}", "{steps_per_detent: 2}", "{steps_per_detent: 1}"])
  func detentsAreTurns(options: String) throws {
    let own = options.dropFirst().dropLast()
    let panel = try Self.panel(
      "controls:\n  dial: {kind: knob, pins: {a: GPIO5, b: GPIO6}\(own.isEmpty ? "" : ", \(own)")}\n"
    )
    var random = SeededGenerator(seed: 5)
    var hands = PanelHands(panel)
    var runner = TraceRunner(panel: panel.panel)
    var position = 0
    let take: TraceRunner.Sink = { output in
      if case .event(let event) = output, case .turn(_, let now, _) = event.kind { position = now }
    }
    runner.start(levels: hands.levels, take)
    var expected = 0
    for step in 0..<200 {
      let isRight = Bool.random(using: &random)
      expected += isRight ? 1 : -1
      let at = Instant.zero + .milliseconds(100 + Int64(step) * 5)
      let isDone = hands.move(0, isRight ? .right : .left, isHeld: false, at: at)
      #expect(isDone)
    }
    for entry in hands.takeEntries() { runner.play(entry, take) }
    runner.finish(take)
    #expect(position == expected)
  }

  @Test(arguments: [
    ("a few words", 11, ["a few words"]), ("a few words", 10, ["a few", "  words"]),
    ("  a few words", 6, ["  a", "  few", "  wor…"]), ("abcdefghi", 4, ["abcd", "  ef", "  g…"]),
    ("", 4, [""]),
  ])
  func longLinesGoOnBelow(text: String, width: Int, lines: [String]) {
    #expect(Fitted.folded(text, to: width, indent: 2, most: 3) == lines)
  }

  @Test func eachControlHasItsKey() throws {
    let panel = try Self.panel(Self.everything)
    let keys = PanelKeys(panel)
    #expect(panel.controls.indices.map { keys.key(of: $0) } == ["1", "2", "3", "4", "5", "6", "7"])
    #expect(keys.control(of: "7") == 6)
    #expect(keys.control(of: "8") == nil)
    #expect(!PanelKeys.all.contains { "thq ".contains($0) })
  }

  private static let panels: [String] = {
    let folder = ProgramRun.checkout.appendingPathComponent("panels").path
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.filter { $0.hasSuffix(".yaml") }.sorted()
  }()

  /// Every panel of the gallery fits the smallest terminal and the usual one, with colours and without.
  @Test(arguments: panels) func everyPanelIsDrawn(name: String) throws {
    let file = ProgramRun.checkout.appendingPathComponent("panels/\(name)").path
    var boards = BoardCatalogue.checkout(above: #filePath)
    boards.fallbackBoard = "raspberry-pi-5"
    let panel = try PanelReader.read(path: file, boards: boards).panel
    let pictures = panel.panel.rings.map { Array(repeating: Colour.black, count: $0.pixels) }
    for isUnicode in [false, true] {
      let style = TerminalStyle(colours: .none, isUnicode: isUnicode, movesCursor: true)
      var screen = PanelScreen(panel, style, keys: PanelKeys(panel))
      for line in 0..<40 { screen.add("line \(line) " + String(repeating: "x", count: 100)) }
      for size in [(columns: 64, rows: 18), (columns: 80, rows: 24), (columns: 200, rows: 60)] {
        for selected in panel.controls.indices {
          var state = PanelScreen.State(
            isClosed: panel.controls.map { _ in true }, notes: panel.controls.map { _ in "at 100" })
          state.selected = selected
          state.caption = ControlText.summary(selected, of: panel)
          let lines = screen.lines(pictures, state, size: size)
          #expect(lines.count == size.rows - 1)
          #expect(lines.allSatisfy { $0.count < size.columns }, "\(lines)")
          #expect(lines.contains { $0.contains(">") && $0.contains(panel.controls[selected].name) })
          #expect(lines.last?.contains("q quit") == true, "\(lines.last ?? "")")
          #expect(lines.contains { $0.contains("line 39") })
          #expect(isUnicode || lines.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }, "\(lines)")
        }
      }
      let small = screen.lines(
        pictures, PanelScreen.State(isClosed: [], notes: []), size: (columns: 40, rows: 10))
      #expect(small == ["too small; 64 x 18 is needed"])
    }
  }

  @Test(
    arguments: [
      ["demo", "panel.yaml"], ["demo", "--interactive"], ["demo", "-"],
      ["demo", "panel.yaml", "--fail", "nobody"],
    ])
  func withoutATerminalItSaysWhatDoes(arguments: [String]) throws {
    let files = try Sample.files()
    let run = try ProgramRun(arguments, in: files.folder)
    #expect(run.code == 64)
    #expect(run.output == "")
    #expect(run.errorLines.count == 1)
    if !arguments.contains("-") { #expect(run.errors.contains("replay PANEL TRACE --actions")) }
  }

  @Test func optionsOfAPanelNeedOne() throws {
    let run = try ProgramRun(["demo", "--fail", "erase"])
    #expect(run.code == 64)
    #expect(run.errors.contains("--fail is for a PANEL"))
  }
}

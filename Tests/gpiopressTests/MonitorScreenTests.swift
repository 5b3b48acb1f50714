import ButtonController
import EngineTestKit
import Foundation
import PanelFiles
import PanelHardware
import PanelReplay
import Testing

@testable import gpiopress

/// The screen of a monitor at several sizes, kept as files; `RECORD=1` rewrites them.
@Suite struct MonitorScreenTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Snapshots")
  private static let plain = TerminalStyle(colours: .none, isUnicode: true, movesCursor: true)
  private static let ascii = TerminalStyle(colours: .none, isUnicode: false, movesCursor: true)
  private static let full = TerminalStyle(colours: .full, isUnicode: true, movesCursor: true)

  private static let trace = """
    100 erase 1
    180 erase 0
    500 erase 1
    1900 erase 0
    2500 door 1
    2600 volume.a 1
    2605 volume.b 1
    2610 volume.a 0
    2615 volume.b 0
    2700 ! gone off
    3200 erase 1
    3201.5 erase 0
    3203.25 erase 1

    """
  private static let source = MonitorScreen.Source(name: "process 812")

  private static func text(
    _ style: TerminalStyle, _ columns: Int, _ rows: Int, offset: Int = 0
  ) throws -> String {
    var bench = try MonitorBench()
    try bench.play(trace, to: 4000)
    let screen = MonitorScreen(bench.panel, style)
    let lines = screen.lines(
      bench.model, source, size: (columns: columns, rows: rows), offset: offset)
    return lines.map { "\($0)\n" }.joined()
  }

  @Test(
    arguments: [
      ("80x24", 80, 24, 0), ("40x10", 40, 10, 0), ("130x30", 130, 30, 0), ("60x18", 60, 18, 0),
      ("60x18-scrolled", 60, 18, 3), ("ascii-80x24", 80, 24, 0),
    ])
  func isAsKept(name: String, columns: Int, rows: Int, offset: Int) throws {
    let style = name.hasPrefix("ascii") ? Self.ascii : Self.plain
    let text = try Self.text(style, columns, rows, offset: offset)
    let file = Self.folder.appendingPathComponent("monitor-\(name).txt")
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try Data(text.utf8).write(to: file)
    }
    #expect(text == (try? String(contentsOf: file, encoding: .utf8)))
  }

  /// What the manual shows is drawn by the program.
  @Test func theManualShowsIt() throws {
    let page = ProgramRun.checkout.appendingPathComponent("docs/commands.md")
    let manual = try String(contentsOf: page, encoding: .utf8)
    #expect(manual.contains(try Self.text(Self.plain, 80, 24)))
  }

  @Test func coloursOnlyUnderline() throws {
    let coloured = try Self.text(Self.full, 80, 24)
    #expect(coloured.contains("\u{1B}[31moff"))
    let lengths = Self.bare(coloured).split(separator: "\n").map(Self.length)
    let plain = try Self.text(Self.plain, 80, 24).split(separator: "\n").map(Self.length)
    #expect(lengths == plain)
    #expect(!(try Self.text(Self.plain, 80, 24)).contains("\u{1B}"))
    let ascii = try Self.text(Self.ascii, 80, 24)
    #expect(ascii.utf8.allSatisfy { $0 < 0x80 })
  }

  /// How long a line is, without spaces at its end.
  private static func length(_ line: Substring) -> Int {
    line.count - line.reversed().prefix { $0 == " " }.count
  }

  /// A text without its colours.
  private static func bare(_ text: String) -> String {
    text.replacing(/\u{1B}\[[0-9;]*m/, with: "")
  }

  @Test func troubleIsInTheHead() throws {
    let bench = try MonitorBench()
    let source = MonitorScreen.Source(name: "process 812", trouble: "process 812 has gone\u{1B}[2J")
    let screen = MonitorScreen(bench.panel, Self.plain)
    let lines = screen.lines(bench.model, source, size: (columns: 80, rows: 24))
    #expect(lines[2] == #"process 812 has gone\x1b[2J"#)
    #expect(lines.count == 24)
    #expect(lines.allSatisfy { $0.last != " " })
  }

  // MARK: By chance

  private static let seeds = Array(0..<40 as Range<UInt64>)
  private static let panels: [PanelFile] = {
    let folder = ProgramRun.checkout.appendingPathComponent("panels").path
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    var boards = BoardCatalogue.checkout(above: #filePath)
    boards.fallbackBoard = "raspberry-pi-5"
    return files.filter { $0.hasSuffix(".yaml") }.sorted().compactMap { name in
      try? PanelReader.read(path: "\(folder)/\(name)", boards: boards).panel
    }
  }()

  /// Any panel, any trace, any size: no picture is larger than its terminal, and what is counted agrees
  /// with what came.
  @Test(arguments: seeds) func nothingLeavesTheScreen(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let panel = try #require(Self.panels.randomElement(using: &random))
    var bench = MonitorBench(panel, listsEdges: Bool.random(using: &random))
    var levels = panel.lines.map { _ in Bool.random(using: &random) }
    bench.take(.start(levels))
    var at = Instant.zero
    for _ in 0..<300 {
      at = at + Self.interval(&random)
      let line = Int.random(in: 0..<levels.count, using: &random)
      let action = Self.action(line, &levels, at, &random)
      bench.take(.entry(Trace.Entry(at: at, action: action)))
      if Int.random(in: 0..<20, using: &random) == 0 { try Self.check(bench, seed, &random) }
    }
    bench.pass(to: at + .seconds(5))
    try Self.check(bench, seed, &random)
  }

  private static func interval(_ random: inout SeededGenerator) -> TimeSpan {
    Bool.random(using: &random)
      ? .microseconds(Int64.random(in: 0..<9000, using: &random))
      : .milliseconds(Int64.random(in: 0..<900, using: &random))
  }

  private static func action(
    _ line: Int, _ levels: inout [Bool], _ at: Instant, _ random: inout SeededGenerator
  ) -> Trace.Action {
    let isClosed = Bool.random(using: &random)
    switch Int.random(in: 0..<40, using: &random) {
    case 0: return .lost(line: line, isClosed: isClosed)
    case 1: return .level(line: line, isClosed: isClosed)
    case 2: return .gone(lines: [line])
    case 3: return .back(lines: [line], isClosed: isClosed)
    case 4: return .reload
    default:
      levels[line].toggle()
      return .edge(line: line, isClosed: levels[line])
    }
  }

  private static func check(
    _ bench: MonitorBench, _ seed: UInt64, _ random: inout SeededGenerator
  ) throws {
    let comment = Comment("seed \(seed)")
    let model = bench.model
    #expect(model.eventCount == bench.emitted.values.reduce(0, +), comment)
    #expect(model.edgeCount == bench.edges, comment)
    #expect(model.lines.reduce(0) { $0 + $1.edges } == bench.edges, comment)
    #expect(model.lines.allSatisfy { $0.rate <= $0.edges }, comment)
    let (columns, rows) = (
      Int.random(in: 1...180, using: &random), Int.random(in: 1...60, using: &random)
    )
    let style = try #require([plain, ascii, full].randomElement(using: &random))
    let screen = MonitorScreen(bench.panel, style, hasKeys: Bool.random(using: &random))
    let trouble = Bool.random(using: &random) ? String(repeating: "trouble ", count: 40) : nil
    let lines = screen.lines(
      model, MonitorScreen.Source(name: "process 1", trouble: trouble),
      size: (columns: columns, rows: rows), offset: Int.random(in: 0...30, using: &random))
    #expect(lines.count <= rows, comment)
    for line in lines { #expect(bare(line).count < max(columns, 2), comment) }
  }
}

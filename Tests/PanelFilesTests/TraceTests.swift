import ButtonController
import PanelFiles
import Testing

@Suite struct TraceTests {
  /// A button, a knob with a push, a switch and a chord.
  static func line(_ name: String, _ control: Int) -> LinePlan {
    LinePlan(name: name, control: control, chip: .any, target: .offset(0), pin: "")
  }
  static let controls = ["erase", "dial", "door", "both"].map { ControlFile(name: $0) }
  static let lines = [
    line("erase", 0), line("dial.a", 1), line("dial.b", 1), line("dial.press", 1), line("door", 2),
  ]

  static func parse(_ text: String) throws -> Trace {
    try Trace.parse(Array(text.utf8), path: "t", lines: lines, controls: controls)
  }

  static func errors(_ bytes: [UInt8]) -> [String] {
    do {
      _ = try Trace.parse(bytes, path: "t", lines: lines, controls: controls)
      return []
    } catch {
      return error.diagnostics.map(\.description)
    }
  }

  @Test func everyDirectiveIsRead() throws {
    let text = """
      # head
      start door 1   # on
      0 erase 1
      18.25\terase 0
      18.25 dial.press 1
      100 ! stall 180.000001
      120 erase 1
      200 ! lost erase 1
      300 ! level erase 0
      400 ! gone dial
      401 ! gone erase
      500 ! back dial 0
      600 ! suspend 5000
      700 erase 1
      5000 ! reload
      6000 ! shutdown
      7000 ! end
      """
    let trace = try Self.parse(text.replacing("\n", with: "\r\n"))
    #expect(trace.startLevels == [false, false, false, false, true])
    func ms(_ value: Double) -> Instant { Instant(nanoseconds: Int64(value * 1_000_000)) }
    let expected: [(Double, Trace.Action, Int)] = [
      (0, .edge(line: 0, isClosed: true), 3), (18.25, .edge(line: 0, isClosed: false), 4),
      (18.25, .edge(line: 3, isClosed: true), 5),
      (100, .stall(until: Instant(nanoseconds: 180_000_001)), 6),
      (120, .edge(line: 0, isClosed: true), 7), (200, .lost(line: 0, isClosed: true), 8),
      (300, .level(line: 0, isClosed: false), 9), (400, .gone(lines: [1, 2, 3]), 10),
      (401, .gone(lines: [0]), 11), (500, .back(lines: [1, 2, 3], isClosed: false), 12),
      (600, .suspend(until: ms(5000)), 13), (700, .edge(line: 0, isClosed: true), 14),
      (5000, .reload, 15), (6000, .shutdown, 16), (7000, .end, 17),
    ]
    #expect(
      trace.entries == expected.map { Trace.Entry(at: ms($0.0), action: $0.1, place: $0.2) })
  }

  static let wrong: [(String, [String])] = [
    (
      "5 erase 1\n4 erase 0",
      [
        "t:2:1: 4 goes back in time (line 1 is at 5); entries stand in order of time"
      ]
    ),
    ("0 eraze 1", ["t:1:3: the panel has no line eraze; did you mean erase?"]),
    (
      "0 zzz 1",
      ["t:1:3: the panel has no line zzz; it has erase, dial.a, dial.b, dial.press, door"]
    ),
    ("0 dial 1", ["t:1:3: dial has several lines; name one of dial.a, dial.b, dial.press"]),
    ("0 both 1", ["t:1:3: both is a chord and has no line of its own; name its members"]),
    ("0 erase 2", ["t:1:9: 2 is no level; write 1 for a closed contact, 0 for an open one"]),
    ("0 erase", ["t:1:3: incomplete; write TIME LINE LEVEL"]),
    ("0 erase 1 1", ["t:1:11: 1 is too much; write TIME LINE LEVEL"]),
    ("0", ["t:1:1: a time and nothing else; write TIME LINE LEVEL or TIME ! DIRECTIVE …"]),
    ("erase 1", ["t:1:1: erase is no time; write milliseconds such as 18.25, start or #"]),
    ("-1 erase 1", ["t:1:1: -1 is no time; write milliseconds such as 18.25, start or #"]),
    ("1e3 erase 1", ["t:1:1: 1e3 is no time; write milliseconds such as 18.25, start or #"]),
    ("1. erase 1", ["t:1:1: 1. is no time; write milliseconds such as 18.25, start or #"]),
    (
      "1.0000001 erase 1",
      [
        "t:1:1: 1.0000001 has more than six decimals; nanoseconds are the finest"
      ]
    ),
    (
      "99999999999999999999 erase 1",
      ["t:1:1: 99999999999999999999 is too large; times reach 9000000000000 (285 years)"]
    ),
    (
      "9000000000000.000001 erase 1",
      ["t:1:1: 9000000000000.000001 is too large; times reach 9000000000000 (285 years)"]
    ),
    ("0 ! stal 5", ["t:1:5: no directive stal; did you mean stall?"]),
    (
      "0 ! x",
      [
        "t:1:5: no directive x; known: stall, lost, level, gone, back, found, suspend, reload, "
          + "shutdown, end"
      ]
    ),
    (
      "0 !",
      [
        "t:1:3: ! without a directive; known: stall, lost, level, gone, back, found, suspend, "
          + "reload, shutdown, end"
      ]
    ),
    ("0 !stall 5", ["t:1:3: !stall: put a space after the !"]),
    (
      "10 ! stall 5",
      [
        "t:1:12: stall ends at 5, not after its start; write the time at which it ends, not its "
          + "length"
      ]
    ),
    ("0 ! stall x", ["t:1:11: x is no end; write milliseconds such as 18.25"]),
    ("0 ! stall 10\n5 ! stall 20", ["t:2:5: overlaps the stall of line 1, which ends at 10"]),
    ("0 ! stall 10\n5 ! suspend 20", ["t:2:5: overlaps the stall of line 1, which ends at 10"]),
    ("0 ! suspend 10\n5 ! stall 20", ["t:2:5: overlaps the sleep of line 1, which ends at 10"]),
    (
      "0 ! suspend 10\n5 ! lost erase 0\n9.9 ! end",
      [
        "t:2:5: lost inside the sleep of line 1, which ends at 10; only edges may stand in a sleep",
        "t:3:7: end inside the sleep of line 1, which ends at 10; only edges may stand in a sleep",
      ]
    ),
    ("0 ! back erase 1", ["t:1:10: erase is not gone; write ! gone erase before it"]),
    (
      "0 ! gone erase\n1 ! back erase 0\n2 ! back erase 0",
      ["t:3:10: erase is not gone; write ! gone erase before it"]
    ),
    (
      "0 ! gone dial.a\n1 ! back dial 0",
      ["t:2:10: dial is only partly gone; write ! gone dial before it"]
    ),
    ("0 ! end\n1 erase 1", ["t:2:1: an entry after end (line 1); end is the last one"]),
    ("0 erase 1\nstart erase 1", ["t:2:1: start after an entry (line 1); move it to the top"]),
    ("start erase 1\nstart erase 0", ["t:2:7: erase has its start level already, in line 1"]),
    ("start dial 1", ["t:1:7: dial has several lines; name one of dial.a, dial.b, dial.press"]),
    ("0 ! reload now", ["t:1:12: now is too much; write ! reload"]),
    ("0 ! back dial", ["t:1:10: incomplete; write ! back NAME LEVEL"]),
    (
      "ä erase 1\n0  ä 1",
      [
        "t:1:1: ä is no time; write milliseconds such as 18.25, start or #",
        "t:2:4: the panel has no line ä; it has erase, dial.a, dial.b, dial.press, door",
      ]
    ),
  ]

  @Test(arguments: wrong.indices) func isToldWithItsPlace(index: Int) {
    #expect(Self.errors(Array(Self.wrong[index].0.utf8)) == Self.wrong[index].1)
  }

  @Test(
    arguments: [
      ([0x30, 0x20, 0xFF], "t:1:3: byte 0xff is not UTF-8; save the file as UTF-8"),
      ([0x0A, 0xC0, 0x80], "t:2:1: byte 0xc0 is not UTF-8; save the file as UTF-8"),
      ([0xED, 0xA0, 0x80], "t:1:1: byte 0xed is not UTF-8; save the file as UTF-8"),
      ([0x23, 0x00], "t:1:2: a NUL byte; this is no text file, or it was cut short"),
    ] as [([UInt8], String)]
  )
  func bytesThatAreNoText(bytes: [UInt8], expected: String) {
    #expect(Self.errors(bytes) == [expected])
  }

  @Test(arguments: ["", "\n\n", "# only\n", "\u{FEFF}0 erase 1", "0 erase 1"])
  func smallFilesAreRead(text: String) throws {
    let trace = try Self.parse(text)
    #expect(trace.entries.count == (text.contains("erase") ? 1 : 0))
  }

  @Test func writtenTraceReadsTheSame() throws {
    let actions: [Trace.Action] = [
      .edge(line: 0, isClosed: true), .stall(until: Instant(nanoseconds: 40_000_001)),
      .lost(line: 3, isClosed: false), .level(line: 4, isClosed: true), .gone(lines: [1, 2, 3]),
      .back(lines: [1, 2, 3], isClosed: true), .reload, .gone(lines: [1]),
      .back(lines: [1], isClosed: false), .suspend(until: Instant(nanoseconds: 20_000_000_000)),
    ]
    var entries = actions.enumerated().map {
      Trace.Entry(at: Instant(nanoseconds: Int64($0) * 5_000_001), action: $1, place: $0 + 3)
    }
    entries.append(
      Trace.Entry(at: Instant(nanoseconds: 30_000_000_000), action: .shutdown, place: 13))
    entries.append(Trace.Entry(at: Instant(nanoseconds: 30_000_000_000), action: .end, place: 14))
    let trace = Trace(startLevels: [true, false, false, false, false], entries: entries)
    let text = trace.text(lines: Self.lines, controls: Self.controls, head: ["by gpiopress"])
    #expect(
      try Trace.parse(text, path: "t", lines: Self.lines, controls: Self.controls) == trace)
  }
}

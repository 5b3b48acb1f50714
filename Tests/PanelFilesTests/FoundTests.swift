import ButtonController
import PanelFiles
import Testing

/// `! found`: what a new start finds, at zero or behind a reload or a sleep.
@Suite struct FoundTests {
  @Test func standsWithANewStart() throws {
    let text = """
      start door 1
      0 ! found erase gone
      5 ! back erase 0
      900 ! reload
      902.5 ! found erase 1
      902.5 ! found dial.a gone
      950 ! back dial.a 0
      1000 ! suspend 1000
      1000 ! found erase 0

      """
    let trace = try TraceTests.parse(text)
    let expected: [(Int64, Trace.Action)] = [
      (0, .found(line: 0, isClosed: nil)), (5_000_000, .back(lines: [0], isClosed: false)),
      (900_000_000, .reload), (902_500_000, .found(line: 0, isClosed: true)),
      (902_500_000, .found(line: 1, isClosed: nil)),
      (950_000_000, .back(lines: [1], isClosed: false)),
      (1_000_000_000, .suspend(until: Instant(nanoseconds: 1_000_000_000))),
      (1_000_000_000, .found(line: 0, isClosed: false)),
    ]
    #expect(trace.entries.map(\.at.nanoseconds) == expected.map(\.0))
    #expect(trace.entries.map(\.action) == expected.map(\.1))
    let written = trace.text(lines: TraceTests.lines, controls: TraceTests.controls)
    #expect(String(decoding: written, as: UTF8.self) == text)
  }

  private static let hint =
    "found without a new start; it stands at 0, directly behind reload, or behind suspend at its end "
    + "with a level"

  private static let misplaced: [(String, String)] = [
    ("1 ! found erase 1", "t:1:5: \(hint)"),
    ("0 erase 1\n0 ! found erase 1", "t:2:5: \(hint)"),
    ("5 ! reload\n6 erase 1\n6 ! found erase 1", "t:3:5: \(hint)"),
    ("5 ! reload\n6 ! found erase 1\n7 ! found door 1", "t:3:5: \(hint)"),
    ("5 ! suspend 9\n9 ! found erase gone", "t:2:5: \(hint)"),
    (
      "0 ! found erase 2",
      "t:1:17: 2 is no level; write 1 for a closed contact, 0 for an open one"
    ),
    ("0 ! found erase", "t:1:11: incomplete; write ! found LINE LEVEL"),
  ]

  @Test(arguments: misplaced)
  func elsewhereIsWrong(text: String, expected: String) {
    #expect(TraceTests.errors(Array(text.utf8)).first == expected)
  }
}

import ButtonController
import Foundation
import PanelFiles
import Testing

@Suite struct VcdTests {
  static let controls = TraceTests.controls
  static let lines = TraceTests.lines

  static func parse(
    _ text: String, _ options: Trace.VcdOptions = Trace.VcdOptions()
  ) -> Result<Trace, FileError> {
    Result { () throws(FileError) in
      try Trace.parseVcd(
        Array(text.utf8), path: "v", lines: lines, controls: controls, options: options)
    }
  }

  static func dump(_ scale: String, _ body: String) -> String {
    """
    $date today $end $version any $end
    $timescale \(scale) $end
    $scope module top $end $scope module inner $end
    $var wire 1 ! erase $end
    $var wire 8 " bus [7:0] $end
    $var reg 1 #a door $end
    $var wire 1 % other $end
    $upscope $end $upscope $end $enddefinitions $end
    \(body)
    """
  }

  static func edge(_ nanoseconds: Int64, _ line: Int, _ isClosed: Bool, _ place: Int) -> Trace.Entry
  {
    Trace.Entry(
      at: Instant(nanoseconds: nanoseconds), action: .edge(line: line, isClosed: isClosed),
      place: place)
  }

  @Test func wiresBecomeLines() throws {
    let text = Self.dump(
      "1 us", "#0 $dumpvars 0! 1#a x% b0 \" $end\n#5\n1!\n0#a\n#7 z! b1010 \" 1%\n#9 0!")
    let trace = try Self.parse(text).get()
    #expect(trace.startLevels == [false, false, false, false, true])
    #expect(
      trace.entries == [
        Self.edge(5000, 0, true, 11), Self.edge(5000, 4, false, 12), Self.edge(7000, 0, false, 13),
      ])
  }

  @Test(
    arguments: [
      ("1 fs", 1_000_000, 1), ("10ps", 1000, 10), ("1ns", 7, 7), ("100 us", 3, 300_000),
      ("1 ms", 2, 2_000_000), ("1 s", 5, 5_000_000_000), ("100ns", 92, 9200), ("1 ps", 999, 0),
    ] as [(String, Int, Int64)]
  )
  func everyTimescaleIsRead(scale: String, count: Int, expected: Int64) throws {
    let trace = try Self.parse(Self.dump(scale, "#0 0! #\(count) 1!")).get()
    if expected > 0 {
      #expect(trace.entries == [Self.edge(expected, 0, true, 9)])
    } else {
      #expect(trace.startLevels[0])
    }
  }

  @Test func timesCountFromTheFirst() throws {
    let trace = try Self.parse(Self.dump("1 ns", "#1000 1! #1500 0!")).get()
    #expect(trace.startLevels[0])
    #expect(trace.entries == [Self.edge(500, 0, false, 9)])
  }

  @Test func namesAndPolarityCanBeChanged() throws {
    let options = Trace.VcdOptions(map: ["other": "dial.a"], inverted: ["other"])
    let trace = try Self.parse(Self.dump("1 ns", "#0 1% #5 0% #6 z%"), options).get()
    #expect(trace.startLevels == [false, false, false, false, false])
    #expect(trace.entries == [Self.edge(5, 1, true, 9), Self.edge(6, 1, false, 9)])
  }

  static let wrong: [(String, Trace.VcdOptions, String)] = [
    ("", Trace.VcdOptions(), "v:1:1: no $timescale; this is no VCD file, or it was cut short"),
    (
      "$timescale 3 ns $end", Trace.VcdOptions(),
      "v:1:1: 3ns is no timescale; 1, 10 or 100 of fs, ps, ns, us, ms or s"
    ),
    (
      "$timescale 1 ns", Trace.VcdOptions(),
      "v:1:1: $timescale has no $end; the file was cut short"
    ),
    ("#5", Trace.VcdOptions(), "v:1:1: a time before $timescale"),
    ("0 erase 1", Trace.VcdOptions(), "v:1:1: no wire has the code "),
    (dump("1 ns", "#5 1! #4 0!"), Trace.VcdOptions(), "v:9:7: goes back in time"),
    (dump("1 ns", "#x"), Trace.VcdOptions(), "v:9:1: #x is no time"),
    (dump("1 s", "#0 #18446744073709551615"), Trace.VcdOptions(), "v:9:4: too large a time"),
    (dump("1 ns", "1?"), Trace.VcdOptions(), "v:9:1: no wire has the code ?"),
    (dump("1 ns", "hello"), Trace.VcdOptions(), "v:9:1: hello is nothing of a VCD file"),
    (
      dump("1 ns", "#0"), Trace.VcdOptions(map: ["bus": "erase"]),
      "v:5:15: bus has 8 bits; only single wires can be lines"
    ),
    (
      dump("1 ns", "#0"), Trace.VcdOptions(map: ["other": "eraze"]),
      "v:7:15: the panel has no line eraze; did you mean erase?"
    ),
    (
      dump("1 ns", "#0"), Trace.VcdOptions(inverted: ["othr"]),
      "v:1:1: no wire othr; did you mean other?"
    ),
    (
      "$timescale 1 ns $end $var wire 1 ! D0 $end", Trace.VcdOptions(),
      "v:1:1: no wire is called like a line of the panel (wires: D0); --map WIRE=LINE renames one"
    ),
  ]

  @Test(arguments: wrong.indices) func isToldWithItsPlace(index: Int) {
    let (text, options, expected) = Self.wrong[index]
    switch Self.parse(text, options) {
    case .success: Issue.record("was read: \(text)")
    case .failure(let error): #expect(error.diagnostics.first?.description == expected)
    }
  }

  @Test func whatIsWrittenReadsTheSame() throws {
    let many = (0..<200).map { TraceTests.line("l\($0)", 0) }
    var levels = [Bool](repeating: false, count: many.count)
    levels[150] = true
    var entries: [Trace.Entry] = []
    for step in 1...500 {
      let line = step * 37 % many.count
      levels[line].toggle()
      entries.append(Self.edge(Int64(step) * 1_234_567, line, levels[line], 0))
    }
    var start = [Bool](repeating: false, count: many.count)
    start[150] = true
    let trace = Trace(startLevels: start, entries: entries)
    let text = trace.vcd(lines: many, controls: Self.controls, head: ["by gpiopress", "panel p"])
    var again = try Trace.parseVcd(text, path: "v", lines: many, controls: Self.controls)
    for index in again.entries.indices { again.entries[index].place = 0 }
    #expect(again == trace)
  }

  /// Two names of one wire, a wire of one bit written as a vector, a name as Verilog escapes it, and a
  /// wire that is another's first name only.
  @Test func aWireMayHaveSeveralNames() throws {
    let text = """
      $timescale 1 ms $end
      $var wire 1 ! other $end $var wire 1 ! erase $end $var reg 1 ! \\door $end
      $var wire 1 " dial.a $end $var wire 1 " more $end
      $enddefinitions $end
      #0 b0 ! 1" #5 b1 ! #6 0" bx ! sword ! #7 r0.5 "
      """
    let trace = try Self.parse(text).get()
    #expect(trace.startLevels == [false, true, false, false, false])
    #expect(
      trace.entries == [
        Self.edge(5_000_000, 0, true, 5), Self.edge(5_000_000, 4, true, 5),
        Self.edge(6_000_000, 1, false, 5), Self.edge(6_000_000, 0, false, 5),
        Self.edge(6_000_000, 4, false, 5),
      ])
  }

  @Test func whatIsLeftOutIsSaidOnce() throws {
    var stream = TraceStream(
      path: "v", lines: Self.lines, controls: Self.controls, form: .vcd(Trace.VcdOptions()))
    stream.take(Array(Self.dump("1 ns", "#0 0! b101 \" #5 1! b111 \"").utf8)[...]) { _ in }
    try stream.finish { _ in }
    #expect(
      stream.warnings.map(\.description) == [
        "v:5:15: left out, as only single wires can be lines: bus"
      ])
  }

  /// Line feeds of other systems, and lines that hold a whole second.
  @Test func anyWhiteSpaceWillDo() throws {
    let text = Self.dump(
      "1 us", "#0 $dumpvars 0! 1#a x% b0 \" $end\n#5\n1!\n0#a\n#7 z! b1010 \" 1%\n#9 0!")
    let plain = try Self.parse(text).get()
    var windows = try Self.parse(text.replacing("\n", with: "\r\n")).get()
    #expect(windows == plain)
    windows = try Self.parse(text.replacing("\n", with: String(repeating: " ", count: 100_000)))
      .get()
    #expect(windows.entries.map(\.action) == plain.entries.map(\.action))
  }

  @Test func directivesLeaveWhatAWireCanShow() {
    let trace = Trace(
      startLevels: [true, false, false, false, false],
      entries: [
        Trace.Entry(at: .zero, action: .edge(line: 0, isClosed: false)),
        Trace.Entry(at: Instant(nanoseconds: 5), action: .gone(lines: [1, 2])),
        Trace.Entry(at: Instant(nanoseconds: 6), action: .reload),
        Trace.Entry(at: Instant(nanoseconds: 7), action: .back(lines: [1], isClosed: true)),
        Trace.Entry(at: Instant(nanoseconds: 9), action: .end),
      ])
    let text = trace.vcd(lines: Self.lines, controls: Self.controls)
    let tail = String(decoding: text, as: UTF8.self).components(after: "$dumpvars\n")
    #expect(tail == "1!\n0\"\n0#\n0$\n0%\n$end\n#1\n0!\n#5\nx\"\nx#\n#7\n1\"\n#9\n")
  }
}

extension String {
  /// What stands after the first `mark`.
  fileprivate func components(after mark: String) -> String {
    range(of: mark).map { String(self[$0.upperBound...]) } ?? ""
  }
}

import ButtonController
import Foundation
import PanelFiles
import Testing

/// Value change dumps beside the tools of others: they read ours, and we read theirs.
///
/// They are Debian's packages sigrok-cli and gtkwave. Where these are missing the tests say so and are
/// skipped; with STRICT=1 that is a failure.
@Suite(.serialized, .timeLimit(.minutes(5))) struct VcdToolsTests {
  static let controls = ["erase", "dial", "door"].map { ControlFile(name: $0) }
  static let lines = [("erase", 0), ("dial.a", 1), ("dial.b", 1), ("door", 2)].map {
    LinePlan(name: $0.0, control: $0.1, chip: .any, target: .offset(0), pin: "")
  }

  /// A session of a tenth of a second, with edges a nanosecond apart from a round time.
  static let trace: Trace = {
    var levels = [false, true, false, false]
    var entries: [Trace.Entry] = []
    for step in 1...60 {
      let line = step * 7 % levels.count
      levels[line].toggle()
      entries.append(
        Trace.Entry(
          at: Instant(nanoseconds: Int64(step) * 1_500_000 + Int64(step % 3)),
          action: .edge(line: line, isClosed: levels[line])))
    }
    // Without a time behind it, sigrok does not see the last change.
    entries.append(Trace.Entry(at: Instant(nanoseconds: 100_000_000), action: .end))
    return Trace(startLevels: [false, true, false, false], entries: entries)
  }()

  static var dump: [UInt8] {
    trace.vcd(lines: lines, controls: controls, head: ["gpiopress, panel $end of the world"])
  }

  /// Edges as lines of text, in units of so many nanoseconds.
  static func edges(_ trace: Trace, per unit: Int64 = 1) -> [String] {
    trace.entries.compactMap { entry in
      guard case .edge(let line, let isClosed) = entry.action else { return nil }
      return "\(entry.at.nanoseconds / unit) \(line) \(isClosed)"
    }
  }

  static func read(_ url: URL, _ options: Trace.VcdOptions = .init()) throws -> Trace {
    try Trace.read(path: url.path, lines: lines, controls: controls, options: options)
  }

  @Test(.enabled(if: Tool.areThere, Tool.missing))
  func gtkWaveReadsOurs() throws {
    let folder = try Folder()
    try Data(Self.dump).write(to: folder.url("ours.vcd"))
    try folder.run("vcd2fst", ["ours.vcd", "ours.fst"])
    try folder.run("fst2vcd", ["-f", "ours.fst", "-o", "again.vcd"])
    let again = try Self.read(folder.url("again.vcd"))
    #expect(again.startLevels == Self.trace.startLevels)
    #expect(Self.edges(again) == Self.edges(Self.trace))
  }

  /// It takes samples, so it is given a rate; at a nanosecond a sample it would have billions.
  @Test(.enabled(if: Tool.areThere, Tool.missing))
  func sigrokReadsOurs() throws {
    let folder = try Folder()
    try Data(Self.dump).write(to: folder.url("ours.vcd"))
    try folder.run(
      "sigrok-cli", ["-I", "vcd:downsample=1000", "-i", "ours.vcd", "-O", "vcd", "-o", "again.vcd"])
    // With a remark of its own before the dump.
    let again = try Self.read(folder.url("again.vcd"))
    #expect(again.startLevels == Self.trace.startLevels)
    #expect(Self.edges(again, per: 1000) == Self.edges(Self.trace, per: 1000))
  }

  /// What its demonstration device measures: by way of its own file, at several rates.
  @Test(.enabled(if: Tool.areThere, Tool.missing), arguments: ["1k", "20k", "3m", "200m"])
  func weReadWhatSigrokWrites(rate: String) throws {
    let folder = try Folder()
    try folder.run(
      "sigrok-cli",
      [
        "-d", "demo", "-C", "D0,D1,D2,D3", "--config", "samplerate=\(rate)", "--samples", "300",
        "-o",
        "all.sr",
      ])
    try folder.run("sigrok-cli", ["-i", "all.sr", "-O", "vcd", "-o", "all.vcd"])
    try folder.run(
      "sigrok-cli", ["-i", "all.sr", "-O", "csv:header=false:label=off", "-o", "all.csv"])
    let samples = try String(contentsOf: folder.url("all.csv"), encoding: .utf8)
      .split(separator: "\n").map { $0.split(separator: ",").map { $0 == "1" } }
      .filter { $0.count == 4 }
    try #require(samples.count == 300)
    let map = ["D0": "erase", "D1": "dial.a", "D2": "dial.b", "D3": "door"]
    let trace = try Self.read(folder.url("all.vcd"), Trace.VcdOptions(map: map, inverted: ["D3"]))
    var wanted: [String] = []
    func isClosed(_ sample: [Bool], _ line: Int) -> Bool {
      line == 3 ? !sample[line] : sample[line]
    }
    for line in 0..<4 { #expect(trace.startLevels[line] == isClosed(samples[0], line)) }
    for (before, after) in zip(samples, samples.dropFirst()) {
      for line in 0..<4 where before[line] != after[line] {
        wanted.append("\(line) \(isClosed(after, line))")
      }
    }
    let found = trace.entries.compactMap { entry -> String? in
      guard case .edge(let line, let isClosed) = entry.action else { return nil }
      return "\(line) \(isClosed)"
    }
    #expect(found == wanted)
  }

  /// Vectors and real numbers go through GTKWave's own format and back, and are left out with a word.
  @Test(.enabled(if: Tool.areThere, Tool.missing))
  func weLeaveOutWhatIsNoWire() throws {
    let folder = try Folder()
    let dump = """
      $timescale 10 us $end
      $scope module top $end
      $scope module inner $end
      $var wire 1 ! erase $end
      $var wire 8 " bus [7:0] $end
      $var real 64 # volts $end
      $upscope $end
      $upscope $end
      $enddefinitions $end
      #0
      $dumpvars
      0!
      b0 "
      r0.5 #
      $end
      #50
      1!
      b10100011 "
      r1.25 #
      #90
      0!
      bx "
      r-2 #
      #95

      """
    try Data(dump.utf8).write(to: folder.url("wide.vcd"))
    try folder.run("vcd2fst", ["wide.vcd", "wide.fst"])
    try folder.run("fst2vcd", ["-f", "wide.fst", "-o", "again.vcd"])
    let text = try [UInt8](Data(contentsOf: folder.url("again.vcd")))
    var stream = TraceStream(
      path: "again.vcd", lines: Self.lines, controls: Self.controls, form: .vcd(.init()))
    var found: [String] = []
    func take(_ item: TraceStream.Item) {
      if case .entry(let entry) = item { found.append("\(entry.at.nanoseconds) \(entry.action)") }
    }
    stream.take(text[...], take)
    try stream.finish(take)
    #expect(found.count == 2, "\(found)")
    let warning = stream.warnings.map(\.message).joined()
    #expect(warning.contains("bus") && warning.contains("volts"), "\(warning)")
  }
}

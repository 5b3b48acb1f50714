import PanelFiles

/// Expected events, and how what is printed compares with them.
///
/// The rules: for each control its events in order, no more and no less; an event matches if it has
/// every key of the expected one with the same value, numbers within `tolerance`; `decided` never goes
/// back in what is printed. Frames are compared by ring in the same way. What only a run emits (ends
/// of commands, `time`, `n`) is left out, so that its lines can be expected of a replay. Feed it line by line with
/// `check`, then call `finish`; the first difference of either is the answer.
public struct ExpectedEvents {
  /// Numbers this close are equal.
  public static let tolerance = 0.000_002

  /// A line of the expectation that could not be read.
  public struct Failure: Error, Equatable, Sendable {
    /// The line, from 1.
    public var line: Int
    /// What is wrong with it.
    public var message: String
  }

  /// The first difference, in lines for a person.
  public struct Difference: Equatable, Sendable, CustomStringConvertible {
    /// What differs, in one line.
    public var summary: String
    /// The expected line with its number; nil if nothing more was expected.
    public var expected: Excerpt?
    /// The printed line with its number; nil if nothing more was printed.
    public var printed: Excerpt?

    /// Three lines at most, made fit to print: the summary, what was expected, what was printed.
    public var description: String {
      var lines = [summary]
      if let expected { lines.append("  expected, line \(expected.line): \(expected.text)") }
      if let printed { lines.append("  printed,  line \(printed.line): \(printed.text)") }
      return lines.map(VisibleText.of).joined(separator: "\n")
    }
  }

  /// One line of a text.
  public struct Excerpt: Equatable, Sendable {
    /// Its number, from 1.
    public var line: Int
    /// The line.
    public var text: String
  }

  private struct Line {
    let excerpt: Excerpt
    let members: [JSON.Member]
  }

  /// The expected lines of one control or ring, and how many of them have come.
  private struct Series {
    let name: String
    var lines: [Line] = []
    var count = 0
  }

  private var series: [Series] = []
  private var printedLines = 0
  private var decided: (value: Double, line: Int)?

  /// Reads an expectation: JSON objects, one a line; empty lines are allowed.
  public init(_ bytes: some Collection<UInt8>) throws(Failure) {
    for (index, bytes) in bytes.split(separator: 10, omittingEmptySubsequences: false).enumerated()
    {
      if bytes.allSatisfy({ $0 == 32 || $0 == 9 || $0 == 13 }) { continue }
      let members: [JSON.Member]
      do throws(JSON.Failure) {
        members = try ExpectedEvents.object(bytes)
      } catch {
        throw Failure(line: index + 1, message: error.description)
      }
      guard let name = ExpectedEvents.series(of: members) else {
        throw Failure(line: index + 1, message: "neither \"control\" nor \"ring\" is there")
      }
      if ExpectedEvents.isOfARun(members) { continue }
      let line = Line(
        excerpt: Excerpt(line: index + 1, text: String(decoding: bytes, as: UTF8.self)),
        members: members)
      if let known = series.firstIndex(where: { $0.name == name }) {
        series[known].lines.append(line)
      } else {
        series.append(Series(name: name, lines: [line]))
      }
    }
  }

  /// Takes one printed line, with or without its line feed; gives the first difference it makes.
  public mutating func check(_ bytes: some BidirectionalCollection<UInt8>) -> Difference? {
    printedLines += 1
    let bytes = bytes.last == 10 ? Array(bytes.dropLast()) : Array(bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    let printed = Excerpt(line: printedLines, text: text)
    let members: [JSON.Member]
    do throws(JSON.Failure) {
      members = try ExpectedEvents.object(bytes)
    } catch {
      return Difference(summary: "no JSON object: \(error)", printed: printed)
    }
    guard let name = ExpectedEvents.series(of: members) else {
      return Difference(summary: "neither control nor ring is named", printed: printed)
    }
    if let difference = checkOrder(of: members, printed) { return difference }
    if ExpectedEvents.isOfARun(members) { return nil }
    guard let index = series.firstIndex(where: { $0.name == name }),
      series[index].count < series[index].lines.count
    else { return Difference(summary: "\(name): one more than expected", printed: printed) }
    let expected = series[index].lines[series[index].count]
    series[index].count += 1
    guard let reason = ExpectedEvents.mismatch(expected.members, members) else { return nil }
    return Difference(
      summary: "\(name): \(reason)", expected: expected.excerpt, printed: printed)
  }

  /// Everything was printed: the earliest expected line that did not come.
  public func finish() -> Difference? {
    let missing = series.filter { $0.count < $0.lines.count }
      .map { (name: $0.name, line: $0.lines[$0.count]) }
      .min { $0.line.excerpt.line < $1.line.excerpt.line }
    guard let missing else { return nil }
    return Difference(
      summary: "\(missing.name): nothing more was printed",
      expected: missing.line.excerpt)
  }

  /// The first difference between the lines of `printed` and `expected`; nil if there is none.
  public static func compare(
    printed: some BidirectionalCollection<UInt8>, expected: some Collection<UInt8>
  ) throws(Failure) -> Difference? {
    var expectation = try ExpectedEvents(expected)
    for line in printed.split(separator: 10) {
      if let difference = expectation.check(line) { return difference }
    }
    return expectation.finish()
  }

  private mutating func checkOrder(
    of members: [JSON.Member], _ printed: Excerpt
  ) -> Difference? {
    guard case .number(let value, _)? = members.first(where: { $0.key == "decided" })?.value else {
      return nil
    }
    if let decided, value < decided.value {
      return Difference(
        summary: "decided goes back from \(decided.value) in line \(decided.line)", printed: printed
      )
    }
    decided = (value, printed.line)
    return nil
  }

  private static func object(
    _ bytes: some Collection<UInt8>
  ) throws(JSON.Failure) -> [JSON.Member] {
    guard case .object(let members) = try JSON.parse(bytes) else {
      throw JSON.Failure(offset: 0, message: "an object is expected")
    }
    return members
  }

  private static func series(of members: [JSON.Member]) -> String? {
    for key in ["control", "ring", "cue"] {
      if case .string(let name)? = members.first(where: { $0.key == key })?.value {
        return key == "control" ? name : "\(key) \(name)"
      }
    }
    return nil
  }

  /// Whether it is the end of a command: a replay runs none.
  private static func isOfARun(_ members: [JSON.Member]) -> Bool {
    guard case .string(let name)? = members.first(where: { $0.key == "event" })?.value else {
      return false
    }
    return name == "command_done" || name == "command_failed"
  }

  /// What only a run adds to an event.
  private static let keysOfARun: Set = ["time", "n"]

  private static func mismatch(_ expected: [JSON.Member], _ printed: [JSON.Member]) -> String? {
    for member in expected where !keysOfARun.contains(member.key) {
      guard let value = printed.first(where: { $0.key == member.key })?.value else {
        return "\(member.key): expected \(member.value), it is not there"
      }
      if !equal(member.value, value) {
        return "\(member.key): expected \(member.value), printed \(value)"
      }
    }
    return nil
  }

  private static func equal(_ a: JSON, _ b: JSON) -> Bool {
    switch (a, b) {
    case (.number(let x, let xText), .number(let y, let yText)):
      return xText == yText || abs(x - y) <= tolerance
    case (.array(let x), .array(let y)):
      return x.count == y.count && zip(x, y).allSatisfy { equal($0, $1) }
    default:
      return a == b
    }
  }
}

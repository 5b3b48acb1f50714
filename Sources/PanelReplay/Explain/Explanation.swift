import ButtonController
import PanelFiles

/// Why an event was emitted: the edges, the rule, and what it was not.
public struct Explanation: Equatable, Sendable {
  /// The key of the panel file whose rule decided, such as `hold.after`; or the rule's own name.
  public var rule: String
  /// The rule's threshold, where it has one.
  public var threshold: TimeSpan?
  /// The edges that it was decided from.
  public var edges: [Edge]
  /// What happened, in a sentence.
  public var why: String
  /// What else it might have been, each with what spoke against it.
  public var not: [String]

  /// One edge of a line.
  public struct Edge: Equatable, Sendable {
    /// The line's name.
    public var line: String
    /// Whether the contact closed.
    public var isClosed: Bool
    /// The stamp.
    public var at: Instant

    /// An edge of `line`.
    public init(line: String, isClosed: Bool, at: Instant) {
      self.line = line
      self.isClosed = isClosed
      self.at = at
    }
  }

  /// An explanation by `rule`.
  public init(
    rule: String, threshold: TimeSpan? = nil, edges: [Edge] = [], why: String, not: [String] = []
  ) {
    self.rule = rule
    self.threshold = threshold
    self.edges = edges
    self.why = why
    self.not = not
  }

  /// Puts the explanation's keys into `line`, a JSON object with a line feed at its end.
  ///
  /// `rule`, `threshold` (milliseconds), `edges` (as in a trace), `why` and `not`.
  public func insert(into line: inout [UInt8]) {
    while let last = line.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "}") {
      line.removeLast()
    }
    append(key: "rule", to: &line)
    JSONText.append(string: rule, to: &line)
    if let threshold {
      append(key: "threshold", to: &line)
      JSONText.append(milliseconds: threshold.nanoseconds, to: &line)
    }
    append(key: "edges", to: &line)
    append(texts: edges.map(\.text), to: &line)
    append(key: "why", to: &line)
    JSONText.append(string: why, to: &line)
    append(key: "not", to: &line)
    append(texts: not, to: &line)
    line.append(contentsOf: "}\n".utf8)
  }

  private func append(key: String, to line: inout [UInt8]) {
    line.append(contentsOf: ",\"\(key)\":".utf8)
  }

  private func append(texts: [String], to line: inout [UInt8]) {
    line.append(UInt8(ascii: "["))
    for (index, text) in texts.enumerated() {
      if index > 0 { line.append(UInt8(ascii: ",")) }
      JSONText.append(string: text, to: &line)
    }
    line.append(UInt8(ascii: "]"))
  }
}

extension Explanation.Edge {
  /// The edge as a trace has it: `100 erase 1`.
  public var text: String { "\(Words.number(at)) \(line) \(isClosed ? 1 : 0)" }
}

/// Instants and spans in words.
enum Words {
  /// Milliseconds without a unit.
  static func number(_ instant: Instant) -> String { number(instant.nanoseconds) }

  /// Milliseconds with their unit.
  static func time(_ span: TimeSpan) -> String { number(span.nanoseconds) + " ms" }

  private static func number(_ nanoseconds: Int64) -> String {
    var bytes: [UInt8] = []
    JSONText.append(milliseconds: nanoseconds, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

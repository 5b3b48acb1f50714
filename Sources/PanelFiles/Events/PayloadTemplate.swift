import ButtonController

/// The text of a message with places for fields of the event: `{"volume":{position}}` is written
/// `{{"volume":{position}}}`.
///
/// `{name}` is the field's value, nothing where this event does not have it; `{{` and `}}` are braces,
/// and a `}` that ends nothing is one, too.
public struct PayloadTemplate: Equatable, Sendable {
  /// A piece of it.
  public enum Piece: Equatable, Sendable {
    /// Text as it stands.
    case text(String)
    /// The value of a field.
    case field(String)
  }

  /// What is wrong with a template.
  public enum Fault: Error, Equatable, Sendable {
    /// A `{` without its `}`.
    case open
    /// `{}`.
    case empty
  }

  /// Its pieces in their order.
  public private(set) var pieces: [Piece] = []

  /// Reads a template.
  public init(_ text: String) throws(Fault) {
    var rest = Substring(text)
    var plain = ""
    while let first = rest.popFirst() {
      switch (first, rest.first) {
      case ("{", "{"), ("}", "}"):
        rest.removeFirst()
        plain.append(first)
      case ("{", _):
        guard let end = rest.firstIndex(of: "}") else { throw .open }
        let name = rest[..<end]
        if name.isEmpty { throw .empty }
        if !plain.isEmpty { pieces.append(.text(plain)) }
        plain = ""
        pieces.append(.field(String(name)))
        rest = rest[rest.index(after: end)...]
      default: plain.append(first)
      }
    }
    if !plain.isEmpty { pieces.append(.text(plain)) }
  }

  /// The names of the fields in it.
  public var fields: [String] {
    pieces.compactMap { if case .field(let name) = $0 { name } else { nil } }
  }

  /// The message of `event`; `time` as `EventFields.each` has it.
  public func bytes(of event: PanelEvent, in panel: PanelFile, time: WallTime?) -> [UInt8] {
    var values: [String: EventFields.Value] = [:]
    if !fields.isEmpty {
      EventFields.each(of: event, in: panel, time: time) { values["\($0)"] = $1 }
    }
    var bytes: [UInt8] = []
    for piece in pieces {
      switch piece {
      case .text(let text): bytes += text.utf8
      case .field(let name):
        if let value = values[name] { PayloadTemplate.append(value, to: &bytes) }
      }
    }
    return bytes
  }

  /// As in the event's line, but texts without quotes.
  private static func append(_ value: EventFields.Value, to bytes: inout [UInt8]) {
    switch value {
    case .text(let text): bytes += text.utf8
    case .wallTime(let time): bytes += time.text.utf8
    case .integer(let number): JSONText.append(integer: number, to: &bytes)
    case .time(let span): JSONText.append(milliseconds: span.nanoseconds, to: &bytes)
    case .number(let number): JSONText.append(number: number, to: &bytes)
    case .flag(let flag): bytes += (flag ? "true" : "false").utf8
    }
  }
}

import PanelFiles

/// A recording as bytes, in the form that its file has.
public struct RecordText: Sendable {
  /// The forms of a recording.
  public enum Form: Equatable, Sendable {
    /// One entry a line.
    case text
    /// A value change dump.
    case vcd
  }

  private enum Writer {
    case text(TraceWriter)
    case vcd(VcdWriter)
  }

  private var writer: Writer

  /// The text of recordings of `panel`.
  init(_ form: Form, _ panel: PanelFile) {
    switch form {
    case .text:
      writer = .text(TraceWriter(lines: panel.lines, controls: panel.controls))
    case .vcd: writer = .vcd(VcdWriter(lines: panel.lines))
    }
  }

  /// Appends a remark.
  func append(comment: String, to bytes: inout [UInt8]) {
    switch writer {
    case .text(let text): text.append(comment: comment, to: &bytes)
    case .vcd(let dump): dump.append(comment: comment, to: &bytes)
    }
  }

  /// Appends an item.
  mutating func append(_ item: TraceStream.Item, to bytes: inout [UInt8]) {
    switch writer {
    case .text(let text): text.append(item, to: &bytes)
    case .vcd(var dump):
      dump.append(item, to: &bytes)
      writer = .vcd(dump)
    }
  }

  /// Whether a recording of one panel can go on with the other.
  package static func isSame(_ panel: PanelFile, _ other: PanelFile) -> Bool {
    panel.panel == other.panel && panel.lines == other.lines
      && panel.controls.map(\.name) == other.controls.map(\.name)
  }
}

import ButtonController

/// Writes a trace in the text form, item by item, as `TraceStream` reads it.
///
/// What names lines that the panel does not have is left out.
public struct TraceWriter: Sendable {
  private let names: [[UInt8]]
  /// The lines of each control, and its name: shorter where all of them go and come.
  private let controls: [(name: [UInt8], lines: [Int])]

  /// A writer for a panel of these lines.
  public init(lines: [LinePlan], controls: [ControlFile]) {
    names = lines.map { Array($0.name.utf8) }
    self.controls = controls.indices.map { control in
      (Array(controls[control].name.utf8), lines.indices.filter { lines[$0].control == control })
    }
  }

  /// Appends a remark; control characters in it are made visible, so that it stays one line.
  public func append(comment: String, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: "# \(VisibleText.of(comment))\n".utf8)
  }

  /// Appends the lines of one item.
  public func append(_ item: TraceStream.Item, to bytes: inout [UInt8]) {
    switch item {
    case .start(let levels):
      for (line, isClosed) in levels.enumerated() where isClosed && names.indices.contains(line) {
        bytes.append(contentsOf: "start ".utf8)
        bytes.append(contentsOf: names[line])
        bytes.append(contentsOf: " 1\n".utf8)
      }
    case .entry(let entry): append(entry, to: &bytes)
    }
  }

  private func append(_ entry: Trace.Entry, to bytes: inout [UInt8]) {
    switch entry.action {
    case .edge(let line, let isClosed): append(entry.at, "", line, isClosed, to: &bytes)
    case .stall(let until): append(entry.at, "! stall ", until, to: &bytes)
    case .lost(let line, let isClosed): append(entry.at, "! lost ", line, isClosed, to: &bytes)
    case .level(let line, let isClosed): append(entry.at, "! level ", line, isClosed, to: &bytes)
    case .found(let line, let isClosed): append(entry.at, "! found ", line, isClosed, to: &bytes)
    case .gone(let lines):
      for name in shortest(lines) { append(entry.at, "! gone ", name, "", to: &bytes) }
    case .back(let lines, let isClosed):
      for name in shortest(lines) {
        append(entry.at, "! back ", name, isClosed ? " 1" : " 0", to: &bytes)
      }
    case .suspend(let until): append(entry.at, "! suspend ", until, to: &bytes)
    case .reload: append(entry.at, "! reload", [], "", to: &bytes)
    case .shutdown: append(entry.at, "! shutdown", [], "", to: &bytes)
    case .end: append(entry.at, "! end", [], "", to: &bytes)
    }
  }

  private func append(
    _ at: Instant, _ verb: StaticString, _ line: Int, _ isClosed: Bool?, to bytes: inout [UInt8]
  ) {
    guard names.indices.contains(line) else { return }
    append(at, verb, names[line], isClosed.map { $0 ? " 1" : " 0" } ?? " gone", to: &bytes)
  }

  private func append(
    _ at: Instant, _ verb: StaticString, _ until: Instant, to bytes: inout [UInt8]
  ) {
    var time: [UInt8] = []
    JSONText.append(milliseconds: until.nanoseconds, to: &time)
    append(at, verb, time, "", to: &bytes)
  }

  private func append(
    _ at: Instant, _ verb: StaticString, _ name: [UInt8], _ end: StaticString,
    to bytes: inout [UInt8]
  ) {
    JSONText.append(milliseconds: at.nanoseconds, to: &bytes)
    bytes.append(UInt8(ascii: " "))
    verb.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(contentsOf: name)
    end.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(10)
  }

  /// The control's name where these are all its lines, else each line's.
  private func shortest(_ lines: [Int]) -> [[UInt8]] {
    if let control = controls.first(where: { $0.lines == lines && !lines.isEmpty }) {
      return [control.name]
    }
    return lines.compactMap { names.indices.contains($0) ? names[$0] : nil }
  }
}

extension Trace {
  /// The text form of this trace, which `parse` reads back; `head` becomes comments at the top.
  ///
  /// Entries that name lines which the panel does not have are left out.
  public func text(lines: [LinePlan], controls: [ControlFile], head: [String] = []) -> [UInt8] {
    let writer = TraceWriter(lines: lines, controls: controls)
    var bytes: [UInt8] = []
    for line in head { writer.append(comment: line, to: &bytes) }
    writer.append(.start(startLevels), to: &bytes)
    for entry in entries { writer.append(.entry(entry), to: &bytes) }
    return bytes
  }
}

import ButtonController

/// Writes a trace as a value change dump of wires named as the panel's lines, in nanoseconds, item by
/// item.
///
/// Wires have no directives: a loss, an audit and a return are the level that was found, a chip
/// that vanished leaves its lines unknown (`x`), and the rest is left out.
public struct VcdWriter: Sendable {
  private let names: [String]
  private let codes: [String]
  private var last: Int64 = -1

  /// A writer for a panel of these lines.
  public init(lines: [LinePlan]) {
    names = lines.map(\.name)
    codes = lines.indices.map(VcdWriter.code)
  }

  /// Appends a remark; nothing in it ends it.
  public func append(comment: String, to bytes: inout [UInt8]) {
    let words = VisibleText.of(comment).split(separator: " ").map { $0 == "$end" ? "$ end" : $0 }
    bytes.append(contentsOf: "$comment \(words.joined(separator: " ")) $end\n".utf8)
  }

  /// Appends what an item changes; the start comes first.
  public mutating func append(_ item: TraceStream.Item, to bytes: inout [UInt8]) {
    switch item {
    case .start(let levels): begin(levels, &bytes)
    case .entry(let entry):
      let changes = changes(entry.action)
      // The last time tells how long was recorded, even where nothing changed any more.
      guard !changes.isEmpty || entry.action == .end || entry.action == .shutdown else { return }
      // Time 0 belongs to the start levels, so an edge at 0 is told a nanosecond later.
      let at = max(entry.at.nanoseconds, 1)
      if at != last { bytes.append(contentsOf: "#\(at)\n".utf8) }
      last = at
      for change in changes { bytes.append(contentsOf: "\(change)\n".utf8) }
    }
  }

  private func begin(_ levels: [Bool], _ bytes: inout [UInt8]) {
    var text = "$timescale 1ns $end\n$scope module panel $end\n"
    for (name, code) in zip(names, codes) { text += "$var wire 1 \(code) \(name) $end\n" }
    text += "$upscope $end\n$enddefinitions $end\n#0\n$dumpvars\n"
    for (number, code) in codes.enumerated() {
      let isClosed = levels.indices.contains(number) && levels[number]
      text += "\(isClosed ? "1" : "0")\(code)\n"
    }
    bytes.append(contentsOf: "\(text)$end\n".utf8)
  }

  private func changes(_ action: Trace.Action) -> [String] {
    func level(_ line: Int, _ isClosed: Bool?) -> [String] {
      codes.indices.contains(line) ? [(isClosed.map { $0 ? "1" : "0" } ?? "x") + codes[line]] : []
    }
    switch action {
    case .edge(let line, let isClosed), .lost(let line, let isClosed),
      .level(let line, let isClosed):
      return level(line, isClosed)
    case .found(let line, let isClosed): return level(line, isClosed)
    case .gone(let lines): return lines.flatMap { level($0, nil) }
    case .back(let lines, let isClosed): return lines.flatMap { level($0, isClosed) }
    case .stall, .suspend, .reload, .shutdown, .end: return []
    }
  }

  /// The identifier code of a wire: digits from `!` to `~`.
  private static func code(_ number: Int) -> String {
    var rest = number
    var code: [UInt8] = []
    repeat {
      code.append(UInt8(33 + rest % 94))
      rest = rest / 94 - 1
    } while rest >= 0
    return String(decoding: code, as: UTF8.self)
  }
}

extension Trace {
  /// This trace as a value change dump; `head` becomes comments.
  public func vcd(lines: [LinePlan], controls: [ControlFile], head: [String] = []) -> [UInt8] {
    var writer = VcdWriter(lines: lines)
    var bytes: [UInt8] = []
    for line in head { writer.append(comment: line, to: &bytes) }
    writer.append(.start(startLevels), to: &bytes)
    for entry in entries { writer.append(.entry(entry), to: &bytes) }
    return bytes
  }
}

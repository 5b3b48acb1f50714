import ButtonController

extension Trace {
  /// This trace as a value change dump of wires named as the panel's lines, in nanoseconds.
  ///
  /// Wires have no directives: a loss, an audit and a return are the level that was found, a chip
  /// that vanished leaves its lines unknown (`x`), and the rest is left out. `head` becomes comments.
  public func vcd(lines: [LinePlan], controls: [ControlFile], head: [String] = []) -> [UInt8] {
    var text = head.map { "$comment \($0) $end\n" }.joined()
    text += "$timescale 1ns $end\n$scope module panel $end\n"
    for (number, line) in lines.enumerated() {
      text += "$var wire 1 \(Self.code(number)) \(line.name) $end\n"
    }
    text += "$upscope $end\n$enddefinitions $end\n#0\n$dumpvars\n"
    for number in lines.indices {
      let isClosed = startLevels.indices.contains(number) && startLevels[number]
      text += "\(isClosed ? "1" : "0")\(Self.code(number))\n"
    }
    text += "$end\n"
    var bytes = Array(text.utf8)
    var last: Instant?
    for entry in entries {
      let changes = Self.changes(entry.action, count: lines.count)
      // The last time reports how long was recorded, even where nothing changed any more.
      guard !changes.isEmpty || entry.action == .end else { continue }
      if entry.at != last {
        bytes.append(contentsOf: "#\(Self.nanosecond(of: entry.at))\n".utf8)
        last = entry.at
      }
      for change in changes { bytes.append(contentsOf: "\(change)\n".utf8) }
    }
    return bytes
  }

  /// Time 0 belongs to the start levels, so an edge at 0 is reported a nanosecond later.
  private static func nanosecond(of instant: Instant) -> Int64 { max(instant.nanoseconds, 1) }

  private static func changes(_ action: Action, count: Int) -> [String] {
    func level(_ line: Int, _ isClosed: Bool) -> [String] {
      line < count ? ["\(isClosed ? "1" : "0")\(code(line))"] : []
    }
    switch action {
    case .edge(let line, let isClosed), .lost(let line, let isClosed),
      .level(let line, let isClosed):
      return level(line, isClosed)
    case .gone(let lines): return lines.filter { $0 < count }.map { "x\(code($0))" }
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

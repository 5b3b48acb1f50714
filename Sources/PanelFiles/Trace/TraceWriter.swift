import ButtonController

extension Trace {
  /// The text form of this trace, which `parse` reads back; `head` becomes comments at the top.
  ///
  /// Entries that name lines which the panel does not have are left out.
  public func text(lines: [LinePlan], controls: [ControlFile], head: [String] = []) -> [UInt8] {
    var bytes: [UInt8] = []
    for line in head { bytes.append(contentsOf: "# \(line)\n".utf8) }
    for (line, isClosed) in zip(lines, startLevels) where isClosed {
      bytes.append(contentsOf: "start \(line.name) 1\n".utf8)
    }
    for entry in entries {
      for words in Self.words(of: entry.action, lines: lines, controls: controls) {
        JSONText.append(milliseconds: entry.at.nanoseconds, to: &bytes)
        bytes.append(contentsOf: " \(words)\n".utf8)
      }
    }
    return bytes
  }

  /// What stands after the time: one text a line of the file.
  private static func words(
    of action: Action, lines: [LinePlan], controls: [ControlFile]
  ) -> [String] {
    func name(_ line: Int) -> String? { lines.indices.contains(line) ? lines[line].name : nil }
    func level(_ isClosed: Bool) -> String { isClosed ? "1" : "0" }
    func time(_ instant: Instant) -> String {
      var bytes: [UInt8] = []
      JSONText.append(milliseconds: instant.nanoseconds, to: &bytes)
      return String(decoding: bytes, as: UTF8.self)
    }
    /// The control's name where these are all its lines, else each line's.
    func names(_ numbers: [Int]) -> [String] {
      if let first = numbers.first, lines.indices.contains(first) {
        let control = lines[first].control
        if controls.indices.contains(control),
          numbers == lines.indices.filter({ lines[$0].control == control })
        {
          return [controls[control].name]
        }
      }
      return numbers.compactMap(name)
    }
    switch action {
    case .edge(let line, let isClosed): return name(line).map { ["\($0) \(level(isClosed))"] } ?? []
    case .stall(let until): return ["! stall \(time(until))"]
    case .lost(let line, let isClosed):
      return name(line).map { ["! lost \($0) \(level(isClosed))"] } ?? []
    case .level(let line, let isClosed):
      return name(line).map { ["! level \($0) \(level(isClosed))"] } ?? []
    case .gone(let lines): return names(lines).map { "! gone \($0)" }
    case .back(let lines, let isClosed):
      return names(lines).map { "! back \($0) \(level(isClosed))" }
    case .suspend(let until): return ["! suspend \(time(until))"]
    case .reload: return ["! reload"]
    case .shutdown: return ["! shutdown"]
    case .end: return ["! end"]
    }
  }
}

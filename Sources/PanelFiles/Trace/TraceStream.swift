import ButtonController

/// Reads a trace piece by piece, in memory that does not grow with its length.
///
/// Bytes go in as they come; start levels and entries come out as soon as their lines are whole. After
/// the first error nothing more comes out: the rest is looked through for further errors, and `finish`
/// throws them. A value with one owner.
public struct TraceStream {
  /// One thing that a trace says.
  public enum Item: Equatable, Sendable {
    /// The level of each line at the start; comes once, before everything else.
    case start([Bool])
    /// What happened; in order of time.
    case entry(Trace.Entry)
  }

  /// Receives what was read; must not touch the stream.
  public typealias Sink = (Item) -> Void

  /// The forms of a trace.
  public enum Form: Equatable, Sendable {
    /// One entry a line.
    case text
    /// A value change dump.
    case vcd(Trace.VcdOptions)
  }

  private enum Parser {
    case text(TraceParser)
    case vcd(VcdParser)
  }

  private let findings: Findings
  private var parser: Parser
  /// The beginning of a line or word that is not whole yet.
  private var rest: [UInt8] = []
  private var place = Place(line: 1, column: 1)
  private var isAtStart = true
  private var hasStarted = false
  /// It is no text, so there is nothing more to be read.
  private var isOver = false

  /// A longer line of a trace, or word of a dump, is none.
  private static let longest = 1 << 16

  /// A trace of `lines`; `path` is what errors name.
  public init(path: String, lines: [LinePlan], controls: [ControlFile], form: Form) {
    findings = Findings(path: path, limit: Trace.maximumErrors)
    let names = LineNames(lines: lines, controls: controls)
    switch form {
    case .text:
      parser = .text(TraceParser(findings: findings, names: names, lineCount: lines.count))
    case .vcd(let options):
      parser = .vcd(
        VcdParser(findings: findings, names: names, lineCount: lines.count, options: options))
    }
  }

  /// Whether something was wrong: nothing more comes out.
  public var hasFailed: Bool { findings.errorCount > 0 }

  /// What is no error, but worth a word; all of it once `finish` was called.
  public var warnings: [Diagnostic] { findings.sortedWarnings }

  /// Takes the next bytes.
  public mutating func take(_ bytes: ArraySlice<UInt8>, _ sink: Sink) {
    guard !isOver else { return }
    // Up to the last byte that ends a line or word; none of these is part of another character.
    guard let last = bytes.lastIndex(where: ends) else {
      rest += bytes
      if rest.count > Self.longest { failAsTooLong(at: place) }
      return
    }
    if rest.isEmpty {
      read(bytes[...last], sink)
    } else {
      let whole = rest + bytes[...last]
      rest.removeAll(keepingCapacity: true)
      read(whole[...], sink)
    }
    rest += bytes[(last + 1)...]
  }

  /// The start, by what was read so far, without waiting for an entry; nothing if it was given before.
  public mutating func startNow(_ sink: Sink) { if !hasFailed { start(sink) } }

  /// The end of the trace; throws what was wrong with it, at most a thousand errors.
  public mutating func finish(_ sink: Sink) throws(FileError) {
    if !isOver, !rest.isEmpty {
      let whole = rest
      rest.removeAll()
      read(whole[...], sink)
    }
    if case .vcd(var dump) = parser, !isOver { dump.finish() }
    if let error = findings.error { throw error }
    start(sink)
  }

  private func ends(_ byte: UInt8) -> Bool {
    switch parser {
    case .text: return byte == 0x0A
    case .vcd: return byte <= 0x20
    }
  }

  /// Reads whole lines or words.
  private mutating func read(_ bytes: ArraySlice<UInt8>, _ sink: Sink) {
    var bytes = bytes
    if isAtStart, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    defer { isAtStart = false }
    guard let (offset, message) = TextCheck.firstFault(of: bytes, isStart: isAtStart) else {
      return readSound(bytes, sink)
    }
    // What stands before it counts, however the bytes came.
    let begin = bytes[..<offset].lastIndex(where: ends).map { $0 + 1 } ?? bytes.startIndex
    readSound(bytes[..<begin], sink)
    if isOver { return }
    isOver = true
    findings.fail(TextCheck.place(of: offset, in: bytes[begin...], from: place), "", message)
  }

  private mutating func readSound(_ bytes: ArraySlice<UInt8>, _ sink: Sink) {
    switch parser {
    case .text: readLines(bytes, sink)
    case .vcd: readWords(bytes, sink)
    }
  }

  private mutating func readLines(_ bytes: ArraySlice<UInt8>, _ sink: Sink) {
    guard case .text(var text) = parser else { return }
    var start = bytes.startIndex
    while start < bytes.endIndex, !isOver {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.endIndex
      if end - start > Self.longest {
        failAsTooLong(at: place)
      } else if let entry = text.take(bytes[start..<end]), !hasFailed {
        if !hasStarted { begin(text.startLevels, sink) }
        sink(.entry(entry))
      }
      place.line += 1
      start = end + 1
    }
    parser = .text(text)
  }

  private mutating func readWords(_ bytes: ArraySlice<UInt8>, _ sink: Sink) {
    guard case .vcd(var dump) = parser else { return }
    var changes: [Trace.Entry] = []
    var index = bytes.startIndex
    while index < bytes.endIndex, !isOver {
      let start = index
      while index < bytes.endIndex, bytes[index] > 0x20 { index += 1 }
      if index - start > Self.longest {
        failAsTooLong(at: place)
      } else if index > start {
        let word = Substring(decoding: bytes[start..<index], as: UTF8.self)
        dump.take((word, place)) { changes.append($0) }
        if !changes.isEmpty {
          if !hasFailed {
            if !hasStarted { begin(dump.startLevels, sink) }
            for entry in changes { sink(.entry(entry)) }
          }
          changes.removeAll(keepingCapacity: true)
        }
        for byte in bytes[start..<index] where byte & 0xC0 != 0x80 { place.column += 1 }
      }
      guard index < bytes.endIndex else { break }
      if bytes[index] == 0x0A {
        place.line += 1
        place.column = 1
      } else {
        place.column += 1
      }
      index += 1
    }
    parser = .vcd(dump)
  }

  private mutating func failAsTooLong(at place: Place) {
    isOver = true
    rest.removeAll()
    findings.fail(place, "", "more than 64 KiB without an end; this is no trace")
  }

  private mutating func start(_ sink: Sink) {
    guard !hasStarted else { return }
    switch parser {
    case .text(let text): begin(text.startLevels, sink)
    case .vcd(let dump): begin(dump.startLevels, sink)
    }
  }

  private mutating func begin(_ levels: [Bool], _ sink: Sink) {
    hasStarted = true
    sink(.start(levels))
  }
}

extension Trace {
  /// As many errors of a trace are reported; the rest is counted.
  static let maximumErrors = 1000

  /// Parses the text form; the thrown value has the errors of the file, at most a thousand.
  public static func parse(
    _ text: [UInt8], path: String, lines: [LinePlan], controls: [ControlFile]
  ) throws(FileError) -> Trace {
    try Trace(text, TraceStream(path: path, lines: lines, controls: controls, form: .text))
  }

  /// Parses a value change dump (VCD): scalar wires named as the panel's lines.
  ///
  /// The values at the first time become the start levels, `x` and `z` are open, scopes are ignored,
  /// and times count from the first one. Wires that are no line of the panel are left out, unless
  /// none is one or an option names them.
  public static func parseVcd(
    _ text: [UInt8], path: String, lines: [LinePlan], controls: [ControlFile],
    options: VcdOptions = VcdOptions()
  ) throws(FileError) -> Trace {
    try Trace(
      text, TraceStream(path: path, lines: lines, controls: controls, form: .vcd(options)))
  }

  private init(_ text: [UInt8], _ stream: TraceStream) throws(FileError) {
    self.init(startLevels: [], entries: [])
    var stream = stream
    var trace = self
    let keep: TraceStream.Sink = { item in
      switch item {
      case .start(let levels): trace.startLevels = levels
      case .entry(let entry): trace.entries.append(entry)
      }
    }
    stream.take(text[...], keep)
    try stream.finish(keep)
    self = trace
  }
}

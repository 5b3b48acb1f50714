import ButtonController

extension Trace {
  /// What a value change dump needs besides its text.
  public struct VcdOptions: Equatable, Sendable {
    /// The line's name of a wire's.
    public var map: [String: String]
    /// Wires on which a low level is a closed contact.
    public var inverted: Set<String>

    /// Wires as they are called and as they stand.
    public init(map: [String: String] = [:], inverted: Set<String> = []) {
      self.map = map
      self.inverted = inverted
    }
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
    if let (place, message) = TextCheck.firstFault(of: text) {
      throw FileError(
        kind: .invalid, diagnostics: [Diagnostic(path: path, place: place, message: message)])
    }
    let findings = Findings(path: path, limit: maximumErrors)
    var parser = VcdParser(
      findings: findings, names: LineNames(lines: lines, controls: controls),
      lineCount: lines.count,
      options: options)
    parser.parse(text)
    if let error = findings.error { throw error }
    return Trace(startLevels: parser.startLevels, entries: parser.entries)
  }
}

/// Takes a dump token by token.
private struct VcdParser {
  private let findings: Findings
  private let names: LineNames
  private let options: Trace.VcdOptions
  private(set) var startLevels: [Bool]
  private(set) var entries: [Trace.Entry] = []

  private typealias Token = (text: Substring, place: Place)

  /// A wire of the panel: its lines' numbers and whether low is closed.
  private struct Wire {
    var line: Int
    var isInverted: Bool
  }

  /// Identifier codes; nil for wires that are not the panel's.
  private var wires: [Substring: Wire?] = [:]
  private var wireNames: [String] = []
  /// Femtoseconds of one unit of time.
  private var unit: UInt64?
  private var origin: UInt64?
  private var now = Instant.zero
  private var levels: [Bool]

  init(findings: Findings, names: LineNames, lineCount: Int, options: Trace.VcdOptions) {
    self.findings = findings
    self.names = names
    self.options = options
    startLevels = [Bool](repeating: false, count: lineCount)
    levels = startLevels
  }

  mutating func parse(_ text: [UInt8]) {
    var tokens = Tokens(text)
    while let token = tokens.next() {
      switch token.text.first {
      case "$": section(token, &tokens)
      case "#": time(token)
      case "0", "1", "x", "X", "z", "Z": value(token)
      case "b", "B", "r", "R": _ = tokens.next()
      default: fail(token.place, "\(Value.clip(String(token.text))) is nothing of a VCD file")
      }
    }
    if unit == nil, findings.errorCount == 0 {
      fail(Place(line: 1, column: 1), "no $timescale; this is no VCD file, or it was cut short")
    }
    let used = wires.values.contains { $0 != nil }
    if !used, findings.errorCount == 0 {
      let known = wireNames.prefix(12).map(Value.clip).listed
      fail(
        Place(line: 1, column: 1),
        "no wire is called like a line of the panel (wires: \(known)); --map WIRE=LINE renames one")
    }
    let known = Set(wireNames)
    for name in (Array(options.map.keys) + Array(options.inverted)).sorted()
    where !known.contains(name) {
      fail(
        Place(line: 1, column: 1),
        "no wire \(Value.clip(name))\(Nearest.hint(for: name, among: wireNames))")
    }
  }

  private static let mostWords = 8

  private mutating func section(_ token: Token, _ tokens: inout Tokens) {
    switch token.text {
    // Their values follow as ordinary ones; $end then stands alone.
    case "$dumpvars", "$dumpall", "$dumpon", "$dumpoff", "$end": return
    default: break
    }
    var words: [Token] = []
    while let word = tokens.next() {
      if word.text == "$end" {
        switch token.text {
        case "$timescale": timescale(words, token.place)
        case "$var": variable(words, token.place)
        default: break
        }
        return
      }
      // No section that is looked at has more; a comment may be as long as it likes.
      if words.count < Self.mostWords { words.append(word) }
    }
    fail(token.place, "\(Value.clip(String(token.text))) has no $end; the file was cut short")
  }

  private mutating func timescale(_ words: [Token], _ place: Place) {
    let text = words.map(\.text).joined()
    let digits = text.prefix { $0.isNumber }
    let powers: [(String, UInt64)] = [
      ("fs", 1), ("ps", 1_000), ("ns", 1_000_000), ("us", 1_000_000_000), ("ms", 1_000_000_000_000),
      ("s", 1_000_000_000_000_000),
    ]
    guard ["1", "10", "100"].contains(String(digits)), let count = UInt64(digits),
      let power = powers.first(where: { $0.0 == text[digits.endIndex...] })
    else {
      fail(place, "\(Value.clip(text)) is no timescale; 1, 10 or 100 of fs, ps, ns, us, ms or s")
      return
    }
    unit = count * power.1
  }

  private mutating func variable(_ words: [Token], _ place: Place) {
    guard words.count >= 4 else {
      fail(place, "a $var needs type, size, code and name")
      return
    }
    let name = String(words[3].text)
    wireNames.append(name)
    let wanted = options.map[name]
    guard words[1].text == "1" else {
      if wanted != nil {
        fail(
          words[3].place,
          "\(name) has \(Value.clip(String(words[1].text))) bits; only single wires can be lines")
      }
      return
    }
    let isInverted = options.inverted.contains(name)
    switch names.line(wanted ?? name) {
    case .success(let line): wires[words[2].text] = Wire(line: line, isInverted: isInverted)
    case .failure(let unknown):
      wires[words[2].text] = .some(nil)
      if wanted != nil { fail(words[3].place, unknown.message) }
    }
  }

  private mutating func time(_ token: Token) {
    guard let unit else {
      fail(token.place, "a time before $timescale")
      return
    }
    guard let count = UInt64(token.text.dropFirst()) else {
      fail(token.place, "\(Value.clip(String(token.text))) is no time")
      return
    }
    if origin == nil { origin = count }
    let (ticks, isBefore) = count.subtractingReportingOverflow(origin ?? 0)
    // Femtoseconds overflow 64 bits after five hours; multiplied wide, then rounded down.
    let wide = ticks.multipliedFullWidth(by: unit)
    guard !isBefore, wide.high < 1_000_000 else {
      fail(token.place, isBefore ? "goes back in time" : "too large a time")
      return
    }
    let nanoseconds = UInt64(1_000_000).dividingFullWidth(wide).quotient
    guard nanoseconds <= UInt64(Milliseconds.latest) else {
      fail(token.place, "too large a time")
      return
    }
    let at = Instant(nanoseconds: Int64(nanoseconds))
    if at < now { fail(token.place, "goes back in time") }
    now = max(now, at)
  }

  private mutating func value(_ token: Token) {
    guard let wire = wires[token.text.dropFirst()] else {
      fail(token.place, "no wire has the code \(Value.clip(String(token.text.dropFirst())))")
      return
    }
    guard let wire else { return }
    let isHigh = token.text.first == "1"
    let isLow = token.text.first == "0"
    let isClosed = wire.isInverted ? isLow : isHigh
    // What is said before time goes on is how things stood at the start.
    if now == .zero {
      startLevels[wire.line] = isClosed
    } else if findings.errorCount > 0 {
      // A trace with an error is played by nobody.
      entries = []
    } else if levels[wire.line] != isClosed {
      entries.append(
        Trace.Entry(
          at: now, action: .edge(line: wire.line, isClosed: isClosed), place: token.place.line))
    }
    levels[wire.line] = isClosed
  }

  private func fail(_ place: Place, _ message: @autoclosure () -> String) {
    findings.fail(place, "", message())
  }

  /// Words between white space, with their places.
  private struct Tokens {
    private let text: [UInt8]
    private var index = 0
    private var line = 1
    /// How far columns are counted, and the column there: a dump may be one line of megabytes.
    private var counted = 0
    private var column = 1

    init(_ text: [UInt8]) { self.text = text }

    mutating func next() -> Token? {
      while index < text.count, text[index] <= 0x20 {
        if text[index] == 0x0A {
          line += 1
          counted = index + 1
          column = 1
        }
        index += 1
      }
      guard index < text.count else { return nil }
      let start = index
      while index < text.count, text[index] > 0x20 { index += 1 }
      for byte in text[counted..<start] where byte & 0xC0 != 0x80 { column += 1 }
      counted = start
      return (
        Substring(decoding: text[start..<index], as: UTF8.self), Place(line: line, column: column)
      )
    }
  }
}

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
}

/// Takes a dump token by token.
struct VcdParser {
  private let findings: Findings
  private let names: LineNames
  private let options: Trace.VcdOptions
  private(set) var startLevels: [Bool]

  /// A word between white space.
  typealias Token = (text: Substring, place: Place)

  /// A section whose `$end` has not come.
  private struct Section {
    var opening: Token
    var words: [Token] = []
  }

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
  private var section: Section?
  /// A vector's value was read, whose code follows.
  private var skipsCode = false
  private var hasCheckedNames = false

  init(findings: Findings, names: LineNames, lineCount: Int, options: Trace.VcdOptions) {
    self.findings = findings
    self.names = names
    self.options = options
    startLevels = [Bool](repeating: false, count: lineCount)
    levels = startLevels
  }

  /// Takes the next word; gives the change that it is.
  mutating func take(_ token: Token) -> Trace.Entry? {
    if section != nil {
      takeInSection(token)
      return nil
    }
    if skipsCode {
      skipsCode = false
      return nil
    }
    switch token.text.utf8.first {
    case UInt8(ascii: "$"): begin(token)
    case UInt8(ascii: "#"): time(token)
    case UInt8(ascii: "0"), UInt8(ascii: "1"), UInt8(ascii: "x"), UInt8(ascii: "X"),
      UInt8(ascii: "z"), UInt8(ascii: "Z"):
      return value(token)
    case UInt8(ascii: "b"), UInt8(ascii: "B"), UInt8(ascii: "r"), UInt8(ascii: "R"):
      skipsCode = true
    default: fail(token.place, "\(Value.clip(String(token.text))) is nothing of a VCD file")
    }
    return nil
  }

  /// The end of the file: what it lacks.
  mutating func finish() {
    if let opening = section?.opening {
      fail(
        opening.place, "\(Value.clip(String(opening.text))) has no $end; the file was cut short")
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
    checkNames()
  }

  /// Whether the options name wires that are there: before the first change is given, so that nothing is
  /// played in vain.
  private mutating func checkNames() {
    if hasCheckedNames { return }
    hasCheckedNames = true
    let known = Set(wireNames)
    for name in (Array(options.map.keys) + Array(options.inverted)).sorted()
    where !known.contains(name) {
      fail(
        Place(line: 1, column: 1),
        "no wire \(Value.clip(name))\(Nearest.hint(for: name, among: wireNames))")
    }
  }

  private static let mostWords = 8

  private mutating func begin(_ token: Token) {
    switch token.text {
    // Their values follow as ordinary ones; $end then stands alone.
    case "$dumpvars", "$dumpall", "$dumpon", "$dumpoff", "$end": return
    default: section = Section(opening: token)
    }
  }

  private mutating func takeInSection(_ word: Token) {
    guard let open = section else { return }
    guard word.text == "$end" else {
      // No section that is looked at has more; a comment may be as long as it likes.
      if open.words.count < Self.mostWords { section?.words.append(word) }
      return
    }
    section = nil
    switch open.opening.text {
    case "$timescale": timescale(open.words, open.opening.place)
    case "$var": variable(open.words, open.opening.place)
    default: break
    }
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

  private mutating func value(_ token: Token) -> Trace.Entry? {
    guard let wire = wires[token.text.dropFirst()] else {
      fail(token.place, "no wire has the code \(Value.clip(String(token.text.dropFirst())))")
      return nil
    }
    guard let wire else { return nil }
    let isHigh = token.text.utf8.first == UInt8(ascii: "1")
    let isLow = token.text.utf8.first == UInt8(ascii: "0")
    let isClosed = wire.isInverted ? isLow : isHigh
    // What is said before time goes on is how things stood at the start.
    defer { levels[wire.line] = isClosed }
    if now == .zero {
      startLevels[wire.line] = isClosed
      return nil
    }
    if levels[wire.line] == isClosed { return nil }
    checkNames()
    return Trace.Entry(
      at: now, action: .edge(line: wire.line, isClosed: isClosed), place: token.place.line)
  }

  private func fail(_ place: Place, _ message: @autoclosure () -> String) {
    findings.fail(place, "", message())
  }
}

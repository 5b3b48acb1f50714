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

  /// Identifier codes, with the panel's lines that they stand for: several names may have one code.
  private var wires: [Substring: [Wire]] = [:]
  private var wireNames: [String] = []
  /// Femtoseconds of one unit of time.
  private var unit: UInt64?
  private var origin: UInt64?
  private var now = Instant.zero
  private var levels: [Bool]
  private var section: Section?
  /// A vector's value, whose code follows.
  private var vector: Substring?
  /// Names of what has more than one bit, or none, in the file's order.
  private var vectors: [String] = []
  private var firstVector: Place?
  private var hasCheckedNames = false
  /// The line of a remark that sigrok-cli puts before the dump.
  private var remark: Int?

  init(findings: Findings, names: LineNames, lineCount: Int, options: Trace.VcdOptions) {
    self.findings = findings
    self.names = names
    self.options = options
    startLevels = [Bool](repeating: false, count: lineCount)
    levels = startLevels
  }

  /// Takes the next word; gives the changes that it is, several where lines share a wire.
  mutating func take(_ token: Token, _ sink: (Trace.Entry) -> Void) {
    if section != nil { return takeInSection(token) }
    if let vector {
      self.vector = nil
      // Some write single wires as vectors of one bit.
      if let last = vector.utf8.last { change(token.text, to: last, token.place, sink) }
      return
    }
    if token.text == "META" { remark = token.place.line }
    if remark == token.place.line { return }
    switch token.text.utf8.first {
    case UInt8(ascii: "$"): begin(token)
    case UInt8(ascii: "#"): time(token)
    case UInt8(ascii: "0"), UInt8(ascii: "1"), UInt8(ascii: "x"), UInt8(ascii: "X"),
      UInt8(ascii: "z"), UInt8(ascii: "Z"):
      change(token.text.dropFirst(), to: token.text.utf8.first ?? 0, token.place, sink)
    case UInt8(ascii: "b"), UInt8(ascii: "B"), UInt8(ascii: "r"), UInt8(ascii: "R"),
      UInt8(ascii: "s"), UInt8(ascii: "S"):
      vector = token.text
    default: fail(token.place, "\(Value.clip(String(token.text))) is nothing of a VCD file")
    }
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
    let used = wires.values.contains { !$0.isEmpty }
    if !used, findings.errorCount == 0 {
      let known = wireNames.prefix(12).map(Value.clip).listed
      fail(
        Place(line: 1, column: 1),
        "no wire is called like a line of the panel (wires: \(known)); --map WIRE=LINE renames one")
    }
    checkNames()
    warnOfVectors()
  }

  /// What has more than one bit is left out, and said once.
  private func warnOfVectors() {
    guard let firstVector else { return }
    let names = vectors.prefix(8).map { Value.clip($0) }.joined(separator: ", ")
    let more = vectors.count > 8 ? " and \(vectors.count - 8) more" : ""
    findings.warn(
      firstVector, "", "left out, as only single wires can be lines: \(names)\(more)")
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
    // Verilog marks names that are no plain words so.
    let text = words[3].text
    let name = String(text.utf8.first == UInt8(ascii: "\\") ? text.dropFirst() : text)
    wireNames.append(name)
    let wanted = options.map[name]
    // A code without a line is known all the same.
    wires[words[2].text, default: []] += []
    guard words[1].text == "1", words[0].text != "real", words[0].text != "string" else {
      if firstVector == nil { firstVector = words[3].place }
      vectors.append(name)
      if wanted != nil {
        fail(
          words[3].place,
          "\(name) has \(Value.clip(String(words[1].text))) bits; only single wires can be lines")
      }
      return
    }
    let isInverted = options.inverted.contains(name)
    switch names.line(wanted ?? name) {
    case .success(let line):
      wires[words[2].text, default: []].append(Wire(line: line, isInverted: isInverted))
    case .failure(let unknown): if wanted != nil { fail(words[3].place, unknown.message) }
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

  private mutating func change(
    _ code: Substring, to value: UInt8, _ place: Place, _ sink: (Trace.Entry) -> Void
  ) {
    guard let wires = wires[code] else {
      return fail(place, "no wire has the code \(Value.clip(String(code)))")
    }
    for wire in wires {
      let isClosed = value == (wire.isInverted ? UInt8(ascii: "0") : UInt8(ascii: "1"))
      // What is said before time goes on is how things stood at the start.
      if now == .zero {
        startLevels[wire.line] = isClosed
      } else if levels[wire.line] != isClosed {
        checkNames()
        sink(
          Trace.Entry(
            at: now, action: .edge(line: wire.line, isClosed: isClosed), place: place.line))
      }
      levels[wire.line] = isClosed
    }
  }

  private func fail(_ place: Place, _ message: @autoclosure () -> String) {
    findings.fail(place, "", message())
  }
}

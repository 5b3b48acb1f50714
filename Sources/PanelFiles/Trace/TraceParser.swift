import ButtonController

/// Takes a trace line by line and keeps all that is wrong with it.
struct TraceParser {
  /// Words of one line, with the column at which each begins.
  typealias Word = (text: String, column: Int)

  private let findings: Findings
  private let names: LineNames
  private(set) var startLevels: [Bool]
  /// What the line under way says.
  private var entry: Trace.Entry?
  private var startPlaces: [Int: Int] = [:]
  private var row = 0
  private var latest: (at: Instant, row: Int)?
  private var pause: (from: Instant, until: Instant, isSleep: Bool, row: Int)?
  private var endRow: Int?
  /// Lines whose chip is not there.
  private var gone: Set<Int> = []
  /// When `found` may stand in this line; nil for never.
  private var newStart: NewStart?
  /// The same of the next line.
  private var nextStart: NewStart? = NewStart(at: Instant.zero...Instant.zero)

  /// All lines are read again.
  private struct NewStart {
    var at: ClosedRange<Instant>
    var isAwakening = false
  }

  private static let directives = [
    "stall", "lost", "level", "gone", "back", "found", "suspend", "reload", "shutdown", "end",
  ]

  init(findings: Findings, names: LineNames, lineCount: Int) {
    self.findings = findings
    self.names = names
    startLevels = [Bool](repeating: false, count: lineCount)
  }

  /// Takes the next line of the file; gives the entry that it is.
  mutating func take(_ line: ArraySlice<UInt8>) -> Trace.Entry? {
    row += 1
    entry = nil
    let words = Self.words(of: line)
    guard let first = words.first else { return nil }
    if first.text == "start" {
      takeStart(words)
    } else if let at = time(first, of: "time") {
      takeTimed(words, at: at)
    }
    return entry
  }

  private mutating func takeStart(_ words: [Word]) {
    guard hasCount(words, 3, "start LINE LEVEL") else { return }
    let line = line(words[1])
    let level = level(words[2])
    if let latest {
      fail(words[0], "start after an entry (line \(latest.row)); move it to the top")
    }
    guard let line, let level else { return }
    if let earlier = startPlaces[line] {
      fail(words[1], "\(shown(words[1])) has its start level already, in line \(earlier)")
    }
    startPlaces[line] = row
    startLevels[line] = level
  }

  private mutating func takeTimed(_ words: [Word], at: Instant) {
    if let latest, at < latest.at {
      fail(
        words[0],
        "\(shown(words[0])) goes back in time (line \(latest.row) is at \(Self.text(latest.at))); "
          + "entries stand in order of time")
    } else {
      latest = (at, row)
    }
    newStart = nextStart
    nextStart = nil
    if let endRow { fail(words[0], "an entry after end (line \(endRow)); end is the last one") }
    guard words.count > 1 else {
      fail(words[0], "a time and nothing else; write TIME LINE LEVEL or TIME ! DIRECTIVE …")
      return
    }
    if words[1].text == "!" {
      takeDirective(Array(words.dropFirst(2)), mark: words[1], at: at)
      return
    }
    if words[1].text.first == "!" {
      fail(words[1], "\(shown(words[1])): put a space after the !")
      return
    }
    guard hasCount(words, 3, "TIME LINE LEVEL") else { return }
    let line = line(words[1])
    let level = level(words[2])
    if let line, let level { add(.edge(line: line, isClosed: level), at: at) }
  }

  private mutating func takeDirective(_ words: [Word], mark: Word, at: Instant) {
    guard let verb = words.first else {
      fail(mark, "! without a directive; known: \(Self.directives.joined(separator: ", "))")
      return
    }
    if let pause, pause.isSleep, at < pause.until, verb.text != "stall", verb.text != "suspend",
      Self.directives.contains(verb.text)
    {
      fail(
        verb,
        "\(verb.text) inside the sleep of line \(pause.row), which ends at "
          + "\(Self.text(pause.until)); only edges may stand in a sleep")
    }
    switch verb.text {
    case "stall":
      if let until = until(words, at: at, isSleep: false) { add(.stall(until: until), at: at) }
    case "suspend":
      guard let until = until(words, at: at, isSleep: true) else { return }
      nextStart = NewStart(at: until...until, isAwakening: true)
      add(.suspend(until: until), at: at)
    case "lost":
      if let (line, level) = lineAndLevel(words) {
        add(.lost(line: line, isClosed: level), at: at)
      }
    case "level":
      if let (line, level) = lineAndLevel(words) {
        add(.level(line: line, isClosed: level), at: at)
      }
    case "gone":
      guard hasCount(words, 2, "! gone NAME"), let lines = lines(words[1]) else { return }
      gone.formUnion(lines)
      add(.gone(lines: lines), at: at)
    case "back":
      guard hasCount(words, 3, "! back NAME LEVEL") else { return }
      let lines = lines(words[1])
      let level = level(words[2])
      guard let lines, let level else { return }
      guard gone.isSuperset(of: lines) else {
        fail(
          words[1],
          "\(shown(words[1])) is \(gone.isDisjoint(with: lines) ? "not" : "only partly") gone; write "
            + "! gone \(shown(words[1])) before it")
        return
      }
      gone.subtract(lines)
      add(.back(lines: lines, isClosed: level), at: at)
    case "found": takeFound(words, at: at)
    case "reload":
      guard hasCount(words, 1, "! reload") else { return }
      nextStart = NewStart(at: at...Instant.never)
      add(.reload, at: at)
    case "shutdown": if hasCount(words, 1, "! shutdown") { add(.shutdown, at: at) }
    case "end":
      if hasCount(words, 1, "! end") {
        if endRow == nil { endRow = row }
        add(.end, at: at)
      }
    default:
      fail(
        verb,
        "no directive \(shown(verb)); "
          + Nearest.advice(
            for: verb.text, among: Self.directives, else: "known: \(Self.directives.listed)"))
    }
  }

  /// What a new start finds stands with it, and a line is told once.
  private mutating func takeFound(_ words: [Word], at: Instant) {
    guard hasCount(words, 3, "! found LINE LEVEL") else { return }
    let line = line(words[1])
    let isGone = words[2].text == "gone"
    let level = isGone ? nil : level(words[2])
    guard let line, isGone || level != nil else { return }
    guard let newStart, newStart.at.contains(at), !(isGone && newStart.isAwakening) else {
      fail(
        words[0],
        "found without a new start; it stands at 0, directly behind reload, or behind suspend at its "
          + "end with a level")
      return
    }
    nextStart = NewStart(at: at...at, isAwakening: newStart.isAwakening)
    if isGone { gone.insert(line) } else { gone.remove(line) }
    add(.found(line: line, isClosed: level), at: at)
  }

  // MARK: - Parts of a line

  private mutating func until(_ words: [Word], at: Instant, isSleep: Bool) -> Instant? {
    guard hasCount(words, 2, "! \(words[0].text) UNTIL"), let until = time(words[1], of: "end")
    else { return nil }
    // The monotonic clock stands still in a sleep.
    guard until > at || isSleep && until == at else {
      fail(
        words[1],
        "\(words[0].text) ends at \(shown(words[1])), not after its start; write the time at which it"
          + " ends, not its length")
      return nil
    }
    if let pause, at < pause.until {
      fail(
        words[0],
        "overlaps the \(pause.isSleep ? "sleep" : "stall") of line \(pause.row), which ends at "
          + Self.text(pause.until))
    }
    if pause == nil || pause?.until ?? at < until { pause = (at, until, isSleep, row) }
    return until
  }

  private mutating func lineAndLevel(_ words: [Word]) -> (Int, Bool)? {
    guard hasCount(words, 3, "! \(words[0].text) LINE LEVEL") else { return nil }
    let line = line(words[1])
    let level = level(words[2])
    guard let line, let level else { return nil }
    return (line, level)
  }

  private mutating func line(_ word: Word) -> Int? {
    switch names.line(word.text) {
    case .success(let line): return line
    case .failure(let unknown):
      fail(word, unknown.message)
      return nil
    }
  }

  private mutating func lines(_ word: Word) -> [Int]? {
    switch names.lines(word.text) {
    case .success(let lines): return lines
    case .failure(let unknown):
      fail(word, unknown.message)
      return nil
    }
  }

  private mutating func level(_ word: Word) -> Bool? {
    switch word.text {
    case "0": return false
    case "1": return true
    default:
      fail(word, "\(shown(word)) is no level; write 1 for a closed contact, 0 for an open one")
      return nil
    }
  }

  private mutating func time(_ word: Word, of what: String) -> Instant? {
    do {
      return Instant(nanoseconds: try Milliseconds.parse(word.text.utf8))
    } catch {
      switch error {
      case .notANumber:
        fail(
          word,
          "\(shown(word)) is no \(what); write milliseconds such as 18.25"
            + (what == "time" ? ", start or #" : ""))
      case .tooFine:
        fail(word, "\(shown(word)) has more than six decimals; nanoseconds are the finest")
      case .tooLarge:
        fail(word, "\(shown(word)) is too large; times reach 9000000000000 (285 years)")
      }
      return nil
    }
  }

  private mutating func hasCount(_ words: [Word], _ count: Int, _ form: String) -> Bool {
    if words.count == count { return true }
    if words.count < count {
      fail(words[words.count - 1], "incomplete; write \(form)")
    } else {
      fail(words[count], "\(shown(words[count])) is too much; write \(form)")
    }
    return false
  }

  private mutating func add(_ action: Trace.Action, at: Instant) {
    entry = Trace.Entry(at: at, action: action, place: row)
  }

  private func fail(_ word: Word, _ message: @autoclosure () -> String) {
    findings.fail(Place(line: row, column: word.column), "", message())
  }

  private func shown(_ word: Word) -> String { Value.cut(word.text) }

  private static func text(_ instant: Instant) -> String {
    var bytes: [UInt8] = []
    JSONText.append(milliseconds: instant.nanoseconds, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// No form has more words, so one more is enough to see that it is too many.
  private static let mostWords = 6

  /// The first words of a line before its comment; columns count Unicode scalars.
  private static func words(of line: ArraySlice<UInt8>) -> [Word] {
    var words: [Word] = []
    var column = 1
    var word: ArraySlice<UInt8> = []
    var wordColumn = 1
    func flush() {
      if !word.isEmpty { words.append((String(decoding: word, as: UTF8.self), wordColumn)) }
    }
    for (index, byte) in zip(line.indices, line) {
      if byte == UInt8(ascii: "#") { break }
      if byte == 0x20 || byte == 0x09 || byte == 0x0D {
        flush()
        word = []
        if words.count == mostWords { return words }
      } else if word.isEmpty {
        word = line[index...index]
        wordColumn = column
      } else {
        word = line[word.startIndex...index]
      }
      if byte & 0xC0 != 0x80 { column += 1 }
    }
    flush()
    return words
  }
}

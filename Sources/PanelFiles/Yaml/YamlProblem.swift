/// Why libyaml could not read a text, in our words: what is wrong, where it began, and what to write.
///
/// libyaml says where it could not go on, which is often a line or a whole file behind the slip.
struct YamlProblem {
  /// The text, without a byte order mark.
  let text: [UInt8]
  /// libyaml's own words.
  let problem: String
  /// What it was reading then, such as `while parsing a flow mapping`; empty if it does not say.
  let context: String
  /// Where it could not go on.
  let place: Place
  /// Where what it was reading begins.
  let start: Place

  /// Where the slip is and what to say of it.
  var finding: (place: Place, message: String) {
    // In parts: Swift 6.0 gives up on the types of them all in one.
    if let slip = lookAlike ?? tab ?? quote ?? comment { return slip }
    if let slip = bracket ?? missingColon ?? colonInText ?? indentation ?? mark { return slip }
    return (place, "this is not YAML: \(problem)\(context.isEmpty ? "" : " \(context)")")
  }

  /// The line of a number from 1, without its line feed; empty behind the end.
  private func line(_ number: Int) -> String {
    var rest = text[...]
    for _ in 1..<max(number, 1) {
      guard let feed = rest.firstIndex(of: 10) else { return "" }
      rest = rest[(feed + 1)...]
    }
    return String(decoding: rest.prefix { $0 != 10 && $0 != 13 }, as: UTF8.self)
  }

  /// A line's text without its comment, as far as that can be known without reading YAML.
  private func code(_ number: Int) -> Substring {
    let text = line(number)
    var before: Character = " "
    for index in text.indices {
      if text[index] == "#", before == " " { return text[..<index] }
      before = text[index]
    }
    return text[...]
  }

  private static func indent(_ line: some StringProtocol) -> Int {
    line.prefix { $0 == " " }.count
  }

  /// The lines in which the slip may be: from where libyaml began to where it stopped.
  private var suspects: ClosedRange<Int> {
    // Where it does not say what it was reading, a text may have begun on the lines before.
    let first = context.isEmpty ? 1 : min(start.line, place.line)
    return max(first, place.line - 2, 1)...max(place.line, 1)
  }

  // MARK: - Slips

  private var lookAlike: (Place, String)? {
    for number in suspects {
      for (column, scalar) in code(number).unicodeScalars.enumerated() {
        // A dash or a curly quote inside a text is nothing that libyaml minds.
        guard let remark = LookAlike.remark(on: scalar), !(0x2010...0x2015 ~= scalar.value) else {
          continue
        }
        return (Place(line: number, column: column + 1), remark)
      }
    }
    return nil
  }

  private var tab: (Place, String)? {
    for number in suspects {
      let text = code(number)
      guard let index = text.firstIndex(of: "\t"), text[..<index].allSatisfy({ " -:".contains($0) })
      else { continue }
      return (
        Place(line: number, column: text.distance(from: text.startIndex, to: index) + 1),
        "a tab; indent with spaces"
      )
    }
    return nil
  }

  private var quote: (Place, String)? {
    guard context.holds("quoted scalar") else { return nil }
    if problem.holds("escape") {
      return (
        place,
        "a backslash that escapes nothing; write \\\\ for one, or put the text in single quotes"
      )
    }
    return (start, "this quote is not closed; the text goes on to line \(place.line)")
  }

  private var bracket: (Place, String)? {
    if let found = foundBracket, !context.holds("flow") {
      return (place, "a \(found) that closes nothing; take it out, or open it")
    }
    guard context.holds("flow") else { return nil }
    let (open, close) = context.holds("mapping") ? ("{", "}") : ("[", "]")
    if let found = foundBracket, found != (context.holds("mapping") ? "}" : "]") {
      return (
        place, "a \(found) where the \(open) of \(start.text) is still open; close that first"
      )
    }
    if problem.holds("expected ','") {
      return (
        start,
        "this \(open) is not closed; a \(close) or a comma is missing before \(place.text)"
      )
    }
    return (place, "something is missing between two commas, or a comma is one too many")
  }

  /// The closing bracket at which it could not go on.
  private var foundBracket: Unicode.Scalar? {
    let scalars = Array(line(place.line).unicodeScalars)
    guard scalars.indices.contains(place.column - 1) else { return nil }
    let found = scalars[place.column - 1]
    return found == "]" || found == "}" ? found : nil
  }

  /// `{tint: #ff3b30}`: the end of the line, its bracket included, is a comment.
  private var comment: (Place, String)? {
    guard context.holds("flow") else { return nil }
    for number in stride(from: place.line, through: max(1, place.line - 50), by: -1) {
      let before = code(number)
      let whole = line(number)
      guard before.endIndex < whole.endIndex else { continue }
      let opened = before.filter { "{[".contains($0) }.count
      guard opened > before.filter({ "}]".contains($0) }).count else { continue }
      return (
        Place(line: number, column: before.unicodeScalars.count + 1),
        "a # behind a space begins a comment, so what was opened before it is not closed; quote the "
          + "text, such as \"#ff3b30\""
      )
    }
    return nil
  }

  /// `pin GPIO17`, or `pin:GPIO17`.
  private var missingColon: (Place, String)? {
    guard problem.holds("expected ':'") || problem.holds("document start") else { return nil }
    return suspects.lazy.compactMap(missingColon(in:)).first
  }

  private func missingColon(in number: Int) -> (Place, String)? {
    let text = code(number)
    let words = text.trimmed
    guard !words.isEmpty, !words.hasSuffix(":"), !words.holds(": "), !words.hasPrefix("- ")
    else {
      return nil
    }
    let at = Place(line: number, column: Self.indent(text) + 1)
    if let colon = words.firstIndex(of: ":"), colon != words.startIndex {
      let value = words[words.index(after: colon)...]
      return (
        at,
        "no space behind the colon; write \(Value.clip("\(words[...colon]) \(value)"))"
      )
    }
    let key = words.prefix { $0 != " " }
    let rest = words[key.endIndex...].trimmed
    return (
      at,
      rest.isEmpty
        ? "no colon behind \"\(Value.clip(String(key)))\"; write \(Value.clip(String(key))): and a value"
        : "no colon behind \"\(Value.clip(String(key)))\"; write \(Value.clip("\(key): \(rest)"))"
    )
  }

  /// `label: Hold: now`, or a key that stands deeper than the one before it.
  private var colonInText: (Place, String)? {
    guard problem.holds("mapping values are not allowed") else { return nil }
    let text = code(place.line)
    if let first = text.range(ofColonBefore: place.column) {
      let value = text[first.value...].trimmed
      return (
        place,
        "a second colon in one line; put the text in quotes: \(text[..<first.colon].trimmed): "
          + "\"\(Value.clip(String(value)))\""
      )
    }
    guard let above = lineAbove(place.line) else { return nil }
    if let missing = missingColon(in: above) { return missing }
    return (
      Place(line: place.line, column: Self.indent(text) + 1),
      "indented to column \(Self.indent(text) + 1), below a key of column "
        + "\(Self.indent(code(above)) + 1) that has a value already (line \(above)); give both the "
        + "same column"
    )
  }

  private var indentation: (Place, String)? {
    guard problem.holds("expected key") || problem.holds("expected '-'") else { return nil }
    let text = code(place.line)
    let column = Self.indent(text) + 1
    if column == start.column, problem.holds("expected '-'") {
      return (
        place, "a key in a list that began in line \(start.line); begin with \"- \", or indent it"
      )
    }
    if column == start.column {
      return text.trimmed.hasPrefix("-")
        ? (
          place,
          "a list's item among keys that began in line \(start.line); indent it below its key"
        )
        : (
          place,
          "this is no key of the mapping that began in line \(start.line); is a quote too many?"
        )
    }
    return (
      Place(line: place.line, column: column),
      "indented to column \(column), where the keys that began in line \(start.line) stand in column "
        + "\(start.column); give it the column of the keys that it belongs to"
    )
  }

  /// A character with a meaning of its own at the start of a value.
  private var mark: (Place, String)? {
    if problem.holds("alphabetic or numeric") {
      return (start, "a * or & alone; put the text in quotes, such as \"*\"")
    }
    let scalars = Array(line(place.line).unicodeScalars)
    guard scalars.indices.contains(place.column - 1) else { return nil }
    let found = scalars[place.column - 1]
    if problem.holds("cannot start any token") {
      return (place, "nothing begins with \(found) in YAML; put the text in quotes")
    }
    if problem.holds("block sequence entries are not allowed") {
      return (
        place, "a list's item behind a key; begin the list on a line of its own, or write [ … ]"
      )
    }
    return nil
  }

  private func lineAbove(_ number: Int) -> Int? {
    var above = number - 1
    while above > 0, above > number - 100 {
      if !code(above).trimmed.isEmpty { return above }
      above -= 1
    }
    return nil
  }
}

extension Place {
  /// `3:5`, for messages.
  fileprivate var text: String { "\(line):\(column)" }
}

extension StringProtocol {
  /// Whether `part` stands somewhere in it; the library's own search brings the regex engine along.
  fileprivate func holds(_ part: String) -> Bool {
    var rest = utf8[...]
    while rest.count >= part.utf8.count {
      if rest.starts(with: part.utf8) { return true }
      rest = rest.dropFirst()
    }
    return false
  }

  /// Without spaces at either end.
  fileprivate var trimmed: String {
    let front = drop { $0 == " " || $0 == "\t" || $0 == "\r" }
    guard let last = front.lastIndex(where: { $0 != " " && $0 != "\t" && $0 != "\r" }) else {
      return ""
    }
    return String(front[...last])
  }
}

extension Substring {
  /// The first `: ` of a key, if it stands before the column; and where the value begins.
  fileprivate func range(ofColonBefore column: Int) -> (colon: Index, value: Index)? {
    guard let colon = firstIndex(of: ":") else { return nil }
    let value = index(after: colon)
    guard value != endIndex, self[value] == " ", distance(from: startIndex, to: colon) + 1 < column
    else { return nil }
    return (colon, value)
  }
}

import ButtonController

/// A node on its way to a typed value: reading it says what is wrong with it.
struct Value {
  let node: YamlNode
  /// The key's path, such as `controls.erase.confirm.after`.
  let path: String
  let findings: Findings

  /// Adds an error about this value.
  func fail(_ message: String) { findings.fail(node.place, path, message) }

  /// Adds an error about this value and gives nil, so that a reader can end with it.
  func fail<T>(_ message: String) -> T? {
    findings.fail(node.place, path, message)
    return nil
  }

  /// Adds a warning about this value.
  func warn(_ message: String) { findings.warn(node.place, path, message) }

  /// The value below this one, at `key`.
  func child(_ node: YamlNode, _ key: String) -> Value {
    Value(node: node, path: path.isEmpty ? key : "\(path).\(key)", findings: findings)
  }

  /// What stands there, in a few words.
  var description: String {
    switch node.content {
    case .scalar(_, isPlain: true) where node.isNull: return "nothing"
    case .scalar(let text, _): return "\"\(Value.clip(text))\""
    case .sequence: return "a list"
    case .mapping: return "a mapping"
    }
  }

  /// A message stays one line, whatever the file holds.
  static func clip(_ text: String) -> String {
    var clipped = ""
    for scalar in text.unicodeScalars.prefix(60) {
      clipped.unicodeScalars.append(
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) ? "\u{FFFD}" : scalar)
    }
    return clipped.unicodeScalars.count < text.unicodeScalars.count ? clipped + "…" : clipped
  }

  /// The text of a scalar that is not empty, with whether it stands without quotes.
  private func scalar(_ wanted: String) -> (text: String, isPlain: Bool)? {
    guard !node.isNull, case .scalar(let text, let isPlain) = node.content else {
      return fail("\(description) where \(wanted) is wanted")
    }
    return (text, isPlain)
  }

  // MARK: - Typed values

  /// Whether `off` stands there, quoted or not.
  var isOff: Bool {
    if case .scalar("off", _) = node.content { return true }
    return false
  }

  /// `true` or `false`, nothing else.
  func flag() -> Bool? {
    guard let (text, isPlain) = scalar("true or false") else { return nil }
    switch text {
    case "true" where isPlain: return true
    case "false" where isPlain: return false
    default: break
    }
    switch text.lowercased() {
    case "true", "yes", "on", "y":
      return fail("\(isPlain ? text : "\"\(text)\"") is no truth value here; write true")
    case "false", "no", "off", "n":
      return fail("\(isPlain ? text : "\"\(text)\"") is no truth value here; write false")
    default: return fail("\(description) where true or false is wanted")
    }
  }

  /// Text; what YAML or JSON would take for a number or a truth value has to be quoted.
  func text() -> String? {
    guard let (text, isPlain) = scalar("text") else { return nil }
    if isPlain, text == "true" || text == "false" || Value.isNumber(text) {
      return fail("\(text) is no text; write \"\(text)\"")
    }
    guard !text.isEmpty else { return fail("empty text") }
    return text
  }

  /// Any scalar as it stands, empty text in quotes included.
  func verbatim() -> String? { scalar("text")?.text }

  /// A whole number in `range`.
  func integer(in range: ClosedRange<Int>) -> Int? {
    guard let (text, isPlain) = scalar("a whole number") else { return nil }
    guard isPlain else { return fail("\(description) is text; write the number without quotes") }
    guard Value.isNumber(text) else { return fail("\(description) is no whole number") }
    guard !text.contains(where: { $0 == "." || $0 == "e" || $0 == "E" }) else {
      return fail("\(description) is no whole number")
    }
    guard let number = Int(text), range.contains(number) else {
      return fail("\(text) is out of range; \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// A number in `range`.
  func number(in range: ClosedRange<Double>) -> Double? {
    guard let (text, isPlain) = scalar("a number") else { return nil }
    guard isPlain else { return fail("\(description) is text; write the number without quotes") }
    guard Value.isNumber(text), let number = Double(text) else {
      return fail("\(description) is no number")
    }
    guard range.contains(number) else {
      return fail(
        "\(text) is out of range; \(Value.write(range.lowerBound)) to "
          + Value.write(range.upperBound))
    }
    return number
  }

  /// A length of time with its unit, in `range`.
  ///
  /// `hint` goes behind what may be written instead of something that is none.
  func span(in range: ClosedRange<Span>, usual: Span, hint: String = "") -> Span? {
    guard let (text, _) = scalar("a time such as \(SpanText.write(usual))") else { return nil }
    do {
      let span = try SpanText.parse(text)
      guard range.contains(span) else {
        return fail(
          "\(text) is out of range; \(SpanText.write(range.lowerBound)) to "
            + SpanText.write(range.upperBound))
      }
      return span
    } catch {
      switch error {
      case .notANumber:
        return fail("\(description) is no time; write for example \(SpanText.write(usual))\(hint)")
      case .noUnit:
        let unit = SpanText.likelyUnit(of: text, range: range, usual: usual)
        return fail("\(description) has no unit; write \(text)\(unit)")
      case .unknownUnit(let unit):
        return fail("\(description): no unit \"\(Value.clip(unit))\"; units are us, ms, s and m")
      case .tooFine: return fail("\(description) is finer than a nanosecond")
      case .tooLarge:
        return fail(
          "\(description) is out of range; \(SpanText.write(range.lowerBound)) to "
            + SpanText.write(range.upperBound))
      }
    }
  }

  /// A number with a unit of `measure`, in `range` of its base unit.
  func quantity(_ measure: Measure, in range: ClosedRange<Double>) -> Double? {
    let names = measure.units.map(\.name).joined(separator: ", ")
    guard let (text, _) = scalar("a number with a unit (\(names))") else { return nil }
    guard let (unit, factor) = measure.units.first(where: { text.hasSuffix($0.name) }) else {
      if Value.isNumber(text) {
        return fail("\(description) has no unit; write \(text)\(measure.base)")
      }
      return fail("\(description): the units are \(names)")
    }
    let digits = String(text.dropLast(unit.count))
    guard Value.isNumber(digits), let number = Double(digits) else {
      return fail("\(description) is no number with a unit; write for example 1\(unit)")
    }
    let amount = number * factor
    guard range.contains(amount) else {
      return fail(
        "\(text) is out of range; \(Value.write(range.lowerBound))\(measure.base) to "
          + "\(Value.write(range.upperBound))\(measure.base)")
    }
    return amount
  }

  /// A colour such as `"#ff3b30"`.
  func colour() -> Colour? {
    if node.isNull {
      return fail("no colour; a # begins a comment, so quote it: \"#ff3b30\"")
    }
    guard let (text, _) = scalar("a colour such as \"#ff3b30\"") else { return nil }
    guard text.utf8.count == 7, text.utf8.first == UInt8(ascii: "#"),
      text.dropFirst().allSatisfy({ $0.isASCII && $0.isHexDigit }),
      let rgb = UInt32(text.dropFirst(), radix: 16)
    else { return fail("\(description) is no colour; write for example \"#ff3b30\"") }
    return Colour(rgb: rgb)
  }

  /// One of `names`.
  func choice(_ names: [String]) -> String? {
    let list = names.joined(separator: ", ")
    guard let (text, _) = scalar("one of \(list)") else { return nil }
    if names.contains(text) { return text }
    if let nearest = Nearest.name(to: text, among: names) {
      return fail("\(description) is unknown; did you mean \(nearest)? known: \(list)")
    }
    return fail("\(description) is unknown; known: \(list)")
  }

  /// The items of a list of as many as `counts` says.
  func items(_ counts: ClosedRange<Int> = 0...Int.max) -> [Value]? {
    guard case .sequence(let nodes) = node.content else {
      return fail("\(description) where a list is wanted; write [ … ]")
    }
    guard counts.contains(nodes.count) else {
      let wanted =
        counts.lowerBound == counts.upperBound
        ? "\(counts.lowerBound)" : "\(counts.lowerBound) to \(counts.upperBound)"
      return fail("\(nodes.count) items; \(wanted) are wanted")
    }
    return nodes.enumerated().map { index, node in
      Value(node: node, path: "\(path)[\(index)]", findings: findings)
    }
  }

  /// Names of the user's own with the place of each, and their values.
  func entries() -> [(name: Value, value: Value)]? {
    guard case .mapping(let entries) = node.content else {
      return fail("\(description) where a mapping of names is wanted")
    }
    return entries.map { entry in
      let value = child(entry.value, entry.key)
      let name = YamlNode(place: entry.keyPlace, content: .scalar(entry.key, isPlain: false))
      return (Value(node: name, path: value.path, findings: findings), value)
    }
  }

  /// The keys of `table`; unknown and missing ones are errors.
  func fields(_ table: KeyTable) -> Fields? {
    guard case .mapping(let entries) = node.content else {
      return fail("\(description) where \(table.title) is wanted")
    }
    for entry in entries where table[entry.key] == nil {
      let names = table.keys.map(\.name)
      let hint =
        Nearest.name(to: entry.key, among: names).map { "did you mean \($0)?" }
        ?? "known: \(names.joined(separator: ", "))"
      findings.fail(
        entry.keyPlace, child(entry.value, Value.clip(entry.key)).path, "unknown key; \(hint)")
    }
    for key in table.keys where key.isRequired && node[key.name] == nil {
      fail("\(key.name) is missing: \(key.summary)")
    }
    return Fields(value: self, table: table)
  }

  // MARK: - Numbers

  /// JSON's grammar of numbers: no hexadecimal, no infinities, no underscores.
  static func isNumber(_ text: String) -> Bool {
    var rest = Substring(text)
    func digits() -> Bool {
      let count = rest.prefix { $0.isASCII && $0.isNumber }.count
      rest = rest.dropFirst(count)
      return count > 0
    }
    if rest.first == "-" { rest = rest.dropFirst() }
    guard digits() else { return false }
    if rest.first == "." {
      rest = rest.dropFirst()
      guard digits() else { return false }
    }
    if rest.first == "e" || rest.first == "E" {
      rest = rest.dropFirst()
      if rest.first == "-" || rest.first == "+" { rest = rest.dropFirst() }
      guard digits() else { return false }
    }
    return rest.isEmpty
  }

  /// A number without needless decimals.
  static func write(_ number: Double) -> String {
    var bytes: [UInt8] = []
    JSONText.append(number: number, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

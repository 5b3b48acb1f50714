import ButtonController

/// A node on its way to a typed value: reading it says what is wrong with it.
struct Value {
  let node: YamlNode
  /// The way to it from the file's root.
  let trail: Trail
  let findings: Findings

  /// The key's path, such as `controls.erase.confirm.after`.
  var path: String { trail.text }

  /// Adds an error about this value.
  func fail(_ message: @autoclosure () -> String) {
    findings.fail(node.place, path, message() + remark)
  }

  /// Adds an error about this value and gives nil, so that a reader can end with it.
  func fail<T>(_ message: @autoclosure () -> String) -> T? {
    fail(message())
    return nil
  }

  /// What cannot be seen in a text that is wrong.
  private var remark: String {
    guard case .scalar(let text, _) = node.content, let remark = LookAlike.remark(onFirstOf: text)
    else { return "" }
    return "; it holds \(remark)"
  }

  /// The last key on the way to it.
  private var key: String {
    if case .key(_, let name) = trail { return name }
    return ""
  }

  /// `; write label: Lights`, for a text that is not there.
  private func example(of form: Form) -> String {
    let example = form.example(for: key)
    return key.isEmpty || example == Form.noExample ? "" : "; write \(key): \(example)"
  }

  /// Adds a warning about this value.
  func warn(_ message: @autoclosure () -> String) { findings.warn(node.place, path, message()) }

  /// The value below this one, at `key`.
  func child(_ node: YamlNode, _ key: String) -> Value {
    Value(node: node, trail: .key(trail, key), findings: findings)
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

  private static let longestClip = 60

  /// A message stays one line, whatever the file holds.
  static func clip(_ text: String) -> String {
    var clipped = ""
    for scalar in text.unicodeScalars.prefix(longestClip) {
      clipped.unicodeScalars.append(
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) ? "\u{FFFD}" : scalar)
    }
    return text.unicodeScalars.dropFirst(longestClip).isEmpty ? clipped : clipped + "…"
  }

  /// A word of a file that may be as long as the file; what is on its way out is made visible there.
  static func cut(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard
      let end = scalars.index(
        scalars.startIndex, offsetBy: longestClip, limitedBy: scalars.endIndex),
      end != scalars.endIndex
    else { return text }
    return String(scalars[..<end]) + "…"
  }

  /// The text of a scalar that is not empty, with whether it stands without quotes.
  private func scalar(
    _ wanted: @autoclosure () -> String, _ example: @autoclosure () -> String = ""
  ) -> (text: String, isPlain: Bool)? {
    guard !node.isNull, case .scalar(let text, let isPlain) = node.content else {
      return fail("\(description) where \(wanted()) is wanted\(example())")
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
    default:
      return fail("\(description) where true or false is wanted\(commandAdvice(text))")
    }
  }

  /// Text; what YAML or JSON would take for a number or a truth value has to be quoted.
  func text() -> String? {
    guard let (text, isPlain) = scalar("text", example(of: .text)) else { return nil }
    if LookAlike.isQuoted(text) { warnOfCurlyQuotes() }
    if isPlain, text == "true" || text == "false" || Value.isNumber(text) {
      return fail("\(Value.clip(text)) is no text; write \"\(Value.clip(text))\"")
    }
    guard !text.isEmpty else { return fail("empty text") }
    return text
  }

  /// Any scalar as it stands, empty text in quotes included.
  func verbatim() -> String? {
    guard let text = scalar("text", example(of: .verbatim))?.text else { return nil }
    if LookAlike.isQuoted(text) { warnOfCurlyQuotes() }
    return text
  }

  /// What looks quoted is not: the quotes belong to the text.
  private func warnOfCurlyQuotes() {
    warn("curly quotes are part of the text; to quote it write straight ones, \" or '")
  }

  /// A whole number in `range`.
  ///
  /// `hint` goes behind what stands there instead of one.
  func integer(in range: ClosedRange<Int>, hint: String = "") -> Int? {
    guard
      let (text, isPlain) = scalar("a whole number", example(of: .integer(range)))
    else { return nil }
    guard isPlain else { return fail("\(description) is text; write the number without quotes") }
    guard Value.isNumber(text) else { return fail("\(description) is no whole number\(hint)") }
    guard !text.contains(where: { $0 == "." || $0 == "e" || $0 == "E" }) else {
      return fail("\(description) is no whole number")
    }
    guard let number = Int(text), range.contains(number) else {
      return fail("\(Value.clip(text)) is out of range; \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// A number in `range`.
  func number(in range: ClosedRange<Double>) -> Double? {
    guard let (text, isPlain) = scalar("a number", example(of: .number(range))) else { return nil }
    guard isPlain else { return fail("\(description) is text; write the number without quotes") }
    guard Value.isNumber(text), let number = Double(text) else {
      return fail("\(description) is no number")
    }
    guard range.contains(number) else {
      return fail(
        "\(Value.clip(text)) is out of range; \(Value.write(range.lowerBound)) to "
          + Value.write(range.upperBound))
    }
    return number
  }

  /// A length of time with its unit, in `range`.
  ///
  /// `hint` goes behind what may be written instead of something that is none.
  func span(in range: ClosedRange<TimeSpan>, usual: TimeSpan, hint: String = "") -> TimeSpan? {
    guard let (text, _) = scalar("a time such as \(SpanText.write(usual))") else { return nil }
    do {
      let span = try SpanText.parse(text)
      guard range.contains(span) else {
        return fail(
          "\(Value.clip(text)) is out of range; \(SpanText.write(range.lowerBound)) to "
            + SpanText.write(range.upperBound))
      }
      return span
    } catch {
      switch error {
      case .notANumber:
        return fail(
          "\(description) is no time; write for example \(SpanText.write(usual))\(hint)"
            + commandAdvice(text))
      case .noUnit:
        return fail(
          "\(description) has no unit; write \(Value.clip(text))"
            + SpanText.likelyUnit(of: text, range: range, usual: usual))
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
    var names: String { measure.units.map(\.name).listed }
    guard let (text, _) = scalar("a number with a unit (\(names))") else { return nil }
    guard let (unit, factor) = measure.units.first(where: { text.hasSuffix($0.name) }) else {
      if Value.isNumber(text) {
        return fail("\(description) has no unit; write \(Value.clip(text))\(measure.base)")
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
        "\(Value.clip(text)) is out of range; \(Value.write(range.lowerBound))\(measure.base) to "
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
    guard let (text, _) = scalar("one of \(names.listed)") else { return nil }
    if names.contains(text) { return text }
    let advice =
      ForeignWords.advice(for: text, among: names)
      ?? Nearest.name(to: text, among: names).map { "did you mean \($0)? known: \(names.listed)" }
      ?? "known: \(names.listed)"
    return fail("\(description) is unknown; \(advice)")
  }

  /// The items of a list of as many as `counts` says.
  func items(_ counts: ClosedRange<Int> = 0...Int.max) -> [Value]? {
    guard case .sequence(let nodes) = node.content else {
      return fail("\(description) where a list is wanted; write \(listExample)")
    }
    guard counts.contains(nodes.count) else {
      var wanted: String {
        counts.lowerBound == counts.upperBound
          ? "\(counts.lowerBound)" : "\(counts.lowerBound) to \(counts.upperBound)"
      }
      return fail("\(nodes.count) items; \(wanted) are wanted")
    }
    return nodes.enumerated().map { index, node in
      Value(node: node, trail: .item(trail, index), findings: findings)
    }
  }

  /// Names of the user's own with the place of each, and their values; the first `limit` of them.
  func entries(atMost limit: Int = Int.max) -> [(name: Value, value: Value)]? {
    guard case .mapping(let entries) = node.content else {
      return fail(
        "\(description) where a mapping of names is wanted; write \(Form.mapExample(for: key))")
    }
    return entries.prefix(limit).map { entry in
      let value = child(entry.value, entry.key)
      let name = YamlNode(place: entry.keyPlace, content: .scalar(entry.key, isPlain: false))
      return (Value(node: name, trail: value.trail, findings: findings), value)
    }
  }

  /// The keys of `table`; unknown and missing ones are errors.
  func fields(_ table: KeyTable) -> Fields? {
    guard case .mapping(let entries) = node.content else {
      return fail(
        "\(description) where \(table.title) \(table.title.hasPrefix("the ") ? "are" : "is") wanted; "
          + "write \(example(of: table))")
    }
    // Only what is known is kept: a mapping of a hundred thousand slips is then no slower to use.
    var known: [YamlNode.Entry] = []
    for entry in entries {
      if table[entry.key] != nil {
        known.append(entry)
        continue
      }
      var names: [String] { table.keys.map(\.name) }
      findings.fail(
        entry.keyPlace, child(entry.value, entry.key).path,
        "unknown key; " + advice(forKey: entry.key, among: names))
    }
    let value = Value(
      node: YamlNode(place: node.place, content: .mapping(known)), trail: trail, findings: findings)
    for key in table.keys where key.isRequired && value.node[key.name] == nil {
      fail("\(key.name) is missing: \(key.summary)")
    }
    return Fields(value: value, table: table)
  }

  private func advice(forKey key: String, among names: [String]) -> String {
    if let remark = LookAlike.remark(onFirstOf: key) { return "it holds \(remark)" }
    return ForeignWords.advice(for: key, among: names)
      ?? Nearest.advice(for: key, among: names, else: "known: \(names.listed)")
  }

  private func example(of table: KeyTable) -> String {
    guard case .scalar(let text, _) = node.content, !node.isNull else { return table.example }
    return table.example(for: text)
  }

  /// A program where a gesture's settings stand.
  private func commandAdvice(_ text: String) -> String {
    guard ["tap", "hold", "confirm"].contains(key), text.hasPrefix("/"), Value.isPlainWord(text)
    else {
      return ""
    }
    return "; a command belongs into do: {\(key): {run: [\(text)]}}"
  }

  /// What stands there as a list of one, where it can be one.
  private var listExample: String {
    guard case .scalar(let text, _) = node.content, Value.isPlainWord(text) else { return "[ … ]" }
    return "[\(text)]"
  }

  // MARK: - Numbers

  /// JSON's grammar of numbers: no hexadecimal, no infinities, no underscores.
  static func isNumber(_ text: String) -> Bool {
    // A longer one has no meaning here, and would be read by machines slower than it looks.
    guard text.utf8.count <= 400 else { return false }
    var rest = text.utf8[...]
    func take(_ bytes: UInt8...) -> Bool {
      guard let first = rest.first, bytes.contains(first) else { return false }
      rest = rest.dropFirst()
      return true
    }
    func digits() -> Bool {
      let count = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
      rest = rest.dropFirst(count)
      return count > 0
    }
    _ = take(UInt8(ascii: "-"))
    guard digits() else { return false }
    if take(UInt8(ascii: ".")) {
      guard digits() else { return false }
    }
    if take(UInt8(ascii: "e"), UInt8(ascii: "E")) {
      _ = take(UInt8(ascii: "-"), UInt8(ascii: "+"))
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

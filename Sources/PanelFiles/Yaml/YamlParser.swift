import CYaml

/// Reads YAML into nodes with libyaml's event parser, strictly.
struct YamlParser: ~Copyable {
  /// Nested deeper than this is no panel file.
  static let maximumDepth = 16
  /// A longer file is no panel file: 1 MiB.
  static let maximumBytes = 1 << 20
  /// A file of more values, keys included, is no panel file: 78 each for 256 controls.
  static let maximumNodes = 20_000

  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let findings: Findings
  private var nodeCount = 0

  /// The root of the one document in `text`; nil if there is none, with the reason in `findings`.
  static func parse(_ text: [UInt8], into findings: Findings) -> YamlNode? {
    guard text.count <= maximumBytes else {
      findings.fail(Place(line: 1, column: 1), "", "larger than 1 MiB; this is no panel file")
      return nil
    }
    let text = TextCheck.withoutByteOrderMark(text)
    if let (place, message) = TextCheck.firstFault(of: text) {
      findings.fail(place, "", message)
      return nil
    }
    if let offset = tagDirective(in: text) {
      findings.fail(
        TextCheck.place(of: offset, in: text), "",
        "a %TAG directive; tags are not used, take it out")
      return nil
    }
    return text.withUnsafeBufferPointer { buffer -> YamlNode? in
      guard var reader = make(buffer, findings: findings) else { return nil }
      do throws(Stop) {
        return try reader.document()
      } catch {
        switch error {
        case .reported: break
        case .libyaml:
          let (place, message) = reader.problem(in: text)
          findings.fail(place, "", message)
        }
        return nil
      }
    }
  }

  /// Where the first line stands that begins with `%TAG`.
  ///
  /// libyaml compares each such directive with all before it, so a megabyte of them takes minutes.
  private static func tagDirective(in text: [UInt8]) -> Int? {
    // The last bytes of YAML 1.1's line breaks: LF, CR, NEL, LS and PS.
    let breaks: Set<UInt8> = [0x0A, 0x0D, 0x85, 0xA8, 0xA9]
    for index in text.indices where text[index] == UInt8(ascii: "%") {
      guard index == 0 || breaks.contains(text[index - 1]) else { continue }
      if text[index...].starts(with: "%TAG".utf8) { return index }
    }
    return nil
  }

  /// Why parsing cannot go on.
  private enum Stop: Error {
    /// What is wrong stands in the findings.
    case reported
    /// What is wrong stands in libyaml's parser.
    case libyaml
  }

  /// Takes over an initialised parser.
  private init(_ parser: UnsafeMutablePointer<yaml_parser_t>, findings: Findings) {
    self.parser = parser
    self.findings = findings
  }

  /// A parser of `buffer`, which must outlive it; nil without memory.
  ///
  /// libyaml keeps a pointer to its own state, hence the heap.
  private static func make(
    _ buffer: UnsafeBufferPointer<UInt8>, findings: Findings
  ) -> YamlParser? {
    let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    guard yaml_parser_initialize(parser) == 1 else {
      parser.deallocate()
      findings.fail(Place(), "", "out of memory")
      return nil
    }
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, buffer.baseAddress, buffer.count)
    return YamlParser(parser, findings: findings)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
  }

  // MARK: - Events

  /// An event, reduced to what we use of it.
  private enum Token {
    case scalar(String, isPlain: Bool)
    case sequenceStart
    case mappingStart
    case end
    case alias(String)
    case documentStart
    case streamEnd
    case other
  }

  /// An event and where it begins.
  private struct Step {
    var token: Token
    var place: Place
    var anchor: String?
    var tag: String?
  }

  private func next() throws(Stop) -> Step {
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) == 1 else { throw .libyaml }
    defer { yaml_event_delete(&event) }
    var step = Step(token: .other, place: Place(event.start_mark))
    switch event.type {
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      step.token = .scalar(
        String(decoding: bytes, as: UTF8.self), isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE)
      step.anchor = text(scalar.anchor)
      step.tag = text(scalar.tag)
    case YAML_SEQUENCE_START_EVENT:
      step.token = .sequenceStart
      step.anchor = text(event.data.sequence_start.anchor)
      step.tag = text(event.data.sequence_start.tag)
    case YAML_MAPPING_START_EVENT:
      step.token = .mappingStart
      step.anchor = text(event.data.mapping_start.anchor)
      step.tag = text(event.data.mapping_start.tag)
    case YAML_ALIAS_EVENT: step.token = .alias(text(event.data.alias.anchor) ?? "")
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: step.token = .end
    case YAML_DOCUMENT_START_EVENT: step.token = .documentStart
    case YAML_STREAM_END_EVENT: step.token = .streamEnd
    default: break
    }
    return step
  }

  private func text(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    pointer.map { String(cString: $0) }
  }

  // MARK: - Nodes

  private mutating func document() throws(Stop) -> YamlNode {
    while true {
      let step = try next()
      switch step.token {
      case .streamEnd:
        findings.fail(Place(line: 1, column: 1), "", "the file is empty")
        throw .reported
      case .documentStart:
        let root = try node(try next(), trail: .root, depth: 1)
        while true {
          let after = try next()
          if case .streamEnd = after.token { return root }
          if case .documentStart = after.token {
            findings.fail(after.place, "", "a second document; a file holds one")
            throw .reported
          }
        }
      default: continue
      }
    }
  }

  private mutating func node(_ step: Step, trail: Trail, depth: Int) throws(Stop) -> YamlNode {
    nodeCount += 1
    if nodeCount > Self.maximumNodes {
      findings.fail(
        step.place, "", "more than \(Self.maximumNodes) values; this is no panel file")
      throw .reported
    }
    if let anchor = step.anchor {
      findings.fail(
        step.place, trail.text,
        "the anchor &\(Value.clip(anchor)); aliases are not used, take it out")
    }
    if let tag = step.tag {
      findings.fail(
        step.place, trail.text, "the tag \(Value.clip(tag)); tags are not used, take it out")
    }
    switch step.token {
    case .scalar(let text, let isPlain):
      return YamlNode(place: step.place, content: .scalar(text, isPlain: isPlain))
    case .alias(let name):
      findings.fail(
        step.place, trail.text,
        "the alias *\(Value.clip(name)); write the value itself, or use defaults")
      return YamlNode(place: step.place, content: .scalar("", isPlain: true))
    case .sequenceStart:
      try checkDepth(depth, at: step.place, trail)
      return YamlNode(place: step.place, content: .sequence(try items(trail, depth: depth)))
    case .mappingStart:
      try checkDepth(depth, at: step.place, trail)
      return YamlNode(place: step.place, content: .mapping(try entries(trail, depth: depth)))
    case .end, .documentStart, .streamEnd, .other: throw .reported
    }
  }

  private func checkDepth(_ depth: Int, at place: Place, _ trail: Trail) throws(Stop) {
    guard depth > Self.maximumDepth else { return }
    findings.fail(place, trail.text, "nested deeper than \(Self.maximumDepth)")
    throw .reported
  }

  private mutating func items(_ trail: Trail, depth: Int) throws(Stop) -> [YamlNode] {
    var items: [YamlNode] = []
    while true {
      let step = try next()
      if case .end = step.token { return items }
      items.append(try node(step, trail: .item(trail, items.count), depth: depth + 1))
    }
  }

  private mutating func entries(_ trail: Trail, depth: Int) throws(Stop) -> [YamlNode.Entry] {
    var entries: [YamlNode.Entry] = []
    var places: [String: Place] = [:]
    while true {
      let step = try next()
      if case .end = step.token { return entries }
      let keyNode = try node(step, trail: trail, depth: depth + 1)
      var key: String?
      if case .scalar(let text, _) = keyNode.content {
        key = text
      } else {
        findings.fail(keyNode.place, trail.text, "a key that is no text")
      }
      let below = key.map { Trail.key(trail, $0) } ?? trail
      let value = try node(try next(), trail: below, depth: depth + 1)
      guard let key else { continue }
      if value.isNull, case .scalar(_, isPlain: true) = keyNode.content,
        let colon = key.firstIndex(of: ":"), colon != key.startIndex
      {
        let rest = key[key.index(after: colon)...]
        findings.fail(
          keyNode.place, trail.text,
          "no space behind the colon; write \(Value.clip("\(key[...colon]) \(rest)"))")
        continue
      }
      if let first = places[key] {
        findings.fail(
          keyNode.place, below.text, "stands twice; the first is in line \(first.line), leave one")
        continue
      }
      places[key] = keyNode.place
      entries.append(YamlNode.Entry(key: key, keyPlace: keyNode.place, value: value))
    }
  }

  // MARK: - libyaml's errors

  private func problem(in text: [UInt8]) -> (Place, String) {
    let parser = self.parser.pointee
    func words(_ pointer: UnsafePointer<CChar>?) -> String {
      pointer.map { String(cString: $0) } ?? ""
    }
    if parser.error == YAML_READER_ERROR {
      let place = TextCheck.place(of: min(parser.problem_offset, text.count), in: text)
      guard let scalar = Unicode.Scalar(UInt32(clamping: parser.problem_value)) else {
        return (place, words(parser.problem))
      }
      return (place, "the control character \(LookAlike.code(of: scalar)); take it out")
    }
    let place = Place(parser.problem_mark)
    let problem = YamlProblem(
      text: text, problem: words(parser.problem), context: words(parser.context), place: place,
      start: parser.context == nil ? place : Place(parser.context_mark))
    return problem.finding
  }
}

extension Place {
  /// libyaml counts from 0.
  fileprivate init(_ mark: yaml_mark_t) {
    self.init(line: mark.line + 1, column: mark.column + 1)
  }
}

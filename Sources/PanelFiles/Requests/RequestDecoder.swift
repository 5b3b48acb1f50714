import ButtonController

extension Request {
  /// Reads one line, without its line feed.
  ///
  /// As strict as a panel file: what is not known is an error that names the nearest that is. Takes a
  /// time in proportion to the line's length.
  public init(line: some Collection<UInt8>) throws(RequestFault) {
    let json: JSON
    do throws(JSON.Failure) { json = try JSON.parse(line) } catch {
      throw RequestFault(message: "no JSON: \(error)")
    }
    guard case .object(let members) = json else {
      throw RequestFault(message: "no object; write one such as {\"status\":true}")
    }
    let findings = Findings(path: "", limit: 1)
    let root = Value(node: YamlNode(json), trail: .root, findings: findings)
    let id = Self.id(json["id"], root)
    for member in members where RequestKeys.request[member.key] != nil && member.key != "id" {
      if let what = Self.misplaced(member.value, isListed: RequestKeys.lists.contains(member.key)) {
        throw RequestFault(message: "\(member.key): \(what)", id: id)
      }
    }
    let content = RequestDecoder(root: root)?.content()
    // One at a time: the others are often what the first one leads to.
    if let fault = findings.errors.first { throw RequestFault(message: fault.message, id: id) }
    guard let content else { throw RequestFault(message: "no request", id: id) }
    self.init(content, id: id)
  }

  /// What no key of a request takes; what is left is text, a number or a truth value.
  private static func misplaced(_ value: JSON, isListed: Bool) -> String? {
    switch value {
    case .null: return "null is no value; leave the key out, or give it one"
    case .object: return "an object stands where none belongs"
    case .array(let items):
      if !isListed { return "a list stands where none belongs; write one value" }
      return items.lazy.compactMap { misplaced($0, isListed: false) }.first
    case .string, .number, .bool: return nil
    }
  }

  /// Longer ones are refused: they would be memory for no use.
  private static let longestId = 128

  /// What an `id` is repeated as.
  private static func id(_ json: JSON?, _ root: Value) -> String? {
    guard let json else { return nil }
    let text = "\(json)"
    func refuse(_ message: String) -> String? {
      root.child(root.node["id"] ?? root.node, "id").fail(message)
    }
    switch json {
    case .string, .number:
      if text.utf8.count <= longestId { return text }
      return refuse("longer than \(longestId) bytes")
    case .object, .array, .bool, .null: return refuse("write text or a number")
    }
  }
}

/// Reads what a request asks for.
private struct RequestDecoder {
  let fields: Fields

  init?(root: Value) {
    guard let fields = root.fields(RequestKeys.request) else { return nil }
    self.fields = fields
  }

  func content() -> Request.Content? {
    let verbs = RequestKeys.verbs.filter(fields.has)
    guard verbs.count == 1 else {
      if verbs.isEmpty {
        return fields.value.fail("nothing is asked for; write \(RequestKeys.verbs.listed)")
      }
      return fields.value.fail(
        "\(verbs.joined(separator: " and ")) in one request; write two lines")
    }
    for (key, verb) in RequestKeys.companions where verb != verbs[0] {
      fields[key]?.fail("belongs to \(verb), not to \(verbs[0])")
    }
    switch verbs[0] {
    case "status": return isTrue("status") ? .status : nil
    case "reload": return isTrue("reload") ? .reload : nil
    case "record": return fields.flag("record").map { .record($0) }
    case "frames": return fields.flag("frames").map { .frames($0) }
    case "events": return selection().map { .events($0) }
    case "press":
      let time = fields.span("for")
      return fields.text("press").map { .press($0, for: time) }
    case "release": return fields.text("release").map { .release($0) }
    default: return light()
    }
  }

  private func isTrue(_ key: String) -> Bool {
    guard let flag = fields.flag(key) else { return false }
    if !flag { fields[key]?.fail("false asks for nothing; write true") }
    return flag
  }

  private func selection() -> Request.Selection? {
    guard let value = fields["events"] else { return nil }
    guard case .sequence = value.node.content else {
      if case .scalar(_, isPlain: true) = value.node.content {
        return value.flag().map { $0 ? .all : .none }
      }
      return value.fail("\(value.description) where true, false or a list of controls is wanted")
    }
    let items = value.items(1...256)
    guard let names = items?.compactMap({ $0.text() }), names.count == items?.count else {
      return nil
    }
    return .controls(names)
  }

  private func light() -> Request.Content? {
    let ring = fields.text("ring")
    let time = fields.span("ttl")
    let given = RequestKeys.pictures.filter(fields.has)
    guard given.count == 1 else {
      if given.isEmpty {
        return fields["ring"]?.fail("nothing to show; add \(RequestKeys.pictures.listed)")
      }
      return fields.value.fail("\(given.joined(separator: " and ")) at once; leave one")
    }
    guard let picture = picture(given[0]), let ring else { return nil }
    if case .words(let words) = picture, words.remote == nil {
      fields["ttl"]?.fail(
        "\(words.text) ends what was shown, for no time of its own; leave ttl out")
    }
    return .light(ring: ring, picture, for: time)
  }

  private func picture(_ key: String) -> Request.Picture? {
    switch key {
    case "progress": return fields.number(key).map { .words(RingPicture(.fill, share: $0)) }
    case "pattern": return fields[key]?.picture().map { .words($0) }
    case "colour": return fields.colour(key).map { .colour($0) }
    default:
      let items = fields.items(key)
      guard let pixels = items?.compactMap({ $0.colour() }), pixels.count == items?.count else {
        return nil
      }
      return .pixels(pixels)
    }
  }
}

extension YamlNode {
  /// A value of JSON as one of YAML, which it is; places are those of the one line.
  fileprivate init(_ json: JSON) {
    let place = Place(line: 1, column: 1)
    self.place = place
    switch json {
    case .object(let members):
      content = .mapping(
        members.map { Entry(key: $0.key, keyPlace: place, value: YamlNode($0.value)) })
    case .array(let values): content = .sequence(values.map { YamlNode($0) })
    case .string(let text): content = .scalar(text, isPlain: false)
    case .number(_, let text): content = .scalar(text, isPlain: true)
    case .bool(let value): content = .scalar(value ? "true" : "false", isPlain: true)
    case .null: content = .scalar("null", isPlain: true)
    }
  }
}

import ButtonController

/// What controls of a kind start from: the panel's `defaults`.
struct ControlDefaults {
  private var nodes: [String: YamlNode] = [:]

  /// No defaults.
  init() {}

  /// The defaults of the file; a kind with something wrong is left out, so that it is told once.
  init(_ value: Value?, context: PanelContext) {
    guard let value, let fields = value.fields(ControlKeys.defaults) else { return }
    for key in ControlKeys.defaults.keys {
      guard let kind = fields[key.name] else { continue }
      let before = context.findings.errors.count
      kind.check(key.form)
      if context.findings.errors.count == before { nodes[key.name] = kind.node }
    }
  }

  /// The control with what it does not say itself taken from the defaults of its kind.
  func applied(to value: Value, kind: String) -> Value {
    guard let start = nodes[kind], case .mapping = value.node.content else { return value }
    return Value(
      node: Self.merge(start, value.node), path: value.path, findings: value.findings)
  }

  /// `own` where it says something, else `start`; mappings key by key.
  ///
  /// A short form is its long one here: `hold: 1s` over `hold: {repeat: …}` keeps the repeats.
  private static func merge(_ start: YamlNode, _ own: YamlNode) -> YamlNode {
    guard case .mapping(let given) = start.content, case .mapping(var entries) = own.content else {
      return own
    }
    for entry in given {
      guard let index = entries.firstIndex(where: { $0.key == entry.key }) else {
        entries.append(entry)
        continue
      }
      let start = long(entry.value, entry.key)
      let own = entries[index].value
      if case .scalar("true", isPlain: true) = own.content, case .mapping = start.content {
        entries[index].value = start
      } else if case .mapping = start.content {
        entries[index].value = merge(start, long(own, entry.key))
      }
    }
    return YamlNode(place: own.place, content: .mapping(entries))
  }

  /// The long form of a short one; anything else as it is.
  private static func long(_ node: YamlNode, _ key: String) -> YamlNode {
    guard case .scalar(let text, _) = node.content, (try? SpanText.parse(text)) != nil else {
      return node
    }
    let keys: [String]
    switch key {
    case "hold", "confirm": keys = ["after"]
    case "debounce": keys = ["press", "release"]
    case "repeat": keys = ["every"]
    default: return node
    }
    let entries = keys.map { YamlNode.Entry(key: $0, keyPlace: node.place, value: node) }
    return YamlNode(place: node.place, content: .mapping(entries))
  }
}

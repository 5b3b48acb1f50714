import ButtonController

/// What controls of a kind start from: the panel's `defaults`.
struct ControlDefaults {
  /// Values that controls took so far.
  private var taken = 0
  private var nodes: [String: (node: YamlNode, size: Int)] = [:]

  /// No defaults.
  init() {}

  /// The defaults of the file; a kind with something wrong is left out, so that it is reported once.
  init(_ value: Value?, context: PanelContext) {
    guard let value, let fields = value.fields(ControlKeys.defaults) else { return }
    for key in ControlKeys.defaults.keys {
      guard let kind = fields[key.name] else { continue }
      let before = context.findings.errorCount
      kind.check(key.form)
      if context.findings.errorCount == before {
        nodes[key.name] = (kind.node, kind.node.size)
      }
    }
  }

  /// The control with what it does not say itself taken from the defaults of its kind.
  ///
  /// All that is taken counts as if it were written out: large defaults of many controls would make
  /// a short file slow to read.
  mutating func applied(to value: Value, kind: String) -> Value {
    guard let (start, size) = nodes[kind], case .mapping = value.node.content else { return value }
    let isTooMuch = taken > YamlParser.maximumNodes
    taken += size
    guard taken <= YamlParser.maximumNodes else {
      if !isTooMuch {
        value.fail(
          "with the defaults of all before it more than \(YamlParser.maximumNodes) values; shorten "
            + "defaults.\(kind)")
      }
      return value
    }
    return Value(
      node: Self.merge(start, value.node), trail: value.trail, findings: value.findings)
  }

  /// `own` where it says something, else `start`; mappings key by key.
  ///
  /// A short form is its long one here: `hold: 1s` over `hold: {repeat: …}` keeps the repeats.
  private static func merge(_ start: YamlNode, _ own: YamlNode) -> YamlNode {
    guard case .mapping(let all) = start.content, case .mapping(var entries) = own.content else {
      return own
    }
    for entry in given(all, under: own) {
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

  /// What of `start` is left where `own` says the same in another way.
  ///
  /// That is `levels` for `after`, delays for `debounce`: beside one another both are errors, which no
  /// default must cause.
  private static func given(_ start: [YamlNode.Entry], under own: YamlNode) -> [YamlNode.Entry] {
    if own["levels"] != nil { return start.filter { $0.key != "after" } }
    if own["debounce"] != nil { return start.filter { !isDelay($0.key) } }
    guard delays.contains(where: { own[$0.key] != nil }) else { return start }
    return start.flatMap { entry in
      guard entry.key == "debounce" else { return [entry] }
      // Its other time stays as the delay that it is.
      let times = long(entry.value, entry.key)
      return delays.compactMap { delay, time in
        times[time].map { YamlNode.Entry(key: delay, keyPlace: entry.keyPlace, value: $0) }
      }
    }
  }

  private static func isDelay(_ key: String) -> Bool { delays.contains { $0.key == key } }

  private static let delays: KeyValuePairs = ["on_delay": "press", "off_delay": "release"]

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

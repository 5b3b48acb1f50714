/// A value of a YAML file with the place where it stands.
struct YamlNode: Equatable, Sendable {
  /// Where it begins.
  var place: Place
  /// What it is.
  var content: Content

  /// What a value is; aliases, anchors and tags are errors of their own.
  enum Content: Equatable, Sendable {
    /// Text as it stands, `isPlain` where without quotes: only then `true` is a truth value.
    case scalar(String, isPlain: Bool)
    case sequence([YamlNode])
    case mapping([Entry])
  }

  /// A key and its value; keys are text and stand once in their mapping.
  struct Entry: Equatable, Sendable {
    var key: String
    var keyPlace: Place
    var value: YamlNode
  }

  /// Whether nothing was written: an empty value, `~` or `null`.
  var isNull: Bool {
    guard case .scalar(let text, isPlain: true) = content else { return false }
    return text.isEmpty || text == "~" || text == "null"
  }

  /// As many values as it holds, itself included.
  var size: Int {
    switch content {
    case .scalar: return 1
    case .sequence(let nodes): return nodes.reduce(1) { $0 + $1.size }
    case .mapping(let entries): return entries.reduce(1) { $0 + 1 + $1.value.size }
    }
  }

  /// The value of `key`, if this is a mapping that has it.
  subscript(key: String) -> YamlNode? {
    guard case .mapping(let entries) = content else { return nil }
    return entries.first { $0.key == key }?.value
  }
}

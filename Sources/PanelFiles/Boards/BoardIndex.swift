/// Which profile belongs to which board, so that `auto` need not read all profiles.
struct BoardIndex: Equatable {
  var compatible: [String: String] = [:]
  var models: [String: String] = [:]
  var dmi: [String: String] = [:]

  private static let names = Form.map(.text)

  static let table = KeyTable(
    "an index of boards",
    [
      Key("compatible", names, "entries of /proc/device-tree/compatible"),
      Key("model", names, "beginnings of /proc/device-tree/model"),
      Key("dmi", names, "values of /sys/class/dmi/id/board_name"),
    ])

  /// Adds what `profile` says of itself.
  mutating func add(_ profile: BoardProfile) {
    for entry in profile.compatible { compatible[entry] = profile.id }
    for entry in profile.models { models[entry] = profile.id }
    for entry in profile.dmiNames { dmi[entry] = profile.id }
  }

  /// The index in `text`.
  static func decode(_ text: [UInt8], path: String) throws(FileError) -> BoardIndex {
    let findings = Findings(path: path)
    var index = BoardIndex()
    if let node = YamlParser.parse(text, into: findings) {
      let fields = Value(node: node, trail: .root, findings: findings).fields(table)
      func names(_ key: String) -> [String: String] {
        var names: [String: String] = [:]
        for (name, value) in fields?[key]?.entries() ?? [] {
          if case .scalar(let key, _) = name.node.content { names[key] = value.text() }
        }
        return names
      }
      index.compatible = names("compatible")
      index.models = names("model")
      index.dmi = names("dmi")
    }
    if let error = findings.error { throw error }
    return index
  }
}

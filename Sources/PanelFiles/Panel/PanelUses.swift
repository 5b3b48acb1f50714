/// Who uses what, so that two uses of one thing are reported with both their names.
final class PanelUses {
  /// What has one use: two spellings of the same line are one key.
  enum Key: Hashable {
    case line(chip: String, Int)
    case name(String)
    case channel(chip: String, Int)
    case led(String)
  }

  private struct Use {
    let key: Key
    /// What is used, in the words of the file or of the board.
    let what: String
    /// What a bus uses it as; nil for a line that the file names itself.
    let role: String?
    /// What several may share the use by, such as the device of a chain of rings.
    let share: String?
    let isLikely: Bool
    let value: Value
  }

  private var uses: [Use] = []

  /// Notes a use; `role` is what a bus takes it for, and where that is not certain it only warns.
  ///
  /// Uses with the same `share` get along; that is the role where nothing else is said.
  func add(
    _ key: Key, _ what: String, as role: String? = nil, share: String? = nil,
    isLikely: Bool = false, at value: Value
  ) {
    uses.append(
      Use(
        key: key, what: what, role: role, share: share ?? role, isLikely: isLikely, value: value))
  }

  /// Says of each use which one came before it in the file.
  func check() {
    var certain: [Key: Use] = [:]
    var likely: [Key: Use] = [:]
    let sorted = uses.sorted { a, b in
      let (p, q) = (a.value.node.place, b.value.node.place)
      return (p.line, p.column) < (q.line, q.column)
    }
    for use in sorted {
      if use.isLikely {
        if let other = certain[use.key], isNews(use, other) { warn(use, other) }
        if likely[use.key] == nil { likely[use.key] = use }
        continue
      }
      if let other = likely[use.key], isNews(use, other) { warn(use, other) }
      guard let other = certain[use.key] else {
        certain[use.key] = use
        continue
      }
      if isNews(use, other) { fail(use, other) }
    }
  }

  private func isNews(_ use: Use, _ other: Use) -> Bool {
    use.share == nil || use.share != other.share
  }

  private func described(_ other: Use) -> String {
    "\(other.value.path) (line \(other.value.node.place.line))"
  }

  private func subject(_ use: Use) -> String {
    use.role.map { "\(use.what), \($0)," } ?? use.what
  }

  private func fail(_ use: Use, _ other: Use) {
    let role = other.role.map { " as \($0)" } ?? ""
    let end: String
    switch use.key {
    case .line, .name: end = "a line has one use"
    case .channel: end = "a channel has one use"
    case .led: end = "a LED has one use"
    }
    use.value.fail("\(subject(use)) is in use already, by \(described(other))\(role); \(end)")
  }

  private func warn(_ use: Use, _ other: Use) {
    if use.isLikely {
      use.value.warn(
        "\(use.what) may be \(use.role ?? ""), but \(described(other)) uses it; see that it is not")
    } else {
      use.value.warn(
        "\(use.what) may be \(other.role ?? "") of \(described(other)); see that it is not, or take another"
      )
    }
  }
}

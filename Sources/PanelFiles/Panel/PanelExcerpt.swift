/// A panel file cut down to what a report needs: some of its controls and how they are wired, and nothing
/// of what they cause.
///
/// Rings, cues, outputs and the commands of `do` are left out, and with them names and passwords that
/// are nobody's business.
public enum PanelExcerpt {
  /// What stays of `do`.
  public enum Actions: Equatable, Sendable {
    /// Nothing.
    case none
    /// Its events, each with a command that does nothing: a `tap:2` there makes two taps count.
    case events
  }

  /// The text of `panel` with the controls and chords `names`, for the board called `board`; nil where it
  /// is no panel file.
  public static func text(
    of panel: [UInt8], keeping names: Set<String>, board: String, actions: Actions
  ) -> String? {
    guard let node = YamlParser.parse(panel, into: Findings(path: "")),
      case .mapping(let entries) = node.content
    else { return nil }
    var text = "board: \(scalar(board, isPlain: true))\n"
    for entry in entries where kept.contains(entry.key) {
      guard case .mapping(let members) = entry.value.content else { continue }
      let isNamed = entry.key != "defaults"
      let wanted = members.filter { !isNamed || names.contains($0.key) }
      if wanted.isEmpty { continue }
      text += "\(entry.key):\n"
      for member in wanted {
        text += "  \(scalar(member.key, isPlain: true)): \(flow(member.value, actions, depth: 0))\n"
      }
    }
    return text
  }

  private static let kept: Set<String> = ["defaults", "controls", "chords"]
  /// Keys of a control that say what it causes, not what it is.
  private static let causes: Set<String> = ["ring", "cue", "label", "do"]

  private static func flow(_ node: YamlNode, _ actions: Actions, depth: Int) -> String {
    switch node.content {
    case .scalar(let text, let isPlain): return scalar(text, isPlain: isPlain)
    case .sequence(let nodes):
      return "[\(nodes.map { flow($0, actions, depth: depth + 1) }.joined(separator: ", "))]"
    case .mapping(let entries):
      var parts: [String] = []
      for entry in entries {
        if depth == 0, causes.contains(entry.key) {
          if entry.key == "do", actions == .events { parts.append("do: \(idle(entry.value))") }
          continue
        }
        let value = flow(entry.value, actions, depth: depth + 1)
        parts.append("\(scalar(entry.key, isPlain: true)): \(value)")
      }
      return "{\(parts.joined(separator: ", "))}"
    }
  }

  /// The events of a `do`, with a command that does nothing.
  private static func idle(_ node: YamlNode) -> String {
    guard case .mapping(let entries) = node.content else { return "{}" }
    let parts = entries.map { "\(scalar($0.key, isPlain: true)): {run: [/bin/true]}" }
    return "{\(parts.joined(separator: ", "))}"
  }

  /// Text as a scalar that means the same within braces.
  private static func scalar(_ text: String, isPlain: Bool) -> String {
    let isSimple =
      !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."),
          UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "+"):
          return true
        default: return false
        }
      }
    if isPlain && (isSimple || text.isEmpty) { return text }
    var bytes: [UInt8] = []
    JSONText.append(string: text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

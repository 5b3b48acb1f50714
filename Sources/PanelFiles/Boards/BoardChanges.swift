/// Puts what a user's file says of a board over the profile that it extends.
///
/// Done with the values as they stand, before anything is read from them: what is wrong in the user's
/// file is then reported at its own place, and a profile says nothing else by being extended.
struct BoardChanges {
  /// The profile that is extended; it was read without an error.
  let base: YamlNode
  /// What the user's file says.
  let own: YamlNode
  /// Where it names the profile: what only both together make wrong is reported there.
  let place: Place

  /// How entries of a list are told apart: by all of `keys`, or by the first that an entry has.
  private enum Identity {
    case all([String])
    case first([String])
  }

  private static let lists: [String: Identity] = [
    "chips": .all(["label"]), "header": .all(["header", "pin", "second"]),
    "pwm": .first(["pin", "controller"]), "spi": .first(["bus", "device", "clock"]),
    "i2c": .first(["bus", "data", "device"]),
  ]
  private static let most = 512
  /// What finds a board out belongs to one profile.
  private static let detection: Set = ["compatible", "model", "dmi"]

  /// The whole profile.
  var merged: YamlNode {
    guard case .mapping(var entries) = base.content, case .mapping(let changes) = own.content else {
      return own
    }
    if base["id"]?.content != own["id"]?.content {
      entries.removeAll { Self.detection.contains($0.key) }
    }
    entries = entries.map(moved)
    for change in changes where change.key != "extends" {
      guard let index = entries.firstIndex(where: { $0.key == change.key }) else {
        entries.append(change)
        continue
      }
      entries[index].value = value(change.key, entries[index].value, change.value)
      entries[index].keyPlace = change.keyPlace
    }
    return YamlNode(place: own.place, content: .mapping(entries))
  }

  private func value(_ key: String, _ base: YamlNode, _ own: YamlNode) -> YamlNode {
    if key == "voltage" { return Self.laid(own, over: base) }
    guard case .sequence(var items) = base.content, case .sequence(let changes) = own.content else {
      return own
    }
    // More than any list may have, which is reported when it is read; comparing them would take long.
    guard changes.count <= Self.most else { return own }
    if key == "sources" {
      items += changes
    } else if key == "avoid" {
      // Several reasons may stand for a pin; the user's word goes for all of them.
      items.removeAll { item in changes.contains { Self.isOne(.all(["pin"]), item, $0) } }
      items += changes.filter { !Self.isOff($0["reason"]) }
    } else if let identity = Self.lists[key] {
      for change in changes {
        if let index = items.firstIndex(where: { Self.isOne(identity, $0, change) }) {
          items[index] = Self.laid(change, over: items[index])
        } else {
          items.append(change)
        }
      }
    } else {
      return own
    }
    return YamlNode(place: own.place, content: .sequence(items))
  }

  private static func isOne(_ identity: Identity, _ item: YamlNode, _ change: YamlNode) -> Bool {
    switch identity {
    case .all(let keys): return keys.allSatisfy { text(item[$0]) == text(change[$0]) }
    case .first(let keys):
      guard let key = keys.first(where: { change[$0] != nil }) else { return false }
      return text(item[key]) == text(change[key])
    }
  }

  /// `own` with the keys of `base` that it does not have.
  private static func laid(_ own: YamlNode, over base: YamlNode) -> YamlNode {
    guard case .mapping(let given) = base.content, case .mapping(let entries) = own.content else {
      return own
    }
    let kept = given.filter { own[$0.key] == nil }
    return YamlNode(place: own.place, content: .mapping(entries + kept))
  }

  private static func isOff(_ node: YamlNode?) -> Bool { text(node) == "off" }

  /// A scalar's text; false is as good as missing.
  private static func text(_ node: YamlNode?) -> String? {
    guard case .scalar(let text, _) = node?.content, text != "false" else { return nil }
    return text
  }

  private func moved(_ entry: YamlNode.Entry) -> YamlNode.Entry {
    YamlNode.Entry(key: entry.key, keyPlace: place, value: moved(entry.value))
  }

  private func moved(_ node: YamlNode) -> YamlNode {
    switch node.content {
    case .scalar: return YamlNode(place: place, content: node.content)
    case .sequence(let nodes):
      return YamlNode(place: place, content: .sequence(nodes.map(moved)))
    case .mapping(let entries):
      return YamlNode(place: place, content: .mapping(entries.map(moved)))
    }
  }
}

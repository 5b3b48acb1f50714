/// A key that goes down or up.
struct KeyChange: Equatable, Sendable {
  /// The key's number.
  var code: UInt16
  /// Whether it goes down.
  var isDown: Bool
}

/// Which keys are down, and how many hold each.
///
/// A key goes down with the first who holds it and up with the last, so that nobody takes it from
/// another. A value; what it gives is to be written in that order.
struct HeldKeys {
  private var keys: [(code: UInt16, holders: Int)] = []

  /// The keys that are down, in the order in which they went down.
  var down: [UInt16] { keys.map(\.code) }

  /// One more holds these keys; they go down in their order.
  mutating func press(_ codes: [UInt16]) -> [KeyChange] {
    var changes: [KeyChange] = []
    for code in codes {
      if let index = keys.firstIndex(where: { $0.code == code }) {
        keys[index].holders += 1
      } else {
        keys.append((code, 1))
        changes.append(KeyChange(code: code, isDown: true))
      }
    }
    return changes
  }

  /// One who holds these keys releases; they go up in reverse order.
  mutating func release(_ codes: [UInt16]) -> [KeyChange] {
    var changes: [KeyChange] = []
    for code in codes.reversed() {
      guard let index = keys.firstIndex(where: { $0.code == code }) else { continue }
      keys[index].holders -= 1
      if keys[index].holders > 0 { continue }
      keys.remove(at: index)
      changes.append(KeyChange(code: code, isDown: false))
    }
    return changes
  }

  /// Down and up again; a key that is held stays as it is.
  mutating func stroke(_ codes: [UInt16]) -> [KeyChange] { press(codes) + release(codes) }
}

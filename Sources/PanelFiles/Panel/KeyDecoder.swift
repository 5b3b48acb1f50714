/// Reads the keys that an action types, and those that stay down.
struct KeyDecoder {
  let context: PanelContext

  /// How many keys may go down together.
  static let counts = 1...8

  /// The events from which a key may be down until their end; `press` brings `release` with it.
  static let beginnings: [EventName] = [.press, .hold, .on]

  /// `KEY_ENTER`, a list of keys, or `{hold: …}` with either.
  func keys(_ value: Value) -> Action.Keys? {
    if case .mapping = value.node.content { return held(value) }
    return codes(value).map { Action.Keys($0) }
  }

  /// `{hold: KEY_A}`: keys that are down as long as something lasts.
  func held(_ value: Value) -> Action.Keys? {
    guard case .mapping = value.node.content else {
      return value.fail(
        "\(value.description) where a key to hold is wanted; write {hold: KEY_A}, or for a stroke "
          + "do: {tap: {key: KEY_A}}")
    }
    guard let fields = value.fields(ControlKeys.heldKeys), let keys = fields["hold"] else {
      return nil
    }
    return codes(keys).map { Action.Keys($0, isHeld: true) }
  }

  /// The numbers of one key or of a list of them.
  private func codes(_ value: Value) -> [UInt16]? {
    var codes: [UInt16] = []
    var isWrong = false
    let isList = if case .sequence = value.node.content { true } else { false }
    for item in isList ? value.items(Self.counts) ?? [] : [value] {
      guard let code = code(item) else {
        isWrong = true
        continue
      }
      if codes.contains(code) {
        item.fail("\(KeyNames.name(of: code)) stands twice; name each key once")
        isWrong = true
      }
      codes.append(code)
    }
    if codes.isEmpty || isWrong { return nil }
    if !context.hasKeyboard {
      return value.fail("there is no keyboard; add outputs: {keyboard: {name: Panel}}")
    }
    context.typesKeys = true
    return codes
  }

  private func code(_ value: Value) -> UInt16? {
    guard let name = value.text() else { return nil }
    if let code = KeyNames.code(of: name) { return code }
    return value.fail(
      "\(Value.clip(name)) is no key of the kernel; "
        + (KeyNames.likely(name).map { "did you mean \($0)?" } ?? "write for example KEY_ENTER"))
  }
}

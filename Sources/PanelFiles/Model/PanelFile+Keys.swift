extension Binding {
  /// Whether keys are held from its event on.
  public var holdsKeys: Bool { actions.contains(where: \.holdsKeys) }
}

extension Action {
  /// Whether it holds keys, which is no matter of one moment.
  public var holdsKeys: Bool {
    if case .key(let keys) = self { return keys.isHeld }
    return false
  }
}

extension PanelFile {
  /// The numbers of all keys that the panel types or holds, rising, each once.
  public var keyCodes: [UInt16] {
    var codes: Set<UInt16> = []
    for action in controls.lazy.flatMap(\.actions).flatMap(\.actions) {
      if case .key(let keys) = action { codes.formUnion(keys.codes) }
    }
    return codes.sorted()
  }
}

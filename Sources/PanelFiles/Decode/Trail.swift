/// The way from a file's root to a value, such as `controls.erase.confirm.after`.
///
/// Most values have nothing wrong with them, so it becomes text only where something is said.
indirect enum Trail {
  case root
  case key(Trail, String)
  case item(Trail, Int)

  /// The way below a path that is text already.
  init(_ path: String) { self = path.isEmpty ? .root : .key(.root, path) }

  /// The way as text, keys cut where they are too long to read.
  var text: String {
    switch self {
    case .root: return ""
    case .key(.root, let key): return Value.clip(key)
    case .key(let above, let key): return "\(above.text).\(Value.clip(key))"
    case .item(let above, let index): return "\(above.text)[\(index)]"
    }
  }
}

import PanelFiles

/// What `replay` does in place of printing what comes of a trace at once.
extension Command {
  /// Whether time is to go by as it did.
  static func isReal(_ arguments: Arguments) throws(Failure) -> Bool {
    switch arguments.value(of: "--speed") {
    case nil, "full": return false
    case "real": break
    case .some(let other): throw arguments.failure("--speed \(other): write full or real")
    }
    for option in ["--frames", "--actions", "--format", "--expect", "--plot"]
    where arguments.has(option) {
      throw arguments.failure("\(option) beside --speed real: leave one of them out")
    }
    return true
  }

  /// What `--shrink` asks for; nil without it.
  static func shrink(
    _ arguments: Arguments, _ panel: PanelFile
  ) throws(Failure) -> Shrink? {
    let until = arguments.value(of: "--until")
    guard arguments.has("--shrink") else {
      if until == nil { return nil }
      throw arguments.failure("--until belongs to --shrink")
    }
    guard let until else { throw arguments.failure("--shrink needs --until EVENT") }
    let others = [
      "--edges", "--speed", "--frames", "--actions", "--format", "--expect", "--explain", "--plot",
    ]
    for option in others where arguments.has(option) {
      throw arguments.failure("\(option) beside --shrink: replay what it prints")
    }
    return try Shrink(panel, until: until, arguments)
  }
}

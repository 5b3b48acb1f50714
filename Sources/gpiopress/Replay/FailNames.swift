import ButtonController
import PanelFiles
import PanelHardware

/// What `--fail` says: which commands of a dry run fail.
///
/// A name is a control's (all its commands), `CONTROL:EVENT` as in messages (`erase:confirm`, or with what
/// stands behind the event in `do`: `menu:move:up`), or that of a program, with its path or without.
struct FailNames {
  private let names: [String]

  /// The names; each must be that of a command in `panel`, else this throws what is wrong.
  init(_ names: [String], in panel: PanelFile, _ arguments: Arguments) throws(Failure) {
    self.names = names
    let known = FailNames.known(in: panel)
    for name in names where !known.contains(name) {
      let all = known.isEmpty ? "the panel runs none" : "known: \(known.joined(separator: ", "))"
      let hint = Nearest.hint(for: name, among: known)
      throw arguments.failure(
        "--fail \(name): no command is called so\(hint.isEmpty ? "; \(all)" : hint)")
    }
  }

  /// Whether `command`, started by `event` of `control`, fails.
  func contains(_ command: Action.Command, _ event: PanelEvent, _ control: String) -> Bool {
    if names.isEmpty { return false }
    var own = FailNames.names(of: command.arguments[0]) + [control, "\(control):\(event.name)"]
    if let kind = event.gesture?.kind, let detail = Binding.particular(of: kind) {
      own.append("\(control):\(event.name):\(detail)")
    }
    if case .command(let end) = event.kind { own.append("\(control):\(event.name):\(end.event)") }
    return names.contains { own.contains($0) }
  }

  /// All names that stand for a command of the panel, the shortest way to say each first.
  private static func known(in panel: PanelFile) -> [String] {
    var known: [String] = []
    func add(_ name: String) { if !known.contains(name) { known.append(name) } }
    for control in panel.controls {
      for binding in control.actions {
        for case .run(let command) in binding.actions {
          add(control.name)
          add("\(control.name):\(binding.event)")
          if let detail = binding.detail { add("\(control.name):\(binding.event):\(detail)") }
          for name in names(of: command.arguments[0]).reversed() { add(name) }
        }
      }
    }
    return known
  }

  private static func names(of program: String) -> [String] {
    let last = program.split(separator: "/").last.map(String.init) ?? program
    return last == program ? [program] : [program, last]
  }
}

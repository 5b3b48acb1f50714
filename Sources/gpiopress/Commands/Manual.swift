import PanelFiles

extension Command {
  /// `gpiopress manual`.
  static let manual = Command(
    name: "manual",
    summary: "prints the manual page, or the completion for a shell",
    operands: [
      Operand(name: "man|bash|zsh|fish", help: "which of them (man)", isOptional: true)
    ],
    notes: """
      An installed program has all four in place. Without an installation:
        gpiopress manual | man -l -
        eval "$(gpiopress manual bash)"
      """,
    run: printManual)

  private static func printManual(_ arguments: Arguments) throws(Failure) -> ExitCode {
    let word = arguments.operand(0) ?? ManualForm.man.rawValue
    guard let form = ManualForm(rawValue: word) else {
      let hint = Nearest.hint(for: word, among: ManualForm.allCases.map(\.rawValue))
      throw arguments.failure(
        "no \(word)\(hint.isEmpty ? "; there are man, bash, zsh and fish" : hint)")
    }
    var output = Output()
    output.append(form.text(of: Program.commands))
    try output.finish()
    return .ok
  }
}

/// What the table of commands can be printed as, beside its help.
private enum ManualForm: String, CaseIterable {
  case man, bash, zsh, fish

  func text(of commands: [Command]) -> String {
    switch self {
    case .man: ManPage.text(of: commands)
    case .bash: BashCompletion.text(of: commands)
    case .zsh: ZshCompletion.text(of: commands)
    case .fish: FishCompletion.text(of: commands)
    }
  }
}

import PanelFiles

extension Command {
  /// `gpiopress init`.
  static let initialise = Command(
    name: "init",
    summary: "prints a panel file to start from, with pins that suit the board",
    operands: [
      Operand(
        name: "ID", help: "a board; without it, the board it runs on", isOptional: true)
    ],
    notes: """
      For example: gpiopress init > panel.yaml, then gpiopress check panel.yaml. A board that is
      unknown, or has no known header, ends it with 69.
      """,
    run: printStarter)

  private static func printStarter(_ arguments: Arguments) throws(Failure) -> ExitCode {
    let boards = try Load.boards()
    let id: String
    if let named = arguments.operand(0) {
      id = named
    } else {
      id = try detect(boards, for: "init", hint: "name one: gpiopress init raspberry-pi-5")
    }
    let profile = try Load.profile(id, of: boards)
    guard let starter = StarterPanel(profile) else {
      throw Failure(
        .unavailable,
        "gpiopress: init: no pin of \(id) is known to suit a button; write pins as"
          + " {chip: LABEL, line: NUMBER}, which gpioinfo lists")
    }
    var output = Output()
    output.append(starter.text)
    try output.finish()
    return .ok
  }
}

import PanelFiles

/// What a shell offers where an operand or an option's value belongs.
///
/// It goes by what the help calls the value, so that a command's table need not say it twice.
enum Completion: Equatable {
  /// Names of files.
  case files
  /// These words; with `boards` the ids of the boards, too.
  case words([String], boards: Bool = false)
  /// Nothing: a number, a time, a name of the panel's.
  case nothing

  /// Names that stand for a file.
  private static let fileNames = ["PANEL", "TRACE", "FILE", "DIR"]
  /// Names that stand for what no shell can know.
  private static let unknownNames = [
    "CONTROL", "COUNT", "EVENT", "FPS", "TIME", "SHARE", "RING", "NAME", "SIZE", "WIRE",
    "WIRE=LINE",
    "LABEL",
  ]

  /// What `operand` of `command` takes.
  init?(of operand: Command.Operand, in command: Command) {
    switch (command.name, operand.name) {
    case ("boards", "ID"): self = .words(["detect"], boards: true)
    case ("send", "REQUEST"):
      self = .words(["status", "events", "ring", "press", "release", "record", "reload"])
    case ("send", "WORD"): self = .nothing
    default: self.init(valueName: operand.name)
    }
  }

  /// What a value called `name` takes; nil for a name that this table lacks, which a test finds.
  init?(valueName name: String) {
    let choices = name.split(separator: "|").map(String.init)
    if choices.count > 1 {
      self = .words(choices)
    } else if Completion.fileNames.contains(name) || name.contains(".") {
      self = .files
    } else if name == "ID" {
      self = .words([], boards: true)
    } else if name == "PATTERN" {
      self = .words(PictureWord.allCases.map(\.rawValue))
    } else if Completion.unknownNames.contains(name) {
      self = .nothing
    } else {
      return nil
    }
  }

  /// What the program itself takes before any command.
  static let programOptions = [
    Command.Option(name: "--help", help: "how the program is used"),
    Command.Option(name: "--version", help: "versions of the program and of libgpiod"),
  ]

  /// What every command takes.
  static let help = Command.Option(name: "--help", help: "how the command is used")

  /// The command that has no entry in the table: it explains the others.
  static let helpCommand = (name: "help", summary: "explains a command")

  /// The shell's words that print the ids of the boards, a line each.
  static let boardsWords = "command gpiopress boards 2>/dev/null | sed -n '2,$s/ .*//p'"
}

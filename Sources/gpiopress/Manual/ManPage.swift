/// The manual page, in the macros of man(7).
enum ManPage {
  static func text(of commands: [Command]) -> String {
    var page = """
      .\\" Printed by `gpiopress manual`.
      .TH GPIOPRESS 1 "" "gpiopress \(Version.text)" "User Commands"
      .SH NAME
      gpiopress \\- buttons, knobs and light rings on boards with GPIO lines
      .SH SYNOPSIS

      """
    for command in commands {
      page += ".B gpiopress \(escaped(command.name))\n"
      page += arguments(of: command) + "\n.br\n"
    }
    page += ".B gpiopress \\-\\-help\n|\n.B \\-\\-version\n"
    page += ".SH DESCRIPTION\n"
    page += filled(
      """
      One YAML file, the panel file, says what is wired where and what each gesture does. The command
      run is the daemon that does it; as a service it is gpiopress@NAME.service, which runs the panel file
      /etc/gpiopress/NAME.yaml. The other commands need no hardware, but for ring, which lights it.
      """)
    page += filled(
      """
      Data goes to the standard output. What is wrong goes to the standard error, a line each. Options
      stand before or after the operands, as --board ID or --board=ID; after -- everything is an operand.
      """)
    page += ".SH COMMANDS\n"
    for command in commands { page += section(of: command) }
    page += ".SH EXIT STATUS\n"
    for code in ExitCode.allCases {
      page += ".TP\n.B \(code.rawValue)\n\(escaped(sentence(code.meaning)))\n"
    }
    page += ".SH ENVIRONMENT\n"
    page += list([
      ("GPIOPRESS_BOARDS", "A folder of board profiles that goes before all others."),
      ("NO_COLOR", "Where it is set, nothing is coloured."),
      ("COLORTERM", "With truecolor or 24bit, rings in the terminal have 24-bit colours."),
      (
        "NOTIFY_SOCKET, WATCHDOG_USEC",
        "Set by systemd: where run reports its state, and how often."
      ),
    ])
    page += ".SH FILES\n"
    page += list([
      ("/etc/gpiopress/NAME.yaml", "The panel of the service gpiopress@NAME."),
      (
        "/etc/gpiopress/boards, ~/.config/gpiopress/boards",
        "Board profiles of your own; they go before those that come with the program."
      ),
    ])
    page += ".SH SEE ALSO\n.BR gpioinfo (1),\n.BR systemctl (1)\n"
    return page
  }

  private static func section(of command: Command) -> String {
    var text = ".SS \(escaped("\(command.name) \(plainArguments(of: command))"))\n"
    text += filled(sentence(command.summary))
    text += list(
      command.operands.map { ($0.name, sentence($0.help)) }
        + command.options.map { ($0.form, sentence($0.help)) })
    return text + notes(command.notes)
  }

  /// Paragraphs are filled; indented lines, which are tables, stay as they are.
  private static func notes(_ notes: String) -> String {
    var text = ""
    var paragraph: [Substring] = []
    func close() -> String {
      defer { paragraph = [] }
      return paragraph.isEmpty ? "" : filled(paragraph.joined(separator: "\n"))
    }
    for line in notes.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("  ") {
        text += close()
        text += ".RS\n.nf\n\(escaped(String(line.dropFirst(2))))\n.fi\n.RE\n"
      } else if line.isEmpty {
        text += close()
      } else {
        paragraph.append(line)
      }
    }
    return text + close()
  }

  private static func filled(_ text: String) -> String {
    let lines = text.split(separator: "\n").map { escaped(String($0)) }
    return ".PP\n" + lines.joined(separator: "\n") + "\n"
  }

  private static func list(_ rows: [(String, String)]) -> String {
    rows.map { ".TP\n.B \(escaped($0.0))\n\(escaped($0.1))\n" }.joined()
  }

  private static func arguments(of command: Command) -> String {
    let words = command.operands.map { operand in
      let name = "\\fI\(escaped(operand.name))\\fR"
      return operand.isOptional ? "[\(name)]" : name
    }
    return (words + ["[\\fIOPTIONS\\fR]"]).joined(separator: " ")
  }

  private static func plainArguments(of command: Command) -> String {
    command.operands.map { $0.isOptional ? "[\($0.name)]" : $0.name }.joined(separator: " ")
  }

  private static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + "."
  }

  /// `text` without what roff would take for its own.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for letter in text {
      switch letter {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "\"": result += "\\(dq"
      default: result.append(letter)
      }
    }
    return result.hasPrefix(".") ? "\\&\(result)" : result
  }
}

/// The completion for zsh.
enum ZshCompletion {
  static func text(of commands: [Command]) -> String {
    let help = Completion.helpCommand
    let names = commands.map { ($0.name, $0.summary) } + [(help.name, help.summary)]
    return """
      #compdef gpiopress
      # zsh completion for gpiopress; printed by `gpiopress manual zsh`.

      _gpiopress_boards() {
        local -a boards
        boards=(${(f)"$(\(Completion.boardsWords))"} "$@")
        compadd -a boards
      }

      _gpiopress_commands() {
        local -a commands
        commands=(
      \(names.map { "    \(Shell.quoted("\($0.0):\($0.1)"))\n" }.joined())\
        )
        _describe -t commands command commands
      }

      _gpiopress() {
        local curcontext=$curcontext state line
        _arguments -C \\
      \(Completion.programOptions.map { "    '(- *)'\(argument($0)) \\\n" }.joined())\
          '1: :->command' '*:: :->rest'
        case $state in
          command) _gpiopress_commands ;;
          rest)
            case $line[1] in
      \(commands.map(branch).joined())\
              \(help.name)) _arguments '1: :_gpiopress_commands' ;;
            esac
            ;;
        esac
      }

      if [[ $funcstack[1] == _gpiopress ]]; then
        _gpiopress "$@"
      else
        compdef _gpiopress gpiopress
      fi

      """
  }

  private static func branch(of command: Command) -> String {
    var words = (command.options + [Completion.help]).map(argument)
    for (index, operand) in command.operands.enumerated() {
      let action = action(Completion(of: operand, in: command) ?? .nothing)
      let colons = operand.isOptional ? "::" : ":"
      words.append(Shell.quoted("\(index + 1)\(colons)\(escaped(operand.help)):\(action)"))
    }
    return "        \(command.name))\n          _arguments -S \\\n"
      + words.map { "            \($0)" }.joined(separator: " \\\n") + "\n          ;;\n"
  }

  private static func argument(_ option: Command.Option) -> String {
    let star = option.isRepeatable ? "*" : ""
    guard let value = option.value else {
      return Shell.quoted("\(star)\(option.name)[\(escaped(option.help))]")
    }
    let action = action(Completion(valueName: value) ?? .nothing)
    let help = "[\(escaped(option.help))]:\(escaped(value)):\(action)"
    return Shell.quoted("\(star)\(option.name)=\(help)")
  }

  private static func action(_ completion: Completion) -> String {
    switch completion {
    case .nothing: return " "
    case .files: return "_files"
    case .words(let words, boards: false): return "(\(words.joined(separator: " ")))"
    case .words(let words, boards: true):
      return "{_gpiopress_boards\(words.map { " \($0)" }.joined())}"
    }
  }

  /// `text` where brackets and colons would end it.
  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, letter in
      if "[]:\\".contains(letter) { result.append("\\") }
      result.append(letter)
    }
  }
}

/// Words for shells.
enum Shell {
  /// `text` as one word in single quotes, as bash and zsh read them.
  static func quoted(_ text: String) -> String {
    let parts = text.split(separator: "'", omittingEmptySubsequences: false)
    return "'" + parts.joined(separator: "'\\''") + "'"
  }
}

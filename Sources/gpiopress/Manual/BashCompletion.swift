/// The completion for bash, which needs nothing beside bash itself.
enum BashCompletion {
  static func text(of commands: [Command]) -> String {
    let names = commands.map(\.name) + [Completion.helpCommand.name]
    let options = Completion.programOptions.map(\.name)
    return """
      # bash completion for gpiopress; printed by `gpiopress manual bash`.

      _gpiopress_boards() {
        \(Completion.boardsWords)
      }

      # Offers those of the words that begin with what stands there.
      _gpiopress_words() {
        mapfile -t COMPREPLY < <(compgen -W "$1" -- "$current")
      }

      _gpiopress_files() {
        compopt -o filenames
        mapfile -t COMPREPLY < <(compgen -f -- "$current")
      }

      # $1: the options that take a value. Sets `operand` to the number of the word under the cursor among
      # the operands, and `ended` where `--` stands before it.
      _gpiopress_count() {
        local i word
        operand=0 ended=
        for ((i = 2; i < COMP_CWORD; i++)); do
          word=${COMP_WORDS[i]}
          if [[ $ended || $word != -?* ]]; then
            operand=$((operand + 1))
          elif [[ $word == -- ]]; then
            ended=1
          elif [[ ${COMP_WORDS[i + 1]} == = ]]; then
            i=$((i + 2))
          elif [[ " $1 " == *" $word "* ]]; then
            i=$((i + 1))
          fi
        done
      }

      _gpiopress() {
        local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} operand ended
        COMPREPLY=()
        if ((COMP_CWORD == 1)); then
          _gpiopress_words '\((names + options).joined(separator: " "))'
          return
        fi
        # bash takes `--board=ID` for three words.
        if [[ $current == = ]]; then
          current=
        elif [[ $before == = ]]; then
          before=${COMP_WORDS[COMP_CWORD - 2]}
        fi
        case ${COMP_WORDS[1]} in
      \(commands.map(branch).joined())\
          \(Completion.helpCommand.name))
            ((COMP_CWORD > 2)) || _gpiopress_words '\(commands.map(\.name).joined(separator: " "))'
            ;;
        esac
      }

      complete -F _gpiopress gpiopress

      """
  }

  private static func branch(of command: Command) -> String {
    let valued = command.options.filter { $0.value != nil }
    var text = "    \(command.name))\n"
    text += "      _gpiopress_count '\(valued.map(\.name).joined(separator: " "))'\n"
    text += "      case $ended$before in\n"
    for option in valued {
      let offer = offer(option.value.flatMap(Completion.init(valueName:)) ?? .nothing)
      text += "        \(option.name)) \(offer ?? ":"); return ;;\n"
    }
    let names = (command.options + [Completion.help]).map(\.name).joined(separator: " ")
    text += """
            esac
            if [[ ! $ended && $current == -* ]]; then
              _gpiopress_words '\(names)'
              return
            fi
            case $operand in

      """
    for (index, operand) in command.operands.enumerated() {
      guard let offer = offer(Completion(of: operand, in: command) ?? .nothing) else { continue }
      text += "        \(index)) \(offer) ;;\n"
    }
    return text + "      esac\n      ;;\n"
  }

  private static func offer(_ completion: Completion) -> String? {
    switch completion {
    case .nothing: return nil
    case .files: return "_gpiopress_files"
    case .words(let words, let boards):
      let list = words.joined(separator: " ")
      return boards
        ? "_gpiopress_words \"\(list.isEmpty ? "" : list + " ")$(_gpiopress_boards)\""
        : "_gpiopress_words '\(list)'"
    }
  }
}

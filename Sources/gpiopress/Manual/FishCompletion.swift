/// The completion for fish.
enum FishCompletion {
  static func text(of commands: [Command]) -> String {
    """
    # fish completion for gpiopress; printed by `gpiopress manual fish`.

    function __gpiopress_boards
        \(Completion.boardsWords)
    end

    function __gpiopress_in -a command
        set -l words (commandline -opc)
        test (count $words) -ge 2; and test "$words[2]" = $command
    end

    # Whether the cursor is at operand NUMBER of COMMAND; the options after them take a value.
    function __gpiopress_at -a command number
        __gpiopress_in $command; or return 1
        set -l words (commandline -opc)
        set -l operand 0
        set -l is_value 0
        set -l ended 0
        for word in $words[3..-1]
            if test $is_value = 1
                set is_value 0
            else if test $ended = 1; or not string match -q -- '-?*' $word
                set operand (math $operand + 1)
            else if test "$word" = --
                set ended 1
            else if contains -- $word $argv[3..-1]
                set is_value 1
            end
        end
        test $operand = $number
    end

    complete -c gpiopress -f
    \(Completion.programOptions.map {
      "complete -c gpiopress -n __fish_use_subcommand \(flag($0)) -d \(quoted($0.help))\n"
    }.joined())\
    \(commands.map(lines).joined())\
    complete -c gpiopress -n __fish_use_subcommand -a \(Completion.helpCommand.name) \
    -d \(quoted(Completion.helpCommand.summary))
    complete -c gpiopress -n '__gpiopress_at \(Completion.helpCommand.name) 0' \
    -a \(quoted(commands.map(\.name).joined(separator: " ")))

    """
  }

  private static func lines(of command: Command) -> String {
    var text = "complete -c gpiopress -n __fish_use_subcommand -a \(command.name) "
    text += "-d \(quoted(command.summary))\n"
    for option in command.options + [Completion.help] {
      text += "complete -c gpiopress -n '__gpiopress_in \(command.name)' "
      text += flag(option)
      if let value = option.value {
        let completion = Completion(valueName: value) ?? .nothing
        text += " -r" + (completion == .files ? "" : " -f")
        if let offer = offer(completion) { text += " \(offer)" }
      }
      text += " -d \(quoted(option.help))\n"
    }
    let valued = command.options.filter { $0.value != nil }.map { " \($0.name)" }.joined()
    for (index, operand) in command.operands.enumerated() {
      guard let offer = offer(Completion(of: operand, in: command) ?? .nothing) else { continue }
      let place = "__gpiopress_at \(command.name) \(index)\(valued)"
      text += "complete -c gpiopress -n '\(place)' \(offer)\n"
    }
    return text
  }

  private static func flag(_ option: Command.Option) -> String {
    option.name.hasPrefix("--")
      ? "-l \(option.name.dropFirst(2))" : "-s \(option.name.dropFirst())"
  }

  private static func offer(_ completion: Completion) -> String? {
    switch completion {
    case .nothing: return nil
    case .files: return "-F"
    case .words(let words, let boards):
      let list = words + (boards ? ["(__gpiopress_boards)"] : [])
      return "-a \(quoted(list.joined(separator: " ")))"
    }
  }

  /// In fish's single quotes a backslash stands before a quote and before itself.
  private static func quoted(_ text: String) -> String {
    let inner = text.reduce(into: "") { result, letter in
      if letter == "'" || letter == "\\" { result.append("\\") }
      result.append(letter)
    }
    return "'\(inner)'"
  }
}

import ButtonController
import PanelFiles

/// One subcommand: what it takes, what its help says, what it does.
struct Command: Sendable {
  /// Something that stands in the command line without dashes.
  struct Operand: Sendable {
    let name: String
    let help: String
    var isOptional = false
    /// Whether it may stand any number of times; of the last one.
    var takesRest = false

    /// As it stands in the usage.
    var form: String {
      let name = takesRest ? "\(name)…" : name
      return isOptional ? "[\(name)]" : name
    }
  }

  /// Something that stands in the command line with two dashes.
  struct Option: Sendable {
    let name: String
    /// What its value is called; nil for a flag.
    var value: String?
    let help: String
    /// Whether it may stand several times.
    var isRepeatable = false

    /// The board of a panel that leaves it to be found.
    static let board = Option(
      name: "--board", value: "ID", help: "the board, if the panel says auto")

    /// How the wires of a value change dump are taken for the panel's lines.
    static let wires = [
      Option(
        name: "--map", value: "WIRE=LINE", help: "takes this wire of a .vcd for the panel's LINE",
        isRepeatable: true),
      Option(
        name: "--invert", value: "WIRE", help: "takes low as closed on this wire of a .vcd",
        isRepeatable: true),
    ]

    /// As it stands in a list of options.
    var form: String { value.map { "\(name) \($0)" } ?? name }
  }

  let name: String
  /// One line for the list of commands.
  let summary: String
  var operands: [Operand] = []
  var options: [Option] = []
  /// What the help adds at its end.
  var notes: String = ""
  let run: @Sendable (Arguments) throws(Failure) -> ExitCode

  /// The line such as `gpiopress replay PANEL TRACE [OPTIONS]`.
  var usage: String {
    (["gpiopress", name] + operands.map(\.form) + ["[OPTIONS]"]).joined(separator: " ")
  }

  /// The text of `gpiopress COMMAND --help`.
  var help: String {
    var rows = operands.map { ($0.name, $0.help) }
    rows += options.map { ($0.form, $0.help) }
    rows.append(("--help", "this text"))
    var text = "usage: \(usage)\n\n\(summary.prefix(1).uppercased() + summary.dropFirst()).\n\n"
    text += Columns.text(rows.map { [$0.0, $0.1] }, indent: 2)
    if !notes.isEmpty { text += "\n\(notes)\n" }
    return text
  }
}

/// The arguments of a command, checked against what it takes.
struct Arguments {
  /// The command's name, for messages.
  let command: String
  private(set) var operands: [String] = []
  private var values: [String: [String]] = [:]

  /// Sorts `words` into operands and options; `nil` if help is asked for.
  init?(_ words: [String], for command: Command) throws(Failure) {
    self.command = command.name
    var rest = words[...]
    var onlyOperands = false
    while let word = rest.popFirst() {
      if onlyOperands || word == "-" || !word.hasPrefix("-") {
        operands.append(word)
      } else if word == "--" {
        onlyOperands = true
      } else if word == "--help" || word == "-h" {
        return nil
      } else {
        try take(word, &rest, for: command)
      }
    }
    let required = command.operands.filter { !$0.isOptional }.count
    if operands.count < required {
      throw Failure(
        .usage,
        "gpiopress: \(command.name): \(command.operands[operands.count].name) is missing"
          + "; usage: \(command.usage)")
    }
    if operands.count > command.operands.count, command.operands.last?.takesRest != true {
      let extra = operands[command.operands.count]
      throw Failure(
        .usage, "gpiopress: \(command.name): \(extra) is too much; usage: \(command.usage)")
    }
  }

  /// Whether an option is there.
  func has(_ option: String) -> Bool { values[option] != nil }

  /// An option's value.
  func value(of option: String) -> String? { values[option]?.first }

  /// All values of an option that may stand several times.
  func values(of option: String) -> [String] { values[option] ?? [] }

  /// An operand; nil where it was left out.
  func operand(_ index: Int) -> String? {
    operands.indices.contains(index) ? operands[index] : nil
  }

  /// An option's value as a whole number in `range`.
  func number(of option: String, in range: ClosedRange<Int>) throws(Failure) -> Int? {
    guard let text = value(of: option) else { return nil }
    guard let number = Int(text), range.contains(number), text.first != "+" else {
      throw failure(
        "\(option) \(text): write a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// The longest time that an option takes: a leap year, with which anything may be reckoned.
  private static let longest = TimeSpan.seconds(366 * 24 * 3600)

  /// An option's value as a length of time above zero, with its unit; at most a year.
  ///
  /// With `orZero` it may be zero, too: a point in time that things begin at.
  func span(of option: String, orZero: Bool = false) throws(Failure) -> TimeSpan? {
    guard let text = value(of: option) else { return nil }
    guard let span = TimeSpan(text: text), span > .zero || orZero && span == .zero else {
      throw failure("\(option) \(text): write a time with its unit, such as 500ms or 10s")
    }
    if span > Arguments.longest {
      throw failure("\(option) \(text): longer than a year; write a shorter time")
    }
    return span
  }

  /// A failure of usage, with the command's name before it.
  func failure(_ message: String) -> Failure {
    Failure(.usage, "gpiopress: \(command): \(message); see gpiopress \(command) --help")
  }

  private mutating func take(
    _ word: String, _ rest: inout ArraySlice<String>, for command: Command
  ) throws(Failure) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = command.options.first(where: { $0.name == name }) else {
      let known = command.options.map(\.name) + ["--help"]
      throw failure("unknown option \(name)\(Nearest.hint(for: name, among: known))")
    }
    if values[name] != nil, !option.isRepeatable { throw failure("\(name) stands twice") }
    switch (option.value, parts.count > 1 ? String(parts[1]) : nil) {
    case (nil, nil): values[name] = [""]
    case (nil, .some): throw failure("\(name) takes no value")
    case (.some, .some(let value)): values[name, default: []].append(value)
    case (.some(let what), nil):
      guard let value = rest.popFirst() else { throw failure("\(name) needs \(what) after it") }
      values[name, default: []].append(value)
    }
  }
}

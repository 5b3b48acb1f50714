import PanelFiles
import PanelHardware

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The program: finds the command, runs it, says what went wrong.
enum Program {
  /// The commands in the order of the help.
  static let commands: [Command] = [
    .run, .send, .demo, .initialise, .monitor, .record, .replay, .tune, .check, .boards, .doctor,
    .find, .ring, .manual,
  ]

  /// Runs one command line, without the program's name; gives the exit code.
  static func run(_ words: [String]) -> Int32 {
    do throws(Failure) {
      return try dispatch(words).rawValue
    } catch {
      return report(error)
    }
  }

  /// Ends at once, from a place that cannot throw; nothing may be open that has to be put back.
  static func end(_ failure: Failure) -> Never { exit(report(failure)) }

  private static func report(_ failure: Failure) -> Int32 {
    for line in failure.lines { ErrorOutput.say(line) }
    return failure.code.rawValue
  }

  private static func dispatch(_ words: [String]) throws(Failure) -> ExitCode {
    guard let name = words.first else {
      throw Failure(.usage, "gpiopress: no command; see gpiopress --help")
    }
    let rest = Array(words.dropFirst())
    switch name {
    case "--help", "-h": return try say(help)
    case "--version": return try say(version)
    case "help": return try explain(rest.first)
    default: break
    }
    if name.hasPrefix("-") {
      let hint = Nearest.hint(for: name, among: ["--help", "--version"])
      throw Failure(.usage, "gpiopress: unknown option \(name)\(hint); see gpiopress --help")
    }
    let command = try find(name)
    guard let arguments = try Arguments(rest, for: command) else { return try say(command.help) }
    return try command.run(arguments)
  }

  private static func find(_ name: String) throws(Failure) -> Command {
    if let command = commands.first(where: { $0.name == name }) { return command }
    let hint = Nearest.hint(for: name, among: commands.map(\.name))
    throw Failure(.usage, "gpiopress: unknown command \(name)\(hint); see gpiopress --help")
  }

  private static func explain(_ name: String?) throws(Failure) -> ExitCode {
    guard let name else { return try say(help) }
    return try say(try find(name).help)
  }

  private static func say(_ text: String) throws(Failure) -> ExitCode {
    var output = Output()
    output.append(text)
    try output.finish()
    return .ok
  }

  /// The text of `gpiopress --help`.
  static var help: String {
    """
    usage: gpiopress COMMAND …

    Turns a board with GPIO lines into a dependable panel of buttons, knobs and light rings.

    \(Columns.text(commands.map { [$0.name, $0.summary] }, indent: 2))
      --help     this text; gpiopress COMMAND --help for a command
      --version  versions of the program and of libgpiod

    exit codes:
    \(exitCodes)

    """
  }

  /// The exit codes in lines of the help.
  private static var exitCodes: String {
    var lines = [""]
    for code in ExitCode.allCases {
      let comma = code == ExitCode.allCases.last ? "" : ","
      let word = " \(code.rawValue) \(code.meaning)\(comma)"
      if lines[lines.count - 1].count + word.count > 90 { lines.append("") }
      lines[lines.count - 1] += word
    }
    return lines.map { " \($0)" }.joined(separator: "\n")
  }

  /// The text of `gpiopress --version`.
  static var version: String {
    let library = "libgpiod \(GpioLibrary.version), ABI \(GpioLibrary.abi)"
    let text = "gpiopress \(Version.text)\n\(library)\n"
    guard BoardCatalogue.isBuiltIn else { return text }
    return text + "one file, with its boards; it cannot load libraries, so it has no MQTT\n"
  }
}

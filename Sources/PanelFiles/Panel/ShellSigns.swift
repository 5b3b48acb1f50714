/// Looks for what only a shell would understand in the arguments of a command, which has none.
enum ShellSigns {
  /// The first sign of a shell in each argument; nil for those without.
  static func find(in arguments: [String]) -> [String?] {
    let interpreter = arguments.firstIndex { interpreters.contains(name(of: $0)) }
    return arguments.indices.map { index in
      if let interpreter, isScript(index, of: arguments, interpreter) { return nil }
      return sign(in: arguments[index])
    }
  }

  /// Programs that take a text of their own language behind `-c` or `-e`.
  private static let interpreters: Set<Substring> = filters.union([
    "sh", "ash", "bash", "dash", "fish", "ksh", "mksh", "zsh", "python", "python3", "perl", "ruby",
    "node", "lua", "php",
  ])
  /// Those that take it without that.
  private static let filters: Set<Substring> = ["sed", "awk", "gawk", "mawk", "jq"]

  /// Whether an argument is the text of a program: the one behind `-c` of a shell, and the like.
  ///
  /// The interpreter may stand behind another program, as in `[env, sh, -c, …]`.
  private static func isScript(_ index: Int, of arguments: [String], _ interpreter: Int) -> Bool {
    guard index > interpreter else { return false }
    if filters.contains(name(of: arguments[interpreter])) { return true }
    let option = arguments[index - 1]
    return index - 1 > interpreter && option.hasPrefix("-") && !option.hasPrefix("--")
      && (option.hasSuffix("c") || option.hasSuffix("e"))
  }

  private static func name(of program: String) -> Substring {
    guard let slash = program.utf8.lastIndex(of: UInt8(ascii: "/")) else { return program[...] }
    return program[program.utf8.index(after: slash)...]
  }

  private static func sign(in argument: String) -> String? {
    if argument == "~" || argument.hasPrefix("~/") { return "~" }
    var previous: UInt8 = 0
    for (index, byte) in zip(argument.utf8.indices, argument.utf8) {
      switch byte {
      case UInt8(ascii: "|"), UInt8(ascii: ">"), UInt8(ascii: "<"), UInt8(ascii: ";"),
        UInt8(ascii: "*"), UInt8(ascii: "`"):
        return String(decoding: [byte], as: UTF8.self)
      case UInt8(ascii: "&") where previous == byte: return "&&"
      default:
        guard previous == UInt8(ascii: "$"), isVariable(byte) else { break }
        let name = argument.utf8[index...].prefix { isName($0) }
        return "$" + String(decoding: name.isEmpty ? [byte] : Array(name), as: UTF8.self)
      }
      previous = byte
    }
    return nil
  }

  private static func isVariable(_ byte: UInt8) -> Bool {
    isName(byte) || byte == UInt8(ascii: "{") || byte == UInt8(ascii: "(")
  }

  private static func isName(_ byte: UInt8) -> Bool {
    (65...90).contains(byte & 0xDF) || (48...57).contains(byte) || byte == UInt8(ascii: "_")
  }
}

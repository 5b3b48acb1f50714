import Glibc

/// What a terminal can do, as far as its environment says so.
public struct TerminalStyle: Equatable, Sendable {
  /// How colours are written.
  public var colours: Colours
  /// Whether a round dot can be written, or only ASCII.
  public var isUnicode: Bool
  /// Whether the cursor can be moved.
  public var movesCursor: Bool

  /// How colours are written.
  public enum Colours: Equatable, Sendable {
    /// Levels as characters.
    case none
    /// The 256-colour palette.
    case palette
    /// Red, green and blue of 8 bits each.
    case full
  }

  /// A terminal that can do this.
  public init(colours: Colours, isUnicode: Bool, movesCursor: Bool) {
    self.colours = colours
    self.isUnicode = isUnicode
    self.movesCursor = movesCursor
  }

  /// What the variables of an environment say; `variable` gives nil for what is not set.
  public init(variable: (String) -> String?) {
    let term = variable("TERM") ?? ""
    let isDumb = term.isEmpty || term == "dumb"
    movesCursor = !isDumb
    let colour = variable("COLORTERM") ?? ""
    if isDumb || !(variable("NO_COLOR") ?? "").isEmpty {
      colours = .none
    } else if colour == "truecolor" || colour == "24bit" || term.hasSuffix("-direct") {
      colours = .full
    } else if TerminalStyle.contains(term, "256color") {
      colours = .palette
    } else {
      colours = .none
    }
    // The first that is set counts, as the C library has it.
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(variable).first { !$0.isEmpty }
    let name = (locale ?? "").uppercased()
    isUnicode = TerminalStyle.contains(name, "UTF-8") || TerminalStyle.contains(name, "UTF8")
  }

  /// What this process's environment says.
  public static func ofProcess() -> TerminalStyle {
    TerminalStyle { name in getenv(name).map { String(cString: $0) } }
  }

  private static func contains(_ text: String, _ part: String) -> Bool {
    let whole = Array(text.utf8)
    let sought = Array(part.utf8)
    guard whole.count >= sought.count else { return false }
    return (0...(whole.count - sought.count)).contains { start in
      whole[start..<(start + sought.count)].elementsEqual(sought)
    }
  }
}

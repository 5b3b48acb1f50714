import PanelHardware

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The terminal on the standard output.
enum Screen {
  /// What it can do; nil where it is no terminal, or one that cannot move its cursor.
  static func style() -> TerminalStyle? {
    let style = TerminalStyle.ofProcess()
    return isatty(STDOUT_FILENO) == 1 && style.movesCursor ? style : nil
  }

  /// Why a terminal cannot be drawn on.
  static var cannotDraw: String {
    let name = getenv("TERM").map { String(cString: $0) } ?? ""
    return name.isEmpty
      ? "TERM is not set, so nothing is known of the terminal"
      : "a terminal of TERM=\(name) cannot move its cursor"
  }

  /// How to write text to the standard output: colours on a terminal only.
  static func textStyle() -> TerminalStyle {
    var style = TerminalStyle.ofProcess()
    if isatty(STDOUT_FILENO) != 1 { style.colours = .none }
    return style
  }

  /// Columns and rows of the terminal; 80 by 24 where it does not say.
  static func size() -> (columns: Int, rows: Int) {
    var size = winsize()
    let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? (Int(size.ws_col), Int(size.ws_row)) : (80, 24)
  }
}

extension TerminalStyle {
  /// `text` in bold, where there are colours.
  func bold(_ text: String) -> String { colours == .none ? text : "\u{1B}[1m\(text)\u{1B}[0m" }

  /// `text` dimmed, where there are colours.
  func dim(_ text: String) -> String { colours == .none ? text : "\u{1B}[2m\(text)\u{1B}[0m" }

  /// `text` in red, where there are colours.
  func red(_ text: String) -> String { colours == .none ? text : "\u{1B}[31m\(text)\u{1B}[0m" }
}

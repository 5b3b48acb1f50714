import ButtonController

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What the terminal on the standard output can do.
struct TerminalStyle: Sendable {
  /// How colours are written.
  enum Depth: Sendable {
    /// Not at all: a level is a shade.
    case plain
    /// One of 256.
    case indexed
    /// Each channel of its own.
    case full
  }

  var depth: Depth

  /// The style of the standard output; nil where it is no terminal, or one that cannot move its cursor.
  static func ofOutput() -> TerminalStyle? {
    let term = variable("TERM") ?? ""
    guard isatty(STDOUT_FILENO) == 1, !term.isEmpty, term != "dumb" else { return nil }
    if let noColour = variable("NO_COLOR"), !noColour.isEmpty {
      return TerminalStyle(depth: .plain)
    }
    let hasFull = ["truecolor", "24bit"].contains(variable("COLORTERM") ?? "")
    if hasFull || term.hasSuffix("-direct") { return TerminalStyle(depth: .full) }
    return TerminalStyle(depth: term.contains("256color") ? .indexed : .plain)
  }

  /// Columns and rows of the terminal; 80 by 24 where it does not say.
  static func size() -> (columns: Int, rows: Int) {
    var size = winsize()
    let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? (Int(size.ws_col), Int(size.ws_row)) : (80, 24)
  }

  /// `text` in bold, where there are colours.
  func bold(_ text: String) -> String { depth == .plain ? text : "\u{1B}[1m\(text)\u{1B}[0m" }

  /// `text` dimmed, where there are colours.
  func dim(_ text: String) -> String { depth == .plain ? text : "\u{1B}[2m\(text)\u{1B}[0m" }

  /// A pixel, two columns wide.
  func pixel(_ colour: Colour) -> String {
    switch depth {
    case .plain:
      let level = max(colour.red, colour.green, colour.blue)
      let shades = ["  ", "░░", "▒▒", "▓▓", "██"]
      return shades[level <= 0.02 ? 0 : min(4, 1 + Int(level * 3.5))]
    case .indexed:
      let code = 16 + 36 * step(colour.red) + 6 * step(colour.green) + step(colour.blue)
      return "\u{1B}[38;5;\(code)m██\u{1B}[0m"
    case .full:
      let channels = [colour.red, colour.green, colour.blue].map {
        String(Int(clamp($0) * 255 + 0.5))
      }
      return "\u{1B}[38;2;\(channels.joined(separator: ";"))m██\u{1B}[0m"
    }
  }

  /// The step of the 6 x 6 x 6 cube (0, 95, 135, 175, 215, 255) that is closest.
  private func step(_ channel: Double) -> Int {
    let value = clamp(channel) * 255
    return value < 48 ? 0 : value < 115 ? 1 : min(5, Int((value - 35) / 40))
  }

  private func clamp(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}

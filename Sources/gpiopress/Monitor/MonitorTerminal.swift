import PanelFiles
import PanelHardware

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The terminal of a monitor: its screen, its keys, and how far its lists are scrolled.
final class MonitorTerminal {
  private let session: TerminalSession
  private let style: TerminalStyle
  private var screen: MonitorScreen
  private let hasKeys: Bool
  private var longestList = 0
  private var painter = ScreenPainter()
  private var last: [String] = []
  /// Whether a key or a signal has ended it.
  private var hasQuit = false
  private var offset = 0

  /// Takes the terminal over, until it is released; without `hasKeys` signals alone end it.
  init(_ panel: PanelFile, _ style: TerminalStyle, hasKeys: Bool) {
    self.hasKeys = hasKeys && isatty(STDIN_FILENO) == 1
    self.style = style
    screen = MonitorScreen(panel, style, hasKeys: self.hasKeys)
    session = TerminalSession(readsKeys: self.hasKeys)
    show(panel)
  }

  /// Shows this panel from now on.
  func show(_ panel: PanelFile) {
    longestList = max(panel.lines.count, panel.controls.count)
    screen = MonitorScreen(panel, style, hasKeys: hasKeys)
    offset = 0
  }

  /// Waits for its keys, too.
  func addDescriptors(to set: inout PollSet) { if hasKeys { set.add(reading: STDIN_FILENO) } }

  /// Does what keys and signals ask for; false once somebody has ended it.
  func takeInput() -> Bool {
    while let request = session.takeSignal() {
      if request == .end { return quit() }
      painter.forget()
    }
    guard hasKeys else { return true }
    for key in Key.all(in: session.read(within: 0)) {
      switch key {
      case .quit: return quit()
      case .arrow(.up, _): offset = max(offset - 1, 0)
      case .arrow(.down, _): offset = min(offset + 1, longestList)
      case .arrow, .space, .tap, .hold, .next, .previous, .choose: break
      }
    }
    return true
  }

  private func quit() -> Bool {
    hasQuit = true
    return false
  }

  /// The bytes that turn the picture before into this one.
  func picture(_ model: MonitorModel, _ source: MonitorScreen.Source) -> [UInt8] {
    let size = Screen.size()
    last = screen.lines(model, source, size: size, offset: offset)
    return painter.paint(last, size: size)
  }

  /// What stays on the screen that stood there before: the last picture of what came to its own end.
  var remains: [String] { hasQuit ? [] : last }
}

import ButtonController
import PanelHardware

/// The demo's picture, drawn over the one before on the terminal's alternate screen.
struct DemoScreen {
  /// What stands beside the ring.
  struct State: Equatable {
    var isErasePressed = false
    var isDialPushed = false
    var position = 0
    var caption = ""
  }

  private let style: TerminalStyle
  private let ring: RingDrawing
  private var events: [String] = []
  private var painter = ScreenPainter()

  static let neededColumns = 64

  /// How many rows it needs, with the line that the cursor waits in.
  static func neededRows(_ style: TerminalStyle) -> Int {
    RingDrawing(pixels: 24, style: style).height + 7
  }

  /// An empty screen.
  init(style: TerminalStyle) {
    self.style = style
    ring = RingDrawing(pixels: 24, style: style)
  }

  /// Keeps the text of an event; the oldest goes.
  mutating func add(_ event: String) {
    events.append(event)
    if events.count > ring.height - 4 { events.removeFirst() }
  }

  /// Forgets what is on the screen: the next picture is drawn below it.
  mutating func forget() { painter.forget() }

  /// The bytes that turn the picture before into this one; empty if it is the same.
  mutating func draw(_ colours: [Colour], _ state: State) -> [UInt8] {
    let size = Screen.size()
    let isLarge =
      size.columns >= DemoScreen.neededColumns && size.rows >= DemoScreen.neededRows(style)
    let lines = isLarge ? picture(of: colours, state, columns: size.columns) : tooSmall(size)
    return painter.paint(lines, size: size)
  }

  private func tooSmall(_ size: (columns: Int, rows: Int)) -> [String] {
    let text = "too small; \(DemoScreen.neededColumns) x \(DemoScreen.neededRows(style)) is needed"
    return [String(text.prefix(max(0, size.columns - 1)))]
  }

  /// The picture in lines of at most `columns`.
  func picture(of colours: [Colour], _ state: State, columns: Int) -> [String] {
    var lines = [
      style.bold("gpiopress demo") + "  a button, a knob and a ring of 24, all in memory", "",
    ]
    colours.withUnsafeBufferPointer { colours in
      for row in 0..<ring.height {
        var bytes: [UInt8] = []
        ring.append(row: row, of: colours, to: &bytes)
        let picture = String(decoding: bytes, as: UTF8.self)
        lines.append("  \(picture)    \(side(row, state, width: columns - ring.width - 7))")
      }
    }
    lines += ["", "  \(state.caption)"]
    return lines
  }

  private func side(_ row: Int, _ state: State, width: Int) -> String {
    switch row {
    case 0:
      return "erase \(mark(state.isErasePressed))   dial \(mark(state.isDialPushed))"
        + "  position \(state.position)"
    case 2: return style.dim("   when  who    event")
    case 3...:
      let index = row - 3
      return events.indices.contains(index)
        ? Fitted.cut(
          events[index], to: width, ellipsis: style.isUnicode ? "…" : "~") : ""
    default: return ""
    }
  }

  private func mark(_ isClosed: Bool) -> String {
    style.isUnicode ? (isClosed ? "●" : "○") : (isClosed ? "[x]" : "[ ]")
  }
}

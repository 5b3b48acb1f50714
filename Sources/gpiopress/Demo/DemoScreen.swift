import ButtonController

/// The demo's picture in the terminal, drawn in place over the one before.
struct DemoScreen {
  private let style: TerminalStyle
  private let picture = RingPicture(pixels: 24, radius: 5)
  private let keys: String?
  private var events: [String] = []
  private var last: [String] = []

  static let neededRows = 17
  static let neededColumns = 60

  /// A screen with a line of `keys` at its foot, if any.
  init(style: TerminalStyle, keys: String?) {
    self.style = style
    self.keys = keys
  }

  /// Keeps the text of an event; the oldest goes.
  mutating func add(_ event: String) {
    events.append(event)
    if events.count > picture.rows - 2 { events.removeFirst() }
  }

  /// Forgets what is on the screen: the next picture is drawn below it.
  mutating func forget() { last = [] }

  /// The bytes that turn the picture before into this one; empty if it is the same.
  mutating func draw(_ colours: [Colour], label: [String], caption: String) -> String {
    var lines = [
      style.bold("gpiopress demo") + "  a button, a knob and a ring of 24, all in memory", "",
    ]
    let ring = picture.text(colours, label: label, style: style)
    let width = TerminalStyle.size().columns - picture.columns - 6
    for (row, text) in ring.enumerated() {
      let side = row == 0 ? style.dim("events") : row >= 2 ? event(row - 2, width: width) : ""
      lines.append("  \(text)   \(side)")
    }
    lines += ["", "  \(caption)"]
    if let keys { lines.append("  \(style.dim(keys))") }
    if lines == last { return "" }
    var text = last.isEmpty ? "" : "\u{1B}[\(last.count)A\r"
    for line in lines { text += "\(line)\u{1B}[K\n" }
    last = lines
    return text
  }

  private func event(_ index: Int, width: Int) -> String {
    guard events.indices.contains(index) else { return "" }
    return String(events[index].prefix(max(0, width)))
  }
}

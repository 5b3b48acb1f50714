import ButtonController
import PanelFiles
import PanelHardware

/// The picture of `demo PANEL`: rings, controls with their keys, and what happens.
struct PanelScreen {
  /// What changes in it.
  struct State: Equatable {
    /// The control that the keys are for.
    var selected = 0
    /// Whether each control is pressed or on.
    var isClosed: [Bool]
    /// What else is known of each: a knob's position.
    var notes: [String]
    /// The sentence below.
    var caption = ""
  }

  private let panel: PanelFile
  private let style: TerminalStyle
  private let keys: PanelKeys
  private var happened: [String] = []

  static let neededColumns = 64
  static let neededRows = 18
  /// Where lines that are too long go on, behind the time.
  private static let indent = 10
  /// A message may be longer than any screen.
  private static let mostLines = 3
  /// More are never seen at once.
  private static let mostHappened = 100
  /// Title, caption, keys, empty rows between them, and the one in which the cursor waits.
  private static let otherRows = 6

  /// The screen of `panel`.
  init(_ panel: PanelFile, _ style: TerminalStyle, keys: PanelKeys) {
    self.panel = panel
    self.style = style
    self.keys = keys
  }

  /// Adds a line of what happens; the oldest goes.
  mutating func add(_ line: String) {
    happened.append(VisibleText.of(line))
    if happened.count > PanelScreen.mostHappened { happened.removeFirst() }
  }

  /// The lines of the picture, or that there is no room for it.
  func lines(
    _ pictures: [[Colour]], _ state: State, size: (columns: Int, rows: Int)
  ) -> [String] {
    let isLarge =
      size.columns >= PanelScreen.neededColumns && size.rows >= PanelScreen.neededRows
    guard isLarge else {
      let text = "too small; \(PanelScreen.neededColumns) x \(PanelScreen.neededRows) is needed"
      return [String(text.prefix(max(0, size.columns - 1)))]
    }
    let height = size.rows - PanelScreen.otherRows
    let block = RingBlock(panel, style, rows: height, columns: size.columns - 40)
    let rings = block.rows(of: pictures)
    let gap = block.width == 0 ? "" : "   "
    let room = size.columns - 3 - block.width - gap.count
    let side = side(state, width: room, height: height)
    let empty = String(repeating: " ", count: block.width)
    var lines = [title(columns: size.columns), ""]
    for row in 0..<height {
      let left = rings.indices.contains(row) ? rings[row] : empty
      let right = side.indices.contains(row) ? side[row] : ""
      lines.append("  \(left)\(gap)\(right)")
    }
    lines += ["", "  \(cut(state.caption, size.columns - 3))"]
    let help = keys.help(
      for: state.selected, width: size.columns - 3, isUnicode: style.isUnicode)
    lines.append("  \(style.dim(cut(help, size.columns - 3)))")
    return lines
  }

  private func title(columns: Int) -> String {
    let name = cut(VisibleText.of(panel.name), columns - 18)
    return style.bold("gpiopress demo") + "  \(name)"
  }

  // MARK: Beside the rings

  private func side(_ state: State, width: Int, height: Int) -> [String] {
    let shown = controls(state, height: height)
    var lines = shown.map { control(state, $0, width: width) }
    let hidden = panel.controls.count - shown.count
    if hidden > 0 { lines.append(style.dim("  and \(hidden) more")) }
    lines.append("")
    let room = max(0, height - lines.count)
    // No more of the newest than there is room for: each takes a line at least.
    let newest = happened.suffix(room).flatMap { line in
      Fitted.folded(
        line, to: width, indent: PanelScreen.indent, most: PanelScreen.mostLines,
        ellipsis: style.isUnicode ? "…" : "~")
    }
    return lines + newest.suffix(room)
  }

  /// The controls that have room, the selected one among them; at least half of the rows say what happens.
  private func controls(_ state: State, height: Int) -> Range<Int> {
    let count = panel.controls.count
    let most = max(height / 2, 3)
    if count <= most { return 0..<count }
    let start = min(max(0, state.selected - (most - 1) / 2), count - (most - 1))
    return start..<(start + most - 1)
  }

  private func control(_ state: State, _ control: Int, width: Int) -> String {
    let names = panel.controls.map { VisibleText.of($0.name) }
    let longest = min(names.map(\.count).max() ?? 0, 14)
    let isSelected = state.selected == control
    let key = keys.key(of: control).map(String.init) ?? " "
    let note = state.notes[control].isEmpty ? "" : "  \(state.notes[control])"
    let text =
      "\(isSelected ? ">" : " ") \(key)  \(mark(state.isClosed[control]))  "
      + Fitted.text(names[control], to: longest)
      + "  \(VisibleText.of(ControlText.kind(control, of: panel)))\(note)"
    let line = cut(text, width)
    return isSelected ? style.bold(line) : line
  }

  private func mark(_ isClosed: Bool) -> String {
    style.isUnicode ? (isClosed ? "●" : "○") : (isClosed ? "[x]" : "[ ]")
  }

  private func cut(_ text: String, _ width: Int) -> String {
    Fitted.cut(text, to: width, ellipsis: style.isUnicode ? "…" : "~")
  }
}

import ButtonController
import PanelFiles
import PanelHardware

/// The table of lines: as many of its columns as fit, the most telling first.
struct MonitorTable {
  private struct Column {
    let title: String
    let width: Int
    /// The lowest goes last where there is no room for all.
    let rank: Int
    let value: (MonitorModel, Int) -> String
  }

  private let columns: [Column]
  /// What the last column may take beyond its own width.
  private let width: Int

  private static let gap = 2
  private static let longestName = 14
  private static let longestPin = 10

  /// A table of the panel's lines, at most `width` wide.
  init(_ panel: PanelFile, _ style: TerminalStyle, width: Int) {
    self.width = width
    func widest(_ texts: [String], most: Int) -> Int {
      min(max(texts.map { VisibleText.of($0).count }.max() ?? 0, 4), most)
    }
    let names = widest(panel.lines.map(\.name), most: min(MonitorTable.longestName, width))
    let pins = widest(panel.lines.map(\.pin), most: MonitorTable.longestPin)
    let all = [
      Column(title: "LINE", width: names, rank: 0) { VisibleText.of($0.panel.lines[$1].name) },
      Column(title: "PIN", width: pins, rank: 6) { VisibleText.of($0.panel.lines[$1].pin) },
      Column(title: "RAW", width: 3, rank: 4) { MonitorTable.mark($0.isClosed($1), style) },
      Column(title: "CONTACT", width: 7, rank: 1) { MonitorTable.contact($1, $0) },
      Column(title: "EDGES/S", width: 7, rank: 3) { "\($0.lines[$1].rate)" },
      Column(title: "BOUNCE", width: 8, rank: 5) { model, line in
        model.lines[line].lastPress.map { TimeWords.of($0.bounce) } ?? "-"
      },
      Column(title: "EDGES", width: 7, rank: 7) { "\($0.edgeTotal($1))" },
      Column(title: "BOUNCES", width: 7, rank: 8) { model, line in
        model.bounceTotal(line).map { "\($0)" } ?? "-"
      },
      Column(title: "HEALTH", width: 9, rank: 2) { MonitorTable.health($1, $0) },
    ]
    let count = (1...all.count).last { count in
      let kept = all.filter { $0.rank < count }
      return kept.reduce(-MonitorTable.gap) { $0 + $1.width + MonitorTable.gap } <= width
    }
    columns = all.filter { $0.rank < count ?? 1 }
  }

  /// Its head.
  var head: String { row { $0.title } }

  /// A line of the panel.
  func row(_ line: Int, of model: MonitorModel) -> String { row { $0.value(model, line) } }

  private func row(_ cell: (Column) -> String) -> String {
    let cells = columns.enumerated().map { index, column in
      // Nothing stands behind the last one, so it may be longer.
      index + 1 == columns.count ? cell(column) : Fitted.text(cell(column), to: column.width)
    }
    return cells.joined(separator: String(repeating: " ", count: MonitorTable.gap))
  }

  private static func contact(_ line: Int, _ model: MonitorModel) -> String {
    if model.health(line) == LineHealth.gone.name { return "-" }
    return model.isSettledClosed(line) ? "closed" : "open"
  }

  private static func health(_ line: Int, _ model: MonitorModel) -> String {
    let text = model.health(line)
    return model.isRemote(line) ? "\(text), pressed by a program" : text
  }

  static func mark(_ isClosed: Bool, _ style: TerminalStyle) -> String {
    style.isUnicode ? (isClosed ? "●" : "○") : (isClosed ? "1" : "0")
  }
}

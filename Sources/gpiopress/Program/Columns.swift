import PanelFiles

/// Text in columns.
enum Columns {
  /// Rows of cells, padded to the widest cell of each column and two spaces apart.
  ///
  /// What a cell holds of a file is made visible.
  static func text(_ rows: [[String]], indent: Int = 0) -> String {
    let rows = rows.map { $0.map(VisibleText.of) }
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      rows.compactMap { $0.indices.contains(column) ? $0[column].count : nil }.max() ?? 0
    }
    var text = ""
    for row in rows {
      var line = String(repeating: " ", count: indent)
      for (column, cell) in row.enumerated() {
        line += cell
        if column + 1 < row.count {
          line += String(repeating: " ", count: widths[column] - cell.count + 2)
        }
      }
      while line.last == " " { line.removeLast() }
      text += line + "\n"
    }
    return text
  }
}

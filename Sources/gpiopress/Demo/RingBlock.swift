import ButtonController
import PanelFiles
import PanelHardware

/// All rings of a panel in a block of characters: circles where there is room, else a row each.
struct RingBlock {
  /// One ring of it.
  private struct Part {
    let ring: Int
    let drawing: RingDrawing
    /// Of a circle that is not alone its name stands above it, of a row before it.
    let title: String
    let isRound: Bool
  }

  /// Columns; 0 where there are no rings.
  let width: Int
  /// The rings that have no room.
  let hiddenCount: Int
  private let parts: [Part]
  /// Of a row, before its pixels.
  private let labelWidth: Int

  private static let longestLabel = 8
  private static let longestRow = 24

  /// The rings of `panel` in so many rows and columns.
  init(_ panel: PanelFile, _ style: TerminalStyle, rows: Int, columns: Int) {
    let names = panel.rings.map { VisibleText.of($0.name) }
    let label = min(names.map(\.count).max() ?? 0, RingBlock.longestLabel) + 1
    let hasTitles = names.count > 1
    var parts: [Part] = []
    var left = rows - names.count
    for (ring, spec) in panel.panel.rings.enumerated() {
      let circle = RingDrawing(pixels: spec.pixels, style: style)
      let cost = circle.height + (hasTitles ? 1 : 0) - 1
      let isRound = circle.height > 1 && cost <= left && circle.width <= columns
      if isRound { left -= cost }
      let row = RingDrawing(
        pixels: spec.pixels, style: style, columns: min(RingBlock.longestRow, columns - label))
      parts.append(
        Part(
          ring: ring, drawing: isRound ? circle : row, title: names[ring], isRound: isRound))
    }
    hiddenCount = max(0, names.count - rows)
    labelWidth = label
    self.parts = hiddenCount == 0 ? parts : Array(parts.prefix(rows))
    width = self.parts.map { $0.drawing.width + ($0.isRound ? 0 : label) }.max() ?? 0
  }

  /// Its rows, each as wide as the block.
  func rows(of pictures: [[Colour]]) -> [String] {
    let hasTitles = parts.count > 1
    return parts.flatMap { part -> [String] in
      let drawn = (0..<part.drawing.height).map { row -> String in
        var bytes: [UInt8] = []
        pictures[part.ring].withUnsafeBufferPointer {
          part.drawing.append(row: row, of: $0, to: &bytes)
        }
        return String(decoding: bytes, as: UTF8.self)
      }
      guard part.isRound else {
        let title = Fitted.text(part.title, to: labelWidth - 1)
        return [title + " " + drawn[0] + space(width - labelWidth - part.drawing.width)]
      }
      let rows = drawn.map { $0 + space(width - part.drawing.width) }
      return hasTitles ? [Fitted.text(part.title, to: width)] + rows : rows
    }
  }

  private func space(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
}

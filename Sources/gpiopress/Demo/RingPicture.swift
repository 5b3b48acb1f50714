import ButtonController

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A ring as rows of text: pixel 0 at the top, the numbers going clockwise.
struct RingPicture {
  /// How many rows it has.
  let rows: Int
  /// How many columns it has.
  let columns: Int
  /// The cell of each pixel.
  private let cells: [(row: Int, column: Int)]

  /// The picture of a ring of `pixels`, `radius` rows from its centre to a pixel.
  init(pixels: Int, radius: Int) {
    rows = 2 * radius + 1
    columns = 4 * radius + 2
    cells = (0..<pixels).map { index in
      let angle = 2 * Double.pi * Double(index) / Double(pixels)
      let radius = Double(radius)
      // A column is half as wide as a row is high, and a pixel has two of them.
      return (
        Int((radius - radius * cos(angle)).rounded()),
        2 * Int((radius + radius * sin(angle)).rounded())
      )
    }
  }

  /// The rows, with `label` in the middle.
  func text(_ colours: [Colour], label: [String], style: TerminalStyle) -> [String] {
    (0..<rows).map { row in
      var pixels: [Int: Colour] = [:]
      for (cell, colour) in zip(cells, colours) where cell.row == row {
        pixels[cell.column] = colour
      }
      var words: [Int: Character] = [:]
      let first = rows / 2 - label.count / 2
      if label.indices.contains(row - first) {
        let word = label[row - first]
        let start = (columns - word.count) / 2
        for (index, letter) in word.enumerated() { words[start + index] = letter }
      }
      var line = ""
      var column = 0
      while column < columns {
        if let colour = pixels[column] {
          line += style.pixel(colour)
          column += 2
        } else {
          line.append(words[column] ?? " ")
          column += 1
        }
      }
      return line
    }
  }
}

import ButtonController
import Glibc

/// A ring as rows of characters: a circle where it fits, else a row of cells.
public struct RingDrawing: Sendable {
  /// Columns of every row.
  public let width: Int
  /// Rows.
  public let height: Int
  private let style: TerminalStyle
  private let pixels: Int
  /// The pixel of each cell, row after row; -1 where none is.
  private let cells: [Int]

  /// The circle of up to 60 pixels; of more, rows of 64 cells.
  public init(pixels: Int, style: TerminalStyle) {
    self.init(pixels: pixels, style: style, isRound: pixels <= 60)
  }

  /// A single row of at most `columns` cells, for terminals with little room.
  public init(pixels: Int, style: TerminalStyle, columns: Int) {
    self.pixels = max(pixels, 1)
    self.style = style
    width = min(self.pixels, max(columns, 1))
    height = 1
    let count = self.pixels
    let width = width
    cells = (0..<width).map { $0 * count / width }
  }

  private init(pixels: Int, style: TerminalStyle, isRound: Bool) {
    self.pixels = max(pixels, 1)
    self.style = style
    if isRound {
      (width, height, cells) = RingDrawing.circle(self.pixels)
    } else {
      width = 64
      height = (self.pixels + 63) / 64
      let count = self.pixels
      cells = (0..<(width * height)).map { $0 < count ? $0 : -1 }
    }
  }

  /// Pixel 0 at the top, then clockwise; the smallest radius at which all have a cell of their own.
  private static func circle(_ count: Int) -> (width: Int, height: Int, cells: [Int]) {
    if count == 1 { return (1, 1, [0]) }
    for radius in 1...40 {
      // A cell is twice as high as wide.
      let height = 2 * radius + 1
      let width = 4 * radius + 1
      var cells = [Int](repeating: -1, count: width * height)
      var isDistinct = true
      for pixel in 0..<count {
        // The first pixel's own part begins at the top, so its centre is half a pixel on.
        let angle = 2 * Double.pi * (Double(pixel) + 0.5) / Double(count)
        let column = Int((Double(2 * radius) * (1 + sin(angle))).rounded())
        let row = Int((Double(radius) * (1 - cos(angle))).rounded())
        let cell = row * width + column
        let hasNeighbour =
          (column > 0 && cells[cell - 1] >= 0) || (column + 1 < width && cells[cell + 1] >= 0)
        if cells[cell] >= 0 || (hasNeighbour && radius < 8) { isDistinct = false }
        cells[cell] = pixel
      }
      if isDistinct { return (width, height, cells) }
    }
    return (count, 1, Array(0..<count))
  }

  /// Appends one row of the picture to `bytes`; ends with the terminal's own colours.
  public func append(
    row: Int, of colours: UnsafeBufferPointer<Colour>, to bytes: inout [UInt8]
  ) {
    guard row >= 0, row < height else { return }
    var code: UInt32?
    for cell in cells[(row * width)..<((row + 1) * width)] {
      guard cell >= 0, cell < colours.count else {
        bytes.append(UInt8(ascii: " "))
        continue
      }
      let dot = Dot(colours[cell])
      guard style.colours != .none else {
        bytes.append(dot.letter)
        continue
      }
      if code != dot.rgb {
        code = dot.rgb
        RingDrawing.append(colour: dot.rgb, isFull: style.colours == .full, to: &bytes)
      }
      bytes.append(contentsOf: style.isUnicode ? dot.sign.utf8 : dot.plainSign.utf8)
    }
    if code != nil { bytes.append(contentsOf: "\u{1B}[0m".utf8) }
  }

  private static func append(colour: UInt32, isFull: Bool, to bytes: inout [UInt8]) {
    let (red, green, blue) = (Int(colour >> 16), Int(colour >> 8 & 255), Int(colour & 255))
    if isFull {
      bytes.append(contentsOf: "\u{1B}[38;2;\(red);\(green);\(blue)m".utf8)
    } else {
      bytes.append(contentsOf: "\u{1B}[38;5;\(palette(red, green, blue))m".utf8)
    }
  }

  /// The nearest colour of the palette: of its 6 x 6 x 6 cube or of its 24 greys.
  static func palette(_ red: Int, _ green: Int, _ blue: Int) -> Int {
    let steps = [0, 95, 135, 175, 215, 255]
    func nearest(_ value: Int) -> Int {
      steps.indices.min { abs(steps[$0] - value) < abs(steps[$1] - value) } ?? 0
    }
    func distance(_ r: Int, _ g: Int, _ b: Int) -> Int {
      (r - red) * (r - red) + (g - green) * (g - green) + (b - blue) * (b - blue)
    }
    let (r, g, b) = (nearest(red), nearest(green), nearest(blue))
    let grey = min(max(((red + green + blue) / 3 - 3) / 10, 0), 23)
    let value = 8 + 10 * grey
    if distance(value, value, value) < distance(steps[r], steps[g], steps[b]) { return 232 + grey }
    return 16 + 36 * r + 6 * g + b
  }
}

/// Lines over the ones before, on the terminal's alternate screen.
struct ScreenPainter {
  private var last: [String] = []
  private var size = (columns: 0, rows: 0)

  /// Forgets what is on the screen: the next picture is drawn on an empty one.
  mutating func forget() { last = [] }

  /// The bytes that turn the lines before into these; empty if they are the same.
  mutating func paint(_ lines: [String], size: (columns: Int, rows: Int)) -> [UInt8] {
    if lines == last, size == self.size { return [] }
    // Another width may have broken the lines: then nothing is known about where they stand.
    let start = size == self.size && !last.isEmpty ? "\u{1B}[H" : "\u{1B}[2J\u{1B}[H"
    last = lines
    self.size = size
    return Array((start + lines.joined(separator: "\u{1B}[K\r\n") + "\u{1B}[J").utf8)
  }
}

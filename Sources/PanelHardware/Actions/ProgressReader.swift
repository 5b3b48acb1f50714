/// A command's own report of how far it is: lines `progress 0.4` on its standard output.
struct ProgressReader {
  private var line: [UInt8] = []
  /// Whether the last that was passed on has no line feed.
  private var isCut = false
  /// The share reported last; nil while none was reported.
  private(set) var progress: Double?

  /// Longer lines are no progress, and are passed on in pieces.
  private static let longestLine = 4096

  /// Takes what was read; other lines go to `pass`, line feed included.
  mutating func take(_ bytes: ArraySlice<UInt8>, pass: ([UInt8]) -> Void) {
    for byte in bytes {
      line.append(byte)
      if byte == 10 || line.count >= ProgressReader.longestLine { finishLine(pass) }
    }
  }

  /// The end of the output: a last line without a line feed gets one, for what is reported next.
  mutating func finish(pass: ([UInt8]) -> Void) {
    if isCut || !line.isEmpty {
      line.append(10)
      finishLine(pass)
    }
  }

  private mutating func finishLine(_ pass: ([UInt8]) -> Void) {
    defer { line.removeAll(keepingCapacity: true) }
    let words = String(decoding: line, as: UTF8.self).split { $0 == " " || $0 == "\n" }
    if words.count == 2, words[0] == "progress", let share = Double(words[1]), share >= 0,
      share <= 1
    {
      progress = share
    } else {
      isCut = line.last != 10
      pass(line)
    }
  }
}

import ButtonController

extension RemotePicture {
  /// The picture of a text such as `off`, `fill 0.4`, `success`, `error`, `working` or `test`.
  public init?(text: String) {
    let words = text.split(separator: " ")
    switch (words.first, words.count) {
    case ("off", 1): self = .off
    case ("success", 1): self = .pattern(.success)
    case ("error", 1): self = .pattern(.failure)
    case ("working", 1): self = .pattern(.working)
    case ("breathe", 1): self = .pattern(.breathe)
    case ("test", 1): self = .pattern(.test)
    case ("fill", 2):
      guard let fill = Double(words[1]), fill >= 0, fill <= 1 else { return nil }
      self = .progress(fill)
    default: return nil
    }
  }

  /// How long an action shows it: what tells an end goes by itself, all else stays.
  public var usualTime: TimeSpan? {
    switch self {
    case .pattern(.success), .pattern(.failure): return Defaults.success + Defaults.fade
    case .off, .progress, .colour, .pattern, .pixels: return nil
    }
  }
}

/// A command's own report of how far it is: lines `progress 0.4` on its standard output.
struct ProgressReader {
  private var line: [UInt8] = []
  /// Whether the last that was passed on has no line feed.
  private var isCut = false
  /// The share told last; nil while none was told.
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

  /// The end of the output: a last line without a line feed gets one, for what is told next.
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

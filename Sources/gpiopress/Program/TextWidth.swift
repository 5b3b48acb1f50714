/// How wide a text may be drawn, for fonts that nobody here has seen.
///
/// Widths are those of DejaVu Sans, about the widest font that a viewer takes for `sans-serif`; what
/// it does not have is taken for as wide as it is high, and a little more.
enum TextWidth {
  /// The marks that a letter may carry: no language writes more, and a pile of them leaves its line.
  private static let mostMarks = 3
  /// Of bold letters, to those of `advance`.
  private static let bold = 113

  /// The width of `text` in pixels at a font size of `size`, rounded up.
  static func of(_ text: String, size: Int, isBold: Bool = false) -> Int {
    pixels(text.unicodeScalars.reduce(0) { $0 + advance($1) }, size, isBold)
  }

  /// `text` where it is at most `width` pixels wide, else as much of it as fits before an ellipsis.
  static func fit(_ text: String, in width: Int, size: Int, isBold: Bool = false) -> String {
    let calm = withFewMarks(text)
    if of(calm, size: size, isBold: isBold) <= width { return calm }
    var kept = ""
    var sum = advance("…")
    for letter in calm {
      sum += letter.unicodeScalars.reduce(0) { $0 + advance($1) }
      if pixels(sum, size, isBold) > width { break }
      kept.append(letter)
    }
    return kept + "…"
  }

  /// `text` in lines of at most `width` pixels, broken between words.
  static func lines(_ text: String, in width: Int, size: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      let longer = line.isEmpty ? String(word) : "\(line) \(word)"
      if !line.isEmpty, of(longer, size: size) > width {
        lines.append(line)
        line = String(word)
      } else {
        line = longer
      }
    }
    if !line.isEmpty { lines.append(line) }
    return lines.map { fit($0, in: width, size: size) }
  }

  private static func pixels(_ advance: Int, _ size: Int, _ isBold: Bool) -> Int {
    (advance * size * (isBold ? bold : 100) + 9_999) / 10_000
  }

  private static func withFewMarks(_ text: String) -> String {
    if text.unicodeScalars.allSatisfy({ $0.isASCII }) { return text }
    return text.reduce(into: "") { result, letter in
      var marks = 0
      for scalar in letter.unicodeScalars {
        if isMark(scalar) { marks += 1 }
        if marks <= mostMarks || !isMark(scalar) { result.unicodeScalars.append(scalar) }
      }
    }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return true
    default: return false
    }
  }

  /// In hundredths of the font's size.
  private static func advance(_ scalar: Unicode.Scalar) -> Int {
    switch scalar {
    case "i", "j", "l", "I", ".", ",", ":", ";", "|", "!", "'", " ": return 40
    case "f", "t", "r", "(", ")", "[", "]", "/", "\\", "-": return 45
    case "m", "w", "M", "W", "@", "%", "…", "—": return 104
    case "A"..."Z", "+", "=", "<", ">", "~", "#", "^", "&", "→", "Ω": return 86
    // Some letters stand for whole sentences, or are pictures.
    case "\u{FDF0}"..."\u{FDFD}", "\u{12000}"..."\u{1254F}": return 1100
    case _ where scalar.isASCII: return 66
    case _ where isMark(scalar) || scalar == "\u{200C}" || scalar == "\u{200D}": return 0
    default: return 110
    }
  }
}

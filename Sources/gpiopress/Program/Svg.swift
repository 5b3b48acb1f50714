import ButtonController
import PanelFiles

/// Pieces of SVG pictures.
enum Svg {
  /// A text that ends in a line feed; longer than `limit` it is cut.
  static func label(
    _ text: String, x: Int, y: Int, _ attributes: String = "", limit: Int = 60
  ) -> String {
    let visible = VisibleText.of(text)
    let shown = visible.count > limit ? visible.prefix(limit - 1) + "…" : visible[...]
    return "<text x=\"\(x)\" y=\"\(y)\" \(attributes)>\(escaped(String(shown)))</text>\n"
  }

  /// A colour such as `#ff3b30`.
  static func hex(_ colour: Colour) -> String {
    let digits = String(colour.rgb, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }

  /// `text` as the content of an element; XML has no way to write most control characters.
  static func escaped(_ text: String) -> String {
    VisibleText.of(text).unicodeScalars.reduce(into: "") { result, letter in
      switch letter {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\u{FFFE}", "\u{FFFF}": result += " "
      default: result.unicodeScalars.append(letter)
      }
    }
  }

  /// The picture's head, on white, with a title for those who do not see it.
  static func head(width: Int, height: Int, title: String) -> String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
    viewBox="0 0 \(width) \(height)" font-family="sans-serif" font-size="12">
    <title>\(escaped(title))</title>
    <rect width="100%" height="100%" fill="#ffffff"/>

    """
  }
}

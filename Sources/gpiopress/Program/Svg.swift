import ButtonController
import PanelFiles

/// Pieces of SVG pictures.
enum Svg {
  /// How what has one class looks, on a light and on a dark page.
  struct Rule {
    let selector: String
    let light: String
    let dark: String

    /// A look of `selector`; `both` holds on either page.
    init(_ selector: String, both: String = "", light: String, dark: String) {
      self.selector = selector
      self.light = both.isEmpty ? light : "\(both);\(light)"
      self.dark = dark
    }
  }

  /// The page and its text, alike in all pictures.
  static let page = [
    Rule(".page", light: "fill:#ffffff", dark: "fill:#15181c"),
    Rule("text", light: "fill:#1b1f23", dark: "fill:#e8eaed"),
    Rule(".quiet", light: "fill:#59616a", dark: "fill:#a9b0b8"),
  ]

  /// A style sheet: the light look, and the dark one where the reader's pages are dark.
  static func style(_ rules: [Rule]) -> String {
    var text = "<style>\n"
    for rule in rules { text += "\(rule.selector){\(rule.light)}\n" }
    text += "@media (prefers-color-scheme:dark){\n"
    for rule in rules { text += "\(rule.selector){\(rule.dark)}\n" }
    return text + "}\n</style>\n"
  }

  /// The picture's head with its page, and a title for those who do not see it.
  static func head(width: Int, height: Int, title: String, _ rules: [Rule]) -> String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
    viewBox="0 0 \(width) \(height)" font-family="sans-serif" font-size="12" role="img">
    <title>\(escaped(title))</title>
    \(style(page + rules))\
    <rect class="page" width="\(width)" height="\(height)"/>

    """
  }

  /// A text that ends in a line feed; what is wider than `width` is cut.
  static func label(
    _ text: String, x: Int, y: Int, _ attributes: String = "", width: Int? = nil, size: Int = 12,
    isBold: Bool = false
  ) -> String {
    let shown =
      width.map { TextWidth.fit(plain(text), in: $0, size: size, isBold: isBold) } ?? text
    var style = attributes.isEmpty ? "" : " \(attributes)"
    if size != 12 { style += " font-size=\"\(size)\"" }
    if isBold { style += " font-weight=\"bold\"" }
    return "<text x=\"\(x)\" y=\"\(y)\"\(style)>\(escaped(shown))</text>\n"
  }

  /// A colour such as `#ff3b30`.
  static func hex(_ colour: Colour) -> String {
    let digits = String(colour.rgb, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }

  /// `text` as it is seen: what acts on a terminal, and what XML cannot hold, as something visible.
  static func plain(_ text: String) -> String {
    VisibleText.of(text).unicodeScalars.reduce(into: "") { result, letter in
      let isLegal = letter != "\u{FFFE}" && letter != "\u{FFFF}"
      result.unicodeScalars.append(isLegal ? letter : " ")
    }
  }

  /// `text` as the content of an element or an attribute.
  static func escaped(_ text: String) -> String {
    plain(text).unicodeScalars.reduce(into: "") { result, letter in
      switch letter {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.unicodeScalars.append(letter)
      }
    }
  }
}

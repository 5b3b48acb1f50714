/// Text in a field of so many columns.
enum Fitted {
  /// `text` cut where it is wider, with `ellipsis` at its end.
  static func cut(_ text: String, to width: Int, ellipsis: String = "…") -> String {
    if text.count <= width { return text }
    return String(text.prefix(max(0, width - 1))) + ellipsis
  }

  /// `text` cut or padded to exactly `width`.
  static func text(_ text: String, to width: Int) -> String {
    let cut = text.count <= width ? text : String(text.prefix(max(0, width)))
    return cut + String(repeating: " ", count: max(0, width - cut.count))
  }

  /// `text` in at most `most` lines, broken between words; the lines after the first begin with `indent`
  /// spaces.
  static func folded(
    _ text: String, to width: Int, indent: Int, most: Int, ellipsis: String = "…"
  ) -> [String] {
    var lines: [String] = []
    var rest = Substring(text)
    while lines.count + 1 < most {
      let head = lines.isEmpty ? "" : String(repeating: " ", count: indent)
      let room = max(1, width - head.count)
      if rest.count <= room { return lines + [head + rest] }
      // Not in the spaces with which a line begins.
      let start = rest.firstIndex { $0 != " " } ?? rest.startIndex
      let end = rest.index(rest.startIndex, offsetBy: room + 1)
      let space = rest[..<end].lastIndex(of: " ").flatMap { $0 > start ? $0 : nil }
      let cut = space ?? rest.index(rest.startIndex, offsetBy: room)
      lines.append(head + rest[..<cut])
      rest = rest[cut...].drop { $0 == " " }
    }
    let head = lines.isEmpty ? "" : String(repeating: " ", count: indent)
    return lines + [Fitted.cut(head + rest, to: width, ellipsis: ellipsis)]
  }
}

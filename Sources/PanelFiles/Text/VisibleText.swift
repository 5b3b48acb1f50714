/// Text from files, made harmless to print: what would move a terminal's cursor, break a line or
/// turn the order of letters around is shown as an escape.
///
/// A name in a panel file, a chip's label, a line of a trace may hold anything. JSON has escapes of
/// its own (`JSONText`); every other way out goes through here.
public enum VisibleText {
  /// `text` with its control characters as `\x1b` (of ASCII) or `\u202e`.
  public static func of(_ text: String) -> String {
    if !text.unicodeScalars.contains(where: isControl) { return text }
    return text.unicodeScalars.reduce(into: "") { result, scalar in
      if isControl(scalar) {
        result += escape(scalar)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }

  /// `text`, or its beginning where it is too long to be part of a message.
  public static func cut(_ text: String) -> String { Value.cut(text) }

  /// Whether a scalar is no letter but acts: C0, DEL and C1 controls, separators of lines and
  /// paragraphs, and what sets the direction of writing or is not to be seen at all.
  ///
  /// Joiners (U+200C, U+200D) are not among them: words and pictures are written with them.
  public static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F: return true
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB:
      return true
    default: return false
    }
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    let (mark, width) = scalar.value < 0x80 ? ("\\x", 2) : ("\\u", 4)
    return mark + String(repeating: "0", count: width - digits.count) + digits
  }
}

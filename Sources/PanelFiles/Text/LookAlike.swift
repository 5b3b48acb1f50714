/// Characters that look like others, or like nothing, and are typed by word processors, web pages and
/// phones: a key or a pin with one in it looks right and is not.
enum LookAlike {
  /// What a character is and what was meant, such as `a non-breaking space (U+00A0), not a space`.
  static func remark(on scalar: Unicode.Scalar) -> String? {
    let code = code(of: scalar)
    switch scalar.value {
    case 0xA0, 0x202F: return "a non-breaking space (\(code)), not a space"
    case 0x2000...0x200A, 0x205F: return "a typographic space (\(code)), not a space"
    case 0x3000: return "a wide space (\(code)), not a space"
    case 0xAD: return "a soft hyphen (\(code)), which cannot be seen; take it out"
    case 0x200B...0x200D: return "a character of no width (\(code)); take it out"
    case 0x201C...0x201F: return "a curly quote (\(code)), not \""
    case 0x2018...0x201B: return "a curly quote (\(code)), not '"
    case 0x2010...0x2015, 0x2212: return "a dash (\(code)), not -"
    case 0xFF1A: return "a wide colon (\(code)), not :"
    case 0xFF0C, 0x3001: return "a wide comma (\(code)), not ,"
    case _ where VisibleText.isControl(scalar) && scalar.value > 0x20:
      return "a character that cannot be seen (\(code)); take it out"
    default: return nil
    }
  }

  /// What is remarkable about the first such character of `text`; nil if there is none.
  static func remark(onFirstOf text: String) -> String? {
    // Names and labels are short or none; a megabyte of one word is not looked through.
    text.unicodeScalars.prefix(200).lazy.compactMap(remark).first
  }

  /// Whether `text` begins or ends with a curly quote, as if it were quoted.
  static func isQuoted(_ text: String) -> Bool {
    [text.unicodeScalars.first, text.unicodeScalars.last].contains { scalar in
      scalar.map { (0x2018...0x201F).contains($0.value) } ?? false
    }
  }

  /// `U+00A0`.
  static func code(of scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

import PanelFiles
import Testing

@Suite struct VisibleTextTests {
  @Test(
    arguments: [
      ("plain", "plain"), ("Löschen 消す", "Löschen 消す"), ("a\tb\nc\0", "a\\x09b\\x0ac\\x00"),
      ("\u{1B}[31m", "\\x1b[31m"), ("\u{7F}", "\\x7f"), ("\u{85}\u{9B}31m", "\\u0085\\u009b31m"),
      ("\u{202E}oh\u{2066}", "\\u202eoh\\u2066"), ("\u{61C}\u{200E}", "\\u061c\\u200e"),
      ("\u{2028}\u{2029}", "\\u2028\\u2029"), ("\u{FEFF}\u{2060}", "\\ufeff\\u2060"),
      // Written with joiners, and a letter of two scalars.
      ("👩‍🔧 می‌خواهم e\u{301}", "👩‍🔧 می‌خواهم e\u{301}"),
      ("\r\n", "\\x0d\\x0a"),
    ] as [(String, String)])
  func escapes(text: String, visible: String) {
    #expect(VisibleText.of(text) == visible)
  }

  /// All of Unicode: what is left is what was there, or ASCII.
  @Test func nothingThatActsIsLeft() {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let isFormat =
        scalar.properties.generalCategory == .control
        || scalar.properties.generalCategory == .lineSeparator
        || scalar.properties.generalCategory == .paragraphSeparator
        || scalar.properties.isBidiControl
      if isFormat, !VisibleText.isControl(scalar) { Issue.record("U+\(String(value, radix: 16))") }
    }
  }

  @Test(
    arguments: [
      ("a\"\\b", #""a\"\\b""#), ("\n\r\t", #""\n\r\t""#), ("\u{1}\u{7F}", #""\u0001\u007f""#),
      ("\u{9B}\u{202E}\u{2028}", #""\u009b\u202e\u2028""#), ("ä消👩‍🔧", "\"ä消👩‍🔧\""),
    ] as [(String, String)])
  func jsonEscapes(text: String, json: String) {
    var bytes: [UInt8] = []
    JSONText.append(string: text, to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == json)
  }
}

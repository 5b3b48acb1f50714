import PanelFiles
import Testing

/// The strict reader takes JSON and nothing else.
@Suite struct JSONTests {
  @Test(arguments: [
    (
      #" {"a": [1, -0.5e+2, true, false, null], "b": {}} "#,
      #"{"a":[1,-0.5e+2,true,false,null],"b":{}}"#
    ),
    (#""\u00e9\ud83d\ude00\/\b\f\n\r\t\"\\""#, #""é😀/\u0008\u000c\n\r\t\"\\""#),
    ("0", "0"),
    ("[]", "[]"),
    (#""""#, #""""#),
  ])
  func isRead(text: String, written: String) throws {
    #expect(try JSON.parse(text.utf8).description == written)
  }

  @Test(arguments: [
    "", "{", "[1,]", #"{"a":1,}"#, #"{"a":1,"a":2}"#, "{a:1}", "01", "1.", ".5", "+1", "1e", "-",
    "nan", "truee", "tru", "\"", "\"\u{1}\"", #""\x""#, #""\ud800""#, #""\ud800A""#, #""\u12g4""#,
    "1 2", "//", "1e999", #"{"a" 1}"#, "[1 2]", "\u{FEFF}1",
  ])
  func isRefused(text: String) {
    #expect(throws: JSON.Failure.self) { try JSON.parse(text.utf8) }
  }

  @Test func invalidUTF8IsRefused() {
    #expect(throws: JSON.Failure.self) { try JSON.parse([0x22, 0xFF, 0x22]) }
  }

  @Test func depthHasALimit() throws {
    let fits = String(repeating: "[", count: 16) + String(repeating: "]", count: 16)
    #expect(throws: Never.self) { try JSON.parse(fits.utf8) }
    #expect(throws: JSON.Failure.self) { try JSON.parse(("[" + fits + "]").utf8) }
    #expect(throws: JSON.Failure.self) {
      try JSON.parse(Array(repeating: UInt8(ascii: "["), count: 1_000_000))
    }
  }
}

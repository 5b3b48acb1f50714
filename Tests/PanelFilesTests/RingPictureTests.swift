import ButtonController
import Foundation
import Testing

@testable import PanelFiles

@Suite("Words for a ring's picture")
struct RingPictureTests {
  @Test(arguments: [
    ("off", RemotePicture.off), ("success", .pattern(.success)), ("error", .pattern(.failure)),
    ("working", .pattern(.working)), ("breathe", .pattern(.breathe)), ("test", .pattern(.test)),
    ("fill 0.4", .progress(0.4)), ("fill 0", .progress(0)), ("fill 1", .progress(1)),
    ("fill 1e-1", .progress(0.1)), (" fill  0.4", .progress(0.4)), ("idle", nil),
  ])
  func known(text: String, picture: RemotePicture?) throws {
    let read = try RingPicture(text: text)
    #expect(read.remote == picture)
    #expect(try RingPicture(text: read.text) == read)
  }

  static let all = "off, fill 0.4, success, error, working, idle, breathe, test"

  static let unknownWords = [
    ("", "no picture is called \"\"; known: \(all)"),
    ("on", "no picture is called \"on\"; known: \(all)"),
    ("Off", "no picture is called \"Off\"; did you mean off?"),
    ("breath", "no picture is called \"breath\"; did you mean breathe?"),
    ("confirm", "confirm is a gesture, which gpiopress ring alone plays; known: \(all)"),
    ("drag 0.4", "drag is a gesture, which gpiopress ring alone plays; known: \(all)"),
    ("fill", "fill needs a share of 0 to 1 after it, such as fill 0.4"),
    ("fill 1.1", "fill 1.1: write a share of 0 to 1, such as 0.4"),
    ("fill -0.1", "fill -0.1: write a share of 0 to 1, such as 0.4"),
    ("fill nan", "fill nan: write a share of 0 to 1, such as 0.4"),
    ("fill 0x1p-1", "fill 0x1p-1: write a share of 0 to 1, such as 0.4"),
    ("fill 0.4 0.5", "0.5 is too much after fill and its share"),
    ("error 1", "1 is too much after error"),
  ]

  @Test(arguments: unknownWords)
  func unknown(text: String, message: String) {
    #expect(throws: PictureError(message)) { try RingPicture(text: text) }
  }

  /// A panel's `light` takes what `gpiopress ring` shows, but for what a finger alone can do.
  @Test func lightTakesEveryPicture() throws {
    for word in PictureWord.allCases where !word.isGesture {
      #expect(try RingPicture(text: word.example).word == word)
    }
    #expect(
      PictureWord.allCases.filter(\.isGesture)
        == [.drag, .stick, .press, .confirm, .cancel, .denied])
    // No picture is one that a gesture already has, and `idle` alone has none.
    #expect(PictureWord.pictures.filter { RingPicture($0).remote == nil } == [.idle])
  }

  /// The schema takes what the decoder takes, and the manual has each word.
  @Test func schemaAndManualHaveTheWords() throws {
    let pattern = try NSRegularExpression(pattern: RingPicture.pattern)
    let manual = try String(
      contentsOf: checkout.appendingPathComponent("docs/panel-file.md"), encoding: .utf8)
    let start = try #require(manual.range(of: "| picture | what it is |\n")).upperBound
    let table = manual[start...].components(separatedBy: "\n\n")[0]
    for word in PictureWord.allCases {
      let text = word.example
      let found = pattern.firstMatch(in: text, range: NSRange(text.startIndex..., in: text))
      #expect((found != nil) == !word.isGesture, "\(text)")
      #expect(table.contains("| `\(text)` | ") == !word.isGesture, "\(text)")
    }
  }

  @Test func whatTellsAnEndGoesByItself() {
    let ending = PictureWord.allCases.filter { RingPicture($0).usualTime != nil }
    #expect(ending == [.success, .error])
    #expect(RingPicture(.success).usualTime == .milliseconds(1500))
  }

  @Test(arguments: [(-1.0, 0.0), (.nan, 0), (2, 1), (0.25, 0.25), (.infinity, 1)])
  func aShareIsBounded(share: Double, bounded: Double) {
    #expect(RingPicture(.fill, share: share).share == bounded)
    #expect(RingPicture(.off, share: share).share == 0)
  }
}

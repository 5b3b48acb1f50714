import Testing

@testable import PanelFiles

/// The form in which `make static` puts board profiles into the program.
@Suite struct EmbeddedBoardsTests {
  private func parse(_ text: String) -> [String] {
    let bytes = Array(text.utf8)
    return bytes.withUnsafeBytes { content in
      EmbeddedBoards.parse(content).map { file in
        "\(file.name)=\(String(decoding: content[file.range], as: UTF8.self))"
      }
    }
  }

  @Test func filesFollowOneAnother() {
    #expect(parse("") == [])
    #expect(
      parse("a.yaml\n3\nid:b.yaml\n0\nc.yaml\n2\n\n\n")
        == ["a.yaml=id:", "b.yaml=", "c.yaml=\n\n"])
  }

  @Test(arguments: [
    "a.yaml", "a.yaml\n", "a.yaml\n5", "a.yaml\n5\nshor", "a.yaml\n-1\nx", "a\nx\ny",
  ])
  func whatIsCutShortIsNoFile(text: String) {
    #expect(parse(text) == [])
  }

  /// This program has its boards in files.
  @Test func thereAreNone() {
    #expect(EmbeddedBoards.files == [])
    #expect(EmbeddedBoards.bytes("\(EmbeddedBoards.folder)/raspberry-pi-5.yaml") == nil)
  }
}

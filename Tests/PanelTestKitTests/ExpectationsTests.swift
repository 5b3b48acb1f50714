import Foundation
import PanelTestKit
import Synchronization
import Testing

/// Calls `body` with the path of a file that holds `text`.
func withFile(_ text: String, _ body: (String) throws -> Void) throws {
  let file = FileManager.default.temporaryDirectory
    .appendingPathComponent("\(UUID().uuidString).yaml")
  try Data(text.utf8).write(to: file)
  defer { try? FileManager.default.removeItem(at: file) }
  try body(file.path)
}

/// What an expectation says where it is not met: each failure here is one that has to come.
@Suite struct ExpectationsTests {
  private static func issue(_ body: () -> Void) -> String {
    let texts = Mutex<[String]>([])
    withKnownIssue {
      body()
    } matching: { issue in
      texts.withLock { $0.append(issue.comments.map(\.rawValue).joined()) }
      return true
    }
    return texts.withLock { $0.joined(separator: "\n---\n") }
  }

  @Test func isMet() throws {
    try withFile(Sample.panel) { path in
      expectEvents(panel: path, trace: Sample.tap, ["erase tap"])
      expectEvents(panel: path, trace: "", [])
      expectEvents(
        panel: path, trace: Sample.tap, json: #"{"control":"erase","event":"tap","at":180}"#)
    }
  }

  @Test func saysWhatCameAndWhy() throws {
    try withFile(Sample.panel) { path in
      let text = Self.issue {
        expectEvents(panel: path, trace: Sample.tooShort, ["erase confirm"])
      }
      #expect(
        text.hasPrefix(
          """
          ["erase confirm"] expected, ["erase confirm_start", "erase cancel"] came
          what came:
            {"at":400,"decided":400,"control":"erase","event":"confirm_start"}
          """), "\(text)")
      #expect(text.hasSuffix("released at 900 after 800 ms"), "\(text)")
    }
  }

  @Test func saysWhichKeyDiffers() throws {
    try withFile(Sample.panel) { path in
      let text = Self.issue {
        expectEvents(
          panel: path, trace: Sample.tap, json: #"{"control":"erase","event":"tap","count":2}"#)
      }
      #expect(text.hasPrefix("erase: count: expected 2, printed 1\n"), "\(text)")
    }
  }

  /// An expectation, a trace or a panel that is wrong is an issue, too, and not a pass.
  @Test func saysWhatIsWrong() throws {
    try withFile(Sample.panel) { path in
      #expect(
        Self.issue { expectEvents(panel: path, trace: Sample.tap, json: "\n{") }
          .hasPrefix("line 2 of what is expected: "))
      #expect(
        Self.issue { expectEvents(panel: path, trace: "100 erased 1", ["erase tap"]) }
          .hasPrefix("trace:1:5: "))
      #expect(
        Self.issue { expectEvents(panel: "\(path).not", trace: "", []) }
          .hasPrefix("\(path).not: "))
    }
  }
}

import ButtonController
import Foundation
import PanelFiles
import PanelHardware
import Testing

@testable import PanelOutputs

/// What docs/socket.md shows is what happens: its panel, and every line that is sent and answered.
@Suite struct SocketManualTests {
  private static let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("docs/socket.md")

  /// The blocks of a language, each as its lines.
  private static func blocks(_ language: String) throws -> [[String]] {
    var blocks: [[String]] = []
    var isIn = false
    let text = try String(contentsOf: page, encoding: .utf8)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if isIn, line == "```" {
        isIn = false
      } else if isIn {
        blocks[blocks.count - 1].append(String(line))
      } else if line == "```\(language)" {
        isIn = true
        blocks.append([])
      } else if line.hasPrefix("```"), line != "```" {
        isIn = false
      }
    }
    return blocks
  }

  /// 2026-12-01T12:00:00Z, at the panel's own zero.
  private static let noon = TimeSpan.seconds(1_796_126_400)

  @Test func theExamplesAreWhatHappens() throws {
    let panel = try #require(try Self.blocks("yaml").first).joined(separator: "\n") + "\n"
    let bench = try SocketBench(panel, version: "0.1.0", offset: Self.noon)
    let client = try bench.connect()
    var sent = 0
    let lines = try String(contentsOf: Self.page, encoding: .utf8).split(separator: "\n")
    for line in lines {
      if line.hasPrefix("> {") {
        client.send(String(line.dropFirst(2)))
        sent += 1
      } else if line.hasPrefix("< {") {
        let expected = String(line.dropFirst(2))
        let found = Self.plain(try client.next())
        #expect(found == expected)
      } else if let match = line.wholeMatch(of: /\((\d+) ms later\)/) {
        bench.run(to: bench.now + (Int64(match.1) ?? 0))
      } else if line == "(go is pressed for 80 ms)" {
        try bench.move("go", true)
        bench.run(to: bench.now + 80)
        try bench.move("go", false)
        bench.run(to: bench.now + 20)
      }
    }
    #expect(sent > 10)
    #expect(client.all() == [])
  }

  /// A line with what no two machines have in common as the manual has it.
  private static func plain(_ line: String) -> String {
    line.replacingOccurrences(of: "\"pid\":\(getpid())", with: "\"pid\":1234")
      .replacingOccurrences(of: "bench.yaml", with: "panel.yaml")
  }

  /// The limits of the page are those of the code.
  @Test func theLimitsAreThoseOfTheCode() throws {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    #expect(text.contains("| programs at once | \(ControlSocket.mostClients) |"))
    #expect(text.contains("| a request | \(Request.longestLine >> 10) KiB, 16 levels |"))
    #expect(Request.usualTime == .seconds(30))
    #expect(SocketClient.patience == .seconds(2))
    for code in SocketAnswer.Code.allCases { #expect(text.contains("| `\(code.rawValue)` |")) }
  }
}

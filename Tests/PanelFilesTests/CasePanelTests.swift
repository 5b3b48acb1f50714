import Foundation
import PanelFiles
import Testing

/// Every case's panel and trace can be read, and nothing in them is a surprise.
@Suite struct CasePanelTests {
  static let cases = files(in: "Tests/Traces", ending: "").filter {
    FileManager.default.fileExists(atPath: $0.appendingPathComponent("panel.yaml").path)
  }

  @Test(arguments: cases) func caseReads(folder: URL) throws {
    let path = folder.appendingPathComponent("panel.yaml").path
    let panel = try PanelReader.read(path: path, boards: boards, ownership: nil).panel
    #expect(panel.lines.count == panel.panel.controls.reduce(0) { $0 + $1.lineCount })
    let text = try Data(contentsOf: folder.appendingPathComponent("input.trace"))
    let trace = try Trace.parse(
      Array(text), path: "input.trace", lines: panel.lines, controls: panel.controls)
    #expect(trace.startLevels.count == panel.lines.count)
    let written = trace.text(lines: panel.lines, controls: panel.controls, head: ["again"])
    var again = try Trace.parse(
      written, path: "again.trace", lines: panel.lines, controls: panel.controls)
    for index in again.entries.indices { again.entries[index].place = trace.entries[index].place }
    #expect(again == trace)
  }
}

import Foundation
import PanelFiles
import PanelReplay
import Testing

/// One folder of Tests/Traces: a panel, a trace, and the events that follow from them.
struct TraceCase: CustomTestStringConvertible, Sendable {
  let folder: URL

  var testDescription: String { folder.lastPathComponent }

  static let all: [TraceCase] = {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Traces")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
    return names.sorted().map { TraceCase(folder: root.appendingPathComponent($0)) }
      .filter { FileManager.default.fileExists(atPath: $0.file("panel.yaml").path) }
  }()

  /// The panel, the trace and the options of the command line.
  struct Content {
    var panel: PanelFile
    var trace: Trace
    var options: TraceRunner.Options
  }

  func file(_ name: String) -> URL { folder.appendingPathComponent(name) }

  func read() throws -> Content {
    let panel = try PanelReader.read(
      path: file("panel.yaml").path, boards: BoardCatalogue.checkout(above: #filePath)
    ).panel
    let trace = try Trace.parse(
      Array(Data(contentsOf: file("input.trace"))), path: "input.trace", lines: panel.lines,
      controls: panel.controls)
    return Content(panel: panel, trace: trace, options: try options())
  }

  /// What `gpiopress replay` would print.
  static func lines(_ content: Content) -> [UInt8] {
    var bytes: [UInt8] = []
    var runner = TraceRunner(panel: content.panel.panel, options: content.options)
    runner.run(content.trace) { output in
      switch output {
      case .event(let event): EventLine.append(event, of: content.panel, to: &bytes)
      case .frame(let frame): FrameLine.append(frame, of: content.panel, to: &bytes)
      }
    }
    return bytes
  }

  /// The file `flags`: arguments of `gpiopress replay`, of which a case uses `--edges` and `--frames`.
  private func options() throws -> TraceRunner.Options {
    var options = TraceRunner.Options()
    guard FileManager.default.fileExists(atPath: file("flags").path) else { return options }
    var words = try String(contentsOf: file("flags"), encoding: .utf8)
      .split(whereSeparator: \.isWhitespace)[...]
    while let word = words.popFirst() {
      switch word {
      case "--edges": options.emitsEdges = true
      case "--frames": options.framesPerSecond = words.popFirst().flatMap { Int($0) }
      default: throw UnknownFlag(name: String(word))
      }
    }
    return options
  }

  struct UnknownFlag: Error {
    let name: String
  }
}

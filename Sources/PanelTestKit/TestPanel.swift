import ButtonController
import PanelFiles
import PanelReplay

/// A panel to play traces on, without hardware and without waiting: the time of a trace is virtual.
///
/// A value; safe to share between tests.
///
///     let panel = try TestPanel(path: "panel.yaml")
///     #expect(try panel.events("100 erase 1\n180 erase 0").map(\.name) == ["tap"])
public struct TestPanel: Sendable {
  /// The panel as it was read.
  public let file: PanelFile

  /// Reads a panel file; a relative path begins where the tests run, which is the package's folder.
  ///
  /// `board` is the board where the panel says `auto`; profiles of your own stand in the folder `boards`.
  /// Who may change the file is not asked, as nothing that it says is done.
  public init(
    path: String, board: String = defaultBoard, boards: String? = nil
  ) throws(FileError) {
    file = try PanelReader.read(
      path: path, boards: Self.catalogue(board, boards), ownership: nil
    ).panel
  }

  /// Reads the text of a panel file.
  public init(
    yaml text: String, board: String = defaultBoard, boards: String? = nil
  ) throws(FileError) {
    file = try PanelReader.decode(
      Array(text.utf8), path: "panel", boards: Self.catalogue(board, boards)
    ).panel
  }

  /// The board of panels that say `auto`: the same on every machine, so that tests are, too.
  public static let defaultBoard = "raspberry-pi-5"

  private static func catalogue(_ board: String, _ folder: String?) -> BoardCatalogue {
    var catalogue = BoardCatalogue.checkout(above: #filePath)
    if let folder { catalogue.folders.insert(folder, at: 0) }
    catalogue.assumedBoard = board
    return catalogue
  }

  /// Plays the text of a trace to its end and gives the events, in the order in which they are decided.
  ///
  /// With `edges` every control emits `press` and `release`, as with `gpiopress replay --edges`.
  public func events(_ trace: String, edges: Bool = false) throws(FileError) -> [SeenEvent] {
    let trace = try Trace.parse(
      Array(trace.utf8), path: "trace", lines: file.lines, controls: file.controls)
    // Edges are always emitted here: the explainer follows the presses by them.
    var runner = TraceRunner(panel: file.panel, options: TraceRunner.Options(emitsEdges: true))
    var explainer = Explainer(file)
    var seen: [SeenEvent] = []
    func take(_ output: TraceRunner.Output) {
      guard case .event(let event) = output else { return }
      let explanation = explainer.explain(event)
      if file.reports(event, edges: edges) {
        seen.append(SeenEvent(event, explanation.why, in: file))
      }
    }
    runner.start(levels: trace.startLevels, take)
    for entry in trace.entries {
      if case .edge(let line, let isClosed) = entry.action {
        explainer.note(line: line, isClosed: isClosed, at: entry.at)
      }
      runner.play(entry, take)
    }
    runner.finish(take)
    return seen
  }
}

extension SeenEvent {
  fileprivate init(_ event: Event, _ why: String, in file: PanelFile) {
    var bytes: [UInt8] = []
    EventLine.append(event, of: file, to: &bytes)
    self.init(
      control: file.controls[event.control].name, name: PanelEvent(event).name, at: event.at,
      decided: event.decided, kind: event.kind,
      line: String(decoding: bytes.dropLast(), as: UTF8.self), why: why)
  }
}

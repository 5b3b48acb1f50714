import ButtonController
import PanelFiles
import PanelHardware
import PanelReplay

/// Makes the lines of a replay from what happens in it, explains and records for a plot.
final class ReplayWriter {
  /// What is printed, and how.
  struct Form {
    /// Whether press and release of every control are printed.
    var emitsEdges = false
    var printsFrames = false
    /// Whether what actions would do is printed, and how commands end.
    var printsActions = false
    var explains = false
    /// Lines for people instead of JSON.
    var isText = false
  }

  private let panel: PanelFile
  private let form: Form
  private let receiver: ReplayPlayer.Receiver
  private var explainer: Explainer?
  private(set) var plot: Plot?
  private var line: [UInt8] = []

  init(_ panel: PanelFile, _ form: Form, plot: Plot?, _ receiver: ReplayPlayer.Receiver) {
    self.panel = panel
    self.form = form
    self.plot = plot
    self.receiver = receiver
    explainer = form.explains ? Explainer(panel) : nil
  }

  /// Notes what the trace says, before it is played.
  func note(_ item: TraceStream.Item) {
    plot?.note(item)
    checkPlot()
    if case .entry(let entry) = item, case .edge(let line, let isClosed) = entry.action {
      explainer?.note(line: line, isClosed: isClosed, at: entry.at)
    }
  }

  /// Takes the next thing that happens.
  func take(_ output: LoopReplay.Output) {
    line.removeAll(keepingCapacity: true)
    switch output {
    case .event(let event): take(event)
    case .frame(let frame):
      plot?.note(.frame(frame))
      checkPlot()
      if form.printsFrames { append(frame) }
    case .action(let action): if isWanted(action) { append(action) }
    }
    if !line.isEmpty { receiver.take(line) }
  }

  private func take(_ event: PanelEvent) {
    var explanation: Explanation?
    if let event = event.gesture {
      // Explained also where it is not printed: the explainer follows the presses.
      explanation = explainer?.explain(event)
      plot?.note(.event(event), why: explanation)
      checkPlot()
    }
    guard isWanted(event) else { return }
    guard form.isText else {
      EventLine.append(event, of: panel, to: &line)
      explanation?.insert(into: &line)
      return
    }
    append(EventText.line(event, of: panel))
    guard let explanation else { return }
    append(ReplayText.indented("\(explanation.rule): \(explanation.why)"))
    for not in explanation.not { append(ReplayText.indented("not \(not)")) }
  }

  private func append(_ frame: TraceRunner.Frame) {
    guard form.isText else { return FrameLine.append(frame, of: panel, to: &line) }
    append(ReplayText.line(frame, of: panel))
  }

  private func append(_ action: DryAction) {
    guard form.isText else {
      line += ActionLine.json(action, of: panel)
      return
    }
    append(ReplayText.line(action, of: panel))
    for variable in ActionLine.variables(of: action) { append(ReplayText.indented(variable)) }
  }

  private func append(_ text: String) { line += "\(VisibleText.of(text))\n".utf8 }

  /// Ends the program where the plot has grown too long.
  private func checkPlot() {
    if let plot, !plot.fits { receiver.giveUp() }
  }

  /// More may happen than was asked for: edges for those who explain and draw, ends of commands.
  private func isWanted(_ event: PanelEvent) -> Bool {
    guard let gesture = event.gesture else { return form.printsActions }
    return panel.reports(gesture, edges: form.emitsEdges)
  }

  /// A cue's output belongs to the pictures: it is what is seen, or heard, of an action.
  private func isWanted(_ action: DryAction) -> Bool {
    if case .sound = action.kind { return form.printsFrames }
    return form.printsActions
  }
}

/// Lines of a replay for people, beside those of `EventText`.
enum ReplayText {
  /// What an action would do.
  static func line(_ action: DryAction, of panel: PanelFile) -> String {
    let text = ActionLine.text(action, of: panel)
    let cause = action.event.isEmpty ? "" : "\(action.event): "
    return EventText.head(action.at, action.control, of: panel) + "  \(cause)\(text)"
  }

  /// A ring's picture.
  static func line(_ frame: TraceRunner.Frame, of panel: PanelFile) -> String {
    let pixels = frame.pixels.map { pixel in
      let digits = String(pixel, radix: 16)
      return String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    }
    return EventText.head(frame.at, panel.rings[frame.ring].name, of: panel)
      + "  \(pixels.joined(separator: " "))"
  }

  /// What belongs to the line before.
  static func indented(_ text: String) -> String { String(repeating: " ", count: 13) + text }
}

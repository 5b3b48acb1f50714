import ButtonController
import PanelFiles
import PanelTestKit

/// One replay: plays a trace and gives its lines, with what the options add.
struct ReplayPlayer {
  let panel: PanelFile
  let trace: Trace
  /// Whether press and release of every control are told.
  var tellsEdges = false
  var framesPerSecond: Int?
  var explains = false

  /// Plays, gives each line to `take` until that answers false, and records for `plot`; where that
  /// grows too long, `giveUp` ends the program.
  ///
  /// It ends there and then: up to its next entry, a ring that never rests would fill the years of a
  /// long trace with pictures for nobody.
  func play(
    recordingFor plot: inout Plot?, giveUp: () -> Never, _ take: (_ line: [UInt8]) -> Bool
  ) {
    let needsEdges = explains || plot != nil
    var runner = TraceRunner(
      panel: panel.panel,
      options: TraceRunner.Options(
        tellsEdges: tellsEdges || needsEdges,
        framesPerSecond: framesPerSecond ?? (plot == nil ? nil : Plot.framesPerSecond)))
    var explainer = explains ? Explainer(panel) : nil
    var line: [UInt8] = []
    var goesOn = true
    func tell(_ output: TraceRunner.Output) {
      guard goesOn else { return }
      plot?.note(output)
      if let plot, !plot.fits { giveUp() }
      line.removeAll(keepingCapacity: true)
      switch output {
      case .event(let event):
        // Explained also where it is not printed: the explainer follows the presses.
        let explanation = explainer?.explain(event)
        if !isWanted(event) { return }
        EventLine.append(event, of: panel, to: &line)
        explanation?.insert(into: &line)
      case .frame(let frame):
        if framesPerSecond == nil { return }
        FrameLine.append(frame, of: panel, to: &line)
      }
      goesOn = take(line)
    }
    runner.start(levels: trace.startLevels, tell)
    for entry in trace.entries where goesOn {
      if case .edge(let line, let isClosed) = entry.action {
        explainer?.note(line: line, isClosed: isClosed, at: entry.at)
      }
      runner.play(entry, tell)
    }
    if goesOn { runner.finish(tell) }
  }

  /// The runner may tell more edges than were asked for, for those who explain and draw.
  private func isWanted(_ event: Event) -> Bool {
    switch event.kind {
    case .press, .release: return tellsEdges || panel.panel.controls[event.control].tellsEdges
    default: return true
    }
  }
}

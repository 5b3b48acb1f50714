import ButtonController
import PanelFiles
import PanelReplay

/// One replay: plays a trace as it is read and gives its lines, with what the options add.
///
/// Nothing in it grows with the trace but a plot, which has a limit.
struct ReplayPlayer {
  let panel: PanelFile
  var form = TraceStream.Form.text
  /// Whether press and release of every control are reported.
  var emitsEdges = false
  var framesPerSecond: Int?
  var explains = false

  /// What a replay gives and asks for on its way.
  struct Receiver {
    /// Takes the next line.
    let take: (_ line: [UInt8]) -> Void
    /// What was read so far is played: of so many entries and bytes.
    let pause: (_ entries: Int, _ bytes: Int64) -> Void
    /// Ends the program, for the plot has grown too long.
    let giveUp: () -> Never
  }

  /// Plays `input` to its end, gives each line to the receiver, and records for `plot`; where that grows
  /// too long, the program ends there and then: up to its next entry, a ring that never rests would fill
  /// the years of a long trace with pictures for nobody.
  ///
  /// Throws what is wrong with the trace; what was decided by the entries before it was given by then. Of
  /// a file all errors are found; what comes as it happens ends at the first.
  func play(
    _ input: inout TraceInput, recordingFor plot: inout Plot?, _ receiver: Receiver
  ) throws(Failure) {
    let needsEdges = explains || plot != nil
    var runner = TraceRunner(
      panel: panel.panel,
      options: TraceRunner.Options(
        emitsEdges: emitsEdges || needsEdges,
        framesPerSecond: framesPerSecond ?? (plot == nil ? nil : Plot.framesPerSecond)))
    var explainer = explains ? Explainer(panel) : nil
    var line: [UInt8] = []
    func emit(_ output: TraceRunner.Output) {
      line.removeAll(keepingCapacity: true)
      switch output {
      case .event(let event):
        // Explained also where it is not printed: the explainer follows the presses.
        let explanation = explainer?.explain(event)
        plot?.note(output, why: explanation)
        if let plot, !plot.fits { receiver.giveUp() }
        if !panel.reports(event, edges: emitsEdges) { return }
        EventLine.append(event, of: panel, to: &line)
        explanation?.insert(into: &line)
      case .frame(let frame):
        plot?.note(output)
        if let plot, !plot.fits { receiver.giveUp() }
        if framesPerSecond == nil { return }
        FrameLine.append(frame, of: panel, to: &line)
      }
      receiver.take(line)
    }
    var entries = 0
    func play(_ item: TraceStream.Item) {
      plot?.note(item)
      switch item {
      case .start(let levels): runner.start(levels: levels, emit)
      case .entry(let entry):
        if let plot, !plot.fits { receiver.giveUp() }
        entries += 1
        if case .edge(let line, let isClosed) = entry.action {
          explainer?.note(line: line, isClosed: isClosed, at: entry.at)
        }
        runner.play(entry, emit)
      }
    }
    var stream = TraceStream(
      path: input.path, lines: panel.lines, controls: panel.controls, form: form)
    let isLive = input.isLive
    while try input.next({ stream.take($0, play) }) {
      receiver.pause(entries, input.count)
      if isLive && stream.hasFailed { break }
    }
    do throws(FileError) {
      try stream.finish(play)
    } catch {
      throw Failure(error, invalid: .badData)
    }
    runner.finish(emit)
  }
}

import ButtonController
import PanelFiles
import PanelHardware
import PanelReplay

/// One replay: plays a trace as it is read and gives its lines, with what the options add.
///
/// Nothing in it grows with the trace but a plot, which has a limit.
struct ReplayPlayer {
  let panel: PanelFile
  var form = TraceStream.Form.text
  var lines = ReplayWriter.Form()
  var framesPerSecond: Int?
  /// How long commands take, and which fail.
  var commandTime = DryRun.usualTime
  var fails: (Action.Command, PanelEvent, String) -> Bool = { _, _, _ in false }

  /// What a replay gives and asks for on its way.
  struct Receiver {
    /// Takes the next line.
    let take: (_ line: [UInt8]) -> Void
    /// What was read so far is played: of so many entries and bytes.
    let pause: (_ entries: Int, _ bytes: Int64) -> Void
    /// Takes what the daemon would say to its user.
    let log: (_ text: String) -> Void
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
    let writer = ReplayWriter(panel, lines, plot: plot, receiver)
    var engine = engine(for: writer, receiver)
    var entries = 0
    var failure: SystemError?
    func play(_ item: TraceStream.Item) {
      engine.settle(before: item)
      writer.note(item)
      if case .entry = item { entries += 1 }
      do throws(SystemError) { try engine.play(item) } catch { failure = error }
    }
    func check() throws(Failure) {
      if let failure { throw Failure(.system, "gpiopress: cannot \(failure)") }
    }
    var stream = TraceStream(
      path: input.path, lines: panel.lines, controls: panel.controls, form: form)
    let isLive = input.isLive
    while try input.next({ stream.take($0, play) }) {
      try check()
      receiver.pause(entries, input.count)
      if isLive && stream.hasFailed { break }
    }
    do throws(FileError) {
      try stream.finish(play)
    } catch {
      throw Failure(error, invalid: .badData)
    }
    for warning in stream.warnings { receiver.log("\(warning)") }
    do throws(SystemError) { try engine.finish() } catch { failure = error }
    try check()
    plot = writer.plot
  }

  private func engine(for writer: ReplayWriter, _ receiver: Receiver) -> ReplayEngine {
    let frames = framesPerSecond ?? (writer.plot == nil ? nil : Plot.framesPerSecond)
    let needsEdges = lines.emitsEdges || lines.explains || writer.plot != nil
    guard lines.printsActions || frames != nil && panel.hasActions else {
      let options = TraceRunner.Options(emitsEdges: needsEdges, framesPerSecond: frames)
      let runner = TraceRunner(panel: panel.panel, options: options)
      return ReplayEngine(runner: runner, writer: writer)
    }
    let options = LoopReplay.Options(
      emitsEdges: needsEdges, framesPerSecond: frames, commandTime: commandTime, fails: fails)
    let log = lines.printsActions ? receiver.log : { _ in }
    let loop = LoopReplay(panel, options, log: log, writer.take)
    return ReplayEngine(loop: loop, writer: writer)
  }
}

/// What plays a trace: the engine alone, or the daemon's loop around it where its actions matter.
private struct ReplayEngine {
  var runner: TraceRunner?
  var loop: LoopReplay?
  let writer: ReplayWriter

  /// Emits what was held back until the next entry was there, before anybody looks at that.
  mutating func settle(before item: TraceStream.Item) {
    guard case .entry(let entry) = item else { return }
    runner?.settle(before: entry, ReplayEngine.hand(to: writer))
  }

  mutating func play(_ item: TraceStream.Item) throws(SystemError) {
    let take = ReplayEngine.hand(to: writer)
    switch item {
    case .start(let levels):
      runner?.start(levels: levels, take)
      loop?.start(levels)
    case .entry(let entry):
      runner?.play(entry, take)
      try loop?.play(entry)
    }
  }

  mutating func finish() throws(SystemError) {
    runner?.finish(ReplayEngine.hand(to: writer))
    try loop?.finish()
  }

  private static func hand(to writer: ReplayWriter) -> TraceRunner.Sink {
    { output in
      switch output {
      case .event(let event): writer.take(.event(PanelEvent(event)))
      case .frame(let frame): writer.take(.frame(frame))
      }
    }
  }
}

extension PanelFile {
  /// Whether anything follows from its events that may be seen or heard beside them.
  fileprivate var hasActions: Bool {
    !cues.isEmpty || controls.contains { !$0.actions.isEmpty }
  }
}

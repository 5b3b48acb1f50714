import ButtonController
import PanelFiles
import PanelHardware
import PanelReplay

/// A replay through the daemon's own loop, in virtual time: with the actions that follow, which are
/// reported and not done, and with the pictures that they put on rings.
final class LoopReplay {
  /// One thing that happens in it.
  enum Output {
    /// An event, those that are there for held keys and `do` alone included.
    case event(PanelEvent)
    /// What an action would do.
    case action(DryAction)
    /// A ring's picture from this instant on.
    case frame(TraceRunner.Frame)
  }

  typealias Sink = (Output) -> Void

  /// What is added to a plain replay.
  struct Options {
    var emitsEdges = false
    var framesPerSecond: Int?
    var commandTime = DryRun.usualTime
    var fails: (Action.Command, PanelEvent, String) -> Bool = { _, _, _ in false }
  }

  private let panel: PanelFile
  private let options: Options
  private let log: (String) -> Void
  private let sink: Sink
  private let filming: Filming
  private var virtual: VirtualLoop?

  /// A replay of `panel`; what the loop says to a user goes to `log`.
  init(
    _ panel: PanelFile, _ options: Options, log: @escaping (String) -> Void,
    _ sink: @escaping Sink
  ) {
    self.panel = options.emitsEdges ? LoopReplay.withEdges(panel) : panel
    self.options = options
    self.log = log
    self.sink = sink
    filming = Filming(panel, framesPerSecond: options.framesPerSecond, sink)
  }

  /// Begins at the trace's zero with the levels of the lines; those not given are open.
  func start(_ levels: [Bool]) {
    let (sink, filming) = (sink, filming)
    let run = DryRun(commandTime: options.commandTime, fails: options.fails) { sink(.action($0)) }
    let parts = DryParts(panel, run, log: log)
    let virtual = VirtualLoop(
      panel, startLevels: levels, log: log, isBusy: { parts.isBusy },
      look: { loop, now in filming.look(loop, now) })
    virtual.loop.add(Recorder(sink))
    parts.add(to: virtual.loop)
    virtual.start()
    self.virtual = virtual
  }

  /// Edges of all controls, as events that no output counts.
  private static func withEdges(_ panel: PanelFile) -> PanelFile {
    var panel = panel
    for index in panel.controls.indices where !panel.panel.controls[index].emitsEdges {
      panel.panel.controls[index].emitsEdges = true
      panel.controls[index].hidesEdges = true
    }
    return panel
  }

  /// Plays what comes next in the trace.
  func play(_ entry: Trace.Entry) throws(SystemError) { try virtual?.play([entry]) }

  /// Goes on until nothing is pending, and until all rings stand still.
  func finish() throws(SystemError) {
    guard let virtual else { return }
    try virtual.finish()
    filming.finish(virtual.loop)
  }

  /// Hands events on as they are delivered.
  private final class Recorder: EventPart {
    private let sink: Sink

    init(_ sink: @escaping Sink) { self.sink = sink }

    var takesHiddenEdges: Bool { true }

    func take(_ event: PanelEvent, in loop: PanelLoop) {
      var event = event
      // A replay numbers nothing.
      event.number = nil
      sink(.event(event))
    }
  }

  /// The frames, looked at where a picture may have changed.
  private final class Filming {
    private var film: Film?
    private var revision = -1
    private var end = Instant.zero
    private let sink: TraceRunner.Sink

    init(_ panel: PanelFile, framesPerSecond: Int?, _ sink: @escaping Sink) {
      film = framesPerSecond.map {
        Film(
          rings: panel.panel.rings, framesPerSecond: $0,
          longestPicture: Filming.longestPicture(of: panel))
      }
      self.sink = { output in
        if case .frame(let frame) = output { sink(.frame(frame)) }
      }
    }

    /// The longest time for which an action shows a picture.
    private static func longestPicture(of panel: PanelFile) -> TimeSpan {
      let actions = panel.controls.flatMap(\.actions).flatMap(\.actions)
      let times = actions.compactMap { action -> TimeSpan? in
        if case .light(_, _, let time) = action { return time }
        return nil
      }
      return times.max() ?? .zero
    }

    func look(_ loop: PanelLoop, _ now: Instant) {
      end = now
      guard film != nil else { return }
      touch(loop)
      film?.show(loop.controller, before: now, sink)
    }

    func finish(_ loop: PanelLoop) {
      touch(loop)
      film?.showRest(of: loop.controller, from: end, sink)
    }

    private func touch(_ loop: PanelLoop) {
      if loop.revision != revision { film?.touch() }
      revision = loop.revision
    }
  }
}

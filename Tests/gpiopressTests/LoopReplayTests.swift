import ButtonController
import Foundation
import LoopTestKit
import PanelFiles
import PanelHardware
import PanelReplay
import Testing

@testable import gpiopress

/// A replay through the loop against the two others: the engine alone, and the simulated daemon.
@Suite struct LoopReplayTests {
  /// A panel with a trace: a folder of Tests/Traces, or a recipe.
  struct Sample: CustomTestStringConvertible, Sendable {
    let panel: URL
    let trace: URL
    let testDescription: String

    static let folders: [Sample] = names("Tests/Traces").map { name in
      let folder = ProgramRun.checkout.appendingPathComponent("Tests/Traces/\(name)")
      return Sample(
        panel: folder.appendingPathComponent("panel.yaml"),
        trace: folder.appendingPathComponent("input.trace"), testDescription: name)
    }.filter { FileManager.default.fileExists(atPath: $0.panel.path) }

    static let recipes: [Sample] = names("docs/recipes").filter { $0.hasSuffix(".yaml") }
      .map { name in
        let file = ProgramRun.checkout.appendingPathComponent("docs/recipes/\(name)")
        return Sample(
          panel: file, trace: file.deletingPathExtension().appendingPathExtension("trace"),
          testDescription: name)
      }

    private static func names(_ folder: String) -> [String] {
      let path = ProgramRun.checkout.appendingPathComponent(folder).path
      return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    func read() throws -> (panel: PanelFile, trace: Trace) {
      let panel = try PanelReader.read(
        path: panel.path, boards: BoardCatalogue.checkout(above: #filePath)
      ).panel
      let trace = try Trace.read(
        path: trace.path, lines: panel.lines, controls: panel.controls)
      return (panel, trace)
    }
  }

  private static func replay(
    _ panel: PanelFile, _ trace: Trace, _ options: LoopReplay.Options = .init(),
    _ take: @escaping (LoopReplay.Output) -> Void
  ) throws {
    let replay = LoopReplay(panel, options, log: { _ in }, take)
    replay.start(trace.startLevels)
    for entry in trace.entries { try replay.play(entry) }
    try replay.finish()
  }

  /// With no actions it emits what the engine alone emits, and draws the same.
  @Test(arguments: Sample.folders, [false, true])
  func isTheReplayOfTheEngine(sample: Sample, emitsEdges: Bool) throws {
    let (panel, trace) = try sample.read()
    var alone: [TraceRunner.Output] = []
    var runner = TraceRunner(
      panel: panel.panel,
      options: TraceRunner.Options(emitsEdges: emitsEdges, framesPerSecond: 10))
    runner.run(trace) { alone.append($0) }
    var looped: [TraceRunner.Output] = []
    let options = LoopReplay.Options(emitsEdges: emitsEdges, framesPerSecond: 10)
    try Self.replay(panel, trace, options) { output in
      switch output {
      case .event(let event): if let event = event.gesture { looped.append(.event(event)) }
      case .frame(let frame): looped.append(.frame(frame))
      case .action: break
      }
    }
    for (a, b) in zip(alone, looped) where a != b {
      Issue.record("\(a) is \(b) in the loop")
      return
    }
    #expect(alone.count == looped.count)
  }

  /// Every event of every case starts a command; the simulated daemon starts the same, at the same time.
  @Test(arguments: Sample.folders + Sample.recipes)
  func commandsAreThoseOfTheDaemon(sample: Sample) throws {
    var (panel, trace) = try sample.read()
    for index in panel.controls.indices {
      for name in EventName.allCases.map(\.rawValue) {
        panel.controls[index].actions.append(
          Binding(event: name, actions: [.run(Action.Command(arguments: ["/bin/\(name)"]))]))
      }
    }
    var listed: [DryAction] = []
    try Self.replay(panel, trace) { output in
      if case .action(let action) = output, case .run = action.kind { listed.append(action) }
    }
    let started = Daemon(panel, trace).run()
    // At the end of the trace the daemon takes commands off rings, and still runs them.
    let isExact = trace.entries.allSatisfy { entry in
      switch entry.action {
      case .level, .suspend: return false
      case .edge, .stall, .lost, .gone, .back, .found, .reload, .shutdown, .end: return true
      }
    }
    if isExact {
      #expect(listed == started)
    } else {
      // An audit finds a level when it looks; and the daemon's clock stands still in a sleep.
      #expect(listed.map(\.event) == started.map(\.event))
    }
  }

  /// What `run --simulate` is made of, on a clock that is moved by hand.
  private final class Daemon {
    private let base = SteppedClock()
    private let loop: PanelLoop
    private let clock: SimulationClock
    private let player: TracePlayer
    private let sink = Sink()

    private final class Sink {
      var actions: [DryAction] = []
    }

    init(_ panel: PanelFile, _ trace: Trace) {
      clock = SimulationClock(over: base)
      let lines = TraceLines(panel.lines, startLevels: trace.startLevels, clock: clock)
      loop = PanelLoop(panel: panel, hardware: lines, clock: clock, log: { _ in })
      let sink = sink
      loop.add(ActionRunner(dry: DryRun { sink.actions.append($0) }))
      lines.add(trace.entries)
      player = TracePlayer(lines, clock: clock, isComplete: true) { $0.reload(panel) }
      loop.add(player)
    }

    func run() -> [DryAction] {
      _ = loop.start()
      clock.begin()
      while player.end == nil, let wake = loop.nextWake { turn(wake) }
      loop.shutDown(cancelsOpen: player.end != .ofTrace)
      while loop.isFinishing, let wake = loop.nextWake { turn(wake) }
      return sink.actions
    }

    private func turn(_ wake: Instant) {
      base.instant = max(base.instant, wake)
      try? loop.wait()
      loop.turn()
    }
  }
}

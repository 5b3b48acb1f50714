import ButtonController
import EngineTestKit
import Foundation
import LoopTestKit
import PanelFiles
import PanelReplay
import Testing

@testable import PanelHardware

/// The real loop on a trace, with a clock that is moved by hand: no real time passes.
private final class Simulation {
  let loop: PanelLoop
  let clock: SimulationClock
  let lines: TraceLines
  private(set) var player: TracePlayer
  private let base = SteppedClock(.zero)
  private let recorder: Recorder

  /// Writes lines as `gpiopress run` does, without their numbers.
  private final class Recorder: EventPart {
    var bytes: [UInt8] = []
    var events: [PanelEvent] = []

    func take(_ event: PanelEvent, in loop: PanelLoop) {
      events.append(event)
      var event = event
      event.number = nil
      EventLine.append(event, of: loop.panel, to: &bytes)
    }
  }

  init(_ panel: PanelFile, _ trace: Trace, delay: @escaping () -> TimeSpan = { .zero }) {
    let base = base
    clock = SimulationClock(over: base) { base.instant = max(base.instant, $0) }
    lines = TraceLines(panel.lines, startLevels: trace.startLevels, clock: clock)
    loop = PanelLoop(panel: panel, hardware: lines, clock: clock, log: { _ in })
    let recorder = Recorder()
    self.recorder = recorder
    loop.add(recorder)
    lines.add(trace.entries)
    player = TracePlayer(lines, clock: clock, isComplete: true) { $0.reload(panel) }
    loop.add(player)
    self.delay = delay
  }

  private let delay: () -> TimeSpan

  /// Plays to the end; gives what was reported.
  func run() -> [UInt8] {
    _ = loop.start()
    clock.begin()
    var turns = 0
    while player.end == nil, turns < 1_000_000, let wake = loop.nextWake {
      turns += 1
      base.instant = max(base.instant, wake) + delay()
      // The loop sees it where it waits.
      var set = PollSet()
      let slot = set.add(reading: lines.watch.raw)
      try? set.wait(timeout: .zero)
      if set.isReady(slot) { loop.chipsChanged = lines.watch.take() }
      loop.turn()
    }
    loop.shutDown(cancelsOpen: player.end != .ofTrace)
    return recorder.bytes
  }

  var events: [PanelEvent] { recorder.events }
}

/// A folder of Tests/Traces.
private struct Folder: CustomTestStringConvertible, Sendable {
  let url: URL
  var testDescription: String { url.lastPathComponent }

  static let all: [Folder] = {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Traces")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
    return names.sorted().map { Folder(url: root.appendingPathComponent($0)) }
      .filter { FileManager.default.fileExists(atPath: $0.path("panel.yaml")) }
  }()

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  func read() throws -> (panel: PanelFile, trace: Trace) {
    var panel = try PanelReader.read(
      path: path("panel.yaml"), boards: BoardCatalogue.checkout(above: #filePath)
    ).panel
    if FileManager.default.fileExists(atPath: path("flags")) {
      for index in panel.panel.controls.indices { panel.panel.controls[index].emitsEdges = true }
    }
    let trace = try Trace.read(
      path: path("input.trace"), lines: panel.lines, controls: panel.controls)
    return (panel, trace)
  }
}

@Suite struct SimulationTests {
  private static func replay(_ panel: PanelFile, _ trace: Trace) -> (
    lines: [UInt8], events: [Event]
  ) {
    var bytes: [UInt8] = []
    var events: [Event] = []
    var runner = TraceRunner(panel: panel.panel)
    runner.run(trace) { output in
      guard case .event(let event) = output else { return }
      events.append(event)
      EventLine.append(event, of: panel, to: &bytes)
    }
    return (bytes, events)
  }

  private static func isExact(_ trace: Trace) -> Bool {
    trace.entries.allSatisfy { entry in
      switch entry.action {
      case .edge, .stall, .lost, .gone, .back, .reload, .shutdown, .end: return true
      // An audit finds it when it looks; and the loop's clock stands still in a sleep.
      case .level, .suspend, .found: return false
      }
    }
  }

  @Test(arguments: Folder.all) private func simulatedIsReplayed(folder: Folder) throws {
    let (panel, trace) = try folder.read()
    let replayed = Self.replay(panel, trace)
    let simulation = Simulation(panel, trace)
    let simulated = simulation.run()
    if Self.isExact(trace) {
      #expect(
        String(decoding: simulated, as: UTF8.self)
          == String(decoding: replayed.lines, as: UTF8.self))
    } else {
      #expect(simulation.events.map(\.name) == replayed.events.map { EventLine.name(of: $0.kind) })
    }
  }

  /// However late the process is, the same is decided of the same stamps.
  @Test(arguments: Folder.all) private func aLateProcessDecidesTheSame(folder: Folder) throws {
    let (panel, trace) = try folder.read()
    guard Self.isExact(trace) else { return }
    let replayed = Self.replay(panel, trace).events
    var random = SeededGenerator(seed: 7)
    let simulation = Simulation(panel, trace) {
      .microseconds(Int64.random(in: 0...3000, using: &random))
    }
    _ = simulation.run()
    let decisions = simulation.events.compactMap {
      $0.gesture.map { "\($0.control) \($0.kind) \($0.at.nanoseconds)" }
    }
    #expect(decisions == replayed.map { "\($0.control) \($0.kind) \($0.at.nanoseconds)" })
  }
}

import ButtonController
import Foundation
import PanelFiles
import PanelHardware
import PanelReplay
import Testing

@testable import gpiopress

/// A model of a panel under a trace: a panel beside it emits the events, as a daemon does.
struct MonitorBench {
  let panel: PanelFile
  private(set) var model: MonitorModel
  private var daemon: TraceRunner
  private var waiting: [MonitorEvent] = []
  /// How many events the panel has emitted, by their names.
  private(set) var emitted: [String: Int] = [:]
  private(set) var edges = 0

  /// What the panel counts at the recording's zero.
  static let zero = TimeSpan.milliseconds(81_234)

  static let everything = """
    name: Rack panel
    board: raspberry-pi-5
    controls:
      erase: {kind: button, pin: GPIO17, tap: {max: 2}, confirm: 1.2s, ring: halo}
      play: {kind: button, pin: GPIO27, hold: {levels: [800ms, 2s]}}
      off: {kind: button, pin: GPIO23, hold: {levels: [1s, 3s], commit: release}}
      door: {kind: switch, pin: GPIO22}
      volume: {kind: knob, pins: {a: GPIO5, b: GPIO6, press: GPIO13}, position: {start: 3}}
    chords:
      both: {of: [play, off], confirm: 1s}
    rings:
      halo: {driver: terminal, pixels: 12}

    """

  init(_ text: String = MonitorBench.everything, listsEdges: Bool = false) throws {
    let boards = BoardCatalogue.checkout(above: #filePath)
    self.init(
      try PanelReader.decode(Array(text.utf8), path: "panel.yaml", boards: boards).panel,
      listsEdges: listsEdges)
  }

  init(_ panel: PanelFile, listsEdges: Bool = false) {
    self.panel = panel
    model = MonitorModel(panel, listsEdges: listsEdges)
    model.zero = MonitorBench.zero
    daemon = TraceRunner(panel: panel.panel)
  }

  /// Plays a text trace, in the order in which a socket gives it, and on to an instant.
  mutating func play(_ text: String, to milliseconds: Int64) throws {
    play(
      try Trace.parse(
        Array(text.utf8), path: "t.trace", lines: panel.lines, controls: panel.controls),
      to: .zero + .milliseconds(milliseconds))
  }

  mutating func play(_ trace: Trace, to end: Instant) {
    take(.start(trace.startLevels))
    for entry in trace.entries { take(.entry(entry)) }
    pass(to: end)
  }

  mutating func take(_ item: TraceStream.Item) {
    let events = emit { runner, sink in
      switch item {
      case .start(let levels): runner.start(levels: levels, sink)
      case .entry(let entry): runner.play(entry, sink)
      }
    }
    if case .entry(let entry) = item, case .edge = entry.action { edges += 1 }
    // The recording has a report before the panel decides by it.
    model.take(item)
    for event in events { model.take(event) }
  }

  mutating func pass(to instant: Instant) {
    for event in emit({ $0.pass(to: instant, $1) }) { model.take(event) }
    model.advance(to: instant)
  }

  mutating func take(status text: String) throws {
    let status = MonitorStatus(try JSON.parse(Array(text.utf8)))
    model.take(try #require(status))
  }

  private mutating func emit(
    _ body: (inout TraceRunner, TraceRunner.Sink) -> Void
  ) -> [MonitorEvent] {
    var events: [MonitorEvent] = []
    let panel = panel
    body(&daemon) { output in
      guard case .event(var event) = output else { return }
      event.at = event.at + MonitorBench.zero
      event.decided = event.decided + MonitorBench.zero
      var line: [UInt8] = []
      EventLine.append(event, of: panel, to: &line)
      if let json = try? JSON.parse(line), let event = MonitorEvent(json) { events.append(event) }
    }
    for event in events { emitted[event.name, default: 0] += 1 }
    return events
  }

  /// The events in the list of what happened.
  var texts: [String] {
    model.happened.compactMap { entry in
      if case .event(let event) = entry.what { return "\(event.control) \(event.text)" }
      return nil
    }
  }

  /// What a control waits for.
  func state(_ name: String) throws -> String {
    let control = try #require(panel.controls.firstIndex { $0.name == name })
    let outlook = try #require(model.outlook(control))
    return MonitorWords.state(outlook, of: panel.panel.controls[control], at: model.now)
  }

  func line(_ name: String) throws -> Int {
    try #require(panel.lines.firstIndex { $0.name == name })
  }
}

import ButtonController
import EngineTestKit
import Foundation
import LoopTestKit
import PanelFiles
import PanelHardware

@testable import PanelOutputs

extension Instant {
  static func seconds(_ count: Int64) -> Instant { .zero + .seconds(count) }
  static func milliseconds(_ count: Int64) -> Instant { .zero + .milliseconds(count) }
}

/// A connection without a network: what is published is written down, and the test says what comes.
final class FakeConnection: MqttConnection {
  let version: MqttVersion
  var news: [MqttNews] = []
  private(set) var published: [MqttMessage] = []
  private(set) var filters: [String] = []
  private(set) var hasEnded = false
  private(set) var hasSaidGoodbye = false
  /// Whether the broker acknowledges each message at once.
  var acknowledges = true
  private var number = 0

  init(_ version: MqttVersion) { self.version = version }

  var nextDeadline: Instant? { nil }
  func addDescriptors(to set: inout PollSet) {}
  func serve(_ set: PollSet, now: Instant) {}

  func takeNews() -> [MqttNews] {
    defer { news.removeAll() }
    return news
  }

  func publish(_ message: MqttMessage, now: Instant) -> Int? {
    if hasEnded { return nil }
    number += 1
    published.append(message)
    if acknowledges { news.append(.acknowledged(number, refusal: nil)) }
    return number
  }

  func subscribe(_ filter: String, now: Instant) -> Int? {
    number += 1
    filters.append(filter)
    return number
  }

  func unsubscribe(_ filter: String, now: Instant) { filters.removeAll { $0 == filter } }
  func sayGoodbye(now: Instant) {
    hasSaidGoodbye = true
    // The broker closes at once.
    hasEnded = true
  }
  func close() { hasEnded = true }

  /// What the broker would show to somebody who comes now.
  var retained: [String: String] {
    var retained: [String: String] = [:]
    for message in published where message.isRetained {
      let text = String(decoding: message.payload, as: UTF8.self)
      retained[message.topic] = text.isEmpty ? nil : text
    }
    return retained
  }

  /// The messages that the broker does not keep, as `topic payload`.
  var passing: [String] {
    published.filter { !$0.isRetained }.map {
      "\($0.topic) \(String(decoding: $0.payload, as: UTF8.self))"
    }
  }
}

/// A panel with MQTT in the real loop, on a clock that is moved by hand.
final class MqttBench {
  let clock = SteppedClock(.seconds(1000))
  let loop: PanelLoop
  let output: MqttOutput
  private let record = Record()
  private var number = 0

  /// What the output has done, and what it is answered.
  private final class Record {
    var connections: [FakeConnection] = []
    var said: [String] = []
    var reloads = 0
    var greeting: [MqttNews] = [.accepted]
    var oldGreeting: [MqttNews]?
  }

  var connections: [FakeConnection] { record.connections }
  var said: [String] { record.said }
  var reloads: Int { record.reloads }

  /// What each new connection begins with.
  var greeting: [MqttNews] {
    get { record.greeting }
    set { record.greeting = newValue }
  }

  /// The same of those that speak 3.1.1, where it is another.
  var oldGreeting: [MqttNews]? {
    get { record.oldGreeting }
    set { record.oldGreeting = newValue }
  }

  static let boards = BoardCatalogue.checkout(above: #filePath)

  static func panel(_ text: String) throws -> PanelFile {
    try PanelReader.decode(Array(text.utf8), path: "panel.yaml", boards: boards, root: "/nowhere")
      .panel
  }

  /// A button, a switch, a knob, a ring and a cue.
  static let text = """
    name: Bench
    board: raspberry-pi-5
    controls:
      b: {kind: button, label: Bell, pin: GPIO17, tap: {max: 2}, hold: {levels: [1s, 3s]}}
      s: {kind: switch, label: Door, pin: GPIO27}
      k:
        kind: knob
        label: Volume
        pins: {a: GPIO5, b: GPIO6}
        position: {start: 20, min: 0, max: 100}
    rings:
      halo: {driver: terminal, pixels: 8}
      dumb: {driver: terminal, pixels: 8, shows: [filling]}
    cues: {buzz: {pin: GPIO24}}
    outputs: {stdout: false, mqtt: {host: broker, base: test/bench, home_assistant: true}}
    """

  init(_ text: String = MqttBench.text, seed: UInt64 = 1) throws {
    let panel = try MqttBench.panel(text)
    loop = PanelLoop(
      panel: panel, hardware: MemoryLines(lineCount: panel.lines.count), clock: clock,
      log: { _ in })
    output = MqttOutput(
      panel, version: "1.2.3", log: { [record] in record.said.append($0) },
      random: SeededGenerator(seed: seed),
      reload: { [record] _ in
        record.reloads += 1
        return []
      },
      connect: { [record] _, version, _ in
        let connection = FakeConnection(version)
        let old = record.oldGreeting ?? record.greeting
        connection.news = version == .v311 ? old : record.greeting
        record.connections.append(connection)
        return connection
      })
    loop.add(output)
    serve()
  }

  var connection: FakeConnection { connections[connections.count - 1] }

  /// One turn of the loop for the output.
  func serve() { output.serve(PollSet(), now: clock.instant, in: loop) }

  /// Time passes, with a turn at each deadline of the output, as the loop has it.
  func pass(_ span: TimeSpan) {
    let end = clock.instant + span
    while let next = output.nextDeadline(in: loop), next <= end {
      clock.instant = max(clock.instant, next)
      serve()
    }
    clock.instant = end
    serve()
  }

  func happen(_ kind: Event.Kind, _ control: Int = 0) {
    output.take(event(kind, control), in: loop)
  }

  func event(_ kind: Event.Kind, _ control: Int = 0) -> PanelEvent {
    number += 1
    return PanelEvent(
      Event(at: clock.instant, decided: clock.instant, control: control, kind: kind),
      number: number)
  }

  func lose(_ reason: String = "gone") {
    connection.news.append(.ended(reason))
    serve()
  }

  func arrive(_ topic: String, _ text: String, isRetained: Bool = false) {
    connection.news.append(
      .arrived(MqttMessage(topic: topic, text: text, isRetained: isRetained)))
    serve()
  }
}

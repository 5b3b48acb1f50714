import ButtonController
import Foundation
import PanelFiles
import PanelHardware
import PanelReplay
import Testing

@testable import PanelOutputs

@Suite struct MqttDiscoveryTests {
  private func discovery(_ text: String = MqttBench.text) throws -> Discovery {
    Discovery(
      panel: try MqttBench.panel(text), topics: MqttTopics(base: "test/bench"),
      prefix: "homeassistant", version: "1.2.3")
  }

  private func payload(_ topic: String, _ discovery: Discovery) throws -> JSON {
    let message = try #require(discovery.messages().first { $0.topic == topic })
    return try JSON.parse(message.payload)
  }

  @Test func everyEntityHasItsPlace() throws {
    let topics = try discovery().messages().map(\.topic)
    #expect(Set(topics).count == topics.count)
    for topic in [
      "event/test_bench/b_event", "event/test_bench/s_event", "event/test_bench/k_event",
      "binary_sensor/test_bench/s_state", "sensor/test_bench/k_position",
      "sensor/test_bench/b_health", "light/test_bench/halo_light", "button/test_bench/panel_reload",
      "sensor/test_bench/panel_bounces", "sensor/test_bench/panel_dropped",
      "device_automation/test_bench/b_tap", "device_automation/test_bench/b_tap_2",
      "device_automation/test_bench/b_hold_level_2",
      "device_automation/test_bench/k_turn_counter_clockwise",
    ] { #expect(topics.contains("homeassistant/\(topic)/config"), "\(topic)") }
    // A ring that shows nothing of others is no light.
    #expect(!topics.contains { $0.contains("dumb") })
    let messages = try discovery().messages()
    #expect(messages.allSatisfy { $0.isRetained && $0.qos == 1 })
  }

  @Test func oneDeviceWithTheBoardsModel() throws {
    let discovery = try discovery()
    for message in discovery.messages() {
      let device = try JSON.parse(message.payload)["device"]
      #expect(device?["identifiers"] == .array([.string("test_bench")]))
      #expect(device?["model"] == .string("Raspberry Pi 5"))
      #expect(device?["name"] == .string("Bench"))
    }
  }

  @Test func triggersSpeakHomeAssistantsWords() throws {
    let discovery = try discovery()
    let trigger = try payload(
      "homeassistant/device_automation/test_bench/b_tap_2/config", discovery)
    #expect(trigger["type"] == .string("button_double_press"))
    #expect(trigger["subtype"] == .string("Bell"))
    #expect(trigger["topic"] == .string("test/bench/event/b"))
    #expect(trigger["payload"] == .string("tap_2"))
  }

  /// Every event of every recorded case has a type that its control announces.
  @Test(arguments: try MqttDiscoveryTests.cases())
  func whatHappensWasAnnounced(_ name: String) throws {
    let folder = MqttDiscoveryTests.traces.appendingPathComponent(name)
    let panel = try PanelReader.read(
      path: folder.appendingPathComponent("panel.yaml").path, boards: MqttBench.boards
    ).panel
    let trace = try Trace.parse(
      Array(Data(contentsOf: folder.appendingPathComponent("input.trace"))), path: "input.trace",
      lines: panel.lines, controls: panel.controls)
    var runner = TraceRunner(panel: panel.panel, options: TraceRunner.Options())
    let types = panel.controls.indices.map { Set(EventType.all(of: $0, in: panel)) }
    runner.run(trace) { output in
      guard case .event(let event) = output else { return }
      let type = EventType.name(of: PanelEvent(event))
      #expect(
        types[event.control].contains(type), "\(type) of \(panel.controls[event.control].name)")
    }
  }

  static let traces = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Traces")

  static func cases() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: traces.path).sorted().filter {
      FileManager.default.fileExists(atPath: traces.appendingPathComponent("\($0)/panel.yaml").path)
    }
  }

  @Test func namesAreAllowedAndStayApart() {
    let names = ["a/b", "a_b", "a-b", "a.b", "a b", "ä", "ö", "Rack 3"].map(MqttName.identifier)
    #expect(Set(names).count == names.count)
    for name in names {
      #expect(
        name.utf8.allSatisfy {
          (65...90).contains($0) || (97...122).contains($0) || (48...57).contains($0) || $0 == 95
            || $0 == 45
        }, "\(name)")
    }
    #expect(MqttName.identifier("gpiopress/rack3") == "gpiopress_rack3")
  }

  @Test func onlyOwnAnnouncementsAreOurs() throws {
    let discovery = try discovery()
    #expect(discovery.isOwn("homeassistant/event/test_bench/x/config"))
    for topic in [
      "homeassistant/event/test_bench/x", "homeassistant/event/test_bench2/x/config",
      "homeassistant/event/x/config", "other/event/test_bench/x/config",
      "homeassistant/a/event/test_bench/x/config",
    ] { #expect(!discovery.isOwn(topic), "\(topic)") }
  }

  @Test func commandsOfRings() {
    let tint = Colour(red: 1, green: 1, blue: 1)
    func parse(_ text: String) -> RingCommand? { RingCommand(Array(text.utf8), tint: tint) }
    #expect(parse("fill 0.4")?.request == .remote(.progress(0.4), for: nil))
    #expect(parse(#"{"progress":0.4}"#)?.request == .remote(.progress(0.4), for: nil))
    #expect(parse("idle")?.request == .endRemote)
    #expect(parse(#"{"state":"OFF"}"#)?.request == .endRemote)
    #expect(parse(#"{"state":"ON"}"#)?.request == .remote(.colour(tint), for: nil))
    for bad in [
      "", "{", "nonsense", #"{"state":"on"}"#, #"{"state":1}"#, #"{"effect":"none"}"#,
      #"{"effect":7}"#, #"{"progress":2}"#, #"{"color":{"r":1}}"#, #"{"brightness":256}"#,
      "\u{0}", String(repeating: "{\"a\":", count: 100),
    ] { #expect(parse(bad) == nil, "\(bad)") }
    #expect(RingCommand([0xFF, 0xFE], tint: tint) == nil)
  }
}

import ButtonController
import PanelFiles
import PanelHardware
import Testing

@testable import PanelOutputs

@Suite struct MqttSessionTests {
  @Test func eventsPassAndStatesAreKept() throws {
    let bench = try MqttBench()
    bench.happen(.tap(count: 2))
    bench.happen(.on, 1)
    bench.happen(.turn(steps: 2, position: 22), 2)
    let passing = bench.connection.passing
    #expect(
      passing == [
        #"test/bench/event/b {"event_type":"tap_2","at":1000000,"decided":1000000,"control":"b","#
          + #""event":"tap","time":"1970-01-01T00:16:40.000Z","n":1,"count":2}"#,
        #"test/bench/event/s {"event_type":"on","at":1000000,"decided":1000000,"control":"s","#
          + #""event":"on","time":"1970-01-01T00:16:40.000Z","n":2}"#,
        #"test/bench/event/k {"event_type":"turn_clockwise","at":1000000,"decided":1000000,"#
          + #""control":"k","event":"turn","time":"1970-01-01T00:16:40.000Z","n":3,"steps":2,"#
          + #""position":22}"#,
      ])
    #expect(bench.connection.published.allSatisfy { $0.qos == 1 })
    let retained = bench.connection.retained
    #expect(retained["test/bench/availability"] == "online")
    #expect(retained["test/bench/state/s"] == "on")
    #expect(retained["test/bench/state/k"] == "22")
    #expect(retained["test/bench/state/b"] == nil)
    #expect(retained["test/bench/health/b"] == "ok")
    #expect(retained["test/bench/diagnostics"] == #"{"bounces":0,"dropped":0}"#)
  }

  /// The position before the first turn is the panel's own.
  @Test func aKnobHasAPositionAtOnce() throws {
    #expect(try MqttBench().connection.retained["test/bench/state/k"] == "20")
  }

  @Test func healthFollowsTheEvents() throws {
    let bench = try MqttBench()
    let steps: [(Event.Kind, String)] = [
      (.stuck, "stuck"), (.chatter, "chatter"), (.quiet, "stuck"), (.lineGone, "gone"),
      (.lineBack, "ok"), (.chatter, "chatter"), (.quiet, "ok"),
    ]
    for (kind, health) in steps {
      bench.happen(kind)
      #expect(bench.connection.retained["test/bench/health/b"] == health)
    }
  }

  @Test func oldGesturesAreCountedAndSaid() throws {
    let bench = try MqttBench()
    bench.greeting = []
    bench.lose()
    #expect(
      bench.said == [
        "mqtt: connected to broker:1883", "mqtt: broker:1883: gone; it is tried again",
      ])
    bench.happen(.tap(count: 1))
    bench.happen(.off, 1)
    bench.clock.instant = bench.clock.instant + .milliseconds(2100)
    bench.happen(.tap(count: 1))
    bench.greeting = [.accepted]
    bench.pass(.seconds(3))
    let sent = bench.connection.passing
    #expect(sent.count <= 1)
    #expect(bench.connection.retained["test/bench/state/s"] == "off")
    #expect(
      bench.said.last?.hasSuffix("messages were not sent: older than 2 s when there was a broker")
        == true)
  }

  /// A broker that is away for an hour: attempts go on, at most a minute apart, and the log has a line.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func anHourAway(_ seed: UInt64) throws {
    let bench = try MqttBench(seed: seed)
    bench.greeting = [.ended("Connection refused")]
    bench.lose()
    for _ in 0..<3600 {
      bench.happen(.tap(count: 1))
      bench.pass(.seconds(1))
    }
    #expect((70...600).contains(bench.connections.count), "seed \(seed)")
    #expect(bench.said.filter { $0.hasSuffix("Connection refused; it is tried again") }.count == 1)
    bench.greeting = [.accepted]
    bench.pass(.seconds(61))
    #expect(bench.connection.retained["test/bench/availability"] == "online")
    bench.happen(.tap(count: 1))
    #expect(bench.connection.passing.count == 1)
  }

  @Test func anOldBrokerIsSpokenToInItsVersionAtOnce() throws {
    let bench = try MqttBench()
    bench.greeting = [.wrongVersion(isCertain: true), .ended("the broker does not speak MQTT 5")]
    bench.oldGreeting = [.accepted]
    bench.lose()
    bench.pass(.seconds(3))
    #expect(bench.connection.version == .v311)
    #expect(bench.said.last == "mqtt: connected to broker:1883 (MQTT 3.1.1)")
    bench.lose()
    bench.pass(.seconds(3))
    #expect(bench.connection.version == .v311)
  }

  /// An old broker went, and a newer one came in its place.
  @Test func whoTakesNeitherVersionIsAskedAgain() throws {
    let bench = try MqttBench()
    bench.greeting = [.wrongVersion(isCertain: true), .ended("the broker does not speak MQTT 5")]
    bench.oldGreeting = [.ended("Connection refused")]
    bench.lose()
    bench.pass(.seconds(3))
    bench.greeting = [.accepted]
    bench.pass(.seconds(61))
    #expect(bench.connection.version == .v5)
    #expect(bench.said.last == "mqtt: connected to broker:1883")
  }

  /// Who closes without a word may be an old broker, or one that is being started.
  @Test func silenceIsTriedWithBothVersions() throws {
    let bench = try MqttBench()
    bench.greeting = [.wrongVersion(isCertain: false), .ended("closed")]
    bench.lose()
    bench.pass(.seconds(3))
    #expect(bench.connection.version == .v5)
    bench.greeting = [.ended("closed")]
    bench.pass(.seconds(9))
    #expect(bench.connections.suffix(2).map(\.version).contains(.v311))
  }

  @Test func aBrokerThatAcknowledgesNothingIsLeft() throws {
    let bench = try MqttBench()
    bench.connection.acknowledges = false
    bench.happen(.tap(count: 1))
    bench.pass(.seconds(9))
    #expect(bench.connections.count == 1)
    bench.greeting = []
    bench.pass(.seconds(2))
    #expect(bench.connections[0].hasEnded)
    #expect(
      bench.said.last == "mqtt: broker:1883: the broker acknowledges nothing; it is tried again")
  }

  @Test func refusalsAreSaidOnce() throws {
    let bench = try MqttBench()
    bench.connection.acknowledges = false
    for _ in 0..<3 { bench.happen(.tap(count: 1)) }
    let first = bench.connection.published.count - 2
    for number in first..<(first + 20) {
      bench.connection.news.append(.acknowledged(number + 10, refusal: "Not authorized"))
    }
    bench.serve()
    #expect(Set(bench.said).count == bench.said.count)
  }

  // MARK: What is asked

  @Test func ringsShowWhatIsAsked() throws {
    let bench = try MqttBench()
    bench.arrive(
      "test/bench/ring/halo/set", #"{"state":"ON","brightness":128,"color":{"r":255,"g":0,"b":0}}"#)
    #expect(
      bench.connection.retained["test/bench/ring/halo"]
        == #"{"state":"ON","color_mode":"rgb","brightness":128,"color":{"r":255,"g":0,"b":0}}"#)
    bench.arrive("test/bench/ring/halo/set", #"{"state":"ON","effect":"working"}"#)
    #expect(
      bench.connection.retained["test/bench/ring/halo"]
        == #"{"state":"ON","color_mode":"rgb","effect":"working"}"#)
    #expect(bench.loop.controller.motion(of: 0, at: bench.loop.time()) == .moving)
    bench.arrive("test/bench/ring/halo/set", "success")
    bench.pass(.seconds(10))
    #expect(bench.connection.retained["test/bench/ring/halo"] == #"{"state":"OFF"}"#)
  }

  @Test func whatMakesNoSenseIsSaidOnceATopic() throws {
    let bench = try MqttBench()
    let before = bench.said.count
    for _ in 0..<3 {
      bench.arrive("test/bench/ring/halo/set", "purple rain")
      bench.arrive("test/bench/ring/none/set", "working")
      bench.arrive("test/bench/ring/dumb/set", "working")
      bench.arrive("test/bench/cue/buzz/set", "loud")
      bench.arrive("test/bench/ring//set", "working")
      bench.arrive("test/bench/ring/set", "working")
      bench.arrive("elsewhere", "x")
    }
    let said = bench.said.dropFirst(before)
    #expect(said.count == 4)
    #expect(said.allSatisfy { $0.hasPrefix("mqtt: a message on test/bench/") })
    for number in 0..<100 { bench.arrive("test/bench/ring/\(number)/set", "working") }
    #expect(bench.said.count < 30)
  }

  @Test func aReloadIsAskedForOnceATurn() throws {
    let bench = try MqttBench()
    bench.connection.news += [
      .arrived(MqttMessage(topic: "test/bench/reload/set", text: "PRESS")),
      .arrived(MqttMessage(topic: "test/bench/reload/set", text: "PRESS")),
    ]
    bench.serve()
    #expect(bench.reloads == 1)
    bench.arrive("test/bench/reload/set", "PRESS", isRetained: true)
    #expect(bench.reloads == 1)
    #expect(bench.said.last?.hasSuffix("publish it without retain") == true)
  }

  // MARK: Reload and end

  @Test func aRemovedControlDisappears() throws {
    let bench = try MqttBench()
    bench.happen(.on, 1)
    let before = bench.connection.retained
    #expect(before["homeassistant/event/test_bench/s_event/config"] != nil)
    bench.loop.reload(
      try MqttBench.panel(MqttBench.text.replacingOccurrences(of: "  s: ", with: "  t: ")))
    bench.serve()
    let after = bench.connection.retained
    #expect(bench.connections.count == 1)
    #expect(!after.keys.contains { $0.contains("/s_") || $0.hasSuffix("/s") })
    #expect(after["homeassistant/event/test_bench/t_event/config"] != nil)
    #expect(after["test/bench/state/s"] == nil)
    #expect(after["test/bench/availability"] == "online")
  }

  @Test func anotherBaseLeavesNothingBehind() throws {
    let bench = try MqttBench()
    bench.happen(.on, 1)
    let old = bench.connection
    bench.loop.reload(
      try MqttBench.panel(MqttBench.text.replacingOccurrences(of: "test/bench", with: "test/new")))
    bench.serve()
    #expect(old.hasSaidGoodbye)
    #expect(Set(old.retained.keys) == ["test/bench/availability", "test/bench/diagnostics"])
    #expect(old.retained["test/bench/availability"] == "offline")
    #expect(bench.connections.count == 2)
    #expect(bench.connection.retained["test/new/availability"] == "online")
  }

  /// Only the way there is another: nothing is cleared that the next connection would bring back.
  @Test func anotherUserKeepsWhatIsThere() throws {
    let bench = try MqttBench()
    bench.happen(.on, 1)
    let old = bench.connection
    let before = old.retained
    bench.loop.reload(
      try MqttBench.panel(
        MqttBench.text.replacingOccurrences(of: "base: test", with: "user: other, base: test")))
    bench.serve()
    #expect(old.hasSaidGoodbye)
    #expect(Set(old.retained.keys) == Set(before.keys))
    #expect(bench.connections.count == 2)
  }

  /// A switch does not become unknown for a moment.
  @Test func aReloadKeepsWhatIsStillThere() throws {
    let bench = try MqttBench()
    bench.happen(.on, 1)
    let before = bench.connection.published.count
    bench.loop.reload(try MqttBench.panel(MqttBench.text))
    bench.serve()
    let since = bench.connection.published.dropFirst(before)
    #expect(!since.contains { $0.isRetained && $0.payload.isEmpty })
    #expect(bench.connection.retained["test/bench/ring/halo"] == #"{"state":"OFF"}"#)
  }

  @Test func leftoversOfEarlierRunsAreCleared() throws {
    let bench = try MqttBench()
    #expect(bench.connection.filters.contains("homeassistant/+/test_bench/+/config"))
    let old = [
      "homeassistant/event/test_bench/gone_event/config", "test/bench/state/gone",
      "test/bench/health/gone", "test/bench/ring/gone",
    ]
    let others = [
      "homeassistant/event/other/gone_event/config", "test/bench/state/a/b",
      "homeassistant/event/test_bench/s_event/config",
    ]
    for topic in old + others { bench.arrive(topic, "{}", isRetained: true) }
    let cleared = bench.connection.published.filter { $0.isRetained && $0.payload.isEmpty }
    #expect(cleared.map(\.topic) == old)
    bench.pass(.seconds(6))
    #expect(!bench.connection.filters.contains("homeassistant/+/test_bench/+/config"))
    #expect(bench.connection.filters.contains("homeassistant/status"))
  }

  @Test func homeAssistantsStartIsAnswered() throws {
    let bench = try MqttBench()
    let before = bench.connection.published.count
    bench.arrive("homeassistant/status", "offline")
    bench.arrive("homeassistant/status", "online", isRetained: true)
    #expect(bench.connection.published.count == before)
    bench.arrive("homeassistant/status", "online")
    // The window is full until the broker has acknowledged, which it does at each turn.
    for _ in 0..<10 { bench.serve() }
    #expect(bench.connection.published.count == 2 * before)
    #expect(bench.connection.published.last?.topic == "test/bench/availability")
  }

  @Test func theEndSaysGoodbyeAndOffline() throws {
    let bench = try MqttBench()
    bench.output.finish(bench.clock)
    #expect(bench.connection.hasSaidGoodbye)
    #expect(bench.connection.retained["test/bench/availability"] == "offline")
  }

  @Test func publishSaysWhatThePanelSays() throws {
    let bench = try MqttBench()
    let turn = bench.event(.turn(steps: 1, position: 21), 2)
    let messages = [
      Action.Message(topic: "x", payload: try PayloadTemplate("v={position}{{{n}}}"), qos: 2),
      Action.Message(topic: "all/volume", isAbsolute: true, payload: try PayloadTemplate("")),
      Action.Message(topic: "kept", payload: try PayloadTemplate("on"), isRetained: true),
      Action.Message(topic: "json"),
    ]
    for message in messages {
      #expect(bench.output.perform(.publish(message), for: turn, in: bench.loop))
    }
    let sent = bench.connection.published.suffix(4)
    #expect(
      sent.map(\.topic) == ["test/bench/x", "all/volume", "test/bench/kept", "test/bench/json"])
    #expect(sent.map(\.qos) == [2, 1, 1, 1])
    #expect(sent.map(\.isRetained) == [false, false, true, false])
    #expect(
      sent.map { String(decoding: $0.payload, as: UTF8.self) } == [
        "v=21{1}", "", "on",
        #"{"at":1000000,"decided":1000000,"control":"k","event":"turn","#
          + #""time":"1970-01-01T00:16:40.000Z","n":1,"steps":1,"position":21}"#,
      ])
    #expect(
      !bench.output.perform(.light(ring: 0, RingPicture(.off), for: nil), for: turn, in: bench.loop)
    )
  }

  @Test func bouncesAreCountedAndToldOnceAMinute() throws {
    let bench = try MqttBench()
    for at in [0, 1, 2, 500] as [Int64] {
      bench.output.note(.edge(line: 0, isClosed: true, at: .milliseconds(at)), in: bench.loop)
    }
    // A knob's contacts change as fast as it is turned.
    for at in [0, 1, 2] as [Int64] {
      bench.output.note(.edge(line: 2, isClosed: true, at: .milliseconds(at)), in: bench.loop)
    }
    bench.pass(.seconds(61))
    #expect(
      bench.connection.retained["test/bench/diagnostics"] == #"{"bounces":2,"dropped":0}"#)
    #expect(bench.output.nextDeadline(in: bench.loop) == nil)
  }

  /// At rest nothing wakes the loop but the connection's own sign of life.
  @Test func restIsRest() throws {
    let bench = try MqttBench()
    bench.pass(.seconds(10))
    #expect(bench.output.nextDeadline(in: bench.loop) == nil)
  }
}

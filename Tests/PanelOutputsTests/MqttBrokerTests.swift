import ButtonController
import Foundation
import PanelHardware
import Testing

@testable import PanelOutputs

/// The panel at a real mosquitto, and at servers that only look like a broker.
@Suite struct MqttBrokerTests {
  @Test func whatIsToldArrivesAndWhatIsAskedIsDone() throws {
    let broker = try Mosquitto()
    try broker.start()
    let bench = try BrokerBench(broker)
    #expect(bench.turn { bench.isConnected })
    let watcher = try Subscriber(port: broker.port)
    #expect(bench.turn { watcher.has("test/bench/availability online") })
    bench.happen(.tap(count: 2))
    bench.happen(.on, 1)
    #expect(bench.turn { watcher.lines.contains("0 test/bench/state/s on") })
    let tap = watcher.lines.first { $0.hasPrefix("0 test/bench/event/b ") }
    #expect(tap?.contains(#""event_type":"tap_2""#) == true)
    #expect(
      watcher.lines.contains { $0.contains(" homeassistant/event/test_bench/b_event/config {") })
    // Who comes later sees states, and no event.
    let late = try Subscriber(port: broker.port, "test/bench/#")
    #expect(bench.turn { late.lines.contains("1 test/bench/state/s on") })
    #expect(!late.lines.contains { $0.contains("/event/") })
    for (topic, text) in [
      ("ring/halo/set", "working"), ("reload/set", "PRESS"), ("ring/halo/set", "nonsense"),
    ] {
      try runProgram(
        "/usr/bin/mosquitto_pub",
        ["-p", "\(broker.port)", "-t", "test/bench/\(topic)", "-m", text])
    }
    #expect(bench.turn { bench.reloads == 1 })
    #expect(bench.turn { bench.said.last?.contains("that is no picture") == true })
    #expect(bench.loop.controller.motion(of: 0, at: bench.loop.time()) == .moving)
    bench.output.finish(bench.clock)
    #expect(bench.turn { watcher.lines.last == "0 test/bench/availability offline" })
  }

  @Test func leftoversDisappearAndTheWillIsPublished() throws {
    let broker = try Mosquitto()
    try broker.start()
    var bench: BrokerBench? = try BrokerBench(broker)
    #expect(bench?.turn { bench?.isConnected == true } == true)
    for topic in ["homeassistant/light/test_bench/old_light/config", "test/bench/state/old"] {
      try runProgram(
        "/usr/bin/mosquitto_pub", ["-p", "\(broker.port)", "-r", "-t", topic, "-m", "{}"])
    }
    let watcher = try Subscriber(port: broker.port)
    #expect(bench?.turn { watcher.has("test/bench/state/old {}") } == true)
    // Without a goodbye: the broker publishes the will.
    bench = nil
    bench = try BrokerBench(broker)
    #expect(bench?.turn { watcher.lines.contains("0 test/bench/availability offline") } == true)
    #expect(
      bench?.turn {
        watcher.lines.contains("0 test/bench/state/old ")
          && watcher.lines.contains("0 homeassistant/light/test_bench/old_light/config ")
      } == true)
    #expect(bench?.turn { watcher.lines.contains("0 test/bench/availability online") } == true)
  }

  @Test func aBrokerMayComeGoAndComeBack() throws {
    let broker = try Mosquitto()
    let bench = try BrokerBench(broker)
    #expect(bench.turn { bench.said.contains { $0.contains("Connection refused") } })
    try broker.start()
    bench.clock.shift = bench.clock.shift + .seconds(61)
    #expect(
      bench.turn {
        bench.clock.shift = bench.clock.shift + .milliseconds(100)
        return bench.isConnected
      })
    broker.kill()
    #expect(bench.turn { !bench.isConnected })
    bench.happen(.tap(count: 1))
    bench.happen(.off, 1)
    bench.clock.shift = bench.clock.shift + .seconds(3)
    try broker.start()
    #expect(
      bench.turn {
        bench.clock.shift = bench.clock.shift + .milliseconds(100)
        return bench.isConnected
      })
    let watcher = try Subscriber(port: broker.port)
    #expect(bench.turn { watcher.has("test/bench/availability online") })
    bench.happen(.tap(count: 2))
    #expect(bench.turn { watcher.lines.contains { $0.contains(#""count":2"#) } })
    #expect(watcher.has("test/bench/state/s off"))
    #expect(!watcher.lines.contains { $0.contains(#""count":1"#) })
    #expect(bench.said.last?.contains("2 messages were not sent") == true, "\(bench.said)")
  }

  @Test func aWrongPasswordIsSaidAndTheRightOneWorks() throws {
    let folder = try TestFolder()
    try runProgram(
      "/usr/bin/mosquitto_passwd", ["-b", "-c", folder.path + "/users", "panel", "right"])
    let broker = try Mosquitto(settings: ["password_file \(folder.path)/users"])
    try broker.start()
    for (password, isRight) in [("wrong\n", false), ("right\n", true)] {
      let file = try folder.write("password", password)
      let bench = try BrokerBench(
        "{host: 127.0.0.1, port: \(broker.port), user: panel, password_file: \(file)}")
      #expect(
        bench.turn {
          bench.clock.shift = bench.clock.shift + .milliseconds(100)
          return isRight
            ? bench.isConnected
            : bench.said.last == "mqtt: 127.0.0.1:\(broker.port): the broker refuses us: Not "
              + "authorized; it is tried again"
        }, "\(bench.said)")
    }
    let bench = try BrokerBench(
      "{host: 127.0.0.1, port: \(broker.port), user: panel, password_file: /nowhere}")
    #expect(bench.turn { bench.said.last?.contains("password_file: /nowhere: ") == true })
  }

  @Test func aCertificateHasToBeTrustedAndOfThisHost() throws {
    let folder = try TestFolder()
    func openssl(_ words: String) throws {
      try runProgram("/usr/bin/openssl", words.split(separator: " ").map(String.init))
    }
    for name in ["ca", "other"] {
      try openssl(
        "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=\(name) -keyout \(folder.path)/\(name).key "
          + "-out \(folder.path)/\(name).pem")
    }
    let names = try folder.write("names", "subjectAltName=DNS:localhost\n")
    for name in ["server", "client"] {
      try openssl(
        "req -newkey rsa:2048 -nodes -subj /CN=\(name) -keyout \(folder.path)/\(name).key "
          + "-out \(folder.path)/\(name).csr")
      try openssl(
        "x509 -req -days 2 -in \(folder.path)/\(name).csr -CA \(folder.path)/ca.pem -CAkey "
          + "\(folder.path)/ca.key -CAcreateserial -extfile \(names) -out \(folder.path)/\(name).pem"
      )
    }
    let broker = try Mosquitto(
      settings: [
        "allow_anonymous true", "cafile \(folder.path)/ca.pem",
        "certfile \(folder.path)/server.pem", "keyfile \(folder.path)/server.key",
        "require_certificate true",
      ])
    try broker.start()
    let own = "certificate: \(folder.path)/client.pem, key: \(folder.path)/client.key"
    let cases: [(host: String, tls: String, trouble: String?)] = [
      ("localhost", "{ca: \(folder.path)/ca.pem, \(own)}", nil),
      ("localhost", "{ca: \(folder.path)/other.pem, \(own)}", "certificate verify failed"),
      ("127.0.0.1", "{ca: \(folder.path)/ca.pem, \(own)}", "certificate verify failed"),
      ("localhost", "{ca: /nowhere.pem, \(own)}", "tls.ca: cannot open /nowhere.pem"),
    ]
    for (host, tls, trouble) in cases {
      let bench = try BrokerBench("{host: \(host), port: \(broker.port), tls: \(tls)}")
      #expect(
        bench.turn {
          bench.clock.shift = bench.clock.shift + .milliseconds(50)
          guard let trouble else { return bench.isConnected }
          return bench.said.contains { $0.contains(trouble) }
        }, "\(host) \(tls): \(bench.said)")
      if trouble != nil { #expect(!bench.isConnected) }
    }
  }

  @Test func aHostWithoutANameIsSaid() throws {
    let bench = try BrokerBench("{host: nowhere.invalid}")
    #expect(
      bench.turn { bench.said.contains { $0.hasPrefix("mqtt: nowhere.invalid:1883: ") } })
  }

  // MARK: Brokers that are none

  @Test func whoAcceptsAndIsSilentIsLeft() throws {
    let server = RawServer()
    let bench = try BrokerBench(port: server.port)
    #expect(
      bench.turn {
        _ = server.serve()
        return !server.received.isEmpty
      })
    bench.clock.shift = .seconds(11)
    #expect(
      bench.turn {
        bench.said.last?.hasSuffix("the broker does not answer; it is tried again") == true
      })
  }

  /// Answers to CONNECT with protocol level 5, after which the next has level 4.
  static let answersOfOldBrokers: [[UInt8]] = [
    // In the way of MQTT 3.1.1: not this version, not this name, taken.
    [0x20, 2, 0, 1], [0x20, 2, 0, 2], [0x20, 2, 0, 0],
    // In that of MQTT 5: not this version.
    [0x20, 3, 0, 0x84, 0],
  ]

  @Test(arguments: answersOfOldBrokers)
  func anOldBrokerIsSpokenToInItsVersion(_ answer: [UInt8]) throws {
    let server = RawServer()
    let bench = try BrokerBench(port: server.port)
    #expect(bench.turn { server.level == 5 })
    server.send(answer)
    server.hangUp()
    #expect(bench.turn { server.level == 4 })
    server.send([0x20, 2, 0, 0])
    #expect(bench.turn { bench.isConnected })
    #expect(bench.said == ["mqtt: connected to 127.0.0.1:\(server.port) (MQTT 3.1.1)"])
  }

  @Test func anOldBrokerThatOnlyClosesIsSpokenToInItsVersion() throws {
    let server = RawServer()
    let bench = try BrokerBench(port: server.port)
    #expect(bench.turn { server.level == 5 })
    server.hangUp()
    #expect(
      bench.turn {
        bench.clock.shift = bench.clock.shift + .milliseconds(50)
        return server.level == 4
      })
    server.send([0x20, 2, 0, 0])
    #expect(bench.turn { bench.isConnected })
    #expect(bench.said.contains("mqtt: connected to 127.0.0.1:\(server.port) (MQTT 3.1.1)"))
  }

  /// A message of 256 MB: the connection ends after a few pieces of it, whatever comes.
  @Test(arguments: [true, false]) func whoSendsTooMuchIsLeft(_ isAnswered: Bool) throws {
    let server = RawServer()
    let bench = try BrokerBench(port: server.port)
    #expect(
      bench.turn {
        _ = server.serve()
        return !server.received.isEmpty
      })
    if isAnswered {
      server.send([0x20, 3, 0, 0, 0])
      #expect(bench.turn { bench.isConnected })
    }
    // PUBLISH, 268435455 bytes, topic `a`.
    server.send([0x30, 0xFF, 0xFF, 0xFF, 0x7F, 0, 1, 97, 0])
    let before = Self.residentKilobytes()
    let chunk = [UInt8](repeating: 97, count: 64 * 1024)
    #expect(
      bench.turn {
        for _ in 0..<16 where server.serve() { server.send(chunk) }
        return bench.said.last?.contains("sends more than 65536 bytes") == true
      }, "\(bench.said)")
    #expect(Self.residentKilobytes() - before < 64 * 1024)
  }

  @Test func junkEndsTheConnectionAndNothingElse() throws {
    let junk: [[UInt8]] = [
      [0x20, 3, 0, 0, 0, 0x30, 4, 0, 9, 97, 98],
      [0x20, 3, 0, 0, 0, 0x30, 2, 0, 0],
      [0x20, 3, 0, 0, 0, 0x30, 6, 0, 3, 0xFF, 0xFE, 0xFD, 0],
      [0x20, 3, 0, 0, 0, 0x30, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
      [0xF0, 0xFF, 0xFF], [0, 0, 0, 0], [UInt8](repeating: 0xFF, count: 512),
      Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8),
    ]
    for bytes in junk {
      let server = RawServer()
      let bench = try BrokerBench(port: server.port)
      #expect(
        bench.turn {
          _ = server.serve()
          return !server.received.isEmpty
        })
      server.send(bytes)
      server.hangUp()
      #expect(
        bench.turn { bench.said.last?.hasSuffix("it is tried again") == true }, "\(bytes)")
    }
  }

  @Test func aMissingLibraryNamesThePackage() throws {
    // Where it is open already it stays so; only the text is looked at.
    let missing = MqttLibrary.missing("libmosquitto.so.1: cannot open shared object file")
    #expect(missing.message.hasSuffix("install the package libmosquitto1"))
    #expect(missing.message.utf8.allSatisfy { $0 != 10 })
  }

  private static func residentKilobytes() -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
    return Int(line.split(whereSeparator: \.isWhitespace).dropFirst().first ?? "0") ?? 0
  }
}

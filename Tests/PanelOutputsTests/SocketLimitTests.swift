import ButtonController
import EngineTestKit
import Foundation
import PanelFiles
import PanelHardware
import Testing

@testable import PanelOutputs

/// Programs that send too much, read too little, or make no sense.
@Suite struct SocketLimitTests {
  private static let ok = #"{"ok":true}"#

  @Test func linesComeInAnyPieces() throws {
    let bench = try SocketBench()
    let client = try bench.connect()
    for byte in Array(#"{"events":false}"#.utf8) {
      client.send([byte])
      #expect(client.all() == [])
    }
    client.send([13, 10])
    #expect(client.all() == [Self.ok])
    // Blank lines are nothing, a last line needs no line feed.
    client.send("\n \r\n{\"events\":false}\n\n{\"events\":false,\"id\":2}".utf8)
    client.endSending()
    #expect(client.all() == [Self.ok, #"{"id":2,"ok":true}"#])
    #expect(client.isClosed)
  }

  @Test func whoSendsAndGoesIsServed() throws {
    let bench = try SocketBench()
    let client = try bench.connect()
    client.send(#"{"ring":"halo","progress":0.5}"#)
    client.close()
    bench.pump()
    #expect(bench.loop.shown(on: 0) == .remote)
    #expect(bench.socket.clients.isEmpty)
  }

  @Test func aLineHasALimit() throws {
    let bench = try SocketBench()
    let client = try bench.connect()
    let room = Request.longestLine - #"{"events":false,"id":""}"#.utf8.count
    let spaces = String(repeating: " ", count: room)
    #expect(try client.ask(#"{"events":false,"id":""}"# + spaces) == #"{"id":"","ok":true}"#)
    // Answered as soon as it is too long, and what is behind it is served.
    client.send(String(repeating: "x", count: Request.longestLine + 1).utf8)
    #expect(
      client.all() == [
        #"{"error":"longer than the 65536 bytes of a request; end each with a line feed","#
          + #""code":"bad_request"}"#
      ])
    for _ in 0..<64 {
      client.send(String(repeating: "y", count: 1 << 16).utf8)
      bench.pump(1)
    }
    #expect(client.all() == [])
    #expect(try client.ask("\n" + #"{"events":false}"#) == Self.ok)
  }

  @Test func theThirtyThirdIsToldAndClosed() throws {
    let bench = try SocketBench()
    let clients = try (0..<ControlSocket.mostClients).map { _ in try bench.connect() }
    bench.pump(6)
    #expect(bench.socket.clients.count == ControlSocket.mostClients)
    let last = try bench.connect()
    last.send(#"{"status":true}"#)
    #expect(
      last.all() == [
        #"{"error":"32 programs are connected already; close one, or use one connection for several "#
          + #"requests","code":"unavailable"}"#
      ])
    #expect(last.isClosed)
    clients[5].close()
    bench.pump()
    #expect(try bench.connect().ask(#"{"events":false}"#) == Self.ok)
    #expect(try clients[0].ask(#"{"events":false}"#) == Self.ok)
  }

  /// It is not waited for, it is reported, and the others get every event.
  @Test func whoReadsTooSlowlyIsDisconnected() throws {
    let bench = try SocketBench()
    let (slow, fast) = (try bench.connect(), try bench.connect())
    _ = try slow.ask(#"{"events":true}"#)
    _ = try fast.ask(#"{"events":["spin"]}"#)
    let before = bench.eventLines.count
    var got = 0
    try bench.spin { got += fast.all().count }
    got += fast.all().count
    #expect(
      bench.said == [
        "outputs.socket: process \(getpid()) reads its events too slowly and is disconnected"
      ])
    #expect(got == bench.eventLines.count - before)
    // What it was sent is whole: events in their order, and then why it ends.
    bench.pump()
    slow.receive()
    var lines = slow.lines
    for _ in 0..<200 where !slow.isClosed {
      lines = slow.lines
      bench.pump(1)
      slow.receive()
    }
    lines = slow.lines
    #expect(slow.isClosed)
    #expect(
      lines.last
        == #"{"error":"events were not read in time and some are lost; read without pause, and "#
        + #"connect again","code":"unavailable"}"#)
    #expect(Array(lines.dropLast()) == Array(bench.eventLines[before...].prefix(lines.count - 1)))
    #expect(lines.count > 1000)
    #expect(bench.socket.clients.count == 1)
  }

  /// Who never reads again is closed after a moment all the same.
  @Test func whoNeverReadsIsClosed() throws {
    let bench = try SocketBench()
    let slow = try bench.connect()
    _ = try slow.ask(#"{"events":true}"#)
    try bench.spin()
    #expect(bench.socket.clients.count == 1)
    bench.run(to: bench.now + 3_000)
    #expect(bench.socket.clients.isEmpty)
  }

  /// Requests whose answers nobody reads wait where they are; none is lost, none is answered twice.
  @Test func whoSendsWithoutReadingIsHeldUp() throws {
    let bench = try SocketBench()
    let client = try bench.connect()
    let requests = [UInt8](String(repeating: "{\"events\":false}\n", count: 40_000).utf8)
    var sent = 0
    for _ in 0..<200 {
      sent += client.send(requests[sent...])
      bench.pump(1)
    }
    bench.pump(50)
    let served = bench.served
    bench.pump(50)
    #expect(bench.served == served, "it goes on though nobody reads")
    // Another is served meanwhile.
    #expect(try bench.connect().ask(#"{"events":false}"#) == Self.ok)
    var answers = 0
    for _ in 0..<100_000 {
      let lines = client.all()
      if lines.isEmpty, bench.loop.nextWake == nil { break }
      answers += lines.count
    }
    #expect(answers > 1000)
    #expect(answers == sent / 17)
  }

  /// A turn does a bounded part of a flood, and lines go before the rest.
  @Test func aFloodIsServedInParts() throws {
    let bench = try SocketBench()
    let clients = try (0..<8).map { _ in try bench.connect() }
    bench.pump()
    let flood = String(repeating: "{\"events\":false}\n", count: 100)
    for client in clients { client.send(flood.utf8) }
    let before = bench.served.flatMap(Int.init) ?? 0
    var most = 0
    var last = before
    for _ in 0..<40 {
      bench.pump(1)
      let now = bench.served.flatMap(Int.init) ?? 0
      most = max(most, now - last)
      last = now
      for client in clients { client.receive() }
    }
    #expect(most <= 64)
    #expect(last - before == 800)
    #expect(clients.allSatisfy { $0.lines.count == 100 })
  }

  /// Whatever is sent: no crash, one answer for each line, and bounded memory.
  @Test(arguments: [UInt64](1...8))
  func anythingIsAnswered(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let bench = try SocketBench()
    let pieces = Self.pieces
    for round in 0..<6 {
      let client = try bench.connect()
      var expected = 0
      var lines: [String] = []
      for _ in 0..<Int.random(in: 1...25, using: &random) {
        var line: [UInt8] = []
        for _ in 0..<Int.random(in: 1...6, using: &random) {
          if Int.random(in: 0..<4, using: &random) == 0 {
            line += (0..<Int.random(in: 1...9, using: &random)).map { _ in
              UInt8.random(in: 0...255, using: &random)
            }
          } else {
            line += pieces.randomElement(using: &random)?.utf8 ?? "".utf8
          }
        }
        line.removeAll { $0 == 10 }
        if line.allSatisfy({ $0 == 32 || $0 == 9 || $0 == 13 }) { continue }
        expected += 1
        client.send(line + [10])
        lines += client.all()
        if Int.random(in: 0..<5, using: &random) == 0 {
          bench.run(to: bench.clock.instant.nanoseconds / 1_000_000 + 300)
        }
      }
      for _ in 0..<20 { lines += client.all() }
      let answers = lines.filter { !$0.hasPrefix(#"{"at":"#) }
      #expect(answers.count == expected, "seed \(seed), round \(round)")
      for line in lines {
        #expect(throws: Never.self, "seed \(seed): \(line)") { try JSON.parse(line.utf8) }
      }
    }
    bench.run(to: bench.clock.instant.nanoseconds / 1_000_000 + 100_000)
    #expect(bench.socket.clients.isEmpty, "seed \(seed)")
    #expect(bench.loop.nextWake == nil, "seed \(seed)")
    // Nothing was left down.
    for line in bench.loop.panel.lines.indices {
      #expect(!bench.loop.status(ofLine: line).isClosed, "seed \(seed)")
    }
  }

  private static let pieces = [
    "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u0000", "\\ud800", "1e999", "-", "null", "true",
    #"{"status":true}"#, #"{"press":"go"}"#, #"{"press":"go","for":"50ms"}"#, #"{"release":"go"}"#,
    #"{"press":"open","for":"2s"}"#, #"{"press":"stick.up"}"#, #"{"press":"erase"}"#,
    #"{"ring":"halo","progress":0.3}"#, #"{"ring":"halo","pattern":"test","ttl":"1s"}"#,
    #"{"events":true}"#, #"{"events":["go"]}"#, #"{"events":false}"#, #"{"reload":true}"#,
    #""status":true"#, #""id":"#, #""press":"#, #""dial""#, " ", String(repeating: "[", count: 99),
    String(repeating: "9", count: 999), "é", "\u{202E}", "\r",
  ]
}

extension SocketBench {
  /// Makes events, until somebody who does not read them is said to be too slow.
  fileprivate func spin(_ meanwhile: () -> Void = {}) throws {
    try move("spin", true)
    for _ in 0..<1_000 where said.isEmpty {
      run(to: now + 500)
      meanwhile()
    }
    try move("spin", false)
    run(to: now + 100)
  }

  /// What the socket says of itself, without a program that asks.
  fileprivate var statusBytes: [UInt8] {
    StatusSource(version: "", startedAt: .zero).answer(loop, id: nil).dropLast()
  }

  /// How many requests were served.
  fileprivate var served: String? {
    guard let json = try? JSON.parse(statusBytes), case .array(let outputs) = json["outputs"] else {
      return nil
    }
    return outputs[0]["requests"]?.description
  }
}

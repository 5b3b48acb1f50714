import ButtonController
import Foundation
import PanelFiles
import Testing

@testable import PanelOutputs

/// Pictures of rings over the socket: what is sent, how often, and that nobody is waited for.
@Suite(.timeLimit(.minutes(10))) struct SocketFramesTests {
  private static let request = "{\"frames\":true}"

  private static func frames(_ lines: [String]) -> [String] {
    lines.filter { $0.contains("\"pixels\"") }
  }

  @Test func eachPictureComesOnce() throws {
    let bench = try SocketBench()
    let client = try bench.connect()
    client.send(Self.request)
    let first = client.all()
    #expect(first.first == "{\"ok\":true}")
    #expect(Self.frames(first).count == 2)
    #expect(first[1].contains("\"ring\":\"halo\",\"pixels\":[\"2e0b09\","))
    // At rest nothing comes, and the loop sleeps.
    bench.run(to: 1000)
    #expect(client.all() == [])
    #expect(bench.loop.nextWake == nil || bench.loop.nextWake ?? .ever > bench.clock.instant)
    // An attempt to confirm fills the ring, in so many steps as there is time for.
    try bench.move("erase", true)
    bench.run(to: 2600)
    let filling = Self.frames(client.all())
    #expect(filling.count > 5 && filling.count <= 1600 / 50 + 1)
    #expect(filling.allSatisfy { $0.contains("\"ring\":\"halo\"") })
    try bench.move("erase", false)
    bench.run(to: 10_000)
    let end = Self.frames(client.all())
    #expect(end.last?.contains("\"pixels\":[\"2e0b09\",\"2e0b09\",") == true)
    #expect(try client.ask("{\"frames\":false}") == "{\"ok\":true}")
    try bench.move("erase", true)
    bench.run(to: 12_000)
    #expect(client.all() == [])
  }

  @Test func whatAProgramShowsComes() throws {
    let bench = try SocketBench()
    let client = try bench.connect()
    client.send(Self.request)
    _ = client.all()
    client.send("{\"ring\":\"halo\",\"colour\":\"#0000ff\"}")
    bench.run(to: 200)
    let lines = client.all()
    #expect(lines.first == "{\"ok\":true}")
    #expect(Self.frames(lines).last?.contains("0000ff") == true)
  }

  /// A program that reads nothing gets no more pictures, stays, and has the last one when it reads.
  @Test func aSlowReaderMissesPictures() throws {
    let bench = try SocketBench(
      SocketBench.panel.replacingOccurrences(of: "pixels: 8", with: "pixels: 1024, idle: breathe"))
    let client = try bench.connect()
    client.send(Self.request)
    bench.run(to: 60_000)
    #expect(bench.socket.clients.count == 1)
    #expect(bench.socket.droppedCount == 0)
    let lines = client.all()
    #expect(Self.frames(lines).count < 1200)
    #expect(try client.ask("{\"events\":false}").contains("error") == false)
  }

  @Test func aReloadBeginsAgain() throws {
    let bench = try SocketBench()
    let client = try bench.connect()
    client.send(Self.request)
    _ = client.all()
    let other = try SocketBench.read(
      """
      board: raspberry-pi-5
      controls: {go: {kind: button, pin: GPIO17}}
      rings: {dot: {driver: terminal, pixels: 1}}
      """, socket: bench.path)
    bench.prepare(other)
    client.send("{\"reload\":true}")
    bench.run(to: bench.now + 100)
    #expect(Self.frames(client.all()).count == 1)
  }
}

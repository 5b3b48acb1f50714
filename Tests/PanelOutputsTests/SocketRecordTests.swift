import ButtonController
import Foundation
import PanelFiles
import Testing

@testable import PanelOutputs

/// A trace over the socket: what it holds, and how it ends.
@Suite(.timeLimit(.minutes(5))) struct SocketRecordTests {
  /// The next line that is no remark of the trace.
  private static func next(_ client: TestClient) throws -> String {
    while true {
      let line = try client.next()
      if !line.hasPrefix("{\"trace\":\"#") { return line }
    }
  }

  private static func trace(_ text: String) -> String { "{\"trace\":\"\(text)\"}" }

  @Test func isSentUntilItIsEnded() throws {
    let bench = try SocketBench()
    let client = try bench.connect()
    try bench.move("door", true)
    bench.run(to: 200)
    client.send("{\"record\":true,\"id\":1}")
    #expect(try client.next() == "{\"id\":1,\"ok\":true,\"at\":190}")
    #expect(try client.next().hasPrefix("{\"trace\":\"# gpiopress 1.2.3, "))
    #expect(try Self.next(client) == Self.trace("start door 1"))
    try bench.move("go", true)
    bench.run(to: bench.now + 50)
    try bench.move("go", false)
    bench.run(to: bench.now + 50)
    #expect(try Self.next(client).hasSuffix(" go 1\"}"))
    #expect(try Self.next(client).hasSuffix(" go 0\"}"))
    client.send("{\"record\":false}")
    #expect(try Self.next(client).hasSuffix(" ! end\"}"))
    #expect(try Self.next(client) == "{\"ok\":true}")
    // Nothing comes after it.
    try bench.move("go", true)
    bench.run(to: bench.now + 50)
    client.send("{\"record\":false}")
    #expect(try Self.next(client) == "{\"ok\":true}")
  }

  @Test func anotherPanelEndsIt() throws {
    let bench = try SocketBench()
    let client = try bench.connect()
    client.send("{\"record\":true}")
    #expect(try Self.next(client).hasPrefix("{\"ok\":true,\"at\":"))
    let other = try SocketBench.read(
      "board: raspberry-pi-5\ncontrols: {go: {kind: button, pin: GPIO17}}\n", socket: bench.path)
    bench.prepare(other)
    let second = try bench.connect()
    second.send("{\"reload\":true}")
    #expect(try Self.next(second) == "{\"ok\":true}")
    #expect(try Self.next(client).hasSuffix(" ! shutdown\"}"))
    #expect(try Self.next(client).contains("the panel file is another one now"))
  }
}

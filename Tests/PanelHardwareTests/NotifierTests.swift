import ButtonController
import Foundation
import PanelFiles
import Testing

@testable import PanelHardware

/// What systemd is reported, as it comes out of a datagram socket of its kind.
@Suite struct NotifierTests {
  /// The manager's end of NOTIFY_SOCKET.
  private final class Manager {
    /// What NOTIFY_SOCKET says: a path, or `@` and an abstract name.
    let name: String
    private let descriptor: Int32

    init(isAbstract: Bool = false) throws {
      let unique = "gpiopress-\(UUID().uuidString)"
      name = isAbstract ? "@\(unique)" : NSTemporaryDirectory() + unique
      descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      var bytes = Array(name.utf8)
      if isAbstract { bytes[0] = 0 }
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
      let offset = try #require(MemoryLayout<sockaddr_un>.offset(of: \.sun_path))
      let length = socklen_t(offset + bytes.count)
      let result = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
      }
      try #require(result == 0, "bind \(name): \(String(cString: strerror(errno)))")
    }

    deinit {
      close(descriptor)
      if !name.hasPrefix("@") { unlink(name) }
    }

    /// What has come since the last call, a datagram each, but for the status.
    func messages() -> [String] { all().filter { !$0.hasPrefix("STATUS=") } }

    /// The same with the status.
    func all() -> [String] {
      var found: [String] = []
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count < 0 { return found }
        found.append(String(decoding: buffer[..<count], as: UTF8.self))
      }
    }
  }

  private static func notifier(_ variables: [String: String]) -> SystemdNotifier {
    SystemdNotifier { variables[$0] }
  }

  /// READY at the start, both of a reload's messages, STOPPING at the end; nothing between them.
  @Test(arguments: [false, true]) func theWayOfAPanel(isAbstract: Bool) throws {
    let manager = try Manager(isAbstract: isAbstract)
    let bench = Bench([.tap])
    bench.start()
    bench.loop.add(Self.notifier(["NOTIFY_SOCKET": manager.name]))
    #expect(manager.messages() == ["READY=1"])
    bench.edge(0, true, 100)
    bench.edge(0, false, 200)
    bench.run(to: 5_000)
    #expect(manager.messages() == [])
    #expect(bench.loop.nextWake == nil)
    bench.loop.reload(Bench.panel([.tap, .tap]))
    #expect(manager.messages() == ["RELOADING=1\nMONOTONIC_USEC=5000000", "READY=1"])
    bench.loop.shutDown()
    #expect(manager.messages() == ["STOPPING=1"])
  }

  /// The status names what is missing, and is reported when that changes and never else.
  @Test func statusNamesMissingLines() throws {
    let manager = try Manager()
    let bench = Bench([.tap, .tap], chips: ["one", "two"])
    bench.start()
    bench.loop.add(Self.notifier(["NOTIFY_SOCKET": manager.name]))
    bench.run(to: 1_000)
    #expect(manager.all() == ["READY=1", "STATUS=running, all 2 lines are open"])
    bench.unplug("two")
    bench.run(to: 2_000)
    let missing = bench.loop.panel.lines[1]
    #expect(
      manager.all() == [
        "STATUS=1 of 2 lines are open; waiting for \(missing.name) (\(missing.pin))"
      ])
    bench.run(to: 3_000)
    bench.edge(0, true, 3_100)
    bench.edge(0, false, 3_200)
    bench.run(to: 4_000)
    #expect(manager.all() == [])
    bench.plug("two")
    bench.run(to: 60_000)
    #expect(manager.all() == ["STATUS=running, all 2 lines are open"])
    #expect(bench.loop.nextWake == nil)
    bench.loop.reload(Bench.panel([.tap]))
    bench.run(to: 61_000)
    #expect(manager.all().last == "STATUS=running, its line is open")
    bench.loop.shutDown()
    #expect(manager.all() == ["STOPPING=1"])
  }

  /// A sign of life at once, then in half the time that is allowed, from the loop's own turns.
  @Test func signsOfLife() throws {
    let manager = try Manager()
    let bench = Bench([.tap])
    bench.start()
    bench.loop.add(
      Self.notifier([
        "NOTIFY_SOCKET": manager.name, "WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "\(getpid())",
      ]))
    bench.run(to: 14_999)
    #expect(manager.messages() == ["READY=1", "WATCHDOG=1"])
    bench.run(to: 15_000)
    #expect(manager.messages() == ["WATCHDOG=1"])
    bench.run(to: 90_000)
    #expect(manager.messages() == [String](repeating: "WATCHDOG=1", count: 5))
    // A loop that hung is late with one, and does not make up for the others.
    bench.stall(to: 200_000)
    #expect(manager.messages() == ["WATCHDOG=1"])
    #expect(bench.loop.nextWake == .milliseconds(215_000))
  }

  /// Without a watchdog of ours there is no timer: a panel at rest sleeps.
  @Test(arguments: [
    [:], ["WATCHDOG_USEC": "0"], ["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"],
    ["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": ""],
  ])
  func noWatchdog(variables: [String: String]) throws {
    let manager = try Manager()
    let bench = Bench([.tap])
    bench.start()
    bench.loop.add(Self.notifier(variables.merging(["NOTIFY_SOCKET": manager.name]) { $1 }))
    bench.run(to: 100_000)
    #expect(manager.messages() == ["READY=1"])
    #expect(bench.loop.nextWake == nil)
  }

  /// No socket, one that is nobody's and one that cannot be: nothing comes of it, and no harm.
  @Test(arguments: [
    nil, "", "/nowhere/at/all", "@nobody-listens", "@", String(repeating: "x", count: 4000),
  ])
  func noSocket(name: String?) {
    let bench = Bench([.tap])
    bench.start()
    bench.loop.add(Self.notifier(["NOTIFY_SOCKET": name ?? "", "WATCHDOG_USEC": "30000000"]))
    bench.run(to: 1_000)
    bench.loop.reload(Bench.panel([.tap]))
    #expect((bench.loop.nextWake == nil) == (name ?? "").isEmpty)
    bench.loop.shutDown()
    #expect(bench.said == [])
  }

  /// A manager that does not read holds up nothing: what does not fit is lost.
  @Test func theManagerDoesNotRead() throws {
    let manager = try Manager()
    let bench = Bench([.tap])
    bench.start()
    bench.loop.add(Self.notifier(["NOTIFY_SOCKET": manager.name, "WATCHDOG_USEC": "2000"]))
    bench.edge(0, true, 4_000)
    bench.edge(0, false, 4_100)
    bench.run(to: 5_000)
    #expect(bench.reported == ["tap 4100 4120"])
    let found = manager.messages()
    #expect(found.first == "READY=1" && found.count < 5_000)
  }

  /// Whatever stands in WATCHDOG_USEC, nothing traps, and signs of life come often enough.
  @Test(
    arguments: [
      (0, nil), (1, nil), (2, 1), (30_000_000, 15_000_000), (UInt64.max, nil),
      (UInt64.max - 1, 86_400_000_000), (UInt64(Int64.max), 86_400_000_000),
    ] as [(UInt64, Int64?)])
  func period(microseconds: UInt64, half: Int64?) {
    #expect(
      SystemdNotifier.period(ofMicroseconds: microseconds) == half.map { TimeSpan.microseconds($0) }
    )
  }

  @Test(arguments: [
    "9223372036854775807", "18446744073709551614", "18446744073709551615",
    "99999999999999999999999", "-1", "", "x",
  ])
  func anyText(text: String) {
    let bench = Bench([.tap])
    bench.loop.add(Self.notifier(["NOTIFY_SOCKET": "@nobody-listens", "WATCHDOG_USEC": text]))
    bench.start()
    bench.run(to: 1_000)
    #expect(bench.loop.nextWake ?? .never > .milliseconds(1_000))
  }
}

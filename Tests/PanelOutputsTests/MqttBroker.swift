import ButtonController
import CPanelLinux
import EngineTestKit
import Foundation
import LoopTestKit
import PanelFiles
import PanelHardware
import Testing

@testable import PanelOutputs

/// A folder that is removed when its owner goes.
final class TestFolder {
  let path = FileManager.default.temporaryDirectory.path + "/mqtt-\(UUID().uuidString)"

  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ name: String, _ text: String) throws -> String {
    try text.write(toFile: path + "/" + name, atomically: true, encoding: .utf8)
    return path + "/" + name
  }
}

/// A program that runs beside the test.
///
/// Not Foundation's: that waits for the end of all that were started meanwhile, a broker too.
final class Child {
  private var child = pl_child()

  /// Starts `path`; its output goes to `file`, its errors nowhere.
  init(_ path: String, _ arguments: [String], output file: String = "/dev/null") throws {
    let output = open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    let errors = open("/dev/null", O_WRONLY | O_CLOEXEC)
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    defer {
      close(output)
      close(errors)
      for word in words { free(word) }
    }
    let result = pl_child_start(&words, environ, output, errors, &child)
    try #require(result == 0, "\(path) cannot be started; `make test` installs what is needed")
  }

  deinit { kill() }

  func kill(_ number: Int32 = SIGKILL) {
    if child.id > 0 { _ = pl_child_signal(&child, number) }
    wait()
  }

  /// Waits for its end; gives its status.
  @discardableResult func wait() -> Int32 {
    if child.id <= 0 { return 0 }
    var status: Int32 = 0
    while waitpid(child.id, &status, 0) < 0, errno == EINTR {}
    if child.watch >= 0 { close(child.watch) }
    child = pl_child()
    return status
  }
}

/// Runs a program to its end.
func runProgram(_ path: String, _ arguments: [String]) throws {
  try #require(try Child(path, arguments).wait() == 0, "\(path) \(arguments)")
}

/// A port of the loopback that nobody listens at.
func freePort() -> Int {
  let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  defer { Glibc.close(socket) }
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  var length = socklen_t(MemoryLayout<sockaddr_in>.size)
  withUnsafeMutablePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      _ = bind(socket, $0, length)
      _ = getsockname(socket, $0, &length)
    }
  }
  return Int(UInt16(bigEndian: address.sin_port))
}

/// A real mosquitto on a port of its own (Debian's package mosquitto; `make test` installs it).
final class Mosquitto {
  let port: Int
  private let folder: TestFolder
  private let configuration: String
  private var process: Child?

  /// `settings` are lines of its configuration file.
  init(settings: [String] = ["allow_anonymous true"], port: Int = freePort()) throws {
    self.port = port
    folder = try TestFolder()
    configuration = try folder.write(
      "mosquitto.conf",
      (["listener \(port) 127.0.0.1", "user root"] + settings).joined(separator: "\n") + "\n")
  }

  deinit { kill() }

  func start() throws {
    process = try Child("/usr/sbin/mosquitto", ["-c", configuration])
  }

  /// As a crash or a lost power does it.
  func kill() {
    process?.kill()
    process = nil
  }
}

/// The kernel's clock, which a test can move on.
final class ShiftedClock: PanelClock {
  private let clock = MonotonicClock()
  var shift = TimeSpan.zero

  func now() -> Instant { clock.now() + shift }
  func nowAndTimeAsleep() -> (now: Instant, asleep: TimeSpan) { (now(), .zero) }
  func wallOffset() -> TimeSpan { clock.wallOffset() }
}

/// A panel with MQTT in the real loop, at a real broker.
final class BrokerBench {
  let clock = ShiftedClock()
  let loop: PanelLoop
  let output: MqttOutput
  private let record = Record()
  private var number = 0

  /// What the output has done.
  private final class Record {
    var said: [String] = []
    var reloads = 0
  }

  var said: [String] { record.said }
  var reloads: Int { record.reloads }

  init(_ mqtt: String, seed: UInt64 = 1) throws {
    try MqttLibrary.open()
    // Broken connections are the library's to notice.
    signal(SIGPIPE, SIG_IGN)
    let text = MqttBench.text.replacingOccurrences(
      of: "mqtt: {host: broker, base: test/bench, home_assistant: true}", with: "mqtt: \(mqtt)")
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
      connect: { MosquittoConnection($0, $1, now: $2) })
    loop.add(output)
    _ = loop.start()
  }

  /// A panel at a port of this machine.
  convenience init(port: Int) throws {
    try self.init("{host: 127.0.0.1, port: \(port), base: test/bench, home_assistant: true}")
  }

  /// A panel at a real broker.
  convenience init(_ broker: Mosquitto) throws { try self.init(port: broker.port) }

  func happen(_ kind: Event.Kind, _ control: Int = 0) {
    number += 1
    let now = loop.time()
    output.take(
      PanelEvent(Event(at: now, decided: now, control: control, kind: kind), number: number),
      in: loop)
  }

  /// How long a condition is waited for on a busy machine.
  static let patience = TimeSpan.seconds(60)

  /// Turns the loop until `condition` holds; whether it does.
  func turn(until condition: () throws -> Bool) rethrows -> Bool {
    let kernel = MonotonicClock()
    let end = kernel.now() + BrokerBench.patience
    while kernel.now() < end {
      if try condition() { return true }
      var set = PollSet()
      output.addDescriptors(to: &set)
      let next = (output.nextDeadline(in: loop) ?? .never) - clock.now()
      try? set.wait(timeout: min(next, .milliseconds(20)))
      output.serve(set, now: loop.time(), in: loop)
    }
    return try condition()
  }

  var isConnected: Bool { output.state == .connected }
}

/// What a broker shows to somebody else: mosquitto_sub with its lines, `retained topic payload`.
final class Subscriber {
  private let process: Child
  private let file: String
  private let folder: TestFolder

  init(port: Int, _ filter: String = "#", options: [String] = []) throws {
    folder = try TestFolder()
    file = folder.path + "/lines"
    process = try Child(
      "/usr/bin/mosquitto_sub",
      ["-h", "127.0.0.1", "-p", "\(port)", "-q", "1", "-t", filter, "-F", "%r %t %p"] + options,
      output: file)
  }

  /// Whether a message came, kept by the broker or not.
  func has(_ message: String) -> Bool { lines.contains { $0.dropFirst(2) == message } }

  var lines: [String] {
    ((try? String(contentsOfFile: file, encoding: .utf8)) ?? "").split(separator: "\n")
      .map(String.init)
  }
}

/// A server of TCP for brokers that behave as no broker should.
final class RawServer {
  let port: Int
  private let listening: Int32
  private(set) var peer: Int32 = -1
  private(set) var received: [UInt8] = []
  private(set) var sent = 0

  init() {
    listening = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listening = listening
    withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = bind(listening, $0, length)
        _ = getsockname(listening, $0, &length)
      }
    }
    listen(listening, 4)
    port = Int(UInt16(bigEndian: address.sin_port))
  }

  deinit {
    close(listening)
    if peer >= 0 { close(peer) }
  }

  /// Takes a connection and what it says, if there is one; whether there is.
  func serve() -> Bool {
    if peer < 0 {
      peer = accept(listening, nil, nil)
      if peer < 0 { return false }
      _ = fcntl(peer, F_SETFL, O_NONBLOCK)
    }
    var room = [UInt8](repeating: 0, count: 4096)
    let count = recv(peer, &room, room.count, 0)
    if count > 0 { received += room[..<count] }
    return true
  }

  /// The version that CONNECT offers, once it has come: behind the fixed header and the name MQTT.
  var level: UInt8? {
    _ = serve()
    return received.count > 8 ? received[8] : nil
  }

  /// Sends as much of `bytes` as fits; whether the peer still takes some.
  @discardableResult func send(_ bytes: [UInt8]) -> Bool {
    let count = Glibc.send(peer, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    if count > 0 { sent += count }
    return count > 0 || errno == EAGAIN
  }

  /// Closes the connection and waits for another.
  func hangUp() {
    if peer >= 0 { close(peer) }
    peer = -1
    received.removeAll()
  }
}

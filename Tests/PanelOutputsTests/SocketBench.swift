import ButtonController
import CPanelLinux
import Foundation
import LoopTestKit
import PanelFiles
import PanelHardware

@testable import PanelOutputs

/// A panel on lines in memory and a clock that is moved by hand, with a real control socket in a
/// folder of its own.
final class SocketBench {
  let folder: URL
  let clock = SteppedClock(.zero)
  let lines: MemoryLines
  let loop: PanelLoop
  let socket: ControlSocket
  private let log = Log()
  private let waker = Waker()
  private let recorder = Recorder()
  private let files = Files()

  /// What the panel's process reported a user.
  private final class Log { var lines: [String] = [] }

  /// What a reload finds; nil for a file with an error.
  private final class Files { var panel: PanelFile? }

  /// Lets a wait return at once, as nobody moves the clock meanwhile.
  private final class Waker: LoopPart {
    var isOn = false
    func nextDeadline(in loop: PanelLoop) -> Instant? { isOn ? .ever : nil }
  }

  /// Writes down events: `erase tap 200` or, of a program, `erase tap 200 remote`.
  private final class Recorder: EventPart {
    var events: [String] = []
    var lines: [String] = []

    func take(_ event: PanelEvent, in loop: PanelLoop) {
      var words = [loop.panel.controls[event.control].name, event.name]
      if case .gesture(.cancel(let cancel)) = event.kind {
        words.append(EventLine.name(of: cancel.reason))
      }
      words.append("\(event.at.nanoseconds / 1_000_000)")
      if event.isRemote { words.append("remote") }
      events.append(words.joined(separator: " "))
      var bytes: [UInt8] = []
      loop.appendLine(of: event, to: &bytes)
      lines.append(String(decoding: bytes.dropLast(), as: UTF8.self))
    }
  }

  /// A panel of everything that requests are about.
  static let panel = """
    name: Bench
    board: raspberry-pi-5
    controls:
      go: {kind: button, pin: GPIO17, tap: true, hold: 2s, ring: halo}
      erase: {kind: button, pin: GPIO22, tap: true, confirm: 1.2s, ring: halo}
      open: {kind: button, pin: GPIO23, confirm: 1.2s, remote: true}
      left: {kind: button, pin: GPIO24}
      right: {kind: button, pin: GPIO25}
      door: {kind: switch, pin: GPIO5}
      dial: {kind: knob, pins: {a: GPIO6, b: GPIO12, press: GPIO13}}
      bare: {kind: knob, pins: {a: GPIO16, b: GPIO19}}
      stick: {kind: stick, pins: {up: GPIO20, down: GPIO21, left: GPIO26, right: GPIO27}}
      spin: {kind: button, pin: GPIO18, hold: {after: 100ms, repeat: 10ms}, stuck: off}
    chords:
      both: {of: [left, right], confirm: 1.2s}
    rings:
      halo: {driver: terminal, pixels: 8}
      sign: {driver: terminal, pixels: 4, shows: [success]}

    """

  /// A panel that has run for 100 ms; what its text says of a socket is replaced by one of the folder.
  init(
    _ text: String = SocketBench.panel, group: String? = nil, opens: Bool = true,
    version: String = "1.2.3", offset: TimeSpan = .zero
  ) throws {
    clock.offset = offset
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("gps-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let panel = try SocketBench.read(text, socket: folder.path + "/s", group: group)
    lines = MemoryLines(lineCount: panel.lines.count)
    loop = PanelLoop(panel: panel, hardware: lines, clock: clock) { [log] in log.lines.append($0) }
    files.panel = panel
    socket = ControlSocket(version: version, startedAt: .zero) { [files] loop in
      guard let panel = files.panel else {
        return ["panel.yaml:1:1: wrong", "the old one runs on"]
      }
      loop.reload(panel)
      return ["reloaded"]
    }
    loop.add(recorder)
    loop.add(waker)
    if opens { try socket.open(in: loop) }
    loop.add(socket)
    _ = loop.start()
    run(to: 100)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The panel of a text, with a control socket at `path`.
  static func read(_ text: String, socket path: String?, group: String? = nil) throws -> PanelFile {
    let boards = BoardCatalogue.checkout(above: #filePath)
    var panel = try PanelReader.decode(
      Array(text.utf8), path: "bench.yaml", boards: boards, root: "/nowhere"
    ).panel
    panel.outputs.socket = path.map { Outputs.Socket(path: $0, group: group) }
    return panel
  }

  var path: String { folder.path + "/s" }
  var events: [String] { recorder.events }
  /// The events as the stream has them.
  var eventLines: [String] { recorder.lines }
  var said: [String] { log.lines }

  /// What the next reload loads; nil for a file that is wrong.
  func prepare(_ panel: PanelFile?) { files.panel = panel }

  // MARK: Time

  /// Milliseconds since the start.
  var now: Int64 { clock.instant.nanoseconds / 1_000_000 }

  /// Lets the loop serve what is there, at the present instant.
  func pump(_ turns: Int = 3) {
    waker.isOn = true
    defer { waker.isOn = false }
    for _ in 0..<turns {
      try? loop.wait()
      loop.turn()
    }
  }

  /// Lets the loop run until an instant, awake whenever it asks to be.
  func run(to milliseconds: Int64) {
    let end = Instant(nanoseconds: milliseconds * 1_000_000)
    for _ in 0..<100_000 {
      guard let wake = loop.nextWake, wake <= end else { break }
      clock.instant = max(clock.instant, wake)
      pump(1)
    }
    clock.instant = max(clock.instant, end)
    pump()
  }

  /// The process does not run until then; it wakes to one turn.
  func stall(to milliseconds: Int64) {
    clock.instant = Instant(nanoseconds: milliseconds * 1_000_000)
    pump(1)
  }

  /// A finger moves a contact, at the present instant.
  func move(_ control: String, _ isClosed: Bool) throws {
    let line = try line(control)
    lines.set(line, isClosed: isClosed, at: clock.instant)
    pump()
  }

  func line(_ name: String) throws -> Int {
    guard let line = loop.panel.lines.firstIndex(where: { $0.name == name }) else {
      throw Missing(what: name)
    }
    return line
  }

  /// Something that a test expects to be there.
  struct Missing: Error { let what: String }

  // MARK: Programs

  /// A program that connects.
  func connect() throws -> TestClient { try TestClient(self) }
}

/// A program that speaks to the socket of a bench.
final class TestClient {
  private unowned let bench: SocketBench
  private var descriptor: Int32
  private var input: [UInt8] = []
  /// Whether the other side has closed.
  private(set) var isClosed = false
  /// Lines that came and were not taken yet.
  private(set) var lines: [String] = []

  init(_ bench: SocketBench) throws {
    self.bench = bench
    descriptor = pl_socket_connect(bench.path)
    guard descriptor >= 0 else { throw SystemError(-descriptor, "connect") }
    bench.pump(1)
  }

  deinit { close() }

  func close() {
    if descriptor >= 0 { _ = Glibc.close(descriptor) }
    descriptor = -1
  }

  /// Sends what fits; gives how many bytes that were.
  @discardableResult func send(_ bytes: some Collection<UInt8>) -> Int {
    let bytes = Array(bytes)
    let sent = bytes.withUnsafeBytes {
      pl_output_send(descriptor, $0.baseAddress, UInt32($0.count))
    }
    return Int(max(sent, 0))
  }

  @discardableResult func send(_ line: String) -> Int { send("\(line)\n".utf8) }

  /// Nothing more is sent.
  func endSending() { _ = pl_socket_end_sending(descriptor) }

  /// Takes what has come, without a turn of the loop.
  func receive() {
    var room = [UInt8](repeating: 0, count: 1 << 16)
    while descriptor >= 0 {
      let count = pl_socket_receive(descriptor, &room, UInt32(room.count))
      if count == 0 || count == -ECONNRESET { isClosed = true }
      guard count > 0 else { break }
      input += room[..<Int(count)]
    }
    while let feed = input.firstIndex(of: 10) {
      lines.append(String(decoding: input[..<feed], as: UTF8.self))
      input.removeFirst(feed + 1)
    }
  }

  /// The next line, once the loop has served what is there.
  func next() throws -> String {
    for _ in 0..<20 where lines.isEmpty {
      bench.pump(1)
      receive()
    }
    guard !lines.isEmpty else { throw SocketBench.Missing(what: "a line") }
    return lines.removeFirst()
  }

  /// Sends a request and gives its answer.
  func ask(_ request: String) throws -> String {
    send(request)
    return try next()
  }

  /// All lines that have come, once the loop has served what is there.
  func all() -> [String] {
    bench.pump()
    receive()
    defer { lines.removeAll() }
    return lines
  }
}

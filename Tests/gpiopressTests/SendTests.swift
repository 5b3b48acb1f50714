import ButtonController
import Foundation
import LoopTestKit
import PanelFiles
import PanelHardware
import PanelOutputs
import Testing

/// `gpiopress send` as a user runs it, against the socket of a real loop on lines in memory.
@Suite struct SendTests {
  static let panel = """
    name: Spoken to
    board: raspberry-pi-5
    controls:
      go: {kind: button, pin: GPIO17, tap: true, hold: 2s, ring: halo}
      erase: {kind: button, pin: GPIO22, confirm: 1.2s}
    rings:
      halo: {driver: terminal, pixels: 8}
    outputs: {socket: SOCKET}

    """

  /// A panel that runs in a thread of this process, until it goes.
  private final class Daemon {
    let scratch: Scratch
    let path: String
    private let stopping = Pipe()
    private let ended = DispatchSemaphore(value: 0)

    /// Ends the loop when its pipe is closed.
    private final class Stopper: LoopPart {
      let descriptor: Int32
      var slot = -1
      init(_ descriptor: Int32) { self.descriptor = descriptor }
      func addDescriptors(to set: inout PollSet) { slot = set.add(reading: descriptor) }
      func serve(_ set: PollSet, now: Instant, in loop: PanelLoop) {
        if set.isReady(slot) { loop.stop() }
      }
    }

    init() throws {
      scratch = try Scratch()
      path = scratch.folder.appendingPathComponent("s").path
      let text = SendTests.panel.replacingOccurrences(of: "SOCKET", with: path)
      try scratch.write(text, to: "panel.yaml")
      let boards = BoardCatalogue.checkout(above: #filePath)
      let panel = try PanelReader.decode(
        Array(text.utf8), path: "panel.yaml", boards: boards, root: "/nowhere"
      ).panel
      let (ready, ended) = (DispatchSemaphore(value: 0), ended)
      let descriptor = stopping.fileHandleForReading.fileDescriptor
      Thread.detachNewThread {
        let clock = MonotonicClock()
        let loop = PanelLoop(
          panel: panel, hardware: MemoryLines(lineCount: panel.lines.count), clock: clock,
          log: { _ in })
        let socket = ControlSocket(version: "1.2.3", startedAt: clock.now()) { loop in
          ["panel.yaml:3:1: wrong", "the old panel runs on"]
        }
        try? socket.open(in: loop)
        loop.add(socket)
        loop.add(Stopper(descriptor))
        _ = loop.start()
        ready.signal()
        try? loop.run()
        loop.shutDown()
        ended.signal()
      }
      ready.wait()
    }

    deinit {
      try? stopping.fileHandleForWriting.close()
      ended.wait()
    }

    /// `gpiopress send panel.yaml …`.
    func send(_ words: String..., target: String = "panel.yaml") throws -> ProgramRun {
      try ProgramRun(["send", target] + words, in: scratch.folder)
    }
  }

  @Test func statusReadsWell() throws {
    let daemon = try Daemon()
    let run = try daemon.send("status")
    #expect(run.code == 0)
    #expect(run.errors == "")
    let lines = run.outputLines
    #expect(lines.first == "Spoken to, on raspberry-pi-5")
    #expect(
      lines.dropFirst().first?.hasPrefix(
        "panel.yaml, gpiopress 1.2.3, process \(ProcessInfo.processInfo.processIdentifier), up ")
        == true)
    #expect(
      Array(lines.dropFirst(2)) == [
        "0 events",
        "LINE   PIN     CONTACT  HEALTH  EDGES  BOUNCES",
        "go     GPIO17  open     ok      0      0",
        "erase  GPIO22  open     ok      0      0",
        "RING  PIXELS  SHOWS",
        "halo  8       idle",
        "OUTPUT  STATE",
        "socket  ok     clients 1, requests 1, dropped 0",
      ])
    // As it came, for programs; the socket may be named itself.
    let json = try daemon.send("status", "--json", target: daemon.path)
    #expect(try JSON.parse(json.output.utf8)["panel"]?["name"] == .string("Spoken to"))
    let raw = try daemon.send(#"{"status":true,"id":7}"#)
    #expect(try JSON.parse(raw.output.utf8)["id"]?.description == "7")
  }

  @Test func pressesAndRings() throws {
    let daemon = try Daemon()
    for words in [
      ["press", "go"], ["press", "go", "--for", "20ms"], ["ring", "halo", "fill", "0.4"],
      ["ring", "halo", "working", "--for=1s"], ["ring", "halo", "#ff0000"],
      ["ring", "halo", "#ff0000", "#00ff00"], ["ring", "halo", "idle"],
    ] {
      let run = try ProgramRun(["send", "panel.yaml"] + words, in: daemon.scratch.folder)
      #expect(run.code == 0, "\(words)")
      #expect(run.output + run.errors == "", "\(words)")
    }
    let status = try daemon.send("status")
    #expect(status.outputLines.contains("go     GPIO17  open     ok      4      0"))
  }

  static let refused: [(words: [String], code: Int32, error: String)] = [
    (
      ["press", "erase"], 77,
      "gpiopress: send: erase is confirmed by hand only; `remote: true` of erase lets programs "
        + "confirm it, too"
    ),
    (["press", "eras"], 64, "gpiopress: send: no control or line eras; did you mean erase?"),
    (
      ["ring", "halo", "fil", "0.4"], 64,
      #"gpiopress: send: pattern: no picture is called "fil"; did you mean fill?"#
    ),
    (
      ["reload"], 78,
      "gpiopress: send: panel.yaml:3:1: wrong; the old panel runs on"
    ),
    (
      [#"{"statis":true}"#], 64, "gpiopress: send: statis: unknown key; did you mean status?"
    ),
  ]

  @Test func whatIsRefusedSaysWhy() throws {
    let daemon = try Daemon()
    for (words, code, error) in Self.refused {
      let run = try ProgramRun(["send", "panel.yaml"] + words, in: daemon.scratch.folder)
      #expect(run.code == code, "\(words)")
      #expect(run.errorLines == [error])
    }
  }

  /// What was asked for is printed as it comes; when the panel ends, so does it.
  @Test func eventsArePrintedUntilThePanelEnds() throws {
    var daemon: Daemon? = try Daemon()
    let folder = try #require(daemon).scratch.folder
    let process = Process()
    let (output, errors) = (Pipe(), Pipe())
    process.executableURL = ProgramRun.program
    process.arguments = ["send", "panel.yaml", "events", "go"]
    process.currentDirectoryURL = folder
    process.environment = ProgramRun.environment
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    // It is connected once the panel counts two.
    while try daemon?.send("status").output.contains("clients 2") != true {}
    _ = try daemon?.send("press", "go", "--for", "20ms")
    let line = output.fileHandleForReading.availableData
    #expect(try JSON.parse(line.dropLast())["via"] == .string("remote"))
    daemon = nil
    process.waitUntilExit()
    #expect(process.terminationStatus == 69)
    let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(said.hasSuffix("the panel has ended the connection\n"))
  }

  // MARK: Nobody there

  @Test func nobodyListens() throws {
    let scratch = try Scratch([
      "panel.yaml": SendTests.panel.replacingOccurrences(of: "SOCKET", with: "/nowhere/s"),
      "bare.yaml": Sample.panel, "wrong.yaml": "controls: 7\n",
    ])
    func send(_ target: String, _ words: String...) throws -> (Int32, String?) {
      let run = try ProgramRun(["send", target] + words, in: scratch.folder)
      return (run.code, run.errorLines.last)
    }
    #expect(
      try send("panel.yaml", "status") == (
        69,
        "gpiopress: send: nobody listens at /nowhere/s: there is no such file; is gpiopress run with "
          + "this panel started?"
      ))
    #expect(
      try send("none.sock", "status") == (
        69,
        "gpiopress: send: nobody listens at none.sock: there is no such file; is gpiopress run with "
          + "this panel started?"
      ))
    #expect(try send("none.yaml", "status").0 == 66)
    #expect(
      try send("bare.yaml", "status") == (
        78,
        "bare.yaml: the panel has no control socket; add outputs: {socket: /run/…} and reload it"
      ))
    #expect(
      try send("wrong.yaml", "status") == (
        78, "gpiopress: send: the panel file is wrong now; name the socket instead"
      ))
  }

  /// A listener that takes connections and says nothing.
  @Test func aPanelThatHangsIsNotWaitedForLong() throws {
    let scratch = try Scratch()
    let path = scratch.folder.appendingPathComponent("s").path
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let bound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    #expect(bound == 0 && listen(descriptor, 1) == 0)
    let run = try ProgramRun(["send", path, "status", "--timeout", "50ms"])
    #expect(run.code == 69)
    #expect(
      run.errorLines == [
        "gpiopress: send: \(path): no answer within 50ms; the panel's process may be stopped "
          + "(--timeout gives it longer)"
      ])
  }

  @Test(arguments: [
    (["status", "now"], "now is too much after status"),
    (["statsu"], "unknown request statsu; did you mean status?"),
    (["press"], "press needs a control after it"),
    (["press", "go", "stop"], "stop is too much after press go"),
    (
      ["press", "go", "--for", "100"], "--for 100: write a time with its unit, such as 500ms or 10s"
    ),
    (["press", "go", "--for", "1s", "--hold"], "--hold and --for: take one of them"),
    (["status", "--for", "1s"], "--for is for ring, press and record"),
    (["events", "--hold"], "--hold is for press"),
    (["ring", "halo"], "ring halo needs a picture after it, such as fill 0.4"),
    (["ring"], "ring needs a ring and a picture after it, as in ring halo fill 0.4"),
    (["{}\n{}"], "write the request in one line"),
  ])
  func aWrongCommandLineIsSaid(words: [String], error: String) throws {
    let run = try ProgramRun(["send", "panel.yaml"] + words)
    #expect(run.code == 64)
    #expect(run.errorLines == ["gpiopress: send: \(error); see gpiopress send --help"])
  }
}

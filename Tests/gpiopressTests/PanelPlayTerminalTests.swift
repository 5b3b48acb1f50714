import Foundation
import Testing

/// `demo PANEL` on a terminal, as a user has it.
@Suite(.serialized, .timeLimit(.minutes(5))) struct PanelPlayTerminalTests {
  private static let panel = """
    board: raspberry-pi-5
    controls:
      erase:
        kind: button
        pin: GPIO17
        tap: true
        confirm: 310ms
        ring: halo
        do: {confirm: {run: [/bin/touch, done]}}
    rings:
      halo: {driver: terminal, pixels: 8}

    """

  /// The program on a terminal of its own.
  private final class Terminal {
    let process = Process()
    private let master: Int32
    private var seen = ""

    init(_ files: Scratch, columns: UInt16 = 80, rows: UInt16 = 24) throws {
      master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
      // TIOCSPTLCK and TIOCGPTN, which Swift does not import: unlocked, and its number.
      var (lock, number) = (Int32(0), UInt32(0))
      try #require(
        ioctl(master, 0x4004_5431, &lock) == 0 && ioctl(master, 0x8004_5430, &number) == 0)
      var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
      _ = ioctl(master, UInt(TIOCSWINSZ), &size)
      let slave = try #require(FileHandle(forUpdatingAtPath: "/dev/pts/\(number)"))
      process.executableURL = ProgramRun.program
      process.arguments = ["demo", "panel.yaml"]
      process.currentDirectoryURL = files.folder
      process.environment = ProgramRun.environment.merging([
        "TERM": "xterm-256color", "LC_ALL": "C.UTF-8",
      ]) { $1 }
      process.standardInput = slave
      process.standardOutput = slave
      try process.run()
    }

    deinit {
      process.terminate()
      close(master)
    }

    func type(_ keys: String) { _ = write(master, keys, keys.utf8.count) }

    /// Reads until `text` was written; gives whether it came before the end.
    func sees(_ text: String) -> Bool {
      var bytes = [UInt8](repeating: 0, count: 4096)
      while !seen.contains(text) {
        let count = read(master, &bytes, bytes.count)
        if count <= 0 { return false }
        seen += String(decoding: bytes[..<count], as: UTF8.self)
      }
      return true
    }
  }

  @Test func aHoldIsPlayedAndNothingRuns() throws {
    let files = try Scratch(["panel.yaml": Self.panel])
    let terminal = try Terminal(files)
    #expect(terminal.sees("\u{1B}[?1049h"))
    #expect(terminal.sees("hold 310 ms to confirm"))
    terminal.type("h")
    #expect(terminal.sees("confirm_start"))
    #expect(terminal.sees("> run /bin/touch done"))
    #expect(terminal.sees("command_done"))
    terminal.type("q")
    // The cursor is seen again, and what stood on the screen before.
    #expect(terminal.sees("\u{1B}[?25h\u{1B}[?1049l"))
    terminal.process.waitUntilExit()
    #expect(terminal.process.terminationStatus == 0)
    let made = files.folder.appendingPathComponent("done").path
    #expect(!FileManager.default.fileExists(atPath: made))
  }

  @Test(arguments: [SIGINT, SIGTERM]) func signalsLeaveACleanScreen(signal: Int32) throws {
    let files = try Scratch(["panel.yaml": Self.panel])
    let terminal = try Terminal(files)
    #expect(terminal.sees("q quit"))
    kill(terminal.process.processIdentifier, signal)
    #expect(terminal.sees("\u{1B}[?25h\u{1B}[?1049l"))
    terminal.process.waitUntilExit()
    #expect(terminal.process.terminationReason == .exit)
  }

  @Test func aSmallTerminalIsRefused() throws {
    let files = try Scratch(["panel.yaml": Self.panel])
    let terminal = try Terminal(files, columns: 60)
    terminal.process.waitUntilExit()
    #expect(terminal.process.terminationStatus == 64)
  }
}

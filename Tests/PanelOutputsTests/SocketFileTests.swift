import CPanelLinux
import Foundation
import PanelFiles
import PanelHardware
import Testing

@testable import PanelOutputs

/// The socket's file: how it is made, what it replaces, and what it leaves alone.
@Suite struct SocketFileTests {
  private static func mode(_ path: String) -> mode_t? {
    var kind = stat()
    return lstat(path, &kind) == 0 ? kind.st_mode : nil
  }

  private static func names(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test func itsModeIsItsOwn() throws {
    let bench = try SocketBench()
    #expect(Self.mode(bench.path) == S_IFSOCK | 0o660)
    #expect(try Self.names(in: bench.folder) == ["s"])
  }

  @Test func itHasTheGroupOfThePanel() throws {
    // A group by its number, which every process may give that has it.
    let bench = try SocketBench(group: "\(getegid())")
    var kind = stat()
    #expect(stat(bench.path, &kind) == 0)
    #expect(kind.st_gid == getegid())
    let client = try bench.connect()
    #expect(try client.ask(#"{"events":false}"#) == #"{"ok":true}"#)
  }

  @Test func anUnknownGroupIsSaid() throws {
    let bench = try SocketBench(group: "no-such-group")
    #expect(Self.mode(bench.path) == nil)
    #expect(
      bench.said == [
        "outputs.socket: \(bench.path): there is no group no-such-group on this machine; `groupadd "
          + "--system no-such-group` makes it; it is tried again"
      ])
  }

  @Test func itGoesWithTheEnd() throws {
    let bench = try SocketBench()
    let client = try bench.connect()
    _ = try client.ask(#"{"events":true}"#)
    try bench.move("go", true)
    bench.run(to: 500)
    bench.loop.shutDown()
    #expect(try Self.names(in: bench.folder) == [])
    // What ends at the end is reported still; nothing more is done.
    #expect(client.all().last?.hasSuffix(#""reason":"shutdown","held":400}"#) == true)
    #expect(
      try client.ask(#"{"status":true}"#)
        == #"{"error":"the panel is ending; connect again once it has started","code":"unavailable"}"#
    )
  }

  @Test func whatADeadProcessLeftIsReplaced() throws {
    let bench = try SocketBench(opens: false)
    // Bound, and closed without its file being removed.
    let old = Self.listener(at: bench.path)
    _ = close(old)
    #expect(Self.mode(bench.path) != nil)
    try bench.socket.open(in: bench.loop)
    #expect(try bench.connect().ask(#"{"events":false}"#) == #"{"ok":true}"#)
    #expect(try Self.names(in: bench.folder) == ["s"])
  }

  @Test func aSecondDaemonIsRefusedWithTheFirstOnesProcess() throws {
    let bench = try SocketBench()
    let other = ControlSocket(version: "", startedAt: .zero) { _ in [] }
    do {
      try other.open(in: bench.loop)
      Issue.record("a second one listens")
    } catch {
      #expect(error.isHeld)
      #expect(
        error.message
          == "outputs.socket: \(bench.path): process \(getpid()) listens there already; end it, or "
          + "give this panel another path")
    }
    #expect(try bench.connect().ask(#"{"events":false}"#) == #"{"ok":true}"#)
  }

  @Test(arguments: ["file", "link", "dangling link", "folder", "datagram"])
  func everythingElseIsLeftAlone(what: String) throws {
    let bench = try SocketBench(opens: false)
    let target = bench.folder.path + "/target"
    switch what {
    case "file": try Data("mine".utf8).write(to: URL(fileURLWithPath: bench.path))
    case "link":
      let stale = Self.listener(at: target)
      _ = close(stale)
      #expect(symlink(target, bench.path) == 0)
    case "dangling link": #expect(symlink(target, bench.path) == 0)
    case "folder": #expect(mkdir(bench.path, 0o755) == 0)
    default: _ = close(Self.listener(at: bench.path, SOCK_DGRAM.rawValue))
    }
    let before = (Self.mode(bench.path), try Self.names(in: bench.folder))
    try bench.socket.open(in: bench.loop)
    if what == "datagram" {
      // Nobody is behind it: it was left by a process that is gone.
      #expect(try bench.connect().ask(#"{"events":false}"#) == #"{"ok":true}"#)
      return
    }
    #expect(Self.mode(bench.path) == before.0)
    #expect(try Self.names(in: bench.folder) == before.1)
    #expect(
      bench.said == [
        "outputs.socket: \(bench.path): something else than a control socket is there and is left "
          + "alone; move it away, or name another path; it is tried again"
      ])
    // It is tried again, and said once.
    bench.run(to: 60_000)
    #expect(bench.said.count == 1)
    _ = unlink(bench.path)
    _ = rmdir(bench.path)
    bench.run(to: 120_000)
    #expect(bench.said.last == "outputs.socket: \(bench.path): listening")
    #expect(try bench.connect().ask(#"{"events":false}"#) == #"{"ok":true}"#)
  }

  @Test func aMissingFolderIsSaidAndWaitedFor() throws {
    let bench = try SocketBench()
    let folder = bench.folder.path + "/later"
    var panel = bench.loop.panel
    panel.outputs.socket = Outputs.Socket(path: folder + "/s")
    bench.prepare(panel)
    let client = try bench.connect()
    #expect(try client.ask(#"{"reload":true}"#) == #"{"ok":true}"#)
    #expect(
      bench.said == [
        "outputs.socket: \(folder)/s: its folder \(folder) is not there; make it; it is tried "
          + "again; \(bench.path) stays until then",
        "reloaded",
      ])
    // The old one serves on meanwhile, and says so.
    let status = try JSON.parse(try bench.connect().ask(#"{"status":true}"#).utf8)
    guard case .array(let outputs) = status["outputs"] else { return }
    #expect(outputs[0]["state"] == .string("waiting"))
    #expect(mkdir(folder, 0o755) == 0)
    bench.run(to: 70_000)
    #expect(bench.said.last == "outputs.socket: \(folder)/s: listening")
    #expect(Self.mode(bench.path) == nil)
    #expect(Self.mode(folder + "/s") == S_IFSOCK | 0o660)
    // Who was connected still is.
    #expect(try client.ask(#"{"events":false}"#) == #"{"ok":true}"#)
  }

  @Test func aFolderBelowRunHasTheServicesHint() {
    let panel = Outputs.Socket(path: "/run/no-such-folder/deep/s")
    do {
      _ = try SocketFile(panel)
      Issue.record("it listens")
    } catch {
      #expect(
        error.message
          == "outputs.socket: /run/no-such-folder/deep/s: its folder /run/no-such-folder/deep is not "
          + "there; RuntimeDirectory=no-such-folder/deep in the service, or a line in "
          + "/etc/tmpfiles.d, makes it")
      #expect(!error.isHeld)
    }
  }

  @Test func aReloadWithoutASocketLetsAllGo() throws {
    let bench = try SocketBench()
    var panel = bench.loop.panel
    panel.outputs.socket = nil
    bench.prepare(panel)
    let (asker, other) = (try bench.connect(), try bench.connect())
    asker.send(#"{"reload":true}"#)
    bench.pump()
    #expect(
      other.all() == [
        #"{"error":"the panel has no control socket any more","code":"unavailable"}"#
      ])
    #expect(asker.all().last == #"{"ok":true}"#)
    bench.run(to: 5_000)
    other.receive()
    #expect(other.isClosed)
    #expect(try Self.names(in: bench.folder) == [])
    #expect(bench.loop.nextWake == nil)
  }

  @Test func aFileThatSomebodyTookAwayComesBackWithAReload() throws {
    let bench = try SocketBench()
    _ = unlink(bench.path)
    bench.loop.reload(bench.loop.panel)
    #expect(try bench.connect().ask(#"{"events":false}"#) == #"{"ok":true}"#)
    // One that somebody put there instead is not removed at the end.
    _ = unlink(bench.path)
    try Data().write(to: URL(fileURLWithPath: bench.path))
    bench.loop.shutDown()
    #expect(Self.mode(bench.path) != nil)
  }

  @Test func aReloadThatFailsIsAnsweredWithWhy() throws {
    let bench = try SocketBench()
    bench.prepare(nil)
    let client = try bench.connect()
    #expect(
      try client.ask(#"{"reload":true,"id":1}"#)
        == #"{"id":1,"error":"panel.yaml:1:1: wrong; the old one runs on","code":"failed"}"#)
    #expect(bench.said == ["panel.yaml:1:1: wrong", "the old one runs on"])
    #expect(bench.events.isEmpty == false)
  }

  /// A socket of somebody else's; with another type, of another kind.
  private static func listener(at path: String, _ type: UInt32 = SOCK_STREAM.rawValue) -> Int32 {
    let descriptor = Glibc.socket(AF_UNIX, Int32(type), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let bound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    #expect(bound == 0)
    if type == SOCK_STREAM.rawValue { #expect(listen(descriptor, 1) == 0) }
    return descriptor
  }
}

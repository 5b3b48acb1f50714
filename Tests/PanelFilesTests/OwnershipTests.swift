import Foundation
import Testing

@testable import PanelFiles

/// What is done as root is said by files that nobody else can write.
@Suite struct OwnershipTests {
  struct Case {
    var user: UInt32
    var caller: UInt32?
    var owner: UInt32
    var group: UInt32
    var mode: UInt32
    var isRefused: Bool
  }

  static let cases = [
    Case(user: 0, caller: nil, owner: 0, group: 0, mode: 0o644, isRefused: false),
    Case(user: 0, caller: nil, owner: 0, group: 0, mode: 0o600, isRefused: false),
    Case(user: 0, caller: nil, owner: 0, group: 0, mode: 0o664, isRefused: true),
    Case(user: 0, caller: nil, owner: 0, group: 5, mode: 0o664, isRefused: true),
    Case(user: 0, caller: nil, owner: 0, group: 0, mode: 0o646, isRefused: true),
    Case(user: 0, caller: nil, owner: 1000, group: 0, mode: 0o644, isRefused: true),
    Case(user: 0, caller: 1000, owner: 1000, group: 1000, mode: 0o644, isRefused: false),
    Case(user: 0, caller: 1000, owner: 1000, group: 1000, mode: 0o664, isRefused: true),
    Case(user: 0, caller: 1000, owner: 1001, group: 1001, mode: 0o644, isRefused: true),
    Case(user: 1000, caller: nil, owner: 1001, group: 1001, mode: 0o666, isRefused: false),
  ]

  @Test(arguments: cases.indices) func isDecided(index: Int) {
    let one = Self.cases[index]
    let fault = Ownership(user: one.user, caller: one.caller)
      .fault(owner: one.owner, group: one.group, mode: one.mode)
    #expect((fault != nil) == one.isRefused)
  }

  // MARK: - Files

  private static let panel = """
    board: raspberry-pi-5
    controls: {b: {kind: button, pin: GPIO17, tap: true}}
    """

  /// A folder of a test's own, removed with it.
  private final class Folder {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

    init() throws {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: url.path)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func write(_ text: String, to name: String, mode: Int = 0o644) throws -> String {
      let path = url.appendingPathComponent(name).path
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
      return path
    }
  }

  /// Root, called by whoever runs the tests: their files are root's own, so to speak.
  private static let root = Ownership(user: 0, caller: getuid())

  private func read(
    _ path: String, boards: BoardCatalogue = boards, ownership: Ownership? = root,
    onlyWarns: Bool = false
  ) -> (error: FileError?, warnings: [String]) {
    do {
      let reading = try PanelReader.read(
        path: path, boards: boards, ownership: ownership, onlyWarns: onlyWarns)
      return (nil, reading.warnings.map(\.description))
    } catch {
      return (error, [])
    }
  }

  @Test(arguments: [0o666, 0o664, 0o646]) func aPanelThatOthersMayWriteIsRefused(mode: Int) throws {
    let folder = try Folder()
    let path = try folder.write(Self.panel, to: "p.yaml", mode: mode)
    let who = mode & 2 != 0 ? "others" : "group \(getgid())"
    let fault = "would run as root, but \(who) may write it; chmod go-w it"
    let refused = read(path)
    #expect(refused.error?.kind == .notPermitted)
    #expect(refused.error?.diagnostics.map(\.description) == ["\(path): \(fault)"])
    let checked = read(path, onlyWarns: true)
    #expect(checked.error == nil)
    #expect(checked.warnings == ["\(path): gpiopress run refuses it: \(fault)"])
    #expect(read(path, ownership: nil).warnings.isEmpty)
    #expect(read(path, ownership: Ownership(user: 1000)).error == nil)
  }

  @Test func aPanelOfSomebodyElseIsRefused() throws {
    let folder = try Folder()
    let path = try folder.write(Self.panel, to: "p.yaml")
    // Whoever runs the tests is somebody else to this root, unless they are root.
    let other = Ownership(user: 0, caller: 4711)
    let isRefused = read(path, ownership: other).error != nil
    #expect(isRefused == (getuid() != 0))
    #expect(other.fault(owner: 1000, group: 0, mode: 0o644)?.contains("user 1000") == true)
  }

  @Test func aBoardThatOthersMayWriteIsRefused() throws {
    let folder = try Folder()
    let panel = try folder.write("board: mine\n" + Self.panel.dropFirst(22), to: "p.yaml")
    let automatic = try folder.write(String(Self.panel.dropFirst(22)), to: "auto.yaml")
    let profile = """
      id: mine
      names: [Mine]
      dmi: [Mine]
      chips: [{label: c, lines: 32}]
      header: [{header: J8, pin: 11, kind: gpio, name: GPIO17, chip: c, line: 17}]
      sources: [me]
      """
    let own = BoardCatalogue(folders: [folder.url.path])
    for mode in [0o644, 0o666] {
      let path = try folder.write(profile, to: "mine.yaml", mode: mode)
      let fault = "\(path): would run as root, but others may write it; chmod go-w it"
      let expected =
        mode == 0o644
        ? nil : ["\(panel):1:8: board: the profile of mine cannot be used: \(fault)"]
      #expect(read(panel, boards: own).error?.diagnostics.map(\.description) == expected)
      #expect(read(panel, boards: own, ownership: nil).error == nil)
    }
    // The index decides which board it is, so it is judged, too.
    _ = try folder.write(profile, to: "mine.yaml")
    let index = try folder.write("dmi: {Mine: mine}", to: "index.yaml", mode: 0o666)
    let error = read(automatic, boards: own).error
    #expect(error?.diagnostics.first?.message.contains("\(index): would run as root") == true)
  }

  @Test func aFolderThatOthersMayWriteIsAWarning() throws {
    let folder = try Folder()
    let path = try folder.write(Self.panel, to: "p.yaml")
    #expect(read(path).warnings == [])
    for (mode, who) in [(0o777, "others"), (0o1777, "others")] {
      try FileManager.default.setAttributes(
        [.posixPermissions: mode], ofItemAtPath: folder.url.path)
      // The kernel reports where the file really is, links followed.
      let real = folder.url.resolvingSymlinksInPath().path
      #expect(
        read(path).warnings == [
          "\(path): would run as root, but \(who) may write its folder \(real); keep it in a folder "
            + "of root's, such as /etc/gpiopress"
        ])
    }
  }

  /// What was judged is what is read, whatever is put in its place meanwhile.
  @Test func aSwapAfterTheJudgementChangesNothing() throws {
    let folder = try Folder()
    let path = try folder.write("judged", to: "p.yaml")
    let other = try folder.write("swapped", to: "other.yaml", mode: 0o666)
    var modes: [UInt32] = []
    for _ in 0..<2 {
      let bytes = try FileBytes.read(path: path, limit: 100) { file throws(FileError) in
        modes.append(file.access.mode & 0o777)
        rename(other, path)
      }
      #expect(String(decoding: bytes, as: UTF8.self) == (modes.count == 1 ? "judged" : "swapped"))
    }
    #expect(modes == [0o644, 0o666])
  }

  @Test func aLinkIsJudgedByItsFile() throws {
    let folder = try Folder()
    let bad = try folder.write(Self.panel, to: "bad.yaml", mode: 0o666)
    let link = folder.url.appendingPathComponent("link.yaml").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: bad)
    #expect(read(link).error?.kind == .notPermitted)
  }

  // MARK: - Kinds of files

  /// Reported at once, without a wait for somebody to write, and without an effect on a device.
  @Test(.timeLimit(.minutes(5)), arguments: ["fifo", "socket", "/dev/zero", "/dev/null", "link"])
  func onlyRegularFilesAreRead(name: String) throws {
    let folder = try Folder()
    var path = name
    var what = "a device"
    let fifo = folder.url.appendingPathComponent("fifo").path
    switch name {
    case "fifo", "link":
      #expect(mkfifo(fifo, 0o600) == 0)
      path = fifo
      what = "a FIFO"
      if name == "link" {
        path = folder.url.appendingPathComponent("link").path
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: fifo)
      }
    case "socket":
      path = "/tmp/\(UUID().uuidString.prefix(8)).socket"
      let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(descriptor) }
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
      let bound = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      #expect(bound == 0)
      what = "a socket"
    default: break
    }
    defer { if name == "socket" { unlink(path) } }
    let message = "\(path): \(what), not a file; nothing is read from it, name a regular file"
    for ownership in [nil, Self.root] {
      let error = read(path, ownership: ownership).error
      #expect(error?.kind == .notFound)
      #expect(error?.diagnostics.map(\.description) == [message])
    }
    var trace: FileError?
    do throws(FileError) {
      _ = try Trace.read(path: path, lines: [], controls: [])
    } catch {
      trace = error
    }
    #expect(trace?.diagnostics.map(\.description) == [message])
    let board = BoardCatalogue(folders: [folder.url.path])
    if name == "fifo" {
      #expect(mkfifo(folder.url.appendingPathComponent("mine.yaml").path, 0o600) == 0)
      #expect(throws: FileError.self) { try board.profile("mine") }
    }
  }
}

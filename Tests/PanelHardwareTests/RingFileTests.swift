import ButtonController
import Foundation
import PanelFiles
import Testing

@testable import PanelHardware

@Suite("Frames in files")
struct RingFileTests {
  /// A folder of its own, removed with all that is in it.
  private final class Folder {
    let path = NSTemporaryDirectory() + "ring-\(UUID().uuidString)"
    init() throws {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    deinit { try? FileManager.default.removeItem(atPath: path) }
    func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }
    func text(_ name: String) throws -> String {
      try String(contentsOfFile: self(name), encoding: .utf8)
    }
    func write(_ name: String, _ text: String) throws {
      try text.write(toFile: self(name), atomically: false, encoding: .utf8)
    }
  }

  private func send(_ ring: inout FileRing, _ colours: [UInt32], at: Int64 = 0) throws {
    var failure: RingError?
    colours.map { Colour(rgb: $0) }.withUnsafeBufferPointer { frame in
      do throws(RingError) { try ring.send(frame, at: Instant(nanoseconds: at)) } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  private func refusal(_ path: String) -> String {
    var ring = FileRing(path: path, name: "halo", pixels: 1)
    do throws(RingError) {
      try ring.open()
      ring.close(keepsLight: false)
      return ""
    } catch {
      return error.description
    }
  }

  @Test func framesAsLines() throws {
    let folder = try Folder()
    try folder.write("frames", "old\n")
    var ring = FileRing(path: folder("frames"), name: "a \"halo\"", pixels: 2)
    try ring.open()
    try send(&ring, [0xff3b30, 0x010203], at: 12_500_000)
    try send(&ring, [0xff3b30, 0x010203], at: 13_000_000)
    ring.dark()
    ring.close(keepsLight: false)
    let lines = try folder.text("frames").split(separator: "\n")
    #expect(lines.count == 2)
    #expect(
      lines.first == "{\"at\":12.5,\"ring\":\"a \\\"halo\\\"\",\"pixels\":[\"ff3b30\",\"010203\"]}")
    #expect(lines.last?.hasSuffix("\"pixels\":[\"000000\",\"000000\"]}") == true)
    // After a failure it goes on.
    try ring.open()
    try send(&ring, [1, 2])
    ring.close(keepsLight: false)
    #expect(try folder.text("frames").split(separator: "\n").count == 3)
  }

  @Test func aFileThatCannotBeOpenedSaysWhyAndTheMend() {
    #expect(
      refusal("/nowhere/frames")
        == "open /nowhere/frames: No such file or directory; give a path that can be written")
    #expect(refusal("/tmp/").hasPrefix("open /tmp/: Is a directory"))
    #expect(refusal("/dev/null").hasPrefix("open /dev/null: it is no file or FIFO"))
  }

  @Test func nothingIsWrittenThroughALink() throws {
    let folder = try Folder()
    try folder.write("precious", "precious")
    symlink(folder("precious"), folder("link"))
    symlink(folder("new"), folder("dangling"))
    #expect(
      refusal(folder("link"))
        == "open \(folder("link")): it is, or is reached by, a symbolic link; "
        + "remove it, or give another path")
    #expect(refusal(folder("dangling")).contains("a symbolic link"))
    #expect(!FileManager.default.fileExists(atPath: folder("new")))
    link(folder("precious"), folder("second"))
    #expect(refusal(folder("second")).contains("it has another name"))
    #expect(try folder.text("precious") == "precious")
  }

  @Test func aFolderMayBeALinkOfOnesOwn() throws {
    let folder = try Folder()
    mkdir(folder("real"), 0o755)
    symlink("real", folder("own"))
    #expect(refusal(folder("own/../own/frames")) == "")
    #expect(FileManager.default.fileExists(atPath: folder("real/frames")))
    symlink("round", folder("round"))
    #expect(refusal(folder("round/frames")).contains("Too many levels of symbolic links"))
  }

  /// Only root can give a file away.
  @Test(.enabled(if: geteuid() == 0)) func onlyOnesOwnIsWritten() throws {
    let folder = try Folder()
    try folder.write("theirs", "theirs")
    chown(folder("theirs"), 1, 1)
    #expect(refusal(folder("theirs")).contains("it belongs to somebody else"))
    #expect(try folder.text("theirs") == "theirs")
    mkfifo(folder("pipe"), 0o600)
    chown(folder("pipe"), 1, 1)
    #expect(refusal(folder("pipe")).contains("it belongs to somebody else"))
    // Somebody who can write a folder leads root elsewhere.
    mkdir(folder("root"), 0o755)
    symlink("root", folder("link"))
    lchown(folder("link"), 1, 1)
    #expect(refusal(folder("link/frames")).contains("a symbolic link"))
    #expect(!FileManager.default.fileExists(atPath: folder("root/frames")))
  }

  @Test func aFifoWithoutAReader() throws {
    let folder = try Folder()
    mkfifo(folder("pipe"), 0o600)
    #expect(
      refusal(folder("pipe"))
        == "open \(folder("pipe")): No such device or address; nobody reads this FIFO")
  }

  @Test func aFifoWhoseReaderFallsBehindGetsWholeLines() throws {
    // As in the program: a reader that goes away is an error.
    signal(SIGPIPE, SIG_IGN)
    let folder = try Folder()
    mkfifo(folder("pipe"), 0o600)
    let reader = open(folder("pipe"), O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    // Lines longer than what a pipe takes as a whole.
    var ring = FileRing(path: folder("pipe"), name: "halo", pixels: 1_024)
    try ring.open()
    var number: UInt32 = 0
    var text: [UInt8] = []
    func drain() {
      var chunk = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = read(reader, &chunk, chunk.count)
        if count <= 0 { return }
        text += chunk[..<count]
      }
    }
    for _ in 0..<3 {
      var failure: RingError?
      while failure == nil {
        number += 1
        do { try send(&ring, [UInt32](repeating: number, count: 1_024)) } catch {
          failure = error as? RingError
        }
      }
      #expect(failure?.what == "write \(folder("pipe")): its reader does not keep up")
      // As after each failure.
      ring.close(keepsLight: false)
      try ring.open()
      drain()
    }
    ring.dark()
    drain()
    let lines = text.split(separator: UInt8(ascii: "\n"))
    #expect(text.last == UInt8(ascii: "\n") && lines.count > 15)
    for line in lines {
      let object = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
      #expect((object?["pixels"] as? [String])?.count == 1_024)
    }
    #expect(lines.last?.contains(Array("\"000000\"".utf8)) == true)
    // A reader that goes away ends the ring until there is one again.
    close(reader)
    #expect(throws: RingError.self) { try send(&ring, [7]) }
  }
}

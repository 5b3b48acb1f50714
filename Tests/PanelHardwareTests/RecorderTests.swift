import ButtonController
import Foundation
import LoopTestKit
import PanelFiles
import Testing

@testable import PanelHardware

/// The recorder's files: what stands in them, when a new one is begun, and what becomes of trouble.
@Suite(.timeLimit(.minutes(5))) struct RecorderTests {
  private final class Place {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("record-\(UUID().uuidString)")
    let clock = SteppedClock(.milliseconds(81_234))
    let lines: MemoryLines
    let loop: PanelLoop
    let recorder: Recorder
    private let log = Bench.Log()

    init(_ controls: [Control] = [.tap], limit: Int64 = RecordFolder.usualLimit) {
      let panel = Bench.panel(controls)
      lines = MemoryLines(lineCount: panel.lines.count)
      loop = PanelLoop(panel: panel, hardware: lines, clock: clock) { [log] in
        log.lines.append($0)
      }
      recorder = Recorder(
        panel, to: .folder(RecordFolder(path: folder.path, stem: "bench", limit: limit)),
        version: "1.2.3")
      loop.add(recorder)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    var said: [String] { log.lines }

    var files: [URL] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      return names.sorted().map { folder.appendingPathComponent($0) }
    }

    /// A tap of 50 ms, and all that comes of it.
    func tap() {
      edge(true)
      clock.instant = clock.instant + .milliseconds(50)
      edge(false)
      rest()
    }

    func edge(_ isClosed: Bool) {
      lines.set(0, isClosed: isClosed, at: clock.instant)
      loop.turn()
    }

    /// Lets two seconds pass, and the thread do what it has to.
    func rest() {
      for _ in 0..<20 {
        clock.instant = clock.instant + .milliseconds(100)
        loop.turn()
      }
      catchUp()
    }

    /// Waits for the thread, and lets the loop see what became of it.
    func catchUp() {
      #expect(recorder.waitUntilWritten(MonotonicClock.now() + .seconds(20)))
      if !loop.isEnding { recorder.lookAtThread(clock.instant, loop) }
    }

    func text(_ index: Int) throws -> String {
      try String(contentsOf: files[index], encoding: .utf8)
    }

    func entries(_ index: Int) throws -> [String] {
      try text(index).split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
    }
  }

  @Test func aFileIsWhatHappened() throws {
    let place = Place()
    _ = place.loop.start()
    place.clock.offset = .seconds(1_700_000_000)
    place.tap()
    place.loop.shutDown()
    place.catchUp()
    #expect(place.files.count == 1)
    #expect(
      place.files.first?.lastPathComponent.hasPrefix("bench-000001-1970") == true,
      "\(place.files)")
    #expect(try place.entries(0) == ["0 a 1", "50 a 0", "2050 ! shutdown"])
    let text = try place.text(0)
    for part in [
      "# gpiopress 1.2.3, ", "# panel bench.yaml, bench", "# board none", "# line a: GPIO0",
    ] {
      #expect(text.contains(part), "\(part) is missing in \(text)")
    }
  }

  @Test func nothingIsWrittenAtRest() {
    let place = Place()
    _ = place.loop.start()
    place.rest()
    #expect(place.loop.nextWake == nil)
  }

  @Test func nobodyWaitsLongerThanASecond() throws {
    let place = Place()
    _ = place.loop.start()
    place.rest()
    place.edge(true)
    #expect(place.recorder.nextDeadline(in: place.loop) == place.clock.instant + .seconds(1))
    place.clock.instant = place.clock.instant + .seconds(1)
    place.loop.turn()
    place.catchUp()
    #expect(try place.entries(0) == ["2000 a 1"])
  }

  /// A file that is long is followed by another once nothing is under way, and the oldest go.
  @Test func theFolderStaysWithinItsLimit() throws {
    let place = Place(limit: 64 << 10)
    _ = place.loop.start()
    place.clock.offset = .zero
    for _ in 0..<4000 {
      place.edge(true)
      place.clock.instant = place.clock.instant + .milliseconds(50)
      place.edge(false)
      place.clock.instant = place.clock.instant + .milliseconds(2000)
      place.loop.turn()
    }
    place.loop.shutDown()
    place.catchUp()
    let sizes = place.files.map { url in
      (try? FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int) ?? 0
    }
    #expect(sizes.count > 3 && sizes.count < 9)
    #expect(sizes.reduce(0, +) <= 64 << 10)
    #expect(place.files.first?.lastPathComponent.contains("-000001-") == false)
    // Each begins at rest and is a trace of its own.
    for index in place.files.indices {
      #expect(try place.entries(index).first?.hasSuffix(" a 1") == true)
    }
  }

  @Test func aReloadStaysInTheFile() throws {
    let place = Place()
    _ = place.loop.start()
    place.edge(true)
    place.clock.instant = place.clock.instant + .milliseconds(30)
    place.loop.turn()
    place.loop.reload(place.loop.panel)
    place.loop.shutDown()
    place.catchUp()
    #expect(place.files.count == 1)
    #expect(try place.entries(0) == ["0 a 1", "30 ! reload", "30 ! found a 1", "30 ! shutdown"])
  }

  @Test func anotherPanelHasAnotherFile() throws {
    let place = Place()
    _ = place.loop.start()
    place.edge(true)
    place.clock.instant = place.clock.instant + .milliseconds(30)
    place.loop.turn()
    place.loop.reload(Bench.panel([.tap, .toggle]))
    place.loop.shutDown()
    place.catchUp()
    #expect(place.files.count == 2)
    #expect(try place.entries(0) == ["0 a 1", "30 ! shutdown"])
    #expect(try place.entries(1) == ["start a 1", "0 ! shutdown"])
  }

  /// The folder goes: that is said, and tried again; what comes then is in a new one.
  @Test func aFolderThatHasGoneIsMadeAgain() throws {
    let place = Place()
    _ = place.loop.start()
    place.tap()
    try FileManager.default.removeItem(at: place.folder)
    place.tap()
    #expect(place.said.count { $0.contains("was removed") } == 1, "\(place.said)")
    #expect(place.recorder.trouble != nil)
    place.clock.instant = place.clock.instant + .seconds(10)
    place.loop.turn()
    place.tap()
    place.loop.shutDown()
    place.catchUp()
    #expect(place.recorder.trouble == nil)
    #expect(try place.entries(0).prefix(2) == ["10 a 1", "60 a 0"])
  }

  /// A file in the place of the folder: the panel runs, and it is said once.
  @Test func aFolderThatIsNoneIsSaidOnce() throws {
    let place = Place()
    try "".write(to: place.folder, atomically: true, encoding: .utf8)
    _ = place.loop.start()
    for _ in 0..<30 { place.tap() }
    #expect(place.said.count { $0.hasPrefix("recording: cannot") } == 1, "\(place.said)")
    #expect(place.loop.counts.events == 30)
  }

  /// More than a thread that hangs can take: memory is bounded, and the trace says where something lacks.
  @Test func aGapIsSaidAndBeginsAnew() throws {
    let panel = Bench.panel([.tap])
    let lines = MemoryLines(lineCount: 1)
    let clock = SteppedClock(.milliseconds(0))
    let loop = PanelLoop(panel: panel, hardware: lines, clock: clock) { _ in }
    // A pipe that is not read.
    let pipe = Pipe()
    let recorder = Recorder(
      panel, to: .descriptor(pipe.fileHandleForWriting.fileDescriptor, name: "pipe"), version: "1")
    loop.add(recorder)
    _ = loop.start()
    var isClosed = false
    for _ in 0..<130_000 {
      isClosed.toggle()
      clock.instant = clock.instant + .milliseconds(30)
      lines.set(0, isClosed: isClosed, at: clock.instant)
      loop.turn()
    }
    #expect(recorder.dropped > 10_000)
    // Somebody reads.
    let reader = pipe.fileHandleForReading
    let text = Received()
    let thread = Thread { text.read(reader) }
    thread.start()
    #expect(recorder.waitUntilWritten(MonotonicClock.now() + .seconds(20)))
    clock.instant = clock.instant + .milliseconds(30)
    loop.turn()
    lines.set(0, isClosed: !isClosed, at: clock.instant)
    loop.turn()
    loop.shutDown()
    #expect(recorder.finish(until: MonotonicClock.now() + .seconds(20)))
    try pipe.fileHandleForWriting.close()
    let bytes = text.wait()
    let trace = try Trace.parse(bytes, path: "t", lines: panel.lines, controls: panel.controls)
    #expect(String(decoding: bytes, as: UTF8.self).contains("# entries are missing here"))
    #expect(trace.entries.contains { $0.action == .reload })
    #expect(trace.entries.last?.action == .shutdown)
  }

  private final class Received: @unchecked Sendable {
    private let done = DispatchSemaphore(value: 0)
    private var bytes: [UInt8] = []

    func read(_ handle: FileHandle) {
      while true {
        let more = handle.availableData
        if more.isEmpty { break }
        bytes += more
      }
      done.signal()
    }

    func wait() -> [UInt8] {
      done.wait()
      return bytes
    }
  }
}

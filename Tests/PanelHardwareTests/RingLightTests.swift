import ButtonController
import Foundation
import PanelFiles
import Testing

@testable import PanelHardware

/// What a test output was told, and what it is to answer.
final class RingRecord: @unchecked Sendable {
  private let lock = NSLock()
  private var lines: [String] = []
  private var failures: [RingError]
  private var reported: [String] = []

  init(failures: [RingError] = []) { self.failures = failures }

  func note(_ line: String) { lock.withLock { lines.append(line) } }
  func noteReport(_ error: RingError?) {
    lock.withLock { reported.append(error?.description ?? "back") }
  }
  func nextFailure() -> RingError? {
    lock.withLock { failures.isEmpty ? nil : failures.removeFirst() }
  }
  var all: [String] { lock.withLock { lines } }
  var reports: [String] { lock.withLock { reported } }
}

struct RecordingOutput: RingOutput {
  let record: RingRecord

  mutating func open() throws(RingError) {
    record.note("open")
    if let failure = record.nextFailure() { throw failure }
  }
  mutating func send(_ pixels: UnsafeBufferPointer<Colour>, at: Instant) throws(RingError) {
    record.note(pixels.map { String($0.rgb, radix: 16) }.joined(separator: " "))
  }
  mutating func dark() { record.note("dark") }
  mutating func close(keepsLight: Bool) { record.note(keepsLight ? "close lit" : "close") }
}

@Suite("A ring's thread")
struct RingLightTests {
  private func light(
    _ record: RingRecord, staysLit: Bool = false
  ) throws -> RingLight {
    try RingLight(pixels: 2, output: RecordingOutput(record: record), staysLit: staysLit) {
      record.noteReport($0)
    }
  }

  private func show(_ light: RingLight, _ colours: [UInt32], at: Int64) {
    colours.map { Colour(rgb: $0) }.withUnsafeBufferPointer {
      light.show($0, at: Instant(nanoseconds: at))
    }
  }

  @Test func theLastPictureIsSeenAndTheEndIsDark() throws {
    let record = RingRecord()
    let light = try light(record)
    show(light, [0xff0000, 0x00ff00], at: 1)
    #expect(light.stop())
    #expect(record.all == ["open", "ff0000 ff00", "dark", "close"])
    #expect(record.reports.isEmpty)
  }

  @Test func aShortFrameIsFilledWithDark() throws {
    let record = RingRecord()
    let light = try light(record, staysLit: true)
    show(light, [0xff0000], at: 1)
    #expect(light.stop())
    #expect(record.all == ["open", "ff0000 0", "close lit"])
  }

  @Test func withoutAPictureNothingIsSent() throws {
    let record = RingRecord()
    #expect(try light(record).stop())
    #expect(record.all == ["open", "dark", "close"])
  }

  @Test func aRingThatFailsIsReportedOnceAndMadeDark() throws {
    let record = RingRecord(failures: [RingError("open it: gone", mend: "plug it in")])
    let light = try light(record)
    show(light, [0xff0000], at: 1)
    #expect(light.stop())
    #expect(record.reports.first == "open it: gone; plug it in")
    // The stop comes before or after the back-off: either way it ends dark and closed.
    #expect(record.all.suffix(2) == ["dark", "close"])
  }

  @Test func whatCannotBeIsNotTriedAgain() throws {
    let record = RingRecord(failures: [RingError("no such driver", isFinal: true)])
    let light = try light(record)
    #expect(light.stop())
    #expect(record.all == ["open", "close"])
    #expect(record.reports == ["no such driver"])
  }

  @Test func eachReasonIsToldOnceUntilItIsBack() {
    var reports = RingReports()
    let (gone, denied) = (RingError("open it: gone"), RingError("open it: denied"))
    let before = reports.tellsReturn()
    let told = [gone, gone, denied, gone].map { reports.tells($0) }
    let after = [reports.tellsReturn(), reports.tellsReturn()]
    let again = reports.tells(gone)
    let many = (0..<100).filter { reports.tells(RingError("attempt \($0)")) }
    #expect(!before)
    #expect(told == [true, false, true, false])
    #expect(after == [true, false])
    #expect(again)
    #expect(many.count == RingReports.most - 1)
  }

  @Test func framesEqualToTheLastAreNotSent() {
    var frames = RingFrames(pixels: 1)
    defer { frames.deallocate() }
    #expect(!frames.hasNews)
    frames.take(at: .zero)
    #expect(frames.hasNews)
    frames.noteSent()
    frames.take(at: Instant(nanoseconds: 1))
    #expect(!frames.hasNews)
    frames.forgetSent()
    #expect(frames.hasNews)
  }

  @Test func theNewestFrameWins() {
    let mailbox = RingMailbox(pixels: 1)
    let frame = UnsafeMutableBufferPointer<Colour>.allocate(capacity: 1)
    frame.initialize(repeating: .black)
    defer { frame.deallocate() }
    for number: UInt32 in [1, 2, 3] {
      [Colour(rgb: number)].withUnsafeBufferPointer {
        mailbox.post($0, at: Instant(nanoseconds: Int64(number)))
      }
    }
    mailbox.stop()
    guard case .frame(let instant) = mailbox.fetch(into: frame, until: .never) else {
      Issue.record("no frame before the stop")
      return
    }
    #expect(instant == Instant(nanoseconds: 3) && frame[0].rgb == 3)
    guard case .stop = mailbox.fetch(into: frame, until: .never) else {
      Issue.record("no stop after the frame")
      return
    }
    guard case .timeout = RingMailbox(pixels: 1).fetch(into: frame, until: .zero) else {
      Issue.record("no end at a deadline that is past")
      return
    }
  }

  @Test func framesAsLinesOfAFile() throws {
    let path = NSTemporaryDirectory() + "ring-\(UUID().uuidString).jsonl"
    defer { unlink(path) }
    let file = RingFile(name: "a \"halo\"", driver: .file(path: path))
    let output = try RingOutputs.make(file, pixels: 2, board: TerminalBoard())
    let light = try RingLight(pixels: 2, output: output) { _ in }
    show(light, [0xff3b30, 0x010203], at: 12_500_000)
    #expect(light.stop())
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 2)
    #expect(
      lines.first == "{\"at\":12.5,\"ring\":\"a \\\"halo\\\"\",\"pixels\":[\"ff3b30\",\"010203\"]}")
    #expect(lines.last?.hasSuffix("\"pixels\":[\"000000\",\"000000\"]}") == true)
  }

  @Test func aFileThatCannotBeOpenedSaysWhyAndTheMend() {
    var output = FileRing(path: "/nowhere/frames", name: "halo", pixels: 1)
    #expect(throws: RingError.self) { try output.open() }
    do throws(RingError) { try output.open() } catch {
      #expect(error.description.hasPrefix("open /nowhere/frames: No such file"))
      #expect(!error.mend.isEmpty)
    }
  }
}

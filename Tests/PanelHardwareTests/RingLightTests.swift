import ButtonController
import Foundation
import PanelFiles
import Testing

@testable import PanelHardware

/// What a test output was reported, and what it is to answer.
final class RingRecord: @unchecked Sendable {
  private let changed = NSCondition()
  private var lines: [String] = []
  private var failures: [RingError]
  private var reported: [String] = []
  private var held: Set<String> = []
  private var isGone = false

  init(failures: [RingError] = []) { self.failures = failures }

  private func locked<Result>(_ body: () -> Result) -> Result {
    changed.withLock {
      defer { changed.broadcast() }
      return body()
    }
  }

  /// Notes what happens; what is held stays in there until it is let go.
  func note(_ line: String) {
    changed.withLock {
      lines.append(line)
      changed.broadcast()
      while held.contains(line) { changed.wait() }
    }
  }
  func noteReport(_ error: RingError?) { locked { reported.append(error?.description ?? "back") } }
  func nextFailure() -> RingError? {
    locked { failures.isEmpty ? nil : failures.removeFirst() }
  }

  /// The device hangs at this.
  func hold(_ line: String) { _ = locked { held.insert(line) } }
  func letGo() { locked { held.removeAll() } }
  /// The device is there or not.
  var hasDevice: Bool {
    get { locked { !isGone } }
    set { locked { isGone = !newValue } }
  }

  var all: [String] { locked { lines } }
  var reports: [String] { locked { reported } }

  /// Waits until so many lines or reports are there; false after ten seconds.
  func wait(_ count: Int, of line: String) -> Bool {
    wait { lines.filter { $0 == line }.count >= count }
  }
  func waitForReport(_ text: String) -> Bool { wait { reported.contains(text) } }

  private func wait(for condition: () -> Bool) -> Bool {
    changed.withLock {
      let limit = Date() + 10
      while !condition() {
        if !changed.wait(until: limit) { return false }
      }
      return true
    }
  }
}

struct RecordingOutput: RingOutput {
  let record: RingRecord
  var prefix = ""
  var isAnnounced = false

  mutating func open() throws(RingError) {
    let isThere = record.hasDevice
    record.note(prefix + "open")
    if let failure = record.nextFailure() { throw failure }
    if !isThere { throw RingError("open it: gone", code: ENODEV) }
  }
  mutating func send(_ pixels: UnsafeBufferPointer<Colour>, at: Instant) throws(RingError) {
    record.note(prefix + pixels.map { String($0.rgb, radix: 16) }.joined(separator: " "))
  }
  func check() throws(RingError) {
    let isThere = record.hasDevice
    record.note(prefix + "check")
    if !isThere { throw .gone("it") }
  }
  mutating func dark() { record.note(prefix + "dark") }
  mutating func close(keepsLight: Bool) {
    record.note(prefix + (keepsLight ? "close lit" : "close"))
  }
}

@Suite("A ring's thread")
struct RingLightTests {
  private func light(
    _ record: RingRecord, staysLit: Bool = false
  ) throws -> RingLight {
    try RingLight(pixels: [2], output: RecordingOutput(record: record), staysLit: staysLit) {
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
    #expect(record.wait(1, of: "ff0000 ff00"))
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
    let record = RingRecord(failures: [RingError("open it: gone", hint: "plug it in")])
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
    let before = reports.reportsReturn()
    let reported = [gone, gone, denied, gone].map { reports.isNew($0) }
    let after = [reports.reportsReturn(), reports.reportsReturn()]
    let again = reports.isNew(gone)
    let many = (0..<100).filter { reports.isNew(RingError("attempt \($0)")) }
    #expect(!before)
    #expect(reported == [true, false, true, false])
    #expect(after == [true, false])
    #expect(again)
    #expect(many.count == RingReports.most - 1)
  }

  @Test func framesEqualToTheLastAreNotSent() {
    var frames = RingFrames(pixels: [1])
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
    mailbox.stop(keepsFrame: true)
    guard case .frame(let instant) = mailbox.fetch(into: frame, until: .never) else {
      Issue.record("no frame before the stop")
      return
    }
    #expect(instant == Instant(nanoseconds: 3) && frame[0].rgb == 3)
    guard case .stop = mailbox.fetch(into: frame, until: .never) else {
      Issue.record("no stop after the frame")
      return
    }
    let other = RingMailbox(pixels: 1)
    [Colour.black].withUnsafeBufferPointer { other.post($0, at: .zero) }
    other.stop(keepsFrame: false)
    guard case .stop = other.fetch(into: frame, until: .never) else {
      Issue.record("a frame that nobody fetched goes before the end")
      return
    }
    guard case .timeout = RingMailbox(pixels: 1).fetch(into: frame, until: .zero) else {
      Issue.record("no end at a deadline that is past")
      return
    }
  }
}

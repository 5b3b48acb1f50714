import CPanelLinux
import Glibc
import PanelHardware
import Testing

@testable import PanelOutputs

/// What the C layer writes, and how the real maker fails.
@Suite struct UinputTests {
  /// `struct input_event` of the kernel on 64 bits: 16 bytes of time, type, code, value.
  private struct Report: Equatable {
    var type: UInt16
    var code: UInt16
    var value: Int32
    init(_ type: UInt16, _ code: UInt16, _ value: Int32) {
      (self.type, self.code, self.value) = (type, code, value)
    }
  }

  private static func sent(_ changes: [pl_key_change]) throws -> (reports: [Report], times: Bool) {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { close(ends[0]) }
    #expect(pl_keyboard_send(ends[1], changes, UInt32(changes.count)) == 0)
    close(ends[1])
    let size = MemoryLayout<timeval>.size + 8
    var bytes = [UInt8](repeating: 0, count: 2 * size * changes.count + 1)
    let count = read(ends[0], &bytes, bytes.count)
    #expect(count == 2 * size * changes.count)
    var reports: [Report] = []
    var hasTimes = false
    bytes.withUnsafeBytes { bytes in
      for start in stride(from: 0, to: count, by: size) {
        let event = start + MemoryLayout<timeval>.size
        hasTimes = hasTimes || bytes[start..<event].contains { $0 != 0 }
        reports.append(
          Report(
            bytes.loadUnaligned(fromByteOffset: event, as: UInt16.self),
            bytes.loadUnaligned(fromByteOffset: event + 2, as: UInt16.self),
            bytes.loadUnaligned(fromByteOffset: event + 4, as: Int32.self)))
      }
    }
    return (reports, hasTimes)
  }

  @Test func eachChangeIsAReportOfItsOwn() throws {
    let (reports, hasTimes) = try Self.sent([
      pl_key_change(code: 28, is_down: 1), pl_key_change(code: 28, is_down: 0),
      pl_key_change(code: 0x2e7, is_down: 7),
    ])
    let end = Report(0, 0, 0)
    #expect(
      reports == [
        Report(1, 28, 1), end, Report(1, 28, 0), end, Report(1, 0x2e7, 1), end,
      ])
    // The kernel stamps them.
    #expect(!hasTimes)
  }

  @Test(arguments: [0, 1, 15, 16, 17, 100]) func anyNumberOfChangesIsWritten(count: Int) throws {
    let changes = (0..<count).map { pl_key_change(code: UInt16($0 + 1), is_down: 1) }
    let reports = try Self.sent(changes).reports
    #expect(reports.count == 2 * count)
    #expect(reports.filter { $0.type == 1 }.map(\.code) == changes.map(\.code))
  }

  @Test func whatIsNotTakenIsAnError() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0 && fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0)
    defer { for end in ends { close(end) } }
    let changes = [pl_key_change](repeating: pl_key_change(code: 1, is_down: 1), count: 5000)
    // More than a pipe takes, and nobody reads.
    #expect(pl_keyboard_send(ends[1], changes, UInt32(changes.count)) == -EAGAIN)
    #expect(pl_keyboard_send(-1, changes, 1) == -EBADF)
  }

  @Test(arguments: [("/nowhere/uinput", ENOENT), ("/dev/null", 1002), ("/etc/passwd", 1002)])
  func theMakerSaysWhyThereIsNone(path: String, code: Int32) throws {
    let maker = UinputMaker(path: path)
    #expect(maker.raw == -1 && maker.take() == nil)
    try maker.begin(KeyboardSpec(name: "test", codes: [1]))
    var slot = pollfd(fd: maker.raw, events: Int16(POLLIN), revents: 0)
    #expect(poll(&slot, 1, 10_000) == 1)
    guard case .failure(let error) = try #require(maker.take()) else {
      Issue.record("it was made")
      return
    }
    #expect(error == SystemError(code, "open \(path)"))
    #expect(maker.take() == nil)
  }
}

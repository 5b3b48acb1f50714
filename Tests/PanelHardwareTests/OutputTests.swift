import ButtonController
import Glibc
import Testing

@testable import PanelHardware

@Suite struct LineWriterTests {
  /// A pipe with room for one page; closes what is left open.
  private final class Pipe {
    var ends: [Int32] = [-1, -1]

    init() {
      _ = pipe(&ends)
      // F_SETPIPE_SZ, which Swift does not import.
      _ = fcntl(ends[1], 1031, 4096)
    }

    func closeReader() {
      _ = close(ends[0])
      ends[0] = -1
    }

    func read(_ count: Int) -> [UInt8] {
      var bytes = [UInt8](repeating: 0, count: count)
      let got = Glibc.read(ends[0], &bytes, count)
      return Array(bytes.prefix(max(got, 0)))
    }

    deinit { for end in ends where end >= 0 { _ = close(end) } }
  }

  @Test func slowReaderLosesWholeLines() {
    let pipe = Pipe()
    var writer = LineWriter(pipe.ends[1], limit: 4096)
    let line = [UInt8](repeating: UInt8(ascii: "x"), count: 1023) + [10]
    for _ in 0..<12 { writer.write(line) }
    // A page in the pipe, a page in the queue, the rest dropped: nothing has waited.
    let page = Array(repeating: line, count: 4).flatMap { $0 }
    #expect(writer.dropped == 4)
    #expect(writer.isWaiting)
    #expect(pipe.read(8192) == page)
    writer.flush()
    #expect(!writer.isWaiting)
    #expect(writer.takeDropped() == 4)
    #expect(pipe.read(8192) == page)
    // Whoever shares the descriptor does not find it non-blocking.
    #expect(fcntl(pipe.ends[1], F_GETFL) & O_NONBLOCK == 0)
    #expect(writer.state == .open)
  }

  @Test func readerThatWentAway() {
    signal(SIGPIPE, SIG_IGN)
    let pipe = Pipe()
    var writer = LineWriter(pipe.ends[1])
    pipe.closeReader()
    writer.write([10])
    #expect(writer.state == .gone)
    writer.write([10])
    #expect(!writer.isWaiting)
  }

  @Test func noOutputAtAll() {
    var writer = LineWriter(-1)
    writer.write([10])
    #expect(writer.state == .failed(EBADF))
  }
}

@Suite struct EventStreamTests {
  /// `gpiopress run PANEL | head -n 1`: the end comes with the reader's, not with the next event.
  @Test(.timeLimit(.minutes(1))) func readerGoesWhileAllIsQuiet() throws {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    let bench = Bench([.tap])
    bench.loop.add(EventStream(to: ends[1]) { _, _, _, _ in })
    bench.start()
    _ = close(ends[0])
    try bench.loop.run()
    _ = close(ends[1])
  }
}

@Suite struct WallTimeTests {
  @Test(
    arguments: [
      (0, "1970-01-01T00:00:00.000Z"),
      (951_782_399_999_999_999, "2000-02-28T23:59:59.999Z"),
      (1_796_014_284_123_456_789, "2026-11-30T04:51:24.123Z"),
      (-5, "1970-01-01T00:00:00.000Z"),
    ] as [(Int64, String)])
  func text(nanoseconds: Int64, text: String) {
    #expect(WallTime.text(of: Instant(nanoseconds: nanoseconds)) == text)
  }

  /// Every day until 2262 has the date that the C library gives it.
  @Test func datesAreThoseOfTheLibrary() {
    for day in stride(from: 0, to: 106_700, by: 1) {
      var seconds = time_t(day * 86_400)
      var parts = tm()
      gmtime_r(&seconds, &parts)
      let text = WallTime.text(of: Instant(nanoseconds: Int64(seconds) * 1_000_000_000))
      let numbers = text.prefix(10).split(separator: "-").compactMap { Int($0) }
      guard numbers == [Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday)]
      else {
        Issue.record("\(text) for day \(day)")
        return
      }
    }
  }
}

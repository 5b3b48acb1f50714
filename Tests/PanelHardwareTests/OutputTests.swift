import ButtonController
import CPanelLinux
import Glibc
import Testing

@testable import PanelHardware

/// Two descriptors, closed at the end: a pipe, a terminal.
final class Ends {
  var reading: Int32
  var writing: Int32

  init(_ reading: Int32, _ writing: Int32) {
    self.reading = reading
    self.writing = writing
  }

  /// A pipe with room for one page.
  static func pipe() -> Ends {
    var ends: [Int32] = [-1, -1]
    _ = Glibc.pipe(&ends)
    // F_SETPIPE_SZ, which Swift does not import.
    _ = fcntl(ends[1], 1031, 4096)
    return Ends(ends[0], ends[1])
  }

  /// A terminal that passes bytes on as they are.
  static func terminal() throws -> Ends {
    let master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    try #require(master >= 0)
    var isLocked: Int32 = 0
    // TIOCSPTLCK, and TIOCGPTPEER, which gives the other end.
    try #require(ioctl(master, 0x4004_5431, &isLocked) == 0)
    let slave = ioctl(master, 0x5441, O_RDWR | O_NOCTTY)
    try #require(slave >= 0)
    var settings = termios()
    tcgetattr(slave, &settings)
    cfmakeraw(&settings)
    tcsetattr(slave, TCSANOW, &settings)
    return Ends(master, slave)
  }

  func closeReader() {
    _ = close(reading)
    reading = -1
  }

  /// What is there, at most `count` bytes.
  func read(_ count: Int) -> [UInt8] {
    var slot = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
    var bytes: [UInt8] = []
    while bytes.count < count, poll(&slot, 1, 0) > 0 {
      var part = [UInt8](repeating: 0, count: count - bytes.count)
      let got = Glibc.read(reading, &part, part.count)
      if got <= 0 { break }
      bytes += part.prefix(got)
    }
    return bytes
  }

  deinit { for end in [reading, writing] where end >= 0 { _ = close(end) } }
}

private func line(_ number: Int, length: Int = 100) -> [UInt8] {
  let text = Array(String(number).utf8)
  return text + [UInt8](repeating: UInt8(ascii: "."), count: length - text.count - 1) + [10]
}

@Suite struct LineWriterTests {
  private let now = Instant.zero

  @Test func slowReaderLosesWholeLines() {
    let pipe = Ends.pipe()
    let writer = LineWriter(pipe.writing, limit: 4096)
    let line = line(1, length: 1024)
    for _ in 0..<12 { writer.write(line, at: now) }
    // A page in the pipe, a page in the queue, the rest dropped: nothing has waited.
    let page = Array(repeating: line, count: 4).flatMap { $0 }
    #expect(writer.dropped == 4)
    #expect(writer.waitingLines == 4)
    #expect(pipe.read(8192) == page)
    writer.flush(at: now)
    #expect(!writer.isWaiting)
    #expect(writer.takeDropped() == 4)
    #expect(pipe.read(8192) == page)
    // Whoever shares the descriptor does not find it non-blocking.
    #expect(fcntl(pipe.writing, F_GETFL) & O_NONBLOCK == 0)
    #expect(writer.state == .open)
  }

  /// Lines that wait go into a pipe as whole ones: its reader sees no half line though we are killed.
  @Test func pipeHoldsWholeLines() {
    let pipe = Ends.pipe()
    let writer = LineWriter(pipe.writing)
    for number in 0..<1000 { writer.write(line(number, length: 30), at: now) }
    var got: [UInt8] = []
    while true {
      let bytes = pipe.read(4096)
      if bytes.isEmpty { break }
      #expect(bytes.last == 10)
      got += bytes
      writer.flush(at: now)
    }
    #expect(got == (0..<1000).flatMap { line($0, length: 30) })
  }

  @Test func terminalThatNobodyReads() throws {
    let terminal = try Ends.terminal()
    let writer = LineWriter(terminal.writing)
    for number in 0..<2000 { writer.write(line(number), at: now) }
    #expect(writer.isWaiting)
    #expect(fcntl(terminal.writing, F_GETFL) & O_NONBLOCK == 0)
    var got: [UInt8] = []
    for _ in 0..<1000 where got.count < 200_000 {
      got += terminal.read(200_000)
      writer.flush(at: now)
    }
    #expect(got == (0..<2000).flatMap { line($0) })
    #expect(writer.dropped == 0)
  }

  /// Poll's promise is tried again after a moment, not at once: the loop would spin.
  @Test func promiseThatIsNotKept() throws {
    let pipe = Ends.pipe()
    let writer = LineWriter(pipe.writing)
    for number in 0..<100 { writer.write(line(number), at: now) }
    var set = PollSet()
    let slot = writer.addDescriptors(to: &set)
    _ = pipe.read(4096)
    try set.wait(timeout: .zero)
    #expect(set.isReady(slot))
    // Somebody else was quicker.
    _ = pl_output_write(pipe.writing, [UInt8](repeating: 46, count: 4096), 4096)
    writer.serve(set, slot: slot, now: now)
    let deadline = try #require(writer.nextDeadline)
    #expect(deadline > now)
    set.removeAll()
    let next = writer.addDescriptors(to: &set)
    _ = pipe.read(4096)
    try set.wait(timeout: .zero)
    #expect(!set.isReady(next))
    writer.serve(set, slot: next, now: deadline)
    #expect(!pipe.read(4096).isEmpty)
  }

  @Test func readerThatWentAway() {
    signal(SIGPIPE, SIG_IGN)
    let pipe = Ends.pipe()
    let writer = LineWriter(pipe.writing)
    pipe.closeReader()
    writer.write([10], at: now)
    #expect(writer.state == .gone)
    writer.write([10], at: now)
    #expect(!writer.isWaiting)
  }

  @Test func terminalThatIsClosed() throws {
    let terminal = try Ends.terminal()
    let writer = LineWriter(terminal.writing)
    terminal.closeReader()
    var set = PollSet()
    let slot = writer.addDescriptors(to: &set)
    try set.wait(timeout: .zero)
    writer.serve(set, slot: slot, now: now)
    #expect(writer.state == .gone)
  }

  @Test func noOutputAtAll() {
    let writer = LineWriter(-1)
    writer.write([10], at: now)
    #expect(writer.state == .closed(EBADF))
  }

  /// `/dev/full`: tried again and again, less and less often, and nothing is lost meanwhile.
  @Test func errorIsTriedAgain() throws {
    let full = OwnedDescriptor(owning: open("/dev/full", O_WRONLY))
    let writer = LineWriter(full.raw)
    writer.write(line(1), at: now)
    var waits: [TimeSpan] = []
    var at = now
    for _ in 0..<6 {
      #expect(writer.state == .failing(ENOSPC))
      let next = try #require(writer.nextDeadline)
      waits.append(next - at)
      at = next
      writer.flush(at: at)
    }
    #expect(waits == [500, 1000, 2000, 4000, 8000, 8000].map { .milliseconds($0) })
    #expect(writer.waitingLines == 1)
  }
}

@Suite struct FileOutputTests {
  /// A file of its own that may not grow over `size` bytes, 0 for any; it has no name.
  private func file(mayGrowTo size: Int = 0) throws -> OwnedDescriptor {
    var name = Array("/tmp/gpiopress-test-XXXXXX".utf8CString)
    // A file in memory can be sealed: what would make it grow then fails as on a full disk.
    let descriptor = size > 0 ? try sealed(size) : mkstemp(&name)
    try #require(descriptor >= 0)
    if size == 0 { unlink(name) }
    return OwnedDescriptor(owning: descriptor)
  }

  private func sealed(_ size: Int) throws -> Int32 {
    typealias Create = @convention(c) (UnsafePointer<CChar>, UInt32) -> Int32
    let create = try #require(dlsym(nil, "memfd_create"))
    // MFD_ALLOW_SEALING; then F_ADD_SEALS, F_SEAL_GROW.
    let descriptor = unsafeBitCast(create, to: Create.self)("gpiopress-test", 2)
    _ = ftruncate(descriptor, size)
    _ = fcntl(descriptor, 1033, 4)
    return descriptor
  }

  private func content(_ descriptor: Int32) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return Array(bytes.prefix(max(count, 0)))
  }

  private func finish(_ writer: LineWriter) {
    writer.finish(at: .zero, until: MonotonicClock().now() + .seconds(20))
  }

  @Test func linesComeByAThread() throws {
    let file = try file()
    let writer = LineWriter(file.raw)
    for number in 0..<2000 { writer.write(line(number), at: .zero) }
    finish(writer)
    #expect(content(file.raw) == (0..<2000).flatMap { line($0) })
    #expect(writer.state == .open && !writer.isWaiting)
  }

  /// The loop is woken when a piece is written.
  @Test func threadWakesTheLoop() throws {
    let file = try file()
    let writer = LineWriter(file.raw)
    writer.write(line(1), at: .zero)
    var set = PollSet()
    let slot = writer.addDescriptors(to: &set)
    try set.wait(timeout: .seconds(20))
    #expect(set.isReady(slot))
    writer.serve(set, slot: slot, now: .zero)
    #expect(!writer.isWaiting)
  }

  /// What cannot be opened once more, and waits: the other end of a terminal, which nobody reads.
  @Test func slowDeviceHoldsNobody() throws {
    let terminal = try Ends.terminal()
    let writer = LineWriter(terminal.reading)
    for number in 0..<2000 { writer.write(line(number), at: .zero) }
    #expect(writer.isWaiting)
    // The loop is not held, and not woken either: nothing of it is ready.
    var set = PollSet()
    let slot = writer.addDescriptors(to: &set)
    try set.wait(timeout: .milliseconds(20))
    writer.serve(set, slot: slot, now: .zero)
    #expect(writer.isWaiting)
    terminal.reading = dup(terminal.writing)
    var got: [UInt8] = []
    while got.count < 200_000 {
      got += terminal.read(200_000)
      writer.flush(at: .zero)
    }
    #expect(got == (0..<2000).flatMap { line($0) })
  }

  /// A full disk cuts a line at a page's end: the half is taken back.
  @Test func fullDiskLeavesNoHalfLine() throws {
    let file = try file(mayGrowTo: 8192)
    let writer = LineWriter(file.raw)
    for number in 0..<100 { writer.write(line(number), at: .zero) }
    finish(writer)
    #expect(writer.state == .failing(EPERM))
    #expect(content(file.raw) == (0..<81).flatMap { line($0) })
    #expect(writer.waitingLines == 19)
  }

  /// Another's words behind the half line: they stay, and the line is finished later.
  @Test func onlyTheEndIsTakenBack() throws {
    let file = try file()
    _ = pl_output_write(file.raw, Array("half".utf8), 4)
    #expect(pwrite(file.raw, "more", 4, 4) == 4)
    #expect(pl_output_take_back(file.raw, 4) == -EBUSY)
    #expect(content(file.raw) == Array("halfmore".utf8))
  }
}

@Suite struct MessageQueueTests {
  @Test func lostMessagesAreCounted() throws {
    let pipe = Ends.pipe()
    let queue = MessageQueue(pipe.writing, limit: 1000)
    for number in 0..<60 { queue.add(line(number), isLight: false) }
    // Forty in the pipe, ten in the queue.
    #expect(pipe.read(4096) == (0..<40).flatMap { line($0) })
    var set = PollSet()
    let slot = queue.addDescriptors(to: &set)
    try set.wait(timeout: .zero)
    _ = queue.serve(set, slot: slot)
    let rest = pipe.read(4096)
    let reported = "10 messages lost: nobody read the standard error in time\n"
    #expect(rest == (40..<50).flatMap { line($0) } + Array(reported.utf8))
  }

  /// A command that floods does not crowd messages out.
  @Test func messagesGoBeforeWhatCommandsSay() {
    let pipe = Ends.pipe()
    let queue = MessageQueue(pipe.writing, limit: 1000)
    for number in 0..<60 { queue.add(line(number), isLight: true) }
    for number in 100..<105 { queue.add(line(number), isLight: false) }
    _ = pipe.read(4096)
    queue.finish()
    let kept = Array(40..<45) + Array(100..<105)
    #expect(pipe.read(4096).prefix(1000) == kept.flatMap { line($0) }[...])
  }

  /// Another thread's message wakes the loop where it has to wait for room; then nothing does.
  @Test func loopIsWokenForWhatWaits() throws {
    let pipe = Ends.pipe()
    let queue = MessageQueue(pipe.writing)
    let part = StandardErrorOutput(queue)
    let bench = Bench([.tap])
    func wakes() throws -> Bool {
      var set = PollSet()
      part.addDescriptors(to: &set)
      try set.wait(timeout: .zero)
      part.serve(set, now: .zero, in: bench.loop)
      return set.isReady(0) || set.isReady(1)
    }
    #expect(try !wakes())
    #expect(try !wakes())
    for number in 0..<60 { queue.add(line(number), isLight: false) }
    #expect(try wakes())
    #expect(pipe.read(4096) == (0..<40).flatMap { line($0) })
    #expect(try wakes())
    #expect(pipe.read(4096) == (40..<60).flatMap { line($0) })
    #expect(try !wakes())
    #expect(try !wakes())
  }
}

@Suite struct EventStreamTests {
  /// `gpiopress run PANEL | head -n 1`: the end comes with the reader's, not with the next event.
  @Test(.timeLimit(.minutes(5))) func readerGoesWhileAllIsQuiet() throws {
    let pipe = Ends.pipe()
    let bench = Bench([.tap])
    let stream = EventStream(to: pipe.writing) { _, _, _ in }
    bench.loop.add(stream)
    bench.start()
    pipe.closeReader()
    try bench.loop.run()
    #expect(stream.hasLostItsReader)
  }

  /// `outputs: {stdout: false}`: nobody reads, and that is nobody's end.
  @Test func panelWithoutEventsHasNoReader() throws {
    let pipe = Ends.pipe()
    let bench = Bench([.tap])
    let stream = EventStream(to: pipe.writing, isWanted: false) { _, _, _ in }
    pipe.closeReader()
    var set = PollSet()
    stream.addDescriptors(to: &set)
    try set.wait(timeout: .zero)
    stream.serve(set, now: .zero, in: bench.loop)
    #expect(!stream.hasLostItsReader)
  }

  @Test func troubleIsToldOnce() {
    let full = OwnedDescriptor(owning: open("/dev/full", O_WRONLY))
    let bench = Bench([.tap])
    bench.loop.add(EventStream(to: full.raw) { _, _, line in line = [10] })
    bench.start()
    for at: Int64 in [100, 300, 500] {
      bench.edge(0, true, at)
      bench.edge(0, false, at + 80)
    }
    bench.run(to: 60_000)
    #expect(
      bench.said
        == [
          "the standard output takes no events: No space left on device; it is tried again"
        ])
  }
}

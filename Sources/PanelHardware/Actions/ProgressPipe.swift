import ButtonController
import CPanelLinux
import Glibc

/// The output of a command that reports its progress.
///
/// Read once in a while, however much is in it: a command that floods waits at its full pipe, and the
/// loop has its time for others.
final class ProgressPipe {
  private let reading: OwnedDescriptor
  private var writing: OwnedDescriptor?
  private var reader = ProgressReader()
  private var limit = PassingLimit()
  private var buffer = [UInt8](repeating: 0, count: ProgressPipe.share)
  private(set) var isOpen = true
  /// When it is read again; `ever` while it is only waited for.
  private var nextRead = Instant.ever

  /// How much is read at once.
  private static let share = 16 * 1024
  /// Between two reads.
  private static let pause = TimeSpan.milliseconds(10)
  /// What a pipe holds, for the end.
  private static let capacity = 64 * 1024

  init() throws(SystemError) {
    var ends: (reading: Int32, writing: Int32) = (-1, -1)
    _ = try SystemError.check(pl_pipe_open(&ends.reading, &ends.writing), "make a pipe")
    reading = OwnedDescriptor(owning: ends.reading)
    writing = OwnedDescriptor(owning: ends.writing)
  }

  /// The share reported last; nil while none was reported.
  var progress: Double? { reader.progress }

  /// The end for the command; -1 once it has it alone.
  var commandEnd: Int32 {
    switch writing {
    case .some(let end): return end.raw
    case .none: return -1
    }
  }

  /// The command has its end; ours is closed, so that the command's end ends the pipe.
  func giveCommandEndAway() { writing = nil }

  /// Adds it to what is polled, unless it was read a moment ago.
  func addDescriptor(to set: inout PollSet) {
    if isOpen, nextRead == .ever { set.add(reading: reading.raw) }
  }

  /// When there is something to do though nothing is polled for it; `never` for nothing.
  var nextDeadline: Instant {
    min(isOpen && nextRead > .ever ? nextRead : .never, limit.nextReport ?? .never)
  }

  /// One read, if it is time for one; what is no progress goes to `pass`.
  ///
  /// Gives how many lines were left out, when that is to be reported.
  func serve(at now: Instant, pass: ([UInt8]) -> Void) -> Int? {
    if isOpen, now >= nextRead {
      nextRead = readOnce(at: now, pass) > 0 ? now + ProgressPipe.pause : .ever
    }
    return limit.report(at: now)
  }

  /// The command has ended: takes what its pipe held then; gives how many lines were left out.
  func finish(at now: Instant, pass: ([UInt8]) -> Void) -> Int {
    var taken = 0
    while isOpen, taken < ProgressPipe.capacity {
      let count = readOnce(at: now, pass)
      if count == 0 { break }
      taken += count
    }
    endLine(at: now, pass)
    return limit.takeLeftOut()
  }

  /// How many bytes one read gave.
  private func readOnce(at now: Instant, _ pass: ([UInt8]) -> Void) -> Int {
    let count = read(reading.raw, &buffer, buffer.count)
    if count > 0 {
      reader.take(buffer[..<count]) { line in
        if limit.takes(line, at: now) { pass(line) }
      }
      return count
    }
    if count == 0 || (errno != EAGAIN && errno != EINTR) {
      endLine(at: now, pass)
      isOpen = false
    }
    return 0
  }

  private func endLine(at now: Instant, _ pass: ([UInt8]) -> Void) {
    reader.finish { line in
      if limit.takes(line, at: now) { pass(line) }
    }
  }
}

/// How much of a command's words is passed on in a second; the rest is counted.
struct PassingLimit {
  private var windowEnd = Instant.ever
  private var lines = 0
  private var bytes = 0
  private var leftOut = 0

  private static let window = TimeSpan.seconds(1)
  static let mostLines = 100
  static let mostBytes = 32 * 1024

  /// Whether `line` is to be passed on.
  mutating func takes(_ line: [UInt8], at now: Instant) -> Bool {
    if now >= windowEnd {
      windowEnd = now + PassingLimit.window
      lines = 0
      bytes = 0
    }
    lines += 1
    bytes += line.count
    if lines <= PassingLimit.mostLines, bytes <= PassingLimit.mostBytes { return true }
    leftOut += 1
    return false
  }

  /// When lines that were left out are to be reported; nil where none were.
  var nextReport: Instant? { leftOut > 0 ? windowEnd : nil }

  /// How many lines were left out, once their second is over.
  mutating func report(at now: Instant) -> Int? {
    guard leftOut > 0, now >= windowEnd else { return nil }
    return takeLeftOut()
  }

  /// How many lines were left out since the last call.
  mutating func takeLeftOut() -> Int {
    defer { leftOut = 0 }
    return leftOut
  }
}

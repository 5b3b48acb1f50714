import ButtonController
import Glibc

/// Whole lines to a descriptor that may be slow, full or closed: never waits, and is bounded.
///
/// What cannot be written is tried again, after a full disk as after a slow reader; a line that was
/// begun is finished, or is taken back and written again. One thread, or a lock around it.
public final class LineWriter {
  /// What became of the reader.
  public enum State: Equatable, Sendable {
    /// It reads.
    case open
    /// It takes nothing, for this errno; it is tried again.
    case failing(Int32)
    /// It has gone.
    case gone
    /// There never was one.
    case closed(Int32)
  }

  /// Where it stands.
  public private(set) var state = State.open
  /// How many lines were dropped because there was no more room for them.
  public private(set) var dropped = 0

  private let limit: Int
  private let way: OutputWay?
  private let thread: WriteThread?
  private var pending: [UInt8] = []
  private var sent = 0
  /// When it is tried again without being asked; `ever` where nothing stands against it.
  private var nextAttempt = Instant.ever
  private var delay = LineWriter.firstDelay

  /// After an error, then twice as long each time.
  private static let firstDelay = TimeSpan.milliseconds(500)
  private static let longestDelay = TimeSpan.seconds(8)
  /// Where poll has promised room that a write does not find.
  private static let falsePromiseDelay = TimeSpan.milliseconds(20)

  /// A writer that keeps at most `limit` bytes for a slow reader.
  public init(_ descriptor: Int32, limit: Int = 1 << 18) {
    self.limit = limit
    do throws(SystemError) {
      let way = try OutputWay(descriptor)
      thread = way.kind == .slow ? try WriteThread(way) : nil
      self.way = way
    } catch {
      way = nil
      thread = nil
      state = .closed(error.code)
    }
  }

  deinit { thread?.stop() }

  /// Whether nothing more will ever be written.
  public var isOver: Bool {
    switch state {
    case .open, .failing: return false
    case .gone, .closed: return true
    }
  }

  /// Whether something waits to be written.
  public var isWaiting: Bool { !isOver && sent < pending.count }

  /// How many lines wait, one that is begun included.
  public var waitingLines: Int {
    isOver ? 0 : pending[sent...].reduce(0) { $1 == 10 ? $0 + 1 : $0 }
  }

  // MARK: Writing

  /// Adds a line and writes what can be written at once; a line that has no room is dropped.
  ///
  /// A line of less weight finds half of the room only. The time is asked for only where something
  /// stands against writing: reading the clock for each line would cost more than the line.
  public func write(_ line: [UInt8], at now: @autoclosure () -> Instant, isLight: Bool = false) {
    if isOver { return }
    let room = isLight ? limit / 2 : limit
    guard pending.count - sent + line.count <= room else {
      dropped += 1
      return
    }
    if pending.isEmpty, nextAttempt == .ever, writeAtOnce(line) { return }
    pending += line
    flush(at: now())
  }

  /// Writes a line that nothing stands before, as nearly all are; false where that does not go, and none
  /// of it is written.
  private func writeAtOnce(_ line: [UInt8]) -> Bool {
    guard thread == nil, let way else { return false }
    let result = line.withUnsafeBytes { bytes -> Int32 in
      // Half of it is better begun where the rest can wait.
      way.share(of: bytes).count == bytes.count ? way.write(bytes) : 0
    }
    guard result > 0 else { return false }
    noteProgress()
    if Int(result) < line.count {
      pending += line
      sent = Int(result)
    }
    return true
  }

  /// It takes something.
  private func noteProgress() {
    state = .open
    delay = LineWriter.firstDelay
  }

  /// Writes what can be written at once, unless it was tried in vain a moment ago.
  public func flush(at now: @autoclosure () -> Instant) {
    guard nextAttempt == .ever || now() >= nextAttempt else { return }
    nextAttempt = .ever
    if thread != nil { return flushByThread(now) }
    while isWaiting {
      let result = pending.withUnsafeBytes { bytes -> Int32 in
        guard let way else { return -EBADF }
        return way.write(way.share(of: UnsafeRawBufferPointer(rebasing: bytes[sent...])))
      }
      if result == -EAGAIN || result == -EINTR { break }
      guard result >= 0 else { return fail(-result, now()) }
      advance(Int(result))
    }
  }

  /// What poll promised room for; a terminal may promise some and take none.
  private func flushAsPromised(at now: Instant) {
    let before = sent
    flush(at: now)
    if isWaiting, sent == before, nextAttempt == .ever {
      nextAttempt = now + LineWriter.falsePromiseDelay
    }
  }

  private func flushByThread(_ now: () -> Instant) {
    guard let thread, let way else { return }
    if let result = thread.take() {
      advance(result.advance)
      if result.code != 0 { return fail(result.code, now()) }
    }
    guard isWaiting else { return }
    do throws(SystemError) {
      let begun = sent - lineStart
      let failure = pending.withUnsafeBytes { bytes -> SystemError? in
        let share = way.share(of: UnsafeRawBufferPointer(rebasing: bytes[sent...]))
        do throws(SystemError) { try thread.give(share, begun: begun) } catch { return error }
        return nil
      }
      if let failure { throw failure }
    } catch {
      fail(error.code, now())
    }
  }

  /// Where the line begins that is being written.
  private var lineStart: Int { pending[..<sent].lastIndex(of: 10).map { $0 + 1 } ?? 0 }

  private func advance(_ count: Int) {
    sent += count
    if count > 0 { noteProgress() }
    if sent == pending.count {
      pending.removeAll(keepingCapacity: true)
      sent = 0
    } else if sent > limit / 2 {
      // The line that is begun stays whole: half of it may be taken back.
      let start = lineStart
      pending.removeFirst(start)
      sent -= start
    }
  }

  private func fail(_ code: Int32, _ now: Instant) {
    switch code {
    case EPIPE, ECONNRESET, ENOTCONN: end(.gone)
    case EBADF: end(.closed(code))
    default:
      state = .failing(code)
      nextAttempt = now + delay
      delay = min(delay + delay, LineWriter.longestDelay)
    }
  }

  private func end(_ end: State) {
    state = end
    pending.removeAll()
    sent = 0
  }

  /// Forgets the count of dropped lines and gives it.
  public func takeDropped() -> Int {
    defer { dropped = 0 }
    return dropped
  }

  // MARK: In a loop

  /// Adds what is to be polled; gives the slot to hand to `serve`, -1 for none.
  public func addDescriptors(to set: inout PollSet) -> Int {
    guard let way, !isOver else { return -1 }
    // While nothing is to be tried only the reader's going matters; the end of that is a deadline.
    guard isWaiting, nextAttempt == .ever else { return set.add(watching: way.descriptor) }
    if let thread { return set.add(reading: thread.raw) }
    return set.add(writing: way.descriptor)
  }

  /// When something is to be tried again; nil where nothing is.
  public var nextDeadline: Instant? { isWaiting && nextAttempt > .ever ? nextAttempt : nil }

  /// Goes on where the reader was too slow, and looks whether it has gone.
  public func serve(_ set: PollSet, slot: Int, now: Instant) {
    if isOver { return }
    if set.hasFailed(slot) { return end(.gone) }
    if set.isReady(slot), thread == nil { return flushAsPromised(at: now) }
    if set.isReady(slot) || nextAttempt > .ever { flush(at: now) }
  }

  /// The end: writes what can be written, and waits for a thread's piece until `deadline` at most.
  public func finish(at now: Instant, until deadline: Instant) {
    nextAttempt = .ever
    flush(at: now)
    guard let thread else { return }
    while isWaiting, nextAttempt == .ever, MonotonicClock.now() < deadline {
      thread.waitUntilDone(deadline)
      flush(at: now)
    }
  }
}

import ButtonController
import Glibc

/// One frame between the event loop and a ring's thread: the newest wins, nobody waits for the other.
final class RingMailbox: @unchecked Sendable {
  // The mutex is held for the copy of one frame at most, so the loop is never held up by a driver.
  private let monitor = Monitor()
  private let pixels: UnsafeMutableBufferPointer<Colour>
  private var stamp = Instant.zero
  private var isFull = false
  private var isStopped = false
  private var isDone = false
  private var isToLook = false
  /// How many that write to the same are to put everything back first.
  private var predecessors = 0
  private var successors: [Successor] = []
  private var frameTime = TimeSpan.zero

  private struct Successor {
    weak var mailbox: RingMailbox?
  }

  /// What the ring's thread finds.
  enum Finding {
    /// A frame, copied out, of this instant.
    case frame(Instant)
    /// Nothing until the deadline.
    case timeout
    /// A device has come or gone.
    case news
    /// No frame will come.
    case stop
  }

  init(pixels count: Int) {
    pixels = .allocate(capacity: max(count, 1))
    pixels.initialize(repeating: .black)
  }

  deinit {
    pixels.deallocate()
  }

  /// Puts a frame in the place of one that was not fetched; what is missing is dark.
  func post(_ frame: UnsafeBufferPointer<Colour>, at instant: Instant) {
    monitor.lock()
    defer { monitor.unlock() }
    if isStopped { return }
    for index in pixels.indices {
      pixels[index] = index < frame.count ? frame[index] : .black
    }
    stamp = instant
    isFull = true
    monitor.wakeAll()
  }

  /// Waits for a frame until `deadline`.
  func fetch(into frame: UnsafeMutableBufferPointer<Colour>, until deadline: Instant) -> Finding {
    monitor.lock()
    defer { monitor.unlock() }
    while true {
      if isFull {
        isFull = false
        for index in frame.indices where index < pixels.count { frame[index] = pixels[index] }
        return .frame(stamp)
      }
      if let finding = takeNotice() { return finding }
      if !monitor.wait(until: deadline) { return .timeout }
    }
  }

  /// Waits without looking for frames, for a back-off.
  func pause(until deadline: Instant) -> Finding {
    monitor.lock()
    defer { monitor.unlock() }
    while true {
      if let finding = takeNotice() { return finding }
      if !monitor.wait(until: deadline) { return .timeout }
    }
  }

  private func takeNotice() -> Finding? {
    if isStopped { return .stop }
    guard isToLook else { return nil }
    isToLook = false
    return .news
  }

  /// Ends it; a frame that was not fetched is still shown if it is to stay lit, else dropped.
  func stop(keepsFrame: Bool) {
    monitor.lock()
    isStopped = true
    if !keepsFrame { isFull = false }
    monitor.wakeAll()
    monitor.unlock()
  }

  /// Lets the ring's thread look whether its device is there.
  func look() {
    monitor.lock()
    isToLook = true
    monitor.wakeAll()
    monitor.unlock()
  }

  /// How long the slowest frame took so far.
  func note(frameTime time: TimeSpan) {
    monitor.lock()
    frameTime = max(frameTime, time)
    monitor.unlock()
  }

  var slowestFrame: TimeSpan {
    monitor.lock()
    defer { monitor.unlock() }
    return frameTime
  }

  // MARK: One after the other

  /// Lets `other` put everything back before this one's thread begins; to be called before that is.
  func follow(_ other: RingMailbox) {
    other.monitor.lock()
    defer { other.monitor.unlock() }
    if other.isDone { return }
    other.successors.removeAll { $0.mailbox == nil }
    other.successors.append(Successor(mailbox: self))
    monitor.lock()
    predecessors += 1
    monitor.unlock()
  }

  private func noteEndOfPredecessor() {
    monitor.lock()
    predecessors -= 1
    monitor.wakeAll()
    monitor.unlock()
  }

  /// Waits until the others have put everything back; false at a stop before that.
  func waitForTurn() -> Bool {
    monitor.lock()
    defer { monitor.unlock() }
    while predecessors > 0 {
      if isStopped { return false }
      monitor.wait()
    }
    return true
  }

  /// The ring's thread has put everything back.
  func finish() {
    monitor.lock()
    isDone = true
    let next = successors
    successors.removeAll()
    monitor.wakeAll()
    monitor.unlock()
    for each in next { each.mailbox?.noteEndOfPredecessor() }
  }

  var isFinished: Bool {
    monitor.lock()
    defer { monitor.unlock() }
    return isDone
  }

  /// Waits for `finish`; false if a driver hangs until the deadline.
  func waitForFinish(until deadline: Instant) -> Bool {
    monitor.lock()
    defer { monitor.unlock() }
    while !isDone {
      if !monitor.wait(until: deadline) { return false }
    }
    return true
  }
}

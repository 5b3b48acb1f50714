import ButtonController
import Glibc

/// One frame between the event loop and a ring's thread: the newest wins, nobody waits for the other.
final class RingMailbox: @unchecked Sendable {
  // The mutex is held for the copy of one frame at most, so the loop is never held up by a driver.
  private let monitor = Monitor()
  private var mutex: UnsafeMutablePointer<pthread_mutex_t> { monitor.mutex }
  private var changed: UnsafeMutablePointer<pthread_cond_t> { monitor.changed }
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
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    if isStopped { return }
    for index in pixels.indices {
      pixels[index] = index < frame.count ? frame[index] : .black
    }
    stamp = instant
    isFull = true
    pthread_cond_broadcast(changed)
  }

  /// Waits for a frame until `deadline`.
  func fetch(into frame: UnsafeMutableBufferPointer<Colour>, until deadline: Instant) -> Finding {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if isFull {
        isFull = false
        for index in frame.indices where index < pixels.count { frame[index] = pixels[index] }
        return .frame(stamp)
      }
      if let finding = takeNotice() { return finding }
      if !wait(until: deadline) { return .timeout }
    }
  }

  /// Waits without looking for frames, for a back-off.
  func pause(until deadline: Instant) -> Finding {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let finding = takeNotice() { return finding }
      if !wait(until: deadline) { return .timeout }
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
    pthread_mutex_lock(mutex)
    isStopped = true
    if !keepsFrame { isFull = false }
    pthread_cond_broadcast(changed)
    pthread_mutex_unlock(mutex)
  }

  /// Lets the ring's thread look whether its device is there.
  func look() {
    pthread_mutex_lock(mutex)
    isToLook = true
    pthread_cond_broadcast(changed)
    pthread_mutex_unlock(mutex)
  }

  /// How long the slowest frame took so far.
  func note(frameTime time: TimeSpan) {
    pthread_mutex_lock(mutex)
    frameTime = max(frameTime, time)
    pthread_mutex_unlock(mutex)
  }

  var slowestFrame: TimeSpan {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return frameTime
  }

  // MARK: One after the other

  /// Lets `other` put everything back before this one's thread begins; to be called before that is.
  func follow(_ other: RingMailbox) {
    pthread_mutex_lock(other.mutex)
    defer { pthread_mutex_unlock(other.mutex) }
    if other.isDone { return }
    other.successors.removeAll { $0.mailbox == nil }
    other.successors.append(Successor(mailbox: self))
    pthread_mutex_lock(mutex)
    predecessors += 1
    pthread_mutex_unlock(mutex)
  }

  private func noteEndOfPredecessor() {
    pthread_mutex_lock(mutex)
    predecessors -= 1
    pthread_cond_broadcast(changed)
    pthread_mutex_unlock(mutex)
  }

  /// Waits until the others have put everything back; false at a stop before that.
  func waitForTurn() -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while predecessors > 0 {
      if isStopped { return false }
      _ = wait(until: .never)
    }
    return true
  }

  /// The ring's thread has put everything back.
  func finish() {
    pthread_mutex_lock(mutex)
    isDone = true
    let next = successors
    successors.removeAll()
    pthread_cond_broadcast(changed)
    pthread_mutex_unlock(mutex)
    for each in next { each.mailbox?.noteEndOfPredecessor() }
  }

  var isFinished: Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return isDone
  }

  /// Waits for `finish`; false if a driver hangs until the deadline.
  func waitForFinish(until deadline: Instant) -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while !isDone {
      if !wait(until: deadline) { return false }
    }
    return true
  }

  /// Waits for a change, with the mutex held; false once the deadline has passed.
  private func wait(until deadline: Instant) -> Bool {
    if deadline == .never { return pthread_cond_wait(changed, mutex) == 0 }
    let nanoseconds = max(deadline.nanoseconds, 0)
    var time = timespec(
      tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    return pthread_cond_timedwait(changed, mutex, &time) != ETIMEDOUT
  }
}

import ButtonController
import Glibc

/// One frame between the event loop and a ring's thread: the newest wins, nobody waits for the other.
final class RingMailbox: @unchecked Sendable {
  // The mutex is held for the copy of one frame at most, so the loop is never held up by a driver.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let pixels: UnsafeMutableBufferPointer<Colour>
  private var stamp = Instant.zero
  private var isFull = false
  private var isStopped = false
  private var isDone = false

  /// What the ring's thread finds.
  enum Finding {
    /// A frame, copied out, of this instant.
    case frame(Instant)
    /// Nothing until the deadline.
    case timeout
    /// No frame will come.
    case stop
  }

  init(pixels count: Int) {
    pixels = .allocate(capacity: max(count, 1))
    pixels.initialize(repeating: .black)
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(changed, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
    pixels.deallocate()
  }

  /// Puts a frame in the place of one that was not fetched; what is missing is dark.
  func post(_ frame: UnsafeBufferPointer<Colour>, at instant: Instant) {
    pthread_mutex_lock(mutex)
    for index in pixels.indices {
      pixels[index] = index < frame.count ? frame[index] : .black
    }
    stamp = instant
    isFull = true
    pthread_cond_broadcast(changed)
    pthread_mutex_unlock(mutex)
  }

  /// Waits for a frame until `deadline`; a frame goes before the stop, as the last one is to be seen.
  func fetch(into frame: UnsafeMutableBufferPointer<Colour>, until deadline: Instant) -> Finding {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if isFull {
        isFull = false
        for index in frame.indices where index < pixels.count { frame[index] = pixels[index] }
        return .frame(stamp)
      }
      if isStopped { return .stop }
      if !wait(until: deadline) { return .timeout }
    }
  }

  /// Waits without looking for frames, for a back-off; false at the deadline, true at the stop.
  func waitForStop(until deadline: Instant) -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while !isStopped {
      if !wait(until: deadline) { return false }
    }
    return true
  }

  func stop() {
    pthread_mutex_lock(mutex)
    isStopped = true
    pthread_cond_broadcast(changed)
    pthread_mutex_unlock(mutex)
  }

  /// The ring's thread has put everything back.
  func finish() {
    pthread_mutex_lock(mutex)
    isDone = true
    pthread_cond_broadcast(changed)
    pthread_mutex_unlock(mutex)
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

import ButtonController
import Glibc

/// A mutex and a condition whose waits go by the monotonic clock, at addresses that stay.
///
/// For what two threads share. Nobody may hold or await it when it goes.
package final class Monitor: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  package init() {
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
  }

  /// Waits until no other thread holds it, and holds it.
  package func lock() { pthread_mutex_lock(mutex) }

  /// Ends `lock`.
  package func unlock() { pthread_mutex_unlock(mutex) }

  /// Runs `body` while no other thread holds it.
  package func locked<Result>(_ body: () -> Result) -> Result {
    lock()
    defer { unlock() }
    return body()
  }

  /// Wakes whoever waits, as something has changed.
  package func wakeAll() { pthread_cond_broadcast(changed) }

  /// Waits for `wakeAll`, held before and after but not meanwhile; false once `deadline` has passed.
  ///
  /// It may return earlier: what is waited for is to be looked at.
  @discardableResult package func wait(until deadline: Instant = .never) -> Bool {
    if deadline == .never { return pthread_cond_wait(changed, mutex) == 0 }
    let nanoseconds = max(deadline.nanoseconds, 0)
    var time = timespec(
      tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    return pthread_cond_timedwait(changed, mutex, &time) != ETIMEDOUT
  }
}

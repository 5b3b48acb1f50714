import Glibc

/// A mutex and a condition whose waits go by the monotonic clock, at addresses that stay.
///
/// For what two threads share. Nobody may hold or await it when it goes.
final class Monitor: @unchecked Sendable {
  /// Guards what is shared.
  let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  /// Told of changes to it.
  let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
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
}

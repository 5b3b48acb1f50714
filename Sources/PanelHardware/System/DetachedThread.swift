import Glibc

/// Threads for what may wait.
package enum DetachedThread {
  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Its memory may be locked in RAM.
  package static let usualStack = 128 * 1024

  /// Runs `body` on a thread that takes no signals and for which nobody waits; its stack has so many
  /// bytes.
  package static func start(
    stack: Int = usualStack, _ body: @escaping @Sendable () -> Void
  ) throws(SystemError) {
    // From its first instruction on: signals are the loop's.
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stack)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    var thread = pthread_t()
    let context = Unmanaged.passRetained(Body(body))
    let failure = pthread_create(
      &thread, &attributes,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, context.toOpaque())
    if failure != 0 {
      context.release()
      throw SystemError(failure, "start a thread")
    }
  }
}

import ButtonController

/// Work that has to end in time, whatever a driver or a bus does meanwhile.
public enum TimeLimit {
  private final class Result<Value: Sendable>: @unchecked Sendable {
    let monitor = Monitor()
    var value: Value?
  }

  /// Name services and tables of processes need more than a loop's thread.
  private static let stack = 1024 * 1024

  /// What `body` gives; nil where it takes longer than `limit`, and is left to itself on its thread.
  public static func run<Value: Sendable>(
    _ limit: TimeSpan, _ body: @escaping @Sendable () -> Value
  ) throws(SystemError) -> Value? {
    let result = Result<Value>()
    try DetachedThread.start(stack: stack) {
      let value = body()
      result.monitor.locked { result.value = value }
      result.monitor.wakeAll()
    }
    let end = MonotonicClock.now() + limit
    result.monitor.lock()
    defer { result.monitor.unlock() }
    while result.value == nil {
      if !result.monitor.wait(until: end) { break }
    }
    return result.value
  }
}

import ButtonController
import Glibc
import PanelFiles

/// Makes rings dark that somebody else left lit, all side by side: one that hangs holds up no other.
public final class RingsOff: @unchecked Sendable {
  // Guards what the threads tell.
  private let monitor = Monitor()
  private var mutex: UnsafeMutablePointer<pthread_mutex_t> { monitor.mutex }
  private var changed: UnsafeMutablePointer<pthread_cond_t> { monitor.changed }
  private var results: [RingError??]

  /// Beside what frames take; a driver may wait a second for a udev rule.
  private static let patience = TimeSpan.seconds(2)

  /// Makes chains of rings dark; why it failed of each, nil where it went well.
  public static func run(_ chains: [[RingPart]]) -> [RingError?] {
    run(chains.count, patience: patience) { (number) throws(RingError) in
      try RingByHand.makeDark(chains[number])
    }
  }

  /// Runs `body` for each number on a thread of its own, and waits at most so long for all of them.
  static func run(
    _ count: Int, patience: TimeSpan,
    _ body: @escaping @Sendable (_ number: Int) throws(RingError) -> Void
  ) -> [RingError?] {
    let off = RingsOff(count)
    for number in 0..<count {
      do throws(SystemError) {
        try DetachedThread.start {
          do throws(RingError) {
            try body(number)
            off.note(nil, of: number)
          } catch {
            off.note(error, of: number)
          }
        }
      } catch {
        off.note(RingError(error), of: number)
      }
    }
    return off.wait(until: RingClock.now() + patience)
  }

  private init(_ count: Int) {
    results = [RingError??](repeating: .none, count: count)
  }

  private func note(_ result: RingError?, of number: Int) {
    pthread_mutex_lock(mutex)
    results[number] = .some(result)
    pthread_cond_broadcast(changed)
    pthread_mutex_unlock(mutex)
  }

  private func wait(until deadline: Instant) -> [RingError?] {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    var time = timespec(
      tv_sec: Int(deadline.nanoseconds / 1_000_000_000),
      tv_nsec: Int(deadline.nanoseconds % 1_000_000_000))
    while results.contains(where: { $0 == nil }) {
      if pthread_cond_timedwait(changed, mutex, &time) == ETIMEDOUT { break }
    }
    return results.map { $0 ?? RingError("its device hangs, so it could not be made dark") }
  }
}

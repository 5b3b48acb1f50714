import ButtonController
import Glibc
import PanelFiles

/// Makes rings dark that somebody else left lit, all side by side: one that hangs holds up no other.
public final class RingsOff: @unchecked Sendable {
  // Guards what the threads report.
  private let monitor = Monitor()
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
    return off.wait(until: MonotonicClock.now() + patience)
  }

  private init(_ count: Int) {
    results = [RingError??](repeating: .none, count: count)
  }

  private func note(_ result: RingError?, of number: Int) {
    monitor.locked { results[number] = .some(result) }
    monitor.wakeAll()
  }

  private func wait(until deadline: Instant) -> [RingError?] {
    monitor.lock()
    defer { monitor.unlock() }
    while results.contains(where: { $0 == nil }) {
      if !monitor.wait(until: deadline) { break }
    }
    return results.map { $0 ?? RingError("its device hangs, so it could not be made dark") }
  }
}

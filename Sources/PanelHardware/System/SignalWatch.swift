import CPanelLinux
import Glibc

/// Signals as something to read: they interrupt nothing.
///
/// To be made before any thread is, so that no thread takes a signal itself. SIGPIPE is ignored for
/// good: a reader that goes away shows as an error of the write.
public final class SignalWatch {
  private let descriptor: OwnedDescriptor

  /// Watches for `signals` from now on.
  public init(_ signals: [Int32]) throws(SystemError) {
    signal(SIGPIPE, SIG_IGN)
    descriptor = try OwnedDescriptor(
      pl_signals_open(signals, UInt32(signals.count)), "watch for signals")
  }

  /// To be polled for reading.
  public var raw: Int32 { descriptor.raw }

  /// The next signal that came; nil when there is none.
  public func next() -> Int32? {
    let number = pl_signals_read(descriptor.raw)
    return number > 0 ? number : nil
  }
}

/// Tells jumps of the wall clock, one of which is at the end of every sleep of the system.
final class ClockJumps {
  private let descriptor: OwnedDescriptor

  init() throws(SystemError) {
    descriptor = try OwnedDescriptor(pl_clock_jumps_open(), "watch the wall clock")
  }

  var raw: Int32 { descriptor.raw }

  /// Takes the jump, so that the descriptor waits for the next.
  func take() { _ = pl_clock_jumps_take(descriptor.raw) }
}

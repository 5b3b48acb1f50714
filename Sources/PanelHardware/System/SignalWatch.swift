import CPanelLinux
import Glibc

/// Signals as something to read: they interrupt nothing.
///
/// To be made before any thread is, so that no thread takes a signal itself. What was inherited is
/// set right for good: only the watched signals are blocked, ends of children are kept until they
/// are taken, and SIGPIPE is ignored, as a reader that goes away shows as an error of the write.
public final class SignalWatch {
  private let descriptor: OwnedDescriptor

  /// Watches for `signals` from now on.
  public init(_ signals: [Int32]) throws(SystemError) {
    signal(SIGPIPE, SIG_IGN)
    _ = try SystemError.check(pl_children_wait(), "set what SIGCHLD does")
    descriptor = try OwnedDescriptor(
      pl_signals_open(signals, UInt32(signals.count)), "watch for signals")
  }

  /// To be polled for reading.
  public var raw: Int32 { descriptor.raw }

  /// The signals that came since the last call; one read, however often they came.
  public func take() -> Signals { Signals(bits: max(pl_signals_take(descriptor.raw), 0)) }
}

/// Signals that came.
public struct Signals: Equatable, Sendable {
  /// Bit n for the signal n.
  let bits: Int64

  /// Whether none came.
  public var isEmpty: Bool { bits == 0 }

  /// Whether `signal` is among them.
  public func contains(_ signal: Int32) -> Bool { bits >> Int64(signal) & 1 == 1 }
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

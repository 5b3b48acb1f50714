import CPanelLinux
import Glibc

/// Signals as something to read: they interrupt nothing.
///
/// To be made before any thread is, so that no thread takes a signal itself. What was inherited is
/// set right for good: only the watched signals are blocked, and ends of children are kept until they
/// are taken. Of the others, those that would end the process though nobody asked for its end are
/// ignored: a reader that goes away or a file that may not grow shows as an error of the write.
public final class SignalWatch {
  private let descriptor: OwnedDescriptor

  /// What asks for the end, or announces it: the processor time of a limit is used up, power fails.
  ///
  /// There is time to put everything back before it. SIGKILL leaves none; nor does a crash, whose
  /// signals no loop can serve.
  public static let ends = [SIGTERM, SIGINT] + failures

  /// Timers, input and output that are ready, users' own signals: nothing here uses one of them.
  private static let ignored = [
    SIGPIPE, SIGXFSZ, SIGALRM, SIGVTALRM, SIGPROF, SIGUSR1, SIGUSR2, SIGIO, SIGSTKFLT,
  ]

  /// Watches for `signals` from now on.
  public init(_ signals: [Int32]) throws(SystemError) {
    // Those of the C library's own use are refused, and that is well.
    for number in SignalWatch.ignored + Array(SignalWatch.firstRealTime...64)
    where !signals.contains(number) {
      signal(number, SIG_IGN)
    }
    _ = try SystemError.check(pl_children_wait(), "set what SIGCHLD does")
    descriptor = try OwnedDescriptor(
      pl_signals_open(signals, UInt32(signals.count)), "watch for signals")
  }

  /// Below are the kernel's named ones; two or three of the others belong to the C library.
  private static let firstRealTime: Int32 = 34

  /// To be polled for reading.
  public var raw: Int32 { descriptor.raw }

  /// The signals that came since the last call; one read, however often they came.
  public func take() -> Signals { Signals(bits: max(pl_signals_take(descriptor.raw), 0)) }

  /// What is a failure to whoever started the process, beside its end.
  public static let failures = [SIGQUIT, SIGXCPU, SIGPWR]

  /// Ends the process by the signal's own action, so that whoever started it sees why.
  public static func end(by number: Int32) {
    signal(number, SIG_DFL)
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, number)
    raise(number)
    // It is blocked until here, as it is watched for.
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }
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

/// Reports jumps of the wall clock, one of which is at the end of every sleep of the system.
final class ClockJumps {
  private let descriptor: OwnedDescriptor

  init() throws(SystemError) {
    descriptor = try OwnedDescriptor(pl_clock_jumps_open(), "watch the wall clock")
  }

  var raw: Int32 { descriptor.raw }

  /// Takes the jump, so that the descriptor waits for the next.
  func take() { _ = pl_clock_jumps_take(descriptor.raw) }
}

import CPanelLinux
import Glibc
import PanelFiles

/// A command: a process group of its own, and before that its start.
///
/// It is started by a thread: the call returns when the program is there, and to look for it and to
/// read its file takes as long as the disk takes. For one thread, the loop's.
final class ChildProcess: @unchecked Sendable {
  private enum State {
    case starting
    case running(pl_child)
    case failed(SystemError)
  }

  // Held for a moment by the thread that starts it, and without contest later.
  private let monitor = Monitor()
  private var state = State.starting
  /// A signal that came before it was there.
  private var wanted: Int32 = 0
  private let started: OwnedDescriptor

  /// How a command ended.
  enum End: Equatable {
    case status(Int32)
    case signal(Int32)
    /// It could not be started.
    case failed(SystemError)
    /// Somebody else in this process has taken its status.
    case unknown
  }

  /// Starts a program with nothing to read; its errors go to our standard error, its output to
  /// `output`, of which it has a duplicate.
  ///
  /// It inherits our environment byte by byte, less what is an outer gpiopress's event or our talk
  /// with systemd, and more by `variables`.
  init(
    _ arguments: [String], variables: [String], output: Int32 = STDERR_FILENO
  ) throws(SystemError) {
    let program = arguments.first ?? ""
    started = try OwnedDescriptor(pl_event_open(), "start \(program)")
    // The caller may close its own at once.
    let copy = try SystemError.check(duplicate(output), "start \(program)")
    do throws(SystemError) {
      try DetachedThread.start { [self] in
        run(arguments, variables, output: copy)
        _ = close(copy)
      }
    } catch {
      _ = close(copy)
      throw error
    }
  }

  deinit {
    if case .running(let child) = state, child.watch >= 0 { _ = close(child.watch) }
  }

  /// Starts it, on a thread of its own.
  private func run(_ arguments: [String], _ variables: [String], output: Int32) {
    var result = -ECANCELED
    var child = pl_child(id: 0, watch: -1)
    // What is to be ended before it began is not begun.
    if monitor.locked({ wanted == 0 }) {
      let words = CStrings(arguments)
      let environment = CStrings(variables, after: ChildProcess.inherited(of: environ))
      result = pl_child_start(words.pointers, environment.pointers, output, STDERR_FILENO, &child)
    }
    monitor.locked {
      if result < 0 {
        state = .failed(SystemError(-result, "start \(arguments.first ?? "")"))
      } else {
        state = .running(child)
        if wanted != 0 { _ = pl_child_signal(&child, wanted) }
      }
    }
    _ = pl_event_raise(started.raw)
  }

  /// To be polled for reading until the next `collect`: readable once it has begun or ended; nil
  /// where only SIGCHLD reports its end.
  var watch: Int32? {
    monitor.locked {
      switch state {
      case .starting, .failed: return started.raw
      case .running(let child): return child.watch >= 0 ? child.watch : nil
      }
    }
  }

  /// Its process id, which is also its group's; nil before it is there.
  var id: Int32? {
    monitor.locked {
      if case .running(let child) = state { return child.id }
      return nil
    }
  }

  /// Sends a signal to the whole group, if it is still there; one that is being started gets it then.
  func signal(_ number: Int32) {
    monitor.locked {
      switch state {
      case .starting: wanted = number
      case .running(var child): _ = pl_child_signal(&child, number)
      case .failed: break
      }
    }
  }

  /// How it ended, if it has; `sweeps` ends what is left of its group.
  func collect(sweeps: Bool) -> End? {
    switch monitor.locked({ state }) {
    case .starting: return nil
    case .failed(let error): return .failed(error)
    case .running(var child):
      let isOver = pl_child_has_ended(&child)
      if isOver == 0 { return nil }
      guard isOver > 0 else { return .unknown }
      // Not taken away yet: so long as it is there, its number is that of no other group.
      if sweeps { _ = pl_child_signal(&child, SIGKILL) }
      let end = pl_child_release(&child)
      if end < 0 { return .unknown }
      return end < 256 ? .status(end) : .signal(end - 256)
    }
  }

  // MARK: The environment

  private static let ours = ["GPIOPRESS_", "NOTIFY_SOCKET=", "WATCHDOG_"]

  /// The variables of `environment` that are for commands, as they are, whether UTF-8 or not.
  static func inherited(
    of environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  ) -> [UnsafeMutablePointer<CChar>] {
    var variables: [UnsafeMutablePointer<CChar>] = []
    var next = environment
    while let entry = next.pointee {
      if !ours.contains(where: { strncmp(entry, $0, $0.utf8.count) == 0 }) {
        variables.append(entry)
      }
      next += 1
    }
    return variables
  }
}

extension ChildProcess.End {
  /// The same as the event of the command's end has it.
  var outcome: CommandEnd.Outcome {
    switch self {
    case .status(let status): return .exit(Int(status))
    case .signal(let number): return .signal(Int(number))
    case .failed(let error): return .notStarted(ErrorNumber.text(of: error.code))
    case .unknown: return .notStarted("its status was taken by somebody else")
    }
  }

  /// `/bin/false exited with status 1`, `cannot start /bin/fals: No such file or directory`.
  func text(of program: String) -> String {
    switch self {
    case .status(let status): return "\(program) exited with status \(status)"
    case .signal(let number): return "\(program) was ended by signal \(number)"
    case .failed(let error): return "cannot \(error)"
    case .unknown: return "\(program) ended, and its status was taken by somebody else"
    }
  }
}

private func duplicate(_ descriptor: Int32) -> Int32 {
  // F_DUPFD_CLOEXEC, above the standard ones.
  let copy = fcntl(descriptor, 1030, 3)
  return copy < 0 ? -errno : copy
}

/// C strings in an array that a NULL ends, as exec takes them.
private final class CStrings {
  private let own: [UnsafeMutablePointer<CChar>?]
  private let all: UnsafeMutableBufferPointer<UnsafeMutablePointer<CChar>?>
  /// `strings` behind `borrowed`, which stay where they are.
  init(_ strings: [String], after borrowed: [UnsafeMutablePointer<CChar>] = []) {
    own = strings.map { strdup($0) }
    all = .allocate(capacity: borrowed.count + own.count + 1)
    _ = all.initialize(from: borrowed.map(Optional.some) + own + [nil])
  }

  deinit {
    all.deallocate()
    for pointer in own { free(pointer) }
  }

  var pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? { all.baseAddress }
}

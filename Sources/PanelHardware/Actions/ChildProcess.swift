import CPanelLinux
import Glibc

/// A command that was started: a process group of its own.
struct ChildProcess {
  let id: pid_t

  /// How a command ended.
  enum End: Equatable {
    case status(Int32)
    case signal(Int32)

    /// `exited with status 3`, `was ended by signal 15`.
    var text: String {
      switch self {
      case .status(let status): return "exited with status \(status)"
      case .signal(let number): return "was ended by signal \(number)"
      }
    }
  }

  /// Starts a program with nothing to read; what it writes goes to our standard error.
  init(_ arguments: [String], variables: [String]) throws(SystemError) {
    let program = arguments.first ?? ""
    var environment: [String] = []
    var next = environ
    while let entry = next.pointee {
      let text = String(cString: entry)
      // What an outer gpiopress set says nothing about this event.
      if !text.hasPrefix("GPIOPRESS_") { environment.append(text) }
      next += 1
    }
    let result = withCStrings(arguments) { argv in
      withCStrings(environment + variables) { environment in
        pl_spawn(argv, environment, STDERR_FILENO, STDERR_FILENO)
      }
    }
    id = try SystemError.check(result, "start \(program)")
  }

  /// Sends a signal to the whole group.
  func signal(_ number: Int32) { _ = kill(-id, number) }

  /// How it ended, if it has; `sweeps` ends what is left of its group.
  func collect(sweeps: Bool) -> End? {
    var info = siginfo_t()
    // Not taken away yet: so long as it is there, its number is that of no other group.
    guard waitid(P_PID, id_t(id), &info, WEXITED | WNOHANG | WNOWAIT) == 0, info.si_signo != 0
    else { return nil }
    if sweeps { signal(SIGKILL) }
    var status: Int32 = 0
    guard waitpid(id, &status, WNOHANG) == id else { return nil }
    let number = status & 0x7f
    return number == 0 ? .status(status >> 8 & 0xff) : .signal(number)
  }
}

/// Calls `body` with a NULL-ended array of C strings.
private func withCStrings<Result>(
  _ strings: [String],
  _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  var pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) }
  pointers.append(nil)
  defer { for pointer in pointers { free(pointer) } }
  return pointers.withUnsafeBufferPointer { buffer in
    guard let base = buffer.baseAddress else {
      var empty: UnsafeMutablePointer<CChar>?
      return body(&empty)
    }
    return body(base)
  }
}

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

  /// Starts a program with nothing to read; its errors go to our standard error, its output to
  /// `output`.
  init(
    _ arguments: [String], variables: [String], output: Int32 = STDERR_FILENO
  ) throws(SystemError) {
    let program = arguments.first ?? ""
    var environment: [String] = []
    var next = environ
    while let entry = next.pointee {
      let text = String(cString: entry)
      if !ChildProcess.isOurs(text) { environment.append(text) }
      next += 1
    }
    let result = withCStrings(arguments) { argv in
      withCStrings(environment + variables) { environment in
        pl_spawn(argv, environment, output, STDERR_FILENO)
      }
    }
    id = try SystemError.check(result, "start \(program)")
  }

  /// Variables that are not for commands: an outer gpiopress's event, and our talk with systemd.
  private static func isOurs(_ variable: String) -> Bool {
    for prefix in ["GPIOPRESS_", "NOTIFY_SOCKET=", "WATCHDOG_"] where variable.hasPrefix(prefix) {
      return true
    }
    return false
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

/// The output of a command that tells its progress.
final class ProgressPipe {
  private let reading: OwnedDescriptor
  private var writing: OwnedDescriptor?
  private var reader = ProgressReader()
  private var buffer = [UInt8](repeating: 0, count: 4096)
  private(set) var isOpen = true

  init() throws(SystemError) {
    var ends: (reading: Int32, writing: Int32) = (-1, -1)
    _ = try SystemError.check(pl_pipe_open(&ends.reading, &ends.writing), "make a pipe")
    reading = OwnedDescriptor(owning: ends.reading)
    writing = OwnedDescriptor(owning: ends.writing)
  }

  var raw: Int32 { reading.raw }
  var progress: Double? { reader.progress }

  /// The end for the command; -1 once it has it alone.
  var commandEnd: Int32 {
    switch writing {
    case .some(let end): return end.raw
    case .none: return -1
    }
  }

  /// The command has its end; ours is closed, so that the command's end ends the pipe.
  func giveCommandEndAway() { writing = nil }

  /// Reads what is there; what is no progress goes to our standard error.
  func drain() {
    while isOpen {
      let count = read(reading.raw, &buffer, buffer.count)
      guard count > 0 else {
        if count == 0 || (errno != EAGAIN && errno != EINTR) {
          reader.finish(pass: ProgressPipe.pass)
          isOpen = false
        }
        return
      }
      reader.take(buffer[..<count], pass: ProgressPipe.pass)
    }
  }

  private static func pass(_ line: [UInt8]) {
    _ = line.withUnsafeBytes {
      pl_write_now(STDERR_FILENO, $0.baseAddress, UInt32(clamping: $0.count))
    }
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

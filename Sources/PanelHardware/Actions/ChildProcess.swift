import CPanelLinux
import Glibc

/// A command that was started: a process group of its own.
final class ChildProcess {
  private let child: pl_child

  /// How a command ended.
  enum End: Equatable {
    case status(Int32)
    case signal(Int32)
    /// Somebody else in this process has taken its status.
    case unknown

    /// `exited with status 3`, `was ended by signal 15`.
    var text: String {
      switch self {
      case .status(let status): return "exited with status \(status)"
      case .signal(let number): return "was ended by signal \(number)"
      case .unknown: return "ended, and its status was taken by somebody else"
      }
    }
  }

  /// Starts a program with nothing to read; its errors go to our standard error, its output to
  /// `output`.
  ///
  /// It inherits our environment byte by byte, less what is an outer gpiopress's event or our talk
  /// with systemd, and more by `variables`.
  init(
    _ arguments: [String], variables: [String], output: Int32 = STDERR_FILENO
  ) throws(SystemError) {
    var child = pl_child(id: 0, watch: -1)
    let arguments = CStrings(arguments)
    let environment = CStrings(variables, after: ChildProcess.inherited())
    let result = pl_child_start(
      arguments.pointers, environment.pointers, output, STDERR_FILENO, &child)
    _ = try SystemError.check(result, "start \(arguments.first)")
    self.child = child
  }

  deinit { if child.watch >= 0 { _ = close(child.watch) } }

  /// To be polled for reading: readable once it has ended; nil where only SIGCHLD tells.
  var watch: Int32? { child.watch >= 0 ? child.watch : nil }

  /// Its process id, which is also its group's.
  var id: Int32 { child.id }

  /// Sends a signal to the whole group, if it is still there.
  func signal(_ number: Int32) {
    withUnsafePointer(to: child) { _ = pl_child_signal($0, number) }
  }

  /// How it ended, if it has; `sweeps` ends what is left of its group.
  func collect(sweeps: Bool) -> End? {
    let state = withUnsafePointer(to: child) { pl_child_has_ended($0) }
    if state == 0 { return nil }
    guard state > 0 else { return .unknown }
    // Not taken away yet: so long as it is there, its number is that of no other group.
    if sweeps { signal(SIGKILL) }
    let end = withUnsafePointer(to: child) { pl_child_release($0) }
    if end < 0 { return .unknown }
    return end < 256 ? .status(end) : .signal(end - 256)
  }

  // MARK: The environment

  private static let ours = ["GPIOPRESS_", "NOTIFY_SOCKET=", "WATCHDOG_"]

  /// Our own variables as they are, whether they are UTF-8 or not.
  private static func inherited() -> [UnsafeMutablePointer<CChar>] {
    var variables: [UnsafeMutablePointer<CChar>] = []
    var next = environ
    while let entry = next.pointee {
      if !ours.contains(where: { strncmp(entry, $0, $0.utf8.count) == 0 }) {
        variables.append(entry)
      }
      next += 1
    }
    return variables
  }
}

/// C strings in an array that a NULL ends, as exec takes them.
private final class CStrings {
  private let own: [UnsafeMutablePointer<CChar>?]
  private let all: UnsafeMutableBufferPointer<UnsafeMutablePointer<CChar>?>
  let first: String

  /// `strings` behind `borrowed`, which stay where they are.
  init(_ strings: [String], after borrowed: [UnsafeMutablePointer<CChar>] = []) {
    own = strings.map { strdup($0) }
    first = strings.first ?? ""
    all = .allocate(capacity: borrowed.count + own.count + 1)
    _ = all.initialize(from: borrowed.map(Optional.some) + own + [nil])
  }

  deinit {
    all.deallocate()
    for pointer in own { free(pointer) }
  }

  var pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? { all.baseAddress }
}

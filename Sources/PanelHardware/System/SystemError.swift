import Glibc

/// A call to the system that failed: what was tried, and errno.
public struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The number, such as `EBUSY`; always above 0.
  public var code: Int32
  /// What was tried, such as `open /dev/gpiochip0`.
  public var what: String

  /// A failure of `what`.
  public init(_ code: Int32, _ what: String) {
    self.code = code
    self.what = what
  }

  /// `open /dev/gpiochip0: Permission denied`.
  public var description: String { "\(what): \(SystemError.text(of: code))" }

  /// Whether files cannot be opened because too many are open already; then nothing is said about the
  /// file itself.
  public var isOutOfFiles: Bool { SystemError.isOutOfFiles(code) }

  static func isOutOfFiles(_ code: Int32) -> Bool { code == EMFILE || code == ENFILE }

  /// The system's text for a number.
  public static func text(of code: Int32) -> String {
    // A number of the kernel's own that drivers let out; the C library has no text for it.
    if code == unsupportedByDriver { return "not supported by the driver" }
    if let text = limit(reachedWith: code) { return text }
    guard let text = strerror(code) else { return "error \(code)" }
    return String(cString: text)
  }

  /// A limit of the system that was reached, and which one is to be raised.
  private static func limit(reachedWith code: Int32) -> String? {
    switch code {
    case EMFILE:
      var limit = rlimit()
      let most =
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
        ? " (\(limit.rlim_cur))" : ""
      return "too many open files: this process has as many as it may have\(most); raise "
        + "LimitNOFILE= of the service or `ulimit -n`; for inotify also "
        + "fs.inotify.max_user_instances"
    case ENFILE:
      return "too many open files: the whole system has as many as it may have; raise fs.file-max "
        + "by sysctl"
    default: return nil
    }
  }

  /// ENOTSUPP, a number inside the kernel that leaks from some drivers.
  static let unsupportedByDriver: Int32 = 524

  /// Turns a result of our C layers, >= 0 or -errno, into a value or an error.
  static func check(
    _ result: Int32, _ what: @autoclosure () -> String
  ) throws(SystemError) -> Int32 {
    if result >= 0 { return result }
    throw SystemError(-result, what())
  }
}

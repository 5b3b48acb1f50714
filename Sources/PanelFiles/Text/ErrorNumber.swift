#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What is said of a number of errno: the one place, so that it is said alike everywhere.
public enum ErrorNumber {
  /// The system's text, or a better one where a limit was reached or a driver let out a number of its own.
  public static func text(of code: Int32) -> String {
    switch code {
    // It has no text in the C library.
    case unsupportedByDriver: return "not supported by the driver"
    case EMFILE:
      var limit = rlimit()
      let isKnown = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
      let most = isKnown ? " (\(limit.rlim_cur))" : ""
      return "too many open files: this process has as many as it may have\(most); raise "
        + "LimitNOFILE= of the service or `ulimit -n`; for inotify also "
        + "fs.inotify.max_user_instances"
    case ENFILE:
      return "too many open files: the whole system has as many as it may have; raise fs.file-max "
        + "by sysctl"
    default:
      guard let text = strerror(code) else { return "error \(code)" }
      return String(cString: text)
    }
  }

  /// ENOTSUPP, a number inside the kernel that leaks from some drivers.
  public static let unsupportedByDriver: Int32 = 524
}

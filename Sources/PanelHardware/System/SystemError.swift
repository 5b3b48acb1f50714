import Glibc
import PanelFiles

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
  public var description: String { "\(what): \(ErrorNumber.text(of: code))" }

  /// Whether files cannot be opened because too many are open already; then nothing is said about the
  /// file itself.
  public var isOutOfFiles: Bool { SystemError.isOutOfFiles(code) }

  static func isOutOfFiles(_ code: Int32) -> Bool { code == EMFILE || code == ENFILE }

  /// Turns a result of our C layers, >= 0 or -errno, into a value or an error.
  static func check(
    _ result: Int32, _ what: @autoclosure () -> String
  ) throws(SystemError) -> Int32 {
    if result >= 0 { return result }
    throw SystemError(-result, what())
  }
}

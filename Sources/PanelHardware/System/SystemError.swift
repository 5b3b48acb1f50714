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

  /// The system's text for a number.
  public static func text(of code: Int32) -> String {
    // A number of the kernel's own that drivers let out; the C library has no text for it.
    if code == unsupportedByDriver { return "not supported by the driver" }
    guard let text = strerror(code) else { return "error \(code)" }
    return String(cString: text)
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

import Glibc

/// A file descriptor that is closed when its owner goes.
public struct OwnedDescriptor: ~Copyable, Sendable {
  /// The number, for calls that borrow it.
  public let raw: Int32

  /// Takes `raw` over; nobody else closes it.
  public init(owning raw: Int32) {
    self.raw = raw
  }

  /// Takes over what a call of our C layers gave: a descriptor, or -errno.
  package init(_ result: Int32, _ what: @autoclosure () -> String) throws(SystemError) {
    raw = try SystemError.check(result, what())
  }

  deinit {
    if raw >= 0 { _ = Glibc.close(raw) }
  }
}

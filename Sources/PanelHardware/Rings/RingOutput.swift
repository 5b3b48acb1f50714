import ButtonController
import Glibc
import PanelFiles

/// What puts the frames of one ring on LEDs, into a terminal or into a file.
///
/// Used by one thread at a time, the ring's own, so it may block. Colours come as the picture has
/// them; what an output does about brightness, gamma, order and current is its own matter.
public protocol RingOutput {
  /// Opens what it writes to, before the first frame and again after each failure.
  mutating func open() throws(RingError)
  /// Shows a frame: one colour a pixel.
  mutating func send(_ pixels: UnsafeBufferPointer<Colour>, at instant: Instant) throws(RingError)
  /// Whether what was opened is still there, without changing what is lit; asked when a device has
  /// come or gone.
  mutating func check() throws(RingError)
  /// Makes the LEDs dark, as far as that is still possible.
  mutating func dark()
  /// Gives back what it opened; `keepsLight` where the ring stays lit.
  mutating func close(keepsLight: Bool)
  /// How long a frame is on its way, as far as that can be computed.
  var frameTime: TimeSpan { get }
  /// Whether the kernel reports when that which it writes to comes or goes.
  var isAnnounced: Bool { get }
}

extension RingOutput {
  /// Nothing to look at.
  public func check() throws(RingError) {}
  /// Too short to be counted.
  public var frameTime: TimeSpan { .zero }
  /// No.
  public var isAnnounced: Bool { false }
}

/// Why a ring does not light: one line that says what, where, why and the hint.
public struct RingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What was tried, at what, and why it failed.
  public var what: String
  /// What to do about it; empty where nothing is known.
  public var hint: String
  /// Whether the panel file asks for what cannot be, so that a further try is vain.
  public var isFinal: Bool
  /// errno, where a call failed; else 0.
  public var code: Int32

  /// A failure that a later try may cure, unless `isFinal`.
  public init(_ what: String, hint: String = "", isFinal: Bool = false, code: Int32 = 0) {
    self.what = what
    self.hint = hint
    self.isFinal = isFinal
    self.code = code
  }

  /// A failed call, with errno's text, and the hint that belongs to the number.
  init(_ code: Int32, _ what: String, hint: String = "") {
    // Too many open files say nothing of this one; their text has a hint of its own.
    let own = SystemError.isOutOfFiles(code) ? "" : hint
    self.init("\(what): \(ErrorNumber.text(of: code))", hint: own, code: code)
  }

  /// Something that is to be there has gone.
  static func gone(_ what: String) -> RingError {
    RingError("\(what) has gone", hint: "it is lit again when it is back", code: ENODEV)
  }

  /// Whether a device is not there.
  var isMissing: Bool { code == ENOENT || code == ENODEV || code == ENXIO }

  /// Whether a right is missing.
  public var isDenied: Bool { code == EACCES || code == EPERM }

  /// `open /dev/spidev0.0: Permission denied; add the user to the group spi`.
  public var description: String { hint.isEmpty ? what : "\(what); \(hint)" }
}

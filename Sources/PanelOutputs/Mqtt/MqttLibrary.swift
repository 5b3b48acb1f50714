import CMosquitto
import PanelFiles
import PanelHardware

/// libmosquitto, opened when the first panel needs it.
///
/// Linked in, it would cost every panel two megabytes, most of them the TLS that comes along.
public enum MqttLibrary {
  /// Why there is no MQTT on this machine: one line that names the package.
  public struct Missing: Error, Equatable, Sendable {
    /// The line.
    public var message: String
  }

  /// The name that Debian 12 and 13 both give it.
  static let name = "libmosquitto.so.1"

  /// Opens it, unless it is open already.
  ///
  /// Not to be called by two threads at once.
  public static func open() throws(Missing) {
    // The library would bring a second C library into a program that has its own inside.
    if BoardCatalogue.isBuiltIn { throw inOneFile }
    try open(name)
  }

  static func open(_ name: String) throws(Missing) {
    var reason = [CChar](repeating: 0, count: 256)
    if pm_load(name, &reason, UInt32(reason.count)) == 0 { return }
    let bytes = reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    throw missing(String(decoding: bytes, as: UTF8.self))
  }

  /// Of a program that is one file.
  static var inOneFile: Missing {
    Missing(
      message: "outputs.mqtt needs libmosquitto, which a program in one file cannot load; "
        + "install gpiopress as a package, or by make install")
  }

  static func missing(_ reason: String) -> Missing {
    Missing(
      message: "outputs.mqtt needs libmosquitto: \(reason); install the package libmosquitto1")
  }
}

import CPanelLinux
import Glibc
import PanelFiles

/// Reports that devices have come or gone, so that nobody has to look again and again.
///
/// News say no more than "look": whoever gets them looks for itself.
protocol DeviceNews: AnyObject {
  /// To be polled for reading.
  var raw: Int32 { get }
  /// Takes what was reported, a bounded part of it; whether it may be about a device of interest.
  func take() -> Bool
  /// Whether it reports when what this driver writes to comes or goes.
  func covers(_ driver: RingFile.Driver) -> Bool
}

/// Changes of the device files that rings are on, by inotify.
final class DeviceFileNews: DeviceNews {
  private let watch: DeviceWatch
  private let folder: String
  private let paths: [String]
  private let hasLines: Bool
  private let isComplete: Bool

  /// Watches for the devices of `drivers`.
  ///
  /// It covers none where the folder's files are not the kernel's, as in a container.
  init(
    for drivers: [RingFile.Driver], folder: String = "/dev", isKept: Bool? = nil
  ) throws(SystemError) {
    watch = try DeviceWatch([folder])
    self.folder = folder
    isComplete = isKept ?? DeviceWatch.isKeptByKernel(folder)
    paths = drivers.compactMap(\.device)
    hasLines = drivers.contains { if case .softPwm = $0 { true } else { false } }
  }

  var raw: Int32 { watch.raw }

  func take() -> Bool {
    let changes = watch.take()
    return paths.contains { changes.mayConcern($0) }
      || hasLines && changes.mayConcern(pathsBeginningWith: "\(folder)/gpiochip")
  }

  func covers(_ driver: RingFile.Driver) -> Bool {
    guard isComplete else { return false }
    if case .softPwm = driver { return true }
    guard let device = driver.device, device.utf8.starts(with: "\(folder)/".utf8)
    else { return false }
    // Not one in a folder below.
    return !device.utf8.dropFirst(folder.utf8.count + 1).contains(UInt8(ascii: "/"))
  }

}

/// The kernel's own announcements (uevents) of devices that come and go.
///
/// They are the only way for PWM chips and LEDs: these have no file in /dev, and files that appear in
/// sysfs come without inotify.
final class KernelNews: DeviceNews {
  private let descriptor: OwnedDescriptor

  /// The kernel's classes of what rings, and lines of rings, are on.
  private static let classes = ["spidev", "pwm", "leds", "gpio", "ws2812-pio-rp1"]

  /// Fails where a sandbox has no netlink sockets.
  init() throws(SystemError) {
    descriptor = try OwnedDescriptor(pl_news_open(), "listen for devices that come and go")
  }

  var raw: Int32 { descriptor.raw }

  func take() -> Bool {
    KernelNews.withClasses { pl_news_take(descriptor.raw, $0, $1) > 0 }
  }

  func covers(_ driver: RingFile.Driver) -> Bool {
    switch driver {
    case .terminal, .file: return false
    case .pwm, .softPwm, .led, .ws2812, .apa102, .pio: return true
    }
  }

  /// Whether a message of the kernel's, as it is on the socket, is of interest.
  static func isAbout(_ message: [UInt8]) -> Bool {
    message.withUnsafeBytes { bytes in
      let text = bytes.bindMemory(to: CChar.self)
      return withClasses { pl_news_is_about(text.baseAddress, UInt32(text.count), $0, $1) == 1 }
    }
  }

  private static func withClasses<Result>(
    _ body: (UnsafePointer<UnsafePointer<CChar>?>?, UInt32) -> Result
  ) -> Result {
    var texts = classes.map { UnsafePointer<CChar>(strdup($0)) }
    defer { for text in texts { free(UnsafeMutablePointer(mutating: text)) } }
    return texts.withUnsafeMutableBufferPointer {
      body(UnsafePointer($0.baseAddress), UInt32($0.count))
    }
  }
}

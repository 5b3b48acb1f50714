import ButtonController
import CPanelLinux
import Glibc
import PanelFiles

/// The Raspberry Pi 5's own ring device (`dtoverlay=ws2812-pio`): four bytes a pixel.
struct PioRing: RingOutput {
  /// Opens the device: a descriptor, or -errno or -refusal.
  typealias Open = (_ path: String) -> Int32

  private let device: String
  private let openDevice: Open
  private var encoder: RingEncoder
  private var descriptor: Int32 = -1

  /// The driver turns codes into light with this exponent.
  static let kernelGamma = 2.22

  init(
    _ parts: [RingPart], device: String, open: @escaping Open = PioRing.openKernels
  ) {
    self.device = device
    openDevice = open
    encoder = RingEncoder(.pio, parts)
  }

  /// The driver's number is another at every start, its class is not.
  static func openKernels(_ path: String) -> Int32 {
    pl_device_open(path, O_WRONLY, 0, "ws2812-pio-rp1")
  }

  mutating func open() throws(RingError) {
    descriptor = openDevice(device)
    if let refusal = RingFiles.refusal(-descriptor, kind: "device of the driver ws2812-pio") {
      throw RingError(
        "open \(device): \(refusal)", hint: "see ls /sys/class/ws2812-pio-rp1", isFinal: true)
    }
    if descriptor < 0 {
      throw RingError(
        -descriptor, "open \(device)",
        hint: -descriptor == ENOENT
          ? "add dtoverlay=ws2812-pio to the boot configuration of a Raspberry Pi 5"
          : RingFiles.hint(
            onDenied: -descriptor, device, rights: "install the udev rule of the package"))
    }
  }

  mutating func send(
    _ pixels: UnsafeBufferPointer<Colour>, at instant: Instant
  ) throws(RingError) {
    encoder.encode(pixels)
    try write()
  }

  /// The code that the kernel's gamma turns into `level`.
  static func code(_ level: Double) -> UInt8 {
    UInt8((pow(min(max(level, 0), 1), 1 / kernelGamma) * 255).rounded())
  }

  func check() throws(RingError) {
    if pl_is_same(descriptor, device) == 0 { throw .gone(device) }
  }

  mutating func dark() {
    encoder.encodeDark()
    // A device that is gone has nothing to be made dark.
    do throws(RingError) { try write() } catch {}
  }

  /// The whole frame at the start of the device: a part would blank the rest, and a single byte would
  /// be taken for the brightness.
  private func write() throws(RingError) {
    let bytes = encoder.bytes
    var count = pwrite(descriptor, bytes, bytes.count, 0)
    while count < 0 && errno == EINTR { count = pwrite(descriptor, bytes, bytes.count, 0) }
    if count == bytes.count { return }
    throw RingError(
      count < 0 ? errno : EIO, "write \(bytes.count / 4) pixels to \(device)",
      hint: "pixels must be the num_leds of the overlay")
  }

  mutating func close(keepsLight: Bool) {
    if descriptor >= 0 { _ = Glibc.close(descriptor) }
    descriptor = -1
  }

  var isAnnounced: Bool { true }
}

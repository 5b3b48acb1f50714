import ButtonController
import CPanelLinux
import Glibc

/// A spidev device: bytes go out in one transfer, or not at all.
struct SpiBus {
  private let path: String
  private let speed: UInt32
  private var descriptor: Int32 = -1
  /// What the driver takes in one transfer.
  private(set) var capacity = 4096

  init(path: String, speed: Double) {
    self.path = path
    self.speed = UInt32(min(max(speed, 1), 1e9))
  }

  mutating func open() throws(RingError) {
    let result = pl_spi_open(path, speed)
    if let refusal = RingFiles.refusal(-result, kind: "device of the driver spidev") {
      throw RingError("open \(path): \(refusal)", hint: "see ls /dev/spidev*", isFinal: true)
    }
    if result < 0 { throw RingError(-result, "open \(path)", hint: hint(-result)) }
    descriptor = result
    let size = pl_spi_buffer_size()
    if size < 0, SystemError.isOutOfFiles(-size) { throw RingError(-size, "read its bufsiz") }
    capacity = size > 0 ? Int(size) : 4096
  }

  func send(_ bytes: [UInt8]) throws(RingError) {
    if bytes.isEmpty { return }
    let result = bytes.withUnsafeBufferPointer {
      pl_spi_send(descriptor, $0.baseAddress, UInt32($0.count), speed)
    }
    if result < 0 { throw RingError(-result, "send to \(path)", hint: hint(-result)) }
  }

  /// Throws where the device has gone, or another one has taken its place.
  func check() throws(RingError) {
    if pl_spi_check(descriptor) < 0 || pl_is_same(descriptor, path) == 0 { throw .gone(path) }
  }

  /// How long so many bytes are on the wire.
  func time(of count: Int) -> TimeSpan {
    TimeSpan(nanoseconds: Int64(count) * 8_000_000_000 / Int64(speed))
  }

  mutating func close() {
    if descriptor >= 0 { _ = Glibc.close(descriptor) }
    descriptor = -1
  }

  /// What a user can do about a failure of a spidev device.
  private func hint(_ code: Int32) -> String {
    switch code {
    case ENOENT, ENODEV, ENXIO:
      return "switch SPI on (Raspberry Pi: dtparam=spi=on) and see ls /dev/spidev*"
    case EACCES, EPERM:
      return RingFiles.hint(
        onDenied: code, path,
        rights: "add the user to the group of the device (spi), or add a udev rule")
    case EBUSY: return "end the other program that has it open"
    case EMSGSIZE:
      return "raise spidev.bufsiz on the kernel command line, or take a shorter encoding"
    case EINVAL: return "try another speed or encoding"
    default: return ""
    }
  }
}

import ButtonController
import Glibc
import PanelFiles

/// Frames as JSON lines in a file, for tests and for other programs.
///
/// `{"at":…,"ring":…,"pixels":["rrggbb",…]}`: colours as the picture has them, before brightness and
/// gamma, `at` on the monotonic clock. The file is emptied at the start; the end makes it dark with a
/// last line.
struct FileRing: RingOutput {
  private let path: String
  private let name: String
  private let pixels: Int
  private var descriptor: Int32 = -1
  private var hasOpened: Bool
  private var line: [UInt8] = []
  // The last line's pixels: colours that differ by less than a code look alike in the file.
  private var last: [UInt32] = []

  /// `keepsContent` goes on with a file that is there.
  init(path: String, name: String, pixels: Int, keepsContent: Bool = false) {
    self.path = path
    self.name = name
    self.pixels = pixels
    hasOpened = keepsContent
  }

  mutating func open() throws(RingError) {
    // After a failure the file goes on where it was: what is in it has been read by somebody.
    let start = hasOpened ? O_APPEND : O_TRUNC
    // A pipe without a reader is an error to try again, not a thread that waits for ever.
    let mode = O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK | start
    descriptor = Glibc.open(path, mode, 0o644)
    if descriptor < 0 {
      throw RingError(errno, "open \(path)", mend: "give a path that can be written")
    }
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
    hasOpened = true
    last.removeAll()
  }

  mutating func send(
    _ pixels: UnsafeBufferPointer<Colour>, at instant: Instant
  ) throws(RingError) {
    if let code = write(pixels.map(\.rgb), at: instant) { throw RingError(code, "write \(path)") }
  }

  mutating func dark() {
    _ = write([UInt32](repeating: 0, count: pixels), at: RingClock.now())
  }

  /// Writes a line unless it tells the last line's pixels again; errno, or nil where it went well.
  private mutating func write(_ codes: [UInt32], at instant: Instant) -> Int32? {
    if codes == last { return nil }
    last = codes
    line.removeAll(keepingCapacity: true)
    line.append(contentsOf: "{\"at\":".utf8)
    JSONText.append(milliseconds: instant.nanoseconds, to: &line)
    line.append(contentsOf: ",\"ring\":".utf8)
    JSONText.append(string: name, to: &line)
    line.append(contentsOf: ",\"pixels\":[".utf8)
    for (index, code) in codes.enumerated() {
      if index > 0 { line.append(UInt8(ascii: ",")) }
      line.append(UInt8(ascii: "\""))
      for shift in [20, 16, 12, 8, 4, 0] {
        let digit = UInt8(code >> UInt32(shift) & 15)
        line.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
      }
      line.append(UInt8(ascii: "\""))
    }
    line.append(contentsOf: "]}\n".utf8)
    return RingFiles.write(line, to: descriptor)
  }

  mutating func close(keepsLight: Bool) {
    if descriptor >= 0 { _ = Glibc.close(descriptor) }
    descriptor = -1
  }
}

/// Calls on descriptors that every output makes.
enum RingFiles {
  /// Writes all bytes; errno, or nil where it went well.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
    bytes.withUnsafeBytes { buffer in
      var offset = 0
      while offset < buffer.count {
        let count = Glibc.write(
          descriptor, buffer.baseAddress.map { $0 + offset }, buffer.count - offset)
        if count > 0 {
          offset += count
        } else if count == 0 {
          return EIO
        } else if errno != EINTR {
          return errno
        }
      }
      return nil
    }
  }
}

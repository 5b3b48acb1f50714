import ButtonController
import CPanelLinux
import Glibc
import PanelFiles

/// Frames as JSON lines in a file, for tests and for other programs.
///
/// `{"at":…,"ring":…,"pixels":["rrggbb",…]}`: colours as the picture has them, before brightness and
/// gamma, `at` on the monotonic clock. The file is emptied at the start; the end makes it dark with a
/// last line. It must be a file of the user's own, or a FIFO of theirs or root's; a reader of a FIFO
/// that falls behind is waited for a little, then the ring fails until it reads on.
struct FileRing: RingOutput {
  private let path: String
  private let name: String
  private let pixels: Int
  private var descriptor: Int32 = -1
  private var hasOpened: Bool
  /// What a full FIFO or disk did not take of a line: nothing goes out before it.
  private var rest: [UInt8] = []
  private var line: [UInt8] = []
  // The last line's pixels: colours that differ by less than a code look alike in the file.
  private var last: [UInt32] = []

  /// How long a full FIFO is waited for.
  private static let patience = TimeSpan.milliseconds(20)

  /// `keepsContent` goes on with a file that is there.
  init(path: String, name: String, pixels: Int, keepsContent: Bool = false) {
    self.path = path
    self.name = name
    self.pixels = pixels
    hasOpened = keepsContent
  }

  mutating func open() throws(RingError) {
    // After a failure the file goes on where it was: what is in it has been read by somebody.
    descriptor = pl_own_open(path, hasOpened ? 0 : 1)
    if let refusal = RingFiles.refusal(-descriptor, kind: "file or FIFO") {
      throw RingError(
        "open \(path): \(refusal)", hint: "remove it, or give another path", code: EPERM)
    }
    if descriptor < 0 {
      throw RingError(
        -descriptor, "open \(path)",
        hint: -descriptor == ENXIO
          ? "nobody reads this FIFO" : "give a path that can be written")
    }
    hasOpened = true
    last.removeAll()
  }

  mutating func send(
    _ pixels: UnsafeBufferPointer<Colour>, at instant: Instant
  ) throws(RingError) {
    guard let code = write(pixels.map(\.rgb), at: instant) else { return }
    throw code == EAGAIN
      ? RingError("write \(path): its reader does not keep up", hint: "end it, or let it read on")
      : RingError(code, "write \(path)")
  }

  mutating func dark() {
    _ = write([UInt32](repeating: 0, count: pixels), at: MonotonicClock.now())
  }

  /// Writes a line unless it reports the last line's pixels again; errno, or nil where it went well.
  private mutating func write(_ codes: [UInt32], at instant: Instant) -> Int32? {
    if codes == last { return nil }
    let deadline = MonotonicClock.now() + FileRing.patience
    if let code = push(&rest, until: deadline) { return code }
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
    let whole = line.count
    let code = push(&line, until: deadline)
    // Half a line is to be ended, a line of which nothing went out is not needed any more.
    if line.count < whole { rest = line }
    if code == nil { last = codes }
    return code
  }

  /// Writes, and takes away from `bytes`, what goes out until `deadline`; errno, or nil for all of it.
  private func push(_ bytes: inout [UInt8], until deadline: Instant) -> Int32? {
    while !bytes.isEmpty {
      let count = Glibc.write(descriptor, bytes, bytes.count)
      if count > 0 {
        bytes.removeFirst(count)
        continue
      }
      let code = count == 0 ? EIO : errno
      if code == EINTR { continue }
      let left = deadline - MonotonicClock.now()
      if code == EAGAIN && left > .zero {
        var slot = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&slot, 1, Int32((left.nanoseconds + 999_999) / 1_000_000))
        continue
      }
      // A reader that went away has no use for the rest of a line, nor has the next one. A full disk
      // has, later.
      if code == EPIPE { bytes.removeAll() }
      return code
    }
    return nil
  }

  mutating func close(keepsLight: Bool) {
    if descriptor >= 0 { _ = Glibc.close(descriptor) }
    descriptor = -1
  }
}

/// Calls on files that several outputs make.
enum RingFiles {
  /// Why a file that could be opened is none to be written; nil for another failure.
  static func refusal(_ number: Int32, kind: String) -> String? {
    switch number {
    case Int32(PL_REFUSED_LINK.rawValue): return "it is, or is reached by, a symbolic link"
    case Int32(PL_REFUSED_KIND.rawValue): return "it is no \(kind)"
    case Int32(PL_REFUSED_OWNER.rawValue): return "it belongs to somebody else"
    case Int32(PL_REFUSED_NAMES.rawValue): return "it has another name, too (a hard link)"
    default: return nil
    }
  }

  /// What to do where a device file may not be opened.
  ///
  /// Its own rights give EACCES, and `rights` is the hint for that; a sandbox's list of devices gives EPERM.
  static func hint(onDenied code: Int32, _ device: String, rights: String) -> String {
    code != EPERM
      ? rights
      : "restart the service, if its driver came after the start; a container needs --device \(device)"
  }
}

import CPanelLinux
import Glibc

/// Small files of the kernel that are read and written as text; a seam for tests without a kernel.
protocol Attributes: AnyObject {
  /// The text without the newline at its end.
  func read(_ path: String) throws(SystemError) -> String
  /// Writes the whole text at once, into a file that is there.
  func write(_ path: String, _ text: String) throws(SystemError)
  /// Whether there is anything at `path`.
  func exists(_ path: String) -> Bool
  /// Whether `path` is there, and the very file that was written if it was: a device that was away has
  /// others of the same names.
  func isSame(_ path: String) -> Bool
  /// The names in a directory, sorted; empty where there is none.
  func names(in path: String) throws(SystemError) -> [String]
  /// The last part of what a link points to; nil where it is no link.
  func target(of path: String) -> String?
  /// Lets time pass, for files that a udev rule is about to open up.
  func pause(milliseconds: UInt32)
  /// Closes what is kept open.
  func close()
}

extension Attributes {
  /// A whole number; nil where the file says something else.
  func number(_ path: String) throws(SystemError) -> Int64? { Int64(try read(path)) }

  /// Writes to a file that has just been made and belongs to root until a udev rule has run: tries
  /// for a second, every 10 ms.
  func writeWaiting(_ path: String, _ text: String) throws(SystemError) {
    var tries = 100
    while true {
      do throws(SystemError) {
        return try write(path, text)
      } catch {
        tries -= 1
        if tries == 0 || (error.code != EACCES && error.code != ENOENT) { throw error }
        pause(milliseconds: 10)
      }
    }
  }
}

/// The kernel's own files.
///
/// Those that were written stay open, as some are written for every frame.
final class KernelAttributes: Attributes {
  private var open: [String: Int32] = [:]

  deinit { close() }

  func read(_ path: String) throws(SystemError) -> String {
    let descriptor = Glibc.open(path, O_RDONLY | KernelAttributes.flags)
    if descriptor < 0 { throw SystemError(errno, "read \(path)") }
    defer { _ = Glibc.close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    if count < 0 { throw SystemError(errno, "read \(path)") }
    var text = bytes[..<count]
    while text.last == UInt8(ascii: "\n") { text.removeLast() }
    return String(decoding: text, as: UTF8.self)
  }

  func write(_ path: String, _ text: String) throws(SystemError) {
    let descriptor = try writable(path)
    var text = text
    let written = text.withUTF8 { bytes in
      var count = pwrite(descriptor, bytes.baseAddress, bytes.count, 0)
      while count < 0 && errno == EINTR {
        count = pwrite(descriptor, bytes.baseAddress, bytes.count, 0)
      }
      return count < 0 ? -errno : 0
    }
    if written < 0 { throw SystemError(-written, "write \(text) to \(path)") }
  }

  private func writable(_ path: String) throws(SystemError) -> Int32 {
    if let known = open[path] { return known }
    let descriptor = Glibc.open(path, O_WRONLY | KernelAttributes.flags)
    if descriptor < 0 { throw SystemError(errno, "open \(path)") }
    // Whatever a name leads to: only the kernel's own attributes are written.
    if pl_is_sysfs(descriptor) == 0 {
      _ = Glibc.close(descriptor)
      throw SystemError(EINVAL, "open \(path), which is no file of the kernel's")
    }
    open[path] = descriptor
    return descriptor
  }

  /// The file itself, and without waiting: an attribute is never a link, a FIFO or a terminal.
  private static let flags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY

  func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  func isSame(_ path: String) -> Bool {
    guard let descriptor = open[path] else { return exists(path) }
    return pl_is_same(descriptor, path) != 0
  }

  func names(in path: String) throws(SystemError) -> [String] {
    guard let directory = opendir(path) else {
      if errno == ENOENT { return [] }
      throw SystemError(errno, "read \(path)")
    }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  func target(of path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: 4096)
    let count = readlink(path, &bytes, bytes.count)
    if count <= 0 { return nil }
    let text = String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return text.split(separator: "/").last.map(String.init)
  }

  func pause(milliseconds: UInt32) { _ = usleep(milliseconds * 1_000) }

  func close() {
    for descriptor in open.values { _ = Glibc.close(descriptor) }
    open.removeAll()
  }
}

extension RingError {
  /// A failed call with the hint that its errno suggests.
  init(_ error: SystemError, hint: String = "") {
    self.init(error.code, error.what, hint: hint)
  }
}

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Whole files without Foundation.
///
/// None is waited for when it is read: only regular files are.
public enum FileBytes {
  /// The bytes of the regular file at `path`, which may not be larger than `limit`.
  ///
  /// A FIFO, a device or a socket is refused at once, without a wait and without an effect on it.
  public static func read(path: String, limit: Int) throws(FileError) -> [UInt8] {
    try read(path: path, limit: limit) { _ throws(FileError) in }
  }

  /// The same; `judge` looks at the open file before anything is read from it, so what it finds is
  /// true of the bytes, whatever is put at `path` meanwhile.
  static func read(
    path: String, limit: Int, judge: (borrowing OpenFile) throws(FileError) -> Void
  ) throws(FileError) -> [UInt8] {
    let file = try OpenFile(path: path)
    try judge(file)
    if file.size > limit { throw tooLarge(path, limit) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(max(0, Int(file.size)))
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    while bytes.count <= limit {
      let count = buffer.withUnsafeMutableBytes { file.read($0) }
      if count < 0 { throw OpenFile.cannot("read", path, errno) }
      if count == 0 { return bytes }
      bytes.append(contentsOf: buffer.prefix(count))
    }
    throw tooLarge(path, limit)
  }

  /// Writes all of `bytes` to an open file, and waits for it where it is slow, even if somebody made
  /// it non-blocking; errno, or nil where all was written.
  public static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
    bytes.withUnsafeBytes { buffer in
      var rest = UnsafeRawBufferPointer(buffer)
      while !rest.isEmpty {
        let count = write(descriptor, rest.baseAddress, rest.count)
        if count > 0 {
          rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        } else if count == 0 {
          return EIO
        } else if errno == EAGAIN {
          // For half a line would be lost else.
          var slot = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          _ = poll(&slot, 1, -1)
        } else if errno != EINTR {
          return errno
        }
      }
      return nil
    }
  }

  private static func tooLarge(_ path: String, _ limit: Int) -> FileError {
    FileError(
      .invalid, path,
      limit >> 20 > 0
        ? "larger than \(limit >> 20) MiB; this is not the file that is meant"
        : "larger than \(limit >> 10) KiB; this is not the file that is meant")
  }
}

/// A regular file that is read piece by piece; one owner.
public final class FileReader {
  private let file: OpenFile

  /// Opens the regular file at `path`; anything else is refused at once.
  public init(path: String) throws(FileError) { file = try OpenFile(path: path) }

  /// The size in bytes; 0 for files of the kernel, which are longer than they say.
  public var size: Int64 { file.size }

  /// Reads the next bytes into `buffer`; gives how many, 0 at the end.
  public func read(_ buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    let count = file.read(buffer)
    if count < 0 { throw OpenFile.cannot("read", file.path, errno) }
    return count
  }
}

/// A regular file, open for reading.
struct OpenFile: ~Copyable {
  let path: String
  private let descriptor: Int32
  private let status: stat

  /// Opens the regular file at `path`.
  init(path: String) throws(FileError) {
    if path.utf8.contains(0) {
      throw FileError(.notFound, path, "a NUL byte in the file's name")
    }
    // Looked at first, since opening alone starts a watchdog, rings a modem or rewinds a tape.
    var status = stat()
    guard stat(path, &status) == 0 else { throw Self.cannot("open", path, errno) }
    try Self.checkKind(status, path)
    // And looked at again once it is open: what stands at the path may have changed in between.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw Self.cannot("open", path, errno) }
    do throws(FileError) {
      guard fstat(descriptor, &status) == 0 else { throw Self.cannot("open", path, errno) }
      try Self.checkKind(status, path)
    } catch {
      close(descriptor)
      throw error
    }
    self.path = path
    self.descriptor = descriptor
    self.status = status
  }

  deinit { close(descriptor) }

  /// The size in bytes; 0 for files of the kernel, which are longer than they say.
  var size: Int64 { Int64(status.st_size) }

  /// Who may change it.
  var access: FileAccess {
    FileAccess(owner: status.st_uid, group: status.st_gid, mode: UInt32(status.st_mode))
  }

  /// Where it really lies, links followed; nil where the kernel does not say.
  var realPath: String? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = buffer.withUnsafeMutableBytes { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        characters.baseAddress.map {
          readlink("/proc/self/fd/\(descriptor)", $0, characters.count)
        } ?? -1
      }
    }
    guard count > 0, buffer[0] == UInt8(ascii: "/") else { return nil }
    return String(decoding: buffer.prefix(count), as: UTF8.self)
  }

  /// Reads the next bytes; as read(2), but goes on after a signal.
  func read(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      #if canImport(Glibc)
        let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      #else
        let count = Musl.read(descriptor, buffer.baseAddress, buffer.count)
      #endif
      if count >= 0 || errno != EINTR { return count }
    }
  }

  private static func checkKind(_ status: stat, _ path: String) throws(FileError) {
    let what: String
    switch status.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFDIR: throw FileError(.notFound, path, "a directory, not a file")
    case S_IFIFO: what = "a FIFO"
    case S_IFSOCK: what = "a socket"
    default: what = "a device"
    }
    throw FileError(
      .notFound, path, "\(what), not a file; nothing is read from it, name a regular file")
  }

  /// A call that failed with `code`.
  static func cannot(_ verb: String, _ path: String, _ code: Int32) -> FileError {
    switch code {
    case ENOENT, ENOTDIR: return FileError(.notFound, path, "no such file")
    case ELOOP: return FileError(.notFound, path, "a symbolic link that leads to itself")
    case ENAMETOOLONG: return FileError(.notFound, path, "a name longer than a file can have")
    case EACCES, EPERM:
      return FileError(.notPermitted, path, "may not be read; see its owner and mode (ls -l)")
    case ENXIO: return FileError(.notFound, path, "a socket or a device, not a file")
    default:
      return FileError(.system, path, "cannot \(verb) it: \(ErrorNumber.text(of: code))")
    }
  }
}

extension FileError {
  /// An error of the file as a whole.
  init(_ kind: Kind, _ path: String, _ message: String) {
    self.init(
      kind: kind, diagnostics: [Diagnostic(path: path, place: Place(), message: message)])
  }
}

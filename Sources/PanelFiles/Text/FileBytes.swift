#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Reads whole files without Foundation.
public enum FileBytes {
  /// The bytes of the file at `path`, which may not be larger than `limit`.
  public static func read(path: String, limit: Int) throws(FileError) -> [UInt8] {
    if path.utf8.contains(0) { throw failure(path, .notFound, "a NUL byte in the file's name") }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw cannot("open", path, errno) }
    defer { close(descriptor) }
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      throw failure(path, .notFound, "a directory, not a file")
    }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    while bytes.count <= limit {
      let count = buffer.withUnsafeMutableBytes { Self.read(descriptor, $0) }
      if count < 0 { throw cannot("read", path, errno) }
      if count == 0 { return bytes }
      bytes.append(contentsOf: buffer.prefix(count))
    }
    throw failure(
      path, .invalid, "larger than \(limit >> 20) MiB; this is not the file that is meant")
  }

  private static func read(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      #if canImport(Glibc)
        let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      #else
        let count = Musl.read(descriptor, buffer.baseAddress, buffer.count)
      #endif
      if count >= 0 || errno != EINTR { return count }
    }
  }

  private static func cannot(_ verb: String, _ path: String, _ code: Int32) -> FileError {
    switch code {
    case ENOENT, ENOTDIR: return failure(path, .notFound, "no such file")
    case EACCES, EPERM:
      return failure(path, .notPermitted, "may not be read; see its owner and mode (ls -l)")
    default: return failure(path, .invalid, "cannot \(verb) it: \(String(cString: strerror(code)))")
    }
  }

  private static func failure(
    _ path: String, _ kind: FileError.Kind, _ message: String
  ) -> FileError {
    FileError(
      kind: kind, diagnostics: [Diagnostic(path: path, place: Place(), message: message)])
  }
}

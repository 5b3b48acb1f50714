import PanelFiles

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Inputs and outputs, without the C library's buffers.
enum Descriptor {
  /// The most that is read of one file.
  static let limit = 1 << 30

  /// The content of the file at `path`, `-` for the standard input; `invalid` is the exit code if it
  /// cannot be what is meant.
  static func read(_ path: String, invalid: ExitCode) throws(Failure) -> [UInt8] {
    if path == "-" { return try readInput() }
    do throws(FileError) {
      return try FileBytes.read(path: path, limit: limit)
    } catch {
      throw Failure(error, invalid: invalid)
    }
  }

  private static func readInput() throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= limit {
      let count = try readInput(into: &chunk)
      if count == 0 { return bytes }
      bytes += chunk[0..<count]
    }
    throw Failure(.badData, "gpiopress: the standard input is larger than 1 GiB")
  }

  /// Waits for the next bytes of the standard input; gives how many came, 0 at the end.
  static func readInput(into chunk: inout [UInt8]) throws(Failure) -> Int {
    while true {
      let count = chunk.withUnsafeMutableBytes { next($0) }
      if count >= 0 { return count }
      if errno == EAGAIN {
        // A pipe that somebody made non-blocking.
        var slot = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        _ = poll(&slot, 1, -1)
      } else if errno != EINTR {
        throw Failure(
          .system, "gpiopress: cannot read the standard input: \(ErrorNumber.text(of: errno))")
      }
    }
  }

  private static func next(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    #if canImport(Musl)
      return Musl.read(STDIN_FILENO, buffer.baseAddress, buffer.count)
    #else
      return Glibc.read(STDIN_FILENO, buffer.baseAddress, buffer.count)
    #endif
  }

  /// Writes `text` as the whole content of the file at `path`.
  static func write(_ text: String, toFile path: String) throws(Failure) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    if descriptor < 0 { throw failure(path, errno) }
    defer { close(descriptor) }
    if let code = FileBytes.writeAll(Array(text.utf8), to: descriptor) { throw failure(path, code) }
  }

  private static func failure(_ path: String, _ code: Int32) -> Failure {
    let kind: ExitCode = code == EACCES || code == EPERM || code == EROFS ? .permission : .system
    return Failure(kind, "\(path): cannot be written: \(ErrorNumber.text(of: code))")
  }
}

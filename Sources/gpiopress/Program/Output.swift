#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The standard output, buffered; data goes here and nothing else does.
struct Output {
  /// What is written but not sent yet; append to it, then call `flushIfFull` or `finish`.
  var bytes: [UInt8] = []
  /// The errno of the write that failed; nothing is sent after it.
  private var failure: Int32?

  private static let chunk = 1 << 16

  /// Nobody reads on, or the disk is full: there is no use in going on.
  var isBroken: Bool { failure != nil }

  mutating func append(_ text: String) { bytes += text.utf8 }

  /// Sends what is there once it is worth a system call.
  mutating func flushIfFull() { if bytes.count >= Output.chunk { flush() } }

  /// Sends what is there.
  mutating func flush() {
    if failure == nil { failure = FileBytes.write(bytes, to: STDOUT_FILENO) }
    bytes.removeAll(keepingCapacity: true)
  }

  /// Sends the rest; throws if anything could not be sent.
  mutating func finish() throws(Failure) {
    flush()
    guard let failure else { return }
    if failure == EPIPE { throw .nobodyReads }
    throw Failure(.system, "gpiopress: cannot write to the standard output: \(Errno.text(failure))")
  }
}

/// The standard error: one line a message.
enum ErrorOutput {
  /// Writes `line` and a line feed; what would move the cursor or break the line is made visible.
  static func say(_ line: String) {
    var bytes: [UInt8] = []
    for byte in line.utf8 {
      if byte < 0x20 || byte == 0x7F {
        bytes += "\\x\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8
      } else {
        bytes.append(byte)
      }
    }
    bytes.append(10)
    _ = FileBytes.write(bytes, to: STDERR_FILENO)
  }
}

/// Texts of errno.
enum Errno {
  /// What the system calls it.
  static func text(_ code: Int32) -> String {
    guard let text = strerror(code) else { return "error \(code)" }
    return String(cString: text)
  }
}

/// Whole files.
enum FileBytes {
  /// The content of `path`, `-` for the standard input; `what` it is, for messages.
  static func read(_ path: String, what: String) throws(Failure) -> [UInt8] {
    let isInput = path == "-"
    let descriptor = isInput ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { throw failure(path, what, errno) }
    defer { if !isInput { close(descriptor) } }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      #if canImport(Musl)
        let count = Musl.read(descriptor, &chunk, chunk.count)
      #else
        let count = Glibc.read(descriptor, &chunk, chunk.count)
      #endif
      if count > 0 {
        bytes += chunk[0..<count]
      } else if count == 0 {
        return bytes
      } else if errno != EINTR {
        throw failure(path, what, errno)
      }
    }
  }

  /// Writes all of `bytes`; gives the errno if it could not.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        let rest = UnsafeRawBufferPointer(rebasing: buffer[done...])
        #if canImport(Musl)
          return Musl.write(descriptor, rest.baseAddress, rest.count)
        #else
          return Glibc.write(descriptor, rest.baseAddress, rest.count)
        #endif
      }
      if count >= 0 {
        done += count
      } else if errno == EAGAIN {
        // A pipe that somebody made non-blocking: wait for it instead of losing half a line.
        var slot = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&slot, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }

  private static func failure(_ path: String, _ what: String, _ code: Int32) -> Failure {
    let name = path == "-" ? "the standard input" : path
    switch code {
    case ENOENT, ENOTDIR: return Failure(.noInput, "\(name): there is no such \(what)")
    case EISDIR: return Failure(.noInput, "\(name): this is a directory, not a \(what)")
    case EACCES, EPERM:
      return Failure(.permission, "\(name): this \(what) may not be read; see its permissions")
    default: return Failure(.system, "\(name): cannot read this \(what): \(Errno.text(code))")
    }
  }
}

import CPanelLinux
import Glibc

/// How a descriptor is written without waiting for whoever reads it.
///
/// O_NONBLOCK belongs to the open file, and that is shared with a shell, with commands, with other
/// daemons: they would find it set. So a pipe or a terminal is opened once more for us alone; what
/// cannot be, and a file on a disk, whose writes wait whatever one says, gets a thread.
final class OutputWay {
  /// What kind of call writes.
  enum Kind: Equatable {
    case plain
    case socket
    case pipe
    case terminal
    case slow
  }

  let kind: Kind
  /// What is written to and polled.
  let descriptor: Int32
  private let own: Int32

  /// The way to write to `descriptor`; the error is the number of the call's.
  init(_ descriptor: Int32) throws(SystemError) {
    var own: Int32 = -1
    let found = try SystemError.check(pl_output_open(descriptor, &own), "write")
    self.own = own
    self.descriptor = own >= 0 ? own : descriptor
    switch Int(found) {
    case PL_OUTPUT_SOCKET: kind = .socket
    case PL_OUTPUT_PIPE: kind = .pipe
    case PL_OUTPUT_TERMINAL: kind = .terminal
    case PL_OUTPUT_SLOW: kind = .slow
    default: kind = .plain
    }
  }

  deinit { if own >= 0 { _ = close(own) } }

  /// Writes at once, how many bytes or -errno; waits only where `kind` is `slow`.
  func write(_ bytes: UnsafeRawBufferPointer) -> Int32 {
    let count = UInt32(clamping: bytes.count)
    return kind == .socket
      ? pl_output_send(descriptor, bytes.baseAddress, count)
      : pl_output_write(descriptor, bytes.baseAddress, count)
  }

  /// How much of `bytes`, which end with a line, is written by one call.
  ///
  /// A pipe takes so much as a whole or not at all, so that no reader ever sees half a line though
  /// we are killed.
  func share(of bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let limit = kind == .pipe ? Int(PIPE_BUF) : 1 << 15
    guard bytes.count > limit else { return bytes }
    let most = bytes.prefix(limit)
    let end = most.lastIndex(of: 10).map { $0 + 1 } ?? most.endIndex
    return UnsafeRawBufferPointer(rebasing: bytes[..<end])
  }
}

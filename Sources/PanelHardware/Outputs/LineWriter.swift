import CPanelLinux
import Glibc

/// Whole lines to a descriptor that may be slow, full or closed: never waits, and is bounded.
public struct LineWriter {
  /// What became of the reader.
  public enum State: Equatable, Sendable {
    /// It reads.
    case open
    /// It has gone.
    case gone
    /// There never was one, or the medium is broken.
    case failed(Int32)
  }

  /// Where it stands.
  public private(set) var state = State.open
  /// How many lines were dropped because the reader was too slow.
  public private(set) var dropped = 0

  private let descriptor: Int32
  private let limit: Int
  private let isSocket: Bool
  /// The pipe opened once more, which saves asking before each write whether it would block.
  private let pipe: OwnPipe?
  private var pending: [UInt8] = []
  private var sent = 0

  /// A writer that keeps at most `limit` bytes for a slow reader.
  public init(_ descriptor: Int32, limit: Int = 1 << 18) {
    self.descriptor = descriptor
    self.limit = limit
    isSocket = pl_is_socket(descriptor) != 0
    pipe = OwnPipe(of: descriptor)
    pending.reserveCapacity(4096)
  }

  /// Whether something waits to be written.
  public var isWaiting: Bool { state == .open && sent < pending.count }

  /// Adds a line and writes what can be written at once; a line that has no room is dropped.
  public mutating func write(_ line: [UInt8]) {
    guard state == .open else { return }
    guard pending.count - sent + line.count <= limit else {
      dropped += 1
      return
    }
    pending += line
    flush()
  }

  /// Writes what can be written at once.
  public mutating func flush() {
    while isWaiting {
      let result = pending.withUnsafeBytes { bytes in
        let rest = UnsafeRawBufferPointer(rebasing: bytes[sent...])
        let count = UInt32(clamping: rest.count)
        if let pipe { return pl_write_pipe(pipe.descriptor, rest.baseAddress, count) }
        return isSocket
          ? pl_write_now(descriptor, rest.baseAddress, count)
          : pl_write_file_now(descriptor, rest.baseAddress, count)
      }
      if result == -EAGAIN || result == -EINTR { break }
      guard result >= 0 else {
        return end(result == -EPIPE || result == -ECONNRESET ? .gone : .failed(-result))
      }
      sent += Int(result)
    }
    if sent == pending.count {
      pending.removeAll(keepingCapacity: true)
      sent = 0
    } else if sent > limit / 2 {
      pending.removeFirst(sent)
      sent = 0
    }
  }

  /// The reader has hung up; nothing that is written now would be read.
  public mutating func noteHangUp() {
    if state == .open { end(.gone) }
  }

  private mutating func end(_ end: State) {
    state = end
    pending.removeAll()
    sent = 0
  }

  /// Forgets the count of dropped lines and gives it.
  public mutating func takeDropped() -> Int {
    defer { dropped = 0 }
    return dropped
  }
}

/// A pipe's writing end, opened anew and non-blocking.
private final class OwnPipe {
  let descriptor: Int32

  /// Nil where `original` is no pipe, or cannot be opened anew (no /proc, another user's pipe).
  init?(of original: Int32) {
    let own = pl_reopen_pipe(original)
    if own < 0 { return nil }
    descriptor = own
  }

  deinit { close(descriptor) }
}

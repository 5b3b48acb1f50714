import ButtonController
import Glibc
import PanelFiles

/// A trace that is read as it comes, from a descriptor that may be a pipe, a terminal or a file.
///
/// Nothing waits for it: it is polled, and read once where something is there. While many entries are
/// still to come it is not read, so that whoever writes far ahead waits instead of filling the memory.
public final class TraceFeed: LoopPart {
  private let shared: Int32
  private let own: OwnedDescriptor
  private let isSocket: Bool
  private var stream: TraceStream
  private var entries: [Trace.Entry] = []
  private var buffer = [UInt8](repeating: 0, count: 1 << 14)
  private var slot = -1
  private var lines: TraceLines?
  private var player: TracePlayer?
  /// Whether the end was read.
  public private(set) var hasEnded = false
  /// What was wrong with what came.
  public private(set) var error: FileError?

  /// As many entries may be waiting before no more is read.
  private static let mostWaiting = 4096

  /// A trace from `descriptor`, which stays the caller's.
  public init(_ descriptor: Int32, stream: TraceStream) {
    shared = descriptor
    self.stream = stream
    var status = stat()
    let kind = fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : 0
    isSocket = kind == S_IFSOCK
    // O_NONBLOCK belongs to the open file, which others share; a file of a disk would begin again.
    let isReopened = kind == S_IFIFO || kind == S_IFCHR
    own = OwnedDescriptor(
      owning: isReopened
        ? Glibc.open("/proc/self/fd/\(descriptor)", O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        : -1)
  }

  private var raw: Int32 { own.raw >= 0 ? own.raw : shared }

  /// The levels at the start; nil until the first entry or the end has come.
  public private(set) var startLevels: [Bool]?

  /// Gives what has come, and all that comes, to `lines`; `player` gets the end.
  public func feed(_ lines: TraceLines, _ player: TracePlayer) {
    self.lines = lines
    self.player = player
    hand()
  }

  private func hand() {
    lines?.add(entries)
    if lines != nil { entries.removeAll() }
    player?.isComplete = hasEnded
  }

  private var isWanted: Bool {
    !hasEnded && error == nil && (lines?.waitingCount ?? 0) < TraceFeed.mostWaiting
  }

  /// Waits for more, unless much is still to come.
  public func addDescriptors(to set: inout PollSet) { slot = isWanted ? set.add(reading: raw) : -1 }

  /// Reads once.
  public func serve(_ set: PollSet, now: Instant, in loop: PanelLoop) {
    take(set)
    if error != nil, !loop.isEnding { loop.stop() }
  }

  /// Reads once, where the last wait has found something.
  public func take(_ set: PollSet) {
    guard slot >= 0, set.isReady(slot) else { return }
    slot = -1
    let count =
      isSocket
      ? recv(raw, &buffer, buffer.count, Int32(MSG_DONTWAIT))
      : read(raw, &buffer, buffer.count)
    if count < 0, errno == EAGAIN || errno == EINTR { return }
    if count > 0 { stream.take(buffer[..<count]) { note($0) } }
    if count <= 0 || stream.hasFailed {
      // What can no longer be read has ended, too: a terminal that was hung up.
      hasEnded = true
      do throws(FileError) { try stream.finish { note($0) } } catch { self.error = error }
    }
    hand()
  }

  private func note(_ item: TraceStream.Item) {
    switch item {
    case .start(let levels): startLevels = levels
    case .entry(let entry): entries.append(entry)
    }
  }
}

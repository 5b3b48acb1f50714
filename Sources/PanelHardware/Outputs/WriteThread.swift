import ButtonController
import CPanelLinux
import Glibc

/// A thread that writes what may wait: one piece at a time, the loop asks what became of it.
///
/// It is started with the first piece, and left behind if its write never returns.
final class WriteThread: @unchecked Sendable {
  private enum State {
    case idle
    case given
    case done(OutputWay.Result)
    case over
  }

  // Held for a moment only, never while the descriptor is written.
  private let monitor = Monitor()
  private var state = State.idle
  private var piece: [UInt8] = []
  /// How many bytes of its first line were written before.
  private var begun = 0
  private var isStarted = false
  private let way: OutputWay
  private let signal: OwnedDescriptor

  init(_ way: OutputWay) throws(SystemError) {
    self.way = way
    signal = try OwnedDescriptor(pl_event_open(), "make an event descriptor")
  }

  /// Readable once a piece is done.
  var raw: Int32 { signal.raw }

  /// What became of the last piece; nil while it is under way, or where none was given.
  func take() -> OutputWay.Result? {
    monitor.lock()
    defer { monitor.unlock() }
    guard case .done(let result) = state else { return nil }
    state = .idle
    _ = pl_event_clear(signal.raw)
    return result
  }

  /// Gives a piece to be written, unless one is under way; the error is that of starting the thread.
  func give(_ bytes: UnsafeRawBufferPointer, begun: Int) throws(SystemError) {
    monitor.lock()
    defer { monitor.unlock() }
    guard case .idle = state else { return }
    try start()
    piece.removeAll(keepingCapacity: true)
    piece.append(contentsOf: bytes)
    self.begun = begun
    state = .given
    monitor.wakeAll()
  }

  /// Waits until no piece is under way, at most until `deadline`.
  func waitUntilDone(_ deadline: Instant) {
    monitor.lock()
    defer { monitor.unlock() }
    while case .given = state {
      if !monitor.wait(until: deadline) { return }
    }
  }

  /// Ends the thread after its piece.
  func stop() {
    monitor.lock()
    defer { monitor.unlock() }
    state = .over
    monitor.wakeAll()
  }

  // MARK: The thread

  private func start() throws(SystemError) {
    if isStarted { return }
    try DetachedThread.start { [self] in run() }
    isStarted = true
  }

  private func run() {
    while let (piece, begun) = next() { finish(way.writeAll(piece[...], begun: begun)) }
  }

  private func next() -> (piece: [UInt8], begun: Int)? {
    monitor.lock()
    defer { monitor.unlock() }
    while true {
      switch state {
      case .given: return (piece, begun)
      case .over: return nil
      case .idle, .done: monitor.wait()
      }
    }
  }

  private func finish(_ result: OutputWay.Result) {
    monitor.lock()
    defer { monitor.unlock() }
    if case .given = state { state = .done(result) }
    monitor.wakeAll()
    _ = pl_event_raise(signal.raw)
  }
}

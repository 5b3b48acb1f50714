import ButtonController
import PanelFiles
import PanelHardware

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// How far a replay is, on a terminal's standard error, once it has taken a second.
///
/// One line that is written over; it is gone before anything else is said.
final class ReplayProgress {
  private let now: () -> Instant
  private let write: ((String) -> Void)?
  private let begin: Instant
  private var next: Instant
  private var width = 0

  private static let delay = TimeSpan.seconds(1)
  private static let period = TimeSpan.milliseconds(250)

  /// Progress reported by `write`; nil for none.
  init(now: @escaping () -> Instant, write: ((String) -> Void)?) {
    self.now = now
    self.write = write
    begin = now()
    next = begin + ReplayProgress.delay
  }

  /// On the standard error if that is a terminal and nothing else comes out there: lines of events on the
  /// same terminal are progress enough.
  convenience init() {
    let isShown = isatty(STDERR_FILENO) == 1 && isatty(STDOUT_FILENO) == 0
    self.init(
      now: { MonotonicClock.now() },
      write: isShown ? { _ = FileBytes.writeAll(Array($0.utf8), to: STDERR_FILENO) } : nil)
  }

  /// So many entries and bytes were played, of `size` bytes where that is known.
  func note(entries: Int, bytes: Int64, of size: Int64?) {
    guard let write else { return }
    let now = now()
    guard now >= next else { return }
    next = now + ReplayProgress.period
    var text = "replayed \(entries) entries"
    if let size, size > 0 { text += ", \(min(100, bytes * 100 / size)) %" }
    write("\r" + text + String(repeating: " ", count: max(0, width - text.count)))
    width = text.count
  }

  /// Takes the line away.
  func end() {
    guard let write, width > 0 else { return }
    write("\r" + String(repeating: " ", count: width) + "\r")
    width = 0
  }
}

import ButtonController
import CPanelLinux
import Glibc
import PanelFiles

/// The standard error of a daemon: one line a message, from any thread, never waiting.
///
/// What nobody reads waits in a bounded queue; what finds no room there is counted, and reported once
/// somebody reads again. The loop goes on with it by a `StandardErrorOutput`.
public enum StandardError {
  static let queue = MessageQueue(STDERR_FILENO)

  /// Writes `line`, its control characters made visible.
  public static func say(_ line: String) {
    queue.add(Array(VisibleText.of(line).utf8) + [10], isLight: false)
  }

  /// Passes a command's line on, line feed included, as far as there is room beside messages.
  static func pass(_ line: [UInt8]) { queue.add(line, isLight: true) }

  /// The end of the process: what can be written is.
  public static func finish() { queue.finish() }

  /// Opens `/dev/null` in the place of standard descriptors that are closed.
  ///
  /// Else the next file that is opened, a GPIO chip, would be the standard output.
  public static func fillStandardDescriptors() {
    while true {
      let descriptor = open("/dev/null", O_RDWR)
      if descriptor < 0 { break }
      if descriptor > STDERR_FILENO {
        _ = close(descriptor)
        break
      }
    }
    // What it needs is taken first: that there are too many open files has to be said.
    _ = queue
  }
}

/// Lines of all threads to one descriptor.
final class MessageQueue: @unchecked Sendable {
  // Held while something is written that does not wait.
  private let monitor = Monitor()
  private let writer: LineWriter
  private let clock = MonotonicClock()
  /// Reports the loop that something waits that another thread has said; -1 where there is none.
  private let wake: Int32

  /// What the end waits for a file on a slow disk.
  private static let patience = TimeSpan.milliseconds(250)

  init(_ descriptor: Int32, limit: Int = 1 << 16) {
    writer = LineWriter(descriptor, limit: limit)
    wake = pl_event_open()
  }

  deinit {
    if wake >= 0 { _ = close(wake) }
  }

  private func withWriter<Result>(_ body: (LineWriter) -> Result) -> Result {
    monitor.lock()
    defer { monitor.unlock() }
    return body(writer)
  }

  func add(_ line: [UInt8], isLight: Bool) {
    let isWaiting = withWriter { writer in
      reportDropped(writer)
      writer.write(line, at: clock.now(), isLight: isLight)
      return writer.isWaiting
    }
    if isWaiting, wake >= 0 { _ = pl_event_raise(wake) }
  }

  /// The gap is reported where it is: before what comes after it.
  private func reportDropped(_ writer: LineWriter) {
    guard !writer.isWaiting, writer.dropped > 0 else { return }
    let text = "\(writer.takeDropped()) messages lost: nobody read the standard error in time\n"
    writer.write(Array(text.utf8), at: clock.now())
  }

  /// What becomes readable when something waits that was said since `takeNews`; -1 for none.
  var news: Int32 { wake }

  /// Forgets that something was said: what waits is about to be looked at.
  func takeNews() { _ = pl_event_clear(wake) }

  func addDescriptors(to set: inout PollSet) -> Int {
    withWriter { $0.addDescriptors(to: &set) }
  }

  var nextDeadline: Instant? { withWriter { $0.nextDeadline } }

  /// Goes on; whether there is more to write.
  func serve(_ set: PollSet, slot: Int) -> Bool {
    withWriter { writer in
      writer.serve(set, slot: slot, now: clock.now())
      reportDropped(writer)
      return writer.isWaiting
    }
  }

  func finish() {
    let now = clock.now()
    withWriter { writer in
      reportDropped(writer)
      writer.finish(at: now, until: now + MessageQueue.patience)
    }
  }
}

/// Lets the loop write what the standard error did not take at once.
public final class StandardErrorOutput: LoopPart {
  private let queue: MessageQueue
  private var newsSlot = -1
  private var slot = -1
  /// Whether something waits, as far as is known: else the queue's lock is left alone.
  private var isWaiting = true

  /// A part for the loop of a daemon.
  public convenience init() { self.init(StandardError.queue) }

  init(_ queue: MessageQueue) { self.queue = queue }

  /// Waits for something to be said that has to wait, and then for the slow reader.
  public func addDescriptors(to set: inout PollSet) {
    newsSlot = queue.news >= 0 ? set.add(reading: queue.news) : -1
    slot = isWaiting ? queue.addDescriptors(to: &set) : -1
  }

  /// When a full disk is tried again.
  public func nextDeadline(in loop: PanelLoop) -> Instant? { isWaiting ? queue.nextDeadline : nil }

  /// Goes on.
  public func serve(_ set: PollSet, now: Instant, in loop: PanelLoop) {
    if set.isReady(newsSlot) {
      queue.takeNews()
      isWaiting = true
    }
    if isWaiting { isWaiting = queue.serve(set, slot: slot) }
  }
}

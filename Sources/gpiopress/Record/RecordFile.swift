import ButtonController
import Glibc
import PanelFiles
import PanelHardware

/// Where `record` writes to.
final class RecordFile {
  private let name: String
  private let descriptor: Int32
  private let isOwn: Bool
  /// Whether somebody may be reading along: it is no file on a disk.
  let isLive: Bool
  private let isRegular: Bool

  /// How long a slow disk or reader is waited for at the end.
  private static let patience = TimeSpan.seconds(5)

  /// Opens the file at `path`, or takes the standard output for `-`.
  init(_ path: String) throws(Failure) {
    isOwn = path != "-"
    name = isOwn ? path : "the standard output"
    // A FIFO without a reader is an error, not a wait.
    descriptor =
      isOwn
      ? open(path, O_WRONLY | O_CREAT | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0o666) : STDOUT_FILENO
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
      let kind: ExitCode = errno == EACCES || errno == EPERM ? .permission : .system
      let why = errno == ENXIO ? "nobody reads this FIFO" : ErrorNumber.text(of: errno)
      throw Failure(kind, "\(name): cannot be written: \(why)")
    }
    isRegular = status.st_mode & S_IFMT == S_IFREG
    isLive = !isRegular
  }

  deinit { if isOwn { close(descriptor) } }

  /// For the recorder.
  var target: RecordTarget { .descriptor(descriptor, name: name) }

  /// Takes out what an earlier recording has left.
  func empty() { if isOwn, isRegular { _ = ftruncate(descriptor, 0) } }

  /// Says that it goes on, to who sits before it.
  func announce() {
    guard isOwn, isatty(STDERR_FILENO) == 1 else { return }
    StandardError.say("recording to \(name); Ctrl-C ends it")
  }

  /// Waits for the last of it, and throws what was wrong.
  func finish(_ recorder: Recorder) throws(Failure) {
    let isWhole = recorder.finish(until: MonotonicClock.now() + RecordFile.patience)
    if let trouble = recorder.trouble {
      if trouble.code == EPIPE, !isOwn { throw .nobodyReads }
      throw Failure(
        .system, "gpiopress: cannot \(trouble); what was written before that is a whole trace")
    }
    if !isWhole {
      throw Failure(
        .system, "gpiopress: \(name) takes too long; the end of the recording is missing")
    }
    if isOwn, isatty(STDERR_FILENO) == 1 {
      StandardError.say("\(name): \(recorder.entries) entries")
    }
  }
}

/// What ends a recording: a signal, or its time.
final class RecordEnd: LinePart {
  private let signals: SignalWatch
  private let limit: TimeSpan?
  private var deadline = Instant.never
  private var slot = -1
  /// What ends the process as a failure, after everything was written.
  private(set) var failure: Int32?

  init(_ signals: SignalWatch, after limit: TimeSpan?) {
    self.signals = signals
    self.limit = limit
  }

  func note(_ report: LineReport, in loop: PanelLoop) {
    guard case .started(let at) = report, let limit, deadline == .never else { return }
    deadline = at + limit
  }

  func addDescriptors(to set: inout PollSet) { slot = set.add(reading: signals.raw) }

  func nextDeadline(in loop: PanelLoop) -> Instant? {
    deadline == .never || loop.isEnding ? nil : deadline
  }

  func serve(_ set: PollSet, now: Instant, in loop: PanelLoop) {
    if now >= deadline { loop.stop() }
    guard set.isReady(slot) else { return }
    let came = signals.take()
    if came.isEmpty { return }
    failure = failure ?? SignalWatch.failures.first(where: came.contains)
    loop.stop()
  }
}

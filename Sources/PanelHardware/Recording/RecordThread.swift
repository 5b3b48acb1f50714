import ButtonController
import CPanelLinux
import Glibc

/// Where a recording goes.
public enum RecordTarget: Equatable, Sendable {
  /// A descriptor that is open, which stays the caller's; `name` is for messages.
  case descriptor(Int32, name: String)
  /// The next file of a folder.
  case folder(RecordFolder)
}

/// A thread that does for recordings what may wait: opens files, writes, removes old ones.
///
/// It is given jobs and never waited for; who gives them keeps `backlog` bounded. After an error it throws
/// away what it is given until something is opened again. It is left behind if a call never returns.
final class RecordThread: @unchecked Sendable {
  /// Something to do.
  enum Job {
    /// Ends what was open; `time` is for the name of a file.
    case open(RecordTarget, time: String)
    /// Whole lines.
    case write([UInt8])
    case close
  }

  /// What became of the jobs so far.
  struct State {
    /// What is written to; nil where nothing is.
    var file: String?
    /// Why nothing is written any more.
    var trouble: SystemError?
  }

  // Held for a moment only, never while a job is done.
  private let monitor = Monitor()
  private var jobs: [Job] = []
  private var waiting = 0
  private var isBusy = false
  private var isOver = false
  private var isStarted = false
  private var state = State()
  private let signal: OwnedDescriptor

  init() throws(SystemError) {
    signal = try OwnedDescriptor(pl_event_open(), "make an event descriptor")
  }

  /// Readable once something is opened or has failed.
  var raw: Int32 { signal.raw }

  /// How many bytes were given and are not written yet.
  var backlog: Int { monitor.locked { waiting } }

  /// What became of the jobs; `raw` is readable no more.
  func take() -> State {
    monitor.locked {
      _ = pl_event_clear(signal.raw)
      return state
    }
  }

  /// Gives it something to do; the error is that of starting the thread.
  func give(_ job: Job) throws(SystemError) {
    monitor.lock()
    defer { monitor.unlock() }
    if !isStarted {
      try DetachedThread.start { [self] in run() }
      isStarted = true
    }
    jobs.append(job)
    if case .write(let bytes) = job { waiting += bytes.count }
    if case .open = job { state = State() }
    monitor.wakeAll()
  }

  /// Waits until all is done, at most until `deadline`; whether it is.
  func waitUntilDone(_ deadline: Instant) -> Bool {
    monitor.lock()
    defer { monitor.unlock() }
    while isBusy || !jobs.isEmpty {
      if !monitor.wait(until: deadline) { return !isBusy && jobs.isEmpty }
    }
    return true
  }

  /// Ends the thread after its jobs.
  func stop() {
    monitor.locked { isOver = true }
    monitor.wakeAll()
  }

  // MARK: The thread

  private func run() {
    var output: RecordOutput?
    while let job = next() {
      do throws(SystemError) {
        try carryOut(job, &output)
      } catch {
        output = nil
        publish { $0 = State(file: nil, trouble: error) }
      }
      done(job)
    }
  }

  private func next() -> Job? {
    monitor.lock()
    defer { monitor.unlock() }
    while jobs.isEmpty {
      if isOver { return nil }
      monitor.wait()
    }
    isBusy = true
    return jobs.removeFirst()
  }

  private func carryOut(_ job: Job, _ output: inout RecordOutput?) throws(SystemError) {
    switch job {
    case .open(let target, let time):
      output = nil
      let opened = try RecordOutput(target, time: time)
      output = opened
      publish { $0 = State(file: opened.name, trouble: nil) }
    case .write(let bytes): try output?.write(bytes)
    case .close:
      output = nil
      publish { $0.file = nil }
    }
  }

  private func publish(_ change: (inout State) -> Void) {
    monitor.locked {
      change(&state)
      _ = pl_event_raise(signal.raw)
    }
  }

  private func done(_ job: Job) {
    monitor.locked {
      isBusy = false
      if case .write(let bytes) = job { waiting -= bytes.count }
    }
    monitor.wakeAll()
  }
}

/// What a recording is written to; for the thread.
private final class RecordOutput {
  let name: String
  private let way: OutputWay
  private let own: OwnedDescriptor

  init(_ target: RecordTarget, time: String) throws(SystemError) {
    switch target {
    case .descriptor(let descriptor, let name):
      self.name = name
      own = OwnedDescriptor(owning: -1)
      way = try OutputWay(descriptor)
    case .folder(let folder):
      let (descriptor, path) = try folder.open(time: time)
      name = path
      own = OwnedDescriptor(owning: descriptor)
      way = try OutputWay(descriptor)
      try folder.removeOldest(but: path)
    }
  }

  /// Writes whole lines, all of them, or as many as there is room for.
  func write(_ bytes: [UInt8]) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      // A pipe's reader sees whole lines, however this process ends.
      let count = rest.withUnsafeBytes { way.share(of: $0).count }
      let code = way.writeAll(rest.prefix(count), begun: 0).code
      if code != 0 {
        removeIfEmpty()
        throw SystemError(code, "write \(name)")
      }
      rest = rest.dropFirst(count)
    }
    if own.raw >= 0 { try checkName() }
  }

  /// A file without a line is of no use to anybody.
  private func removeIfEmpty() {
    var status = stat()
    if own.raw >= 0, fstat(own.raw, &status) == 0, status.st_size == 0 { unlink(name) }
  }

  /// A file whose folder was removed takes what is written, for nobody.
  private func checkName() throws(SystemError) {
    var status = stat()
    if fstat(own.raw, &status) == 0, status.st_nlink == 0 {
      throw SystemError(ENOENT, "find \(name), which was removed,")
    }
  }
}

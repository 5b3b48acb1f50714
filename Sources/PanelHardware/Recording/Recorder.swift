import ButtonController
import CPanelLinux
import Glibc
import PanelFiles

/// Records what happens to a panel's lines, as traces that replay to the same events.
///
/// The loop never waits for it: entries are put together here, handed over once a second, and written by
/// a thread. What finds no room is left out, and the trace says so and begins again behind it.
public final class Recorder: LinePart {
  private let target: RecordTarget
  private let form: RecordText.Form
  private let version: String
  /// Whether somebody may be reading along: then nothing is put off.
  private let isLive: Bool
  private let thread: RecordThread?
  private var text: RecordText
  private var log: LineLog?
  /// The panel of the recording.
  private var panel: PanelFile
  /// Lines that were not handed over yet, and since when there are some.
  private var pending: [UInt8] = []
  private var pendingSince = Instant.never
  /// Bytes that were handed over of this recording, and when it was begun.
  private var written: Int64 = 0
  /// From when the times of the recording count.
  private var zero = Instant.ever
  private var begunAt = Instant.ever
  private var slot = -1
  /// When another recording is tried after one that failed; `never` where none is.
  private var retryAt = Instant.never
  private var delay = Recorder.firstDelay

  /// Why nothing is recorded; nil while all is well.
  public private(set) var trouble: SystemError?
  /// What is written to; nil where nothing is yet, or any more.
  public private(set) var file: String?
  /// Entries that were recorded, of all recordings.
  public private(set) var entries = 0
  /// Entries that found no room.
  public private(set) var dropped = 0
  private var isDropping = false
  private var hasSaidFile = false
  private var hasSaidTrouble = false

  /// Handed over so often: whoever is killed has lost no more.
  static let period = TimeSpan.seconds(1)
  /// Handed over earlier where there is so much of it.
  private static let share = 1 << 15
  /// As much waits for a slow disk at most.
  static let mostWaiting = 1 << 20
  private static let firstDelay = TimeSpan.seconds(10)
  private static let longestDelay = TimeSpan.seconds(600)

  /// A recorder of `panel` to `target`, which is to be added to a loop before that is started;
  /// `version` is the program's, for the head.
  public init(
    _ panel: PanelFile, to target: RecordTarget, as form: RecordText.Form = .text,
    isLive: Bool = false, version: String
  ) {
    self.target = target
    self.form = form
    self.version = version
    self.isLive = isLive
    self.panel = panel
    text = RecordText(form, panel)
    do throws(SystemError) {
      thread = try RecordThread()
    } catch {
      thread = nil
      trouble = error
    }
    log = LineLog(lines: panel.lines.count)
  }

  deinit { thread?.stop() }

  /// The folder whose files it writes, one after the other; nil where there is one recording only.
  private var folder: RecordFolder? {
    if case .folder(let folder) = target { return folder }
    return nil
  }

  // MARK: What happens

  /// Writes down a report.
  public func note(_ report: LineReport, in loop: PanelLoop) {
    guard var log else { return }
    self.log = nil
    if case .started(let at) = report { zero = at }
    log.take(report) { add($0, loop) }
    self.log = log
  }

  private func add(_ item: TraceStream.Item, _ loop: PanelLoop) {
    if case .start = item { open(loop) } else { entries += 1 }
    if isDropping || pending.count + (thread?.backlog ?? 0) > Recorder.mostWaiting {
      isDropping = true
      dropped += 1
      return
    }
    text.append(item, to: &pending)
    pendingSince = min(pendingSince, loop.time())
  }

  /// The panel may be another one by now: then it has a recording of its own.
  public func reload(in loop: PanelLoop) {
    if RecordText.isSame(panel, loop.panel) { return }
    let wasRecording = log != nil
    endRecording(loop)
    guard folder != nil else { return loop.stop() }
    panel = loop.panel
    text = RecordText(form, panel)
    if wasRecording { log = LineLog(lines: panel.lines.count) }
  }

  // MARK: Recordings

  /// Opens the next file; what is written to it comes behind.
  private func open(_ loop: PanelLoop) {
    let wall = WallTime(loop.time() + loop.wallOffset).text
    // 2026-12-01T14:13:12.345Z without what a file's name is better without.
    let time = wall.prefix { $0 != "." }.filter { $0 != "-" && $0 != ":" } + "Z"
    give(.open(target, time: time))
    written = 0
    begunAt = loop.time()
    for line in RecordHead.lines(of: panel, in: loop, from: zero, version: version) {
      text.append(comment: line, to: &pending)
    }
  }

  /// Begins a recording in the middle of the panel's run.
  private func begin(_ loop: PanelLoop) {
    retryAt = .never
    panel = loop.panel
    text = RecordText(form, panel)
    zero = loop.reportedUpTo
    let log = LineLog(from: zero, levels: loop.levelsFound) { add($0, loop) }
    self.log = log
  }

  private func endRecording(_ loop: PanelLoop) {
    guard var log else { return }
    self.log = nil
    log.end(at: loop.time()) { add($0, loop) }
    flush()
    give(.close)
  }

  /// A new recording once the old one is long or old enough and nothing is under way; a button that never
  /// comes to rest does not put it off for ever.
  private func rotateIfDue(_ now: Instant, _ loop: PanelLoop) {
    guard let folder, !isDropping, log?.hasBegun == true else { return }
    let length = written + Int64(pending.count)
    guard length >= folder.fileLimit || now - begunAt >= folder.fileAge else { return }
    let isQuiet = loop.controller.nextDeadline == nil && !loop.controller.needsAudit
    guard isQuiet || length >= 2 * folder.fileLimit else { return }
    endRecording(loop)
    begin(loop)
  }

  // MARK: Handing over

  private func give(_ job: RecordThread.Job) {
    do throws(SystemError) { try thread?.give(job) } catch { trouble = error }
  }

  private func flush() {
    pendingSince = .never
    if pending.isEmpty { return }
    written += Int64(pending.count)
    give(.write(pending))
    pending.removeAll(keepingCapacity: true)
  }

  /// Goes on behind a gap, once half of what waited is written.
  private func endGap(_ loop: PanelLoop) {
    guard isDropping, (thread?.backlog ?? 0) <= Recorder.mostWaiting / 2, var log else { return }
    isDropping = false
    text.append(
      comment: "entries are missing here, as writing was too slow; what follows begins again",
      to: &pending)
    self.log = nil
    log.restart(at: loop.reportedUpTo, levels: loop.levelsFound) { add($0, loop) }
    self.log = log
    loop.log("recording: writing is too slow; \(dropped) entries are missing so far")
  }

  /// Takes in what became of what was handed over.
  func lookAtThread(_ now: Instant, _ loop: PanelLoop) {
    guard let thread else { return }
    let state = thread.take()
    if let error = state.trouble { return fail(error, now, loop) }
    guard let found = state.file else { return }
    file = found
    trouble = nil
    hasSaidTrouble = false
    delay = Recorder.firstDelay
    if folder != nil, !hasSaidFile { loop.log("recording to \(found)") }
    hasSaidFile = true
  }

  private func fail(_ error: SystemError, _ now: Instant, _ loop: PanelLoop) {
    trouble = error
    log = nil
    file = nil
    pending.removeAll()
    pendingSince = .never
    isDropping = false
    // What was started to record is over.
    guard folder != nil else { return loop.stop() }
    retryAt = now + delay
    delay = min(delay + delay, Recorder.longestDelay)
    hasSaidFile = false
    if hasSaidTrouble { return }
    hasSaidTrouble = true
    loop.log("recording: cannot \(error); the panel runs on, and it is tried again")
  }

  // MARK: In the loop

  /// News of the thread.
  public func addDescriptors(to set: inout PollSet) {
    slot = thread.map { set.add(reading: $0.raw) } ?? -1
  }

  /// When lines are to be handed over, or a failed recording is tried again.
  public func nextDeadline(in loop: PanelLoop) -> Instant? {
    if loop.isEnding { return nil }
    let next = min(pendingSince == .never ? .never : pendingSince + period, retryAt)
    return next == .never ? nil : next
  }

  private var period: TimeSpan { isLive ? .zero : Recorder.period }

  /// Hands lines over, and looks what became of those before.
  public func serve(_ set: PollSet, now: Instant, in loop: PanelLoop) {
    if set.isReady(slot) { lookAtThread(now, loop) }
    if loop.isEnding { return }
    if retryAt <= now { begin(loop) }
    endGap(loop)
    rotateIfDue(now, loop)
    if pending.count >= Recorder.share || pendingSince <= now - period { flush() }
  }

  /// How the recording is doing.
  public func report(to status: inout LoopStatus, in loop: PanelLoop) {
    var output = OutputStatus("record", .working, detail: file)
    if let trouble {
      output.state = .waiting
      output.detail = "cannot \(trouble)"
    }
    output.counts = [
      OutputStatus.Count("entries", entries), OutputStatus.Count("dropped", dropped),
    ]
    status.outputs.append(output)
  }

  /// The end: what is there is handed over.
  public func stop(in loop: PanelLoop) { endRecording(loop) }

  /// Waits until all that was handed over is done; for the end, and for tests.
  @discardableResult func waitUntilWritten(_ deadline: Instant) -> Bool {
    thread?.waitUntilDone(deadline) ?? false
  }

  /// The end of the program: waits until all is written, at most until `deadline`; whether it is.
  public func finish(until deadline: Instant) -> Bool {
    guard let thread else { return false }
    let isDone = waitUntilWritten(deadline)
    if let error = thread.take().trouble { trouble = error }
    return isDone && trouble == nil
  }
}

extension PanelLoop {
  /// All that happened up to here was reported; what is under way in the kernel is stamped later.
  package var reportedUpTo: Instant { max(frontier, time() - LevelAudit.grace) }

  /// The level of each line as it is known; nil for one that is not there.
  package var levelsFound: LineLog.Levels {
    panel.lines.indices.map { lines.isOpen($0) ? controller.isClosed(line: $0) : nil }
  }
}

import ButtonController
import Glibc
import PanelHardware

/// The way to the kernel's keyboard: has it made, paces what is written, and has it made again after a
/// failure.
///
/// While there is none, nothing is kept: a key that is typed seconds late goes into another window.
final class KeyboardPort {
  private enum State {
    /// None is wanted.
    case off
    /// One is being made.
    case opening(KeyboardSpec)
    case open(any KeyboardDevice, KeyboardSpec)
    /// It could not be made, or was lost.
    case failed
  }

  /// Its bounds.
  enum Limit {
    /// Half of what is kept for a slow program.
    ///
    /// That is 64 events (the kernel's EVDEV_MIN_BUFFER_SIZE), two for each change.
    static let changesAtOnce = 16
    static let period = TimeSpan.milliseconds(20)
    /// Strokes that find so many changes waiting are left out; what is held is not.
    static let strokeBacklog = 512
    /// So many are written at once, whoever reads them.
    static let backlog = 1024
    /// After a failure, a key that is wanted is a reason to try again, this often at the most.
    static let retry = TimeSpan.seconds(5)
  }

  private let maker: any KeyboardMaker
  private let log: (String) -> Void
  private var wanted: KeyboardSpec?
  private var state = State.off
  private var queue: [KeyChange] = []
  private var room = 0
  private var periodEnd = Instant.ever
  private var slot = -1

  /// The trouble as it was said last.
  private var saidTrouble: String?
  private var retryAt = Instant.ever
  /// Changes of the device file, from before it is opened until that went well.
  private var watch: DeviceWatch?
  /// Whether the file has changed since it was opened in vain, as far as that is known.
  private var hasChanged = false
  private var watchSlot = -1
  /// Strokes that were not typed: for want of a keyboard, and as there were too many.
  private var missed = 0
  private var leftOut = 0

  init(_ maker: any KeyboardMaker, log: @escaping (String) -> Void) {
    self.maker = maker
    self.log = log
  }

  /// Whether the keyboard that is wanted has all of these keys.
  func has(_ codes: [UInt16]) -> Bool { codes.allSatisfy { wanted?.codes.contains($0) == true } }

  /// How it is, for whoever asks; nil where no keyboard is wanted.
  var status: OutputStatus? {
    let counts = [
      OutputStatus.Count("missed", missed), OutputStatus.Count("left_out", leftOut),
    ]
    switch state {
    case .off: return nil
    case .opening: return OutputStatus("keyboard", .waiting, detail: "being made", counts: counts)
    case .open: return OutputStatus("keyboard", .working, counts: counts)
    case .failed: return OutputStatus("keyboard", .failed, detail: saidTrouble, counts: counts)
    }
  }

  // MARK: Making it

  /// Sees that there is a keyboard like `spec`, or none; the one that is there is kept if it is like it.
  ///
  /// Nothing may be held.
  func want(_ spec: KeyboardSpec?, at now: Instant) {
    wanted = spec
    switch state {
    case .opening: return  // Whether it is the right one is seen when it is there.
    case .open(let device, let made):
      if made == spec { return }
      flush(at: now)
      device.close()
    case .off, .failed:
      // Whoever has reloaded the panel is reported once more.
      saidTrouble = nil
    }
    begin(now)
  }

  private func begin(_ now: Instant) {
    guard let spec = wanted else {
      state = .off
      watch = nil
      return
    }
    state = .opening(spec)
    retryAt = now + Limit.retry
    hasChanged = false
    // Without it, a key that is wanted is reason enough.
    if watch == nil { watch = try? DeviceWatch([Self.folder(of: maker.path)]) }
    do throws(SystemError) { try maker.begin(spec) } catch { fail(error, now) }
  }

  /// Takes in what came of the making; whether a keyboard is there that was not, with all keys up.
  private func takeMade(_ now: Instant) -> Bool {
    guard case .opening(let spec) = state, let result = maker.take() else { return false }
    switch result {
    case .failure(let error):
      if spec == wanted { fail(error, now) } else { begin(now) }
    case .success(let device):
      guard spec == wanted else {
        device.close()
        begin(now)
        return false
      }
      state = .open(device, spec)
      watch = nil
      reportReturn(of: spec)
      return true
    }
    return false
  }

  private func fail(_ error: SystemError, _ now: Instant) {
    state = .failed
    queue.removeAll()
    // Its rights may have come while it was opened without them.
    if hasChanged { return begin(now) }
    retryAt = now + Limit.retry
    let trouble = KeyboardTrouble.text(of: error, keyboard: wanted?.name ?? "")
    if saidTrouble == trouble { return }
    saidTrouble = trouble
    log(trouble)
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }

  private func reportReturn(of spec: KeyboardSpec) {
    if saidTrouble != nil || missed > 0 {
      log("keyboard \(spec.name): it is there now; strokes that were not typed: \(missed)")
    }
    saidTrouble = nil
    missed = 0
  }

  // MARK: Writing

  /// Types changes; whether they are a stroke, which may be left out.
  func send(_ changes: [KeyChange], isStroke: Bool, at now: Instant) {
    switch state {
    case .open:
      if isStroke, queue.count >= Limit.strokeBacklog {
        leftOut += 1
        return
      }
      queue += changes
      drain(now)
    case .off, .opening: if isStroke { missed += 1 }
    case .failed:
      if isStroke { missed += 1 }
      if retryAt <= now { begin(now) }
    }
  }

  private func drain(_ now: Instant) {
    if periodEnd <= now {
      periodEnd = now + Limit.period
      room = Limit.changesAtOnce
    }
    let count = queue.count > Limit.backlog ? queue.count : min(room, queue.count)
    room = max(0, room - count)
    write(count, now)
  }

  private func write(_ count: Int, _ now: Instant) {
    guard count > 0, case .open(let device, _) = state else { return }
    do throws(SystemError) {
      try device.write(queue.prefix(count))
      queue.removeFirst(count)
      if queue.isEmpty { reportLeftOut() }
    } catch {
      // What of it was typed is not known; without the device the kernel releases everything.
      device.close()
      fail(error, now)
    }
  }

  private func reportLeftOut() {
    if leftOut == 0 { return }
    log("keyboard \(wanted?.name ?? ""): too many strokes at once; left out: \(leftOut)")
    leftOut = 0
  }

  /// Writes all that waits.
  func flush(at now: Instant) { write(queue.count, now) }

  // MARK: In the loop

  func addDescriptors(to set: inout PollSet) {
    slot = -1
    watchSlot = -1
    if case .opening = state { slot = set.add(reading: maker.raw) }
    if let watch { watchSlot = set.add(reading: watch.raw) }
  }

  /// When it goes on with what waits; nil for nothing.
  var nextDeadline: Instant? { queue.isEmpty ? nil : periodEnd }

  /// Goes on; whether a keyboard is there that was not, with all keys up.
  func serve(_ set: PollSet, now: Instant) -> Bool {
    if set.isReady(watchSlot), let watch, watch.take().mayConcern(maker.path) {
      if case .failed = state { begin(now) } else { hasChanged = true }
    }
    if !queue.isEmpty, periodEnd <= now { drain(now) }
    return takeMade(now)
  }
}

import CPanelLinux
import Glibc

/// Toggles lines from a thread of its own until it is stopped; sleeps while all are on or off.
final class SoftPwmThread: @unchecked Sendable {
  /// Switches a line; called on the thread only.
  typealias Switch = (_ line: Int, _ isOn: Bool) throws(SystemError) -> Void

  private let monitor = Monitor()
  private let switchLine: Switch
  private let period: Int64
  // Under the mutex.
  private var wave: SoftPwmWave
  private var isNew = true
  private var isStopped = false
  private var isDone = false
  private var failure: SystemError?
  // The thread's own.
  private var isOn: [Bool]

  init(lines: Int, period: Int64, _ switchLine: @escaping Switch) throws(RingError) {
    self.switchLine = switchLine
    self.period = period
    wave = SoftPwmWave([Double](repeating: 0, count: lines))
    isOn = [Bool](repeating: false, count: lines)
    do throws(SystemError) { try DetachedThread.start { self.run() } } catch {
      throw RingError(error)
    }
  }

  /// Takes new levels, from the next period on; gives the failure that ended the thread.
  func set(_ levels: [Double]) throws(SystemError) {
    monitor.lock()
    wave = SoftPwmWave(levels)
    isNew = true
    let failure = failure
    monitor.wakeAll()
    monitor.unlock()
    if let failure { throw failure }
  }

  /// Ends the thread with the lines as the last levels, on or off, say; waits for it.
  func stop() {
    monitor.lock()
    isStopped = true
    monitor.wakeAll()
    while !isDone { monitor.wait() }
    monitor.unlock()
  }

  // MARK: The thread

  private func run() {
    pl_timing_precise()
    var start = MonotonicClock.now().nanoseconds
    do throws(SystemError) {
      while let wave = next() {
        let now = MonotonicClock.now().nanoseconds
        // A period that was missed is left out, not caught up with.
        if now > start + period { start = now }
        try play(wave, from: start)
        start += period
        if !wave.isSteady { pl_timing_sleep_until(start) }
      }
    } catch {
      monitor.lock()
      failure = error
      monitor.unlock()
    }
    monitor.lock()
    isDone = true
    monitor.wakeAll()
    monitor.unlock()
  }

  /// The wave of the next period, nil at the end; waits while nothing has to be done.
  private func next() -> SoftPwmWave? {
    monitor.lock()
    defer { monitor.unlock() }
    while wave.isSteady && !isNew && !isStopped { monitor.wait() }
    // Levels that came before the end are still played, so that dark is dark.
    if isStopped && !isNew { return nil }
    isNew = false
    return wave
  }

  private func play(_ wave: SoftPwmWave, from start: Int64) throws(SystemError) {
    for line in isOn.indices { try turn(line, wave.steps[line] > 0) }
    for change in wave.changes {
      pl_timing_sleep_until(start + period * Int64(change.step) / Int64(SoftPwmWave.steps))
      for line in change.lines { try turn(line, false) }
    }
  }

  private func turn(_ line: Int, _ wanted: Bool) throws(SystemError) {
    if isOn[line] == wanted { return }
    try switchLine(line, wanted)
    isOn[line] = wanted
  }
}

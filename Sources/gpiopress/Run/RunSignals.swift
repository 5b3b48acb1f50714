import ButtonController
import Glibc
import PanelHardware

/// What signals do to a running panel.
final class RunSignals: LoopPart {
  private let signals: SignalWatch
  private let actions: ActionRunner
  private let reloader: Reloader
  private var slot = -1
  /// What ends the process as a failure, after everything was put back.
  private(set) var failure: Int32?

  init(_ signals: SignalWatch, actions: ActionRunner, reloader: Reloader) {
    self.signals = signals
    self.actions = actions
    self.reloader = reloader
  }

  func addDescriptors(to set: inout PollSet) { slot = set.add(reading: signals.raw) }

  func serve(_ set: PollSet, now: Instant, in loop: PanelLoop) {
    guard set.isReady(slot) else { return }
    let came = signals.take()
    if came.contains(SIGCHLD) { actions.collect(in: loop) }
    if SignalWatch.ends.contains(where: came.contains) {
      failure = failure ?? SignalWatch.failures.first(where: came.contains)
      if loop.isEnding { actions.endGrace(in: loop) }
      loop.stop()
    } else if loop.isEnding {
      // There is nothing left to reload.
    } else if came.contains(SIGHUP) {
      for line in reloader.reload(loop) { loop.log(line) }
    }
  }
}

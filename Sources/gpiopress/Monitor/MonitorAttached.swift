import ButtonController
import Glibc
import PanelFiles
import PanelHardware

/// Watches a panel that runs, over its socket, until somebody ends it.
///
/// On a screen it waits for a process that has gone, and goes on with the next one; in lines it ends.
struct MonitorAttached {
  private let path: String
  private let board: String?
  private let view: MonitorView
  private var link: MonitorLink?
  private var retryAt = Instant.ever
  private let clock = MonotonicClock()

  private static let retryPeriod = TimeSpan.seconds(1)
  /// How long an answer may take, at first and while the screen is drawn.
  static let timeout = TimeSpan.seconds(5)
  private static let timeoutOnScreen = TimeSpan.milliseconds(500)

  /// Attaches to the process behind `connection`; the panel file is at `path`.
  init(
    _ connection: SendConnection, _ panel: PanelFile, at path: String, board: String?,
    _ view: MonitorView
  ) throws(Failure) {
    self.path = path
    self.board = board
    self.view = view
    let link = MonitorLink(connection, panel, view)
    try link.open()
    self.link = link
  }

  /// Watches until `end`, or a signal or key; gives the signal that is a failure.
  mutating func run(
    _ terminal: MonitorTerminal?, _ signals: SignalWatch, until end: Instant
  ) throws(Failure) -> Int32? {
    while true {
      try show()
      let now = clock.now()
      if now >= end { return nil }
      var set = PollSet()
      let signal = set.add(reading: signals.raw)
      let slot = link.map { set.add(reading: $0.raw) } ?? -1
      terminal?.addDescriptors(to: &set)
      do throws(SystemError) { try set.wait(timeout: min(MonitorView.period, end - now)) } catch {
        throw Failure(.system, "gpiopress: cannot \(error)")
      }
      // Before the signals of all: the terminal's own are its.
      if let terminal, !terminal.takeInput() { return nil }
      if set.isReady(signal) {
        let came = signals.take()
        if !came.isEmpty { return SignalWatch.failures.first(where: came.contains) }
      }
      if let link, set.isReady(slot) {
        do throws(MonitorLink.Loss) { try link.receive() } catch { try lose(error.reason) }
      }
    }
  }

  private mutating func show() throws(Failure) {
    if let link {
      do throws(MonitorLink.Loss) {
        // Some came with the first answer.
        try link.takeLines()
        try link.serve()
      } catch {
        try lose(error.reason)
      }
    } else if clock.now() >= retryAt {
      retryAt = clock.now() + MonitorAttached.retryPeriod
      attachAgain()
    }
    try view.show(at: link?.shownInstant ?? view.model.now)
  }

  private mutating func lose(_ reason: String) throws(Failure) {
    guard view.isScreen else {
      try view.finish()
      throw Failure(.unavailable, "gpiopress: monitor: \(path): \(reason)")
    }
    link = nil
    retryAt = clock.now()
    view.say(reason)
    view.source.trouble = "\(reason); waiting for it"
  }

  /// Goes on with whoever has the panel's socket now; the panel file may be another one.
  private mutating func attachAgain() {
    do throws(Failure) {
      let panel = try Load.panel(path, board: board, for: .replay)
      guard let socket = panel.outputs.socket,
        let connection = try SendConnection.ifServed(
          socket.path, timeout: MonitorAttached.timeoutOnScreen, for: "monitor")
      else { return }
      let link = MonitorLink(connection, panel, view)
      try link.open()
      view.say("attached to process \(link.process)")
      self.link = link
    } catch {
      view.source.trouble = "\(error.lines.first ?? "it cannot be watched"); trying again"
    }
  }
}

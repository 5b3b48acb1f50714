import ButtonController
import PanelFiles
import PanelHardware

/// The demo's engine and clock: plays planned level changes at their time.
struct DemoPlayer {
  private(set) var controller = Controller(DemoPanel.file.panel)
  var scene: DemoScene
  private let zero = MonotonicClock.now()

  init(scene: DemoScene) {
    self.scene = scene
  }

  /// The demo's time, from its start.
  var now: Instant { .zero + (MonotonicClock.now() - zero) }

  /// Begins with all contacts open.
  mutating func start(_ sink: Controller.Sink) {
    controller.start(at: .zero, known: .zero, isClosed: { _ in false }, sink)
  }

  /// Plays everything that is due, as a loop does that was asleep until now.
  mutating func run(to now: Instant, _ sink: Controller.Sink) {
    while let change = scene.take(dueAt: now) {
      advance(to: change.at, known: now, sink)
      controller.report(
        line: change.line.rawValue, isClosed: change.isClosed, at: change.at, known: now, sink)
    }
    advance(to: now, known: now, sink)
  }

  /// Whether the contact of `line` is closed now.
  func isClosed(_ line: DemoPanel.Line) -> Bool { controller.isClosed(line: line.rawValue) }

  /// The next instant at which `run` has something to do; nil for never.
  var nextInstant: Instant? {
    [controller.nextDeadline, scene.changes.first?.at].compactMap { $0 }.min()
  }

  private mutating func advance(to instant: Instant, known: Instant, _ sink: Controller.Sink) {
    while let deadline = controller.nextDeadline, deadline <= instant {
      controller.advance(to: deadline, known: known, sink)
    }
  }
}

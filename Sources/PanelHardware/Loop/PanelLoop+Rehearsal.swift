import ButtonController
import PanelFiles

// A press that nobody makes, so that the first real one waits for nothing.
extension PanelLoop {
  /// Goes once through what a press of the first line needs, without any effect: its code is in memory then.
  ///
  /// The press is one of a controller made for it, whose events no part takes: each only makes of them
  /// what it would write.
  func rehearse() {
    guard !panel.lines.isEmpty else { return }
    var controller = Controller(panel.panel)
    var events: [PanelEvent] = []
    var instant = time()
    controller.start(at: instant, isClosed: { _ in false }) { _ in }
    for isClosed in [true, false] {
      controller.report(line: 0, isClosed: isClosed, at: instant, known: instant) {
        events.append(PanelEvent($0, number: 1))
      }
      instant = instant + Timing.rehearsedPress
      controller.advance(to: instant, known: instant) {
        events.append(PanelEvent($0, number: 1))
      }
    }
    for event in events {
      for case let part as any EventPart in parts { part.rehearse(event, in: self) }
    }
  }
}

import ButtonController
import PanelFiles
import PanelHardware
import PanelOutputs

/// Watches a loop that has the panel's lines for it, and runs nothing.
final class MonitorPart: EventPart, LinePart {
  private let view: MonitorView
  /// The terminal, where there is one.
  var terminal: MonitorTerminal?
  private var lines: LineLog
  private var zero: Instant?
  private let startedAt: Instant
  private var line: [UInt8] = []
  private var nextLook = Instant.ever
  private var nextStatus = Instant.ever
  /// What ended it; nil for its own end.
  private(set) var failure: Failure?

  private static let statusPeriod = TimeSpan.seconds(1)

  init(_ view: MonitorView, lines count: Int, startedAt: Instant) {
    self.view = view
    self.startedAt = startedAt
    lines = LineLog(lines: count)
  }

  func note(_ report: LineReport, in loop: PanelLoop) {
    if case .started(let at) = report, zero == nil {
      zero = at
      view.begin(at: at - loop.clock.origin)
    }
    lines.take(report) { view.take($0) }
  }

  func take(_ event: PanelEvent, in loop: PanelLoop) {
    line.removeAll(keepingCapacity: true)
    loop.appendLine(of: event, to: &line)
    guard let json = try? JSON.parse(line), let event = MonitorEvent(json) else { return }
    view.take(event)
    if event.isAboutHealth { nextStatus = .ever }
  }

  func addDescriptors(to set: inout PollSet) { terminal?.addDescriptors(to: &set) }

  func nextDeadline(in loop: PanelLoop) -> Instant? { loop.isEnding ? nil : nextLook }

  /// With another panel all begins again.
  func reload(in loop: PanelLoop) {
    if RecordText.isSame(view.model.panel, loop.panel) { return }
    lines = LineLog(lines: loop.panel.lines.count)
    zero = nil
    view.restart(loop.panel)
  }

  func serve(_ set: PollSet, now: Instant, in loop: PanelLoop) {
    guard !loop.isEnding, failure == nil, let zero else { return }
    if let terminal, !terminal.takeInput() { return loop.stop() }
    if nextStatus <= now {
      nextStatus = now + MonitorPart.statusPeriod
      takeStatus(loop)
    }
    nextLook = now + MonitorView.period
    do throws(Failure) {
      // Nothing comes any more that is stamped before.
      try view.show(at: .zero + (loop.reportedUpTo - zero))
    } catch {
      failure = error
      loop.stop()
    }
  }

  private func takeStatus(_ loop: PanelLoop) {
    let source = StatusSource(version: Version.text, startedAt: startedAt)
    if let json = try? JSON.parse(source.answer(loop, id: nil)), let status = MonitorStatus(json) {
      view.take(status)
    }
  }
}

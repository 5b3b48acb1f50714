import ButtonController
import PanelFiles
import PanelHardware

/// What is watched, and how it is shown: on a screen, or in lines.
///
/// Fed by a loop of its own or by a socket; keeps the model.
final class MonitorView {
  /// Where it is shown.
  enum Place {
    /// Nil until the terminal is taken over: what is said before stands in the list.
    case screen(MonitorTerminal?)
    case text
    case json
  }

  private(set) var model: MonitorModel
  var source: MonitorScreen.Source
  private var place: Place
  private let listsEdges: Bool
  private var output = Output()
  /// For the screen that was there before.
  private var remains: [String] = []
  private var nextPicture = Instant.ever
  /// Lines whose state was not summed up yet have none here.
  private var summaries: [String]
  private var nextSummary = Instant.zero
  /// How many of what happened was printed, and how many there were.
  private var printedCount = 0
  private var happenedCount = 0

  /// A screen is looked at so often: for what moves, its size, and signals.
  static let period = TimeSpan.milliseconds(50)
  /// It is drawn no more often than that.
  private static let leastPeriod = TimeSpan.milliseconds(30)
  /// What happens may be so long on its way here.
  static let lag = TimeSpan.milliseconds(30)
  /// Events that wait for their reasons are printed without, before the model forgets them.
  private static let mostWaiting = 100
  /// Longer ones stand out of their column.
  private static let longestName = 20

  init(_ panel: PanelFile, _ place: Place, _ source: MonitorScreen.Source, listsEdges: Bool) {
    model = MonitorModel(panel, listsEdges: listsEdges)
    self.place = place
    self.source = source
    self.listsEdges = listsEdges
    summaries = panel.lines.map { _ in "" }
  }

  /// Everything begins again, with another panel perhaps.
  func restart(_ panel: PanelFile) {
    if case .screen(let terminal) = place { terminal?.show(panel) }
    model = MonitorModel(panel, listsEdges: listsEdges)
    summaries = panel.lines.map { _ in "" }
    nextSummary = .zero
    printedCount = 0
    happenedCount = 0
  }

  /// Shows it on this terminal from now on; nil gives that back.
  func show(on terminal: MonitorTerminal?) {
    if case .screen(let former?) = place { remains = former.remains }
    place = .screen(terminal)
  }

  /// Whether it is for a terminal.
  var isScreen: Bool {
    if case .screen = place { return true }
    return false
  }

  // MARK: What comes

  /// The panel's count at the recording's zero.
  func begin(at zero: TimeSpan) { model.zero = zero }

  func take(_ item: TraceStream.Item) {
    if case .entry(let entry) = item, listsEdges, case .edge(let line, let isClosed) = entry.action
    {
      happenedCount += 1
      print(line, isClosed, at: entry.at)
    }
    model.take(item)
    flushText(isForced: happenedCount - printedCount > MonitorView.mostWaiting)
  }

  /// Takes an event's line.
  func take(_ event: MonitorEvent) {
    happenedCount += 1
    model.take(event)
    if case .json = place { output.append("\(event.line)\n") }
    flushText(isForced: happenedCount - printedCount > MonitorView.mostWaiting)
  }

  func take(_ status: MonitorStatus) { model.take(status) }

  func take(picture: JSON) { _ = model.take(picture: picture) }

  /// Says something about the panel or the connection: in the list, or on the standard error.
  func say(_ text: String) {
    guard case .screen = place else { return ErrorOutput.say("gpiopress: monitor: \(text)") }
    happenedCount += 1
    model.note(text)
  }

  // MARK: What is shown

  /// Lets time pass up to `instant` of the recording, and shows how it is then.
  ///
  /// Throws where nobody reads any more.
  func show(at instant: Instant) throws(Failure) {
    model.advance(to: instant)
    switch place {
    case .screen(let terminal):
      // However fast edges come: eyes see no more.
      let now = MonotonicClock.now()
      if now < nextPicture { return }
      nextPicture = now + MonitorView.leastPeriod
      output.bytes += terminal?.picture(model, source) ?? []
    case .text, .json:
      flushText()
      sumUp()
    }
    if !output.bytes.isEmpty { try output.finish() }
  }

  /// Prints what is left, at the end.
  func finish() throws(Failure) {
    if !isScreen {
      flushText(isForced: true)
      sumUp(isForced: true)
    }
    for line in remains { output.append("\(line)\n") }
    try output.finish()
  }

  private func sumUp(isForced: Bool = false) {
    guard model.hasStarted, model.now >= nextSummary || isForced else { return }
    nextSummary = model.now + .seconds(1)
    for summary in model.takeSummary(&summaries) {
      if case .json = place {
        output.bytes += summary.json
      } else {
        let head = head(model.instant(of: summary.at), summary.line)
        output.append("\(head)  \(summary.text)\n")
      }
    }
  }

  private func print(_ line: Int, _ isClosed: Bool, at instant: Instant) {
    guard case .json = place else { return }
    var object = JSONBuilder()
    object.add(milliseconds: "at", model.zero + (instant - .zero))
    object.add("line", model.panel.lines[line].name)
    object.add("edge", isClosed ? 1 : 0)
    output.bytes += object.line
  }

  /// The columns with which all lines of text begin: when, and of what.
  private func head(_ instant: Instant, _ name: String) -> String {
    let panel = model.panel
    let names = panel.controls.map(\.name) + panel.lines.map(\.name)
    let widest = min(names.map { VisibleText.of($0).count }.max() ?? 0, MonitorView.longestName)
    let shown = VisibleText.of(name)
    let space = String(repeating: " ", count: max(0, widest - shown.count))
    return "\(MonitorWords.clock(instant, digits: 3))  \(shown)\(space)"
  }

  /// Prints what happened in words, but for events whose reason may still come.
  private func flushText(isForced: Bool = false) {
    guard case .text = place else { return printedCount = happenedCount }
    let waiting = model.happened.suffix(happenedCount - printedCount)
    for entry in waiting {
      switch entry.what {
      case .event(let event):
        let known = model.instant(of: event.at + event.delay)
        if event.rule == nil, model.now <= known + MonitorView.lag, !isForced { return }
        let head = head(entry.at, event.control)
        output.append("\(head)  \(VisibleText.of(event.text))\n")
      case .edge(let line, let isClosed):
        let head = head(entry.at, model.panel.lines[line].name)
        output.append("\(head)  edge to \(isClosed ? "closed" : "open")\n")
      case .note: break
      }
      printedCount += 1
    }
  }
}

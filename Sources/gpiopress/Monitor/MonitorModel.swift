import ButtonController
import PanelFiles
import PanelReplay

/// What is known of a panel that is watched: its lines, controls, rings, and what happened.
///
/// A value without clock and I/O. It is fed with what a recording has (`take(_ item:)`), the events that
/// the panel emitted, its status and its pictures, from a socket as from a loop of its own. It runs the
/// edges through an engine beside the panel's, for contacts and for what controls wait for; events it
/// takes from the panel alone.
struct MonitorModel {
  /// What happened, for the list of it.
  enum Happening: Equatable {
    case event(MonitorEvent)
    case edge(line: Int, isClosed: Bool)
    case note(String)
  }

  /// One of them, and when.
  struct Happened: Equatable {
    let at: Instant
    var what: Happening
  }

  let panel: PanelFile
  /// Whether raw edges are among what happened.
  let listsEdges: Bool
  private var runner: TraceRunner
  private var explainer: Explainer
  private(set) var hasStarted = false
  /// The time of the recording up to which all is known.
  private(set) var now = Instant.zero
  /// What the panel counts at the recording's zero.
  var zero = TimeSpan.zero

  private(set) var lines: [MonitorLine]
  private(set) var happened: [Happened] = []
  /// The last events of each control, the newest last.
  private(set) var gestures: [[MonitorEvent]]
  /// Where each knob or stick has come to.
  private(set) var places: [String]
  /// How many events there were since the beginning, and edges.
  private(set) var eventCount = 0
  private(set) var edgeCount = 0
  private(set) var status: MonitorStatus?
  /// Level changes of each line, by the engine beside the panel's, when the status was known.
  private var changesAtStatus: [Int]
  /// What each ring shows, as the panel says; nil where it was not asked.
  private var pictures: [[Colour]?]
  /// Why events came that the panel has not said yet.
  private var reasons: [Reason] = []
  private let controlNumbers: [String: Int]
  private let ringNumbers: [String: Int]

  private struct Reason {
    let control: String
    let name: String
    let at: TimeSpan
    let rule: String
  }

  /// More are never seen at once.
  private static let mostHappened = 200
  private static let mostGestures = 8
  private static let mostReasons = 64
  /// Times went through text.
  private static let tolerance = TimeSpan(nanoseconds: 2000)

  /// A model of `panel`, of which nothing is known.
  init(_ panel: PanelFile, listsEdges: Bool = false) {
    self.panel = panel
    self.listsEdges = listsEdges
    runner = TraceRunner(panel: panel.panel, options: TraceRunner.Options(emitsEdges: true))
    explainer = Explainer(panel)
    lines = panel.lines.map { _ in MonitorLine() }
    gestures = panel.controls.map { _ in [] }
    places = panel.controls.map { _ in "" }
    pictures = panel.rings.map { _ in nil }
    changesAtStatus = panel.lines.map { _ in 0 }
    controlNumbers = MonitorModel.numbers(panel.controls.map(\.name))
    ringNumbers = MonitorModel.numbers(panel.rings.map(\.name))
  }

  private static func numbers(_ names: [String]) -> [String: Int] {
    Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  }

  // MARK: What comes

  /// Takes what a recording says next.
  mutating func take(_ item: TraceStream.Item) {
    switch item {
    case .start(let levels):
      hasStarted = true
      decide { runner, sink in runner.start(levels: levels, sink) }
    case .entry(let entry): take(entry)
    }
  }

  private mutating func take(_ entry: Trace.Entry) {
    now = max(now, entry.at)
    if case .edge(let line, let isClosed) = entry.action { note(line, isClosed, entry.at) }
    switch entry.action {
    case .lost(let line, _), .level(let line, _): interrupt([line])
    case .gone(let gone): interrupt(gone)
    case .suspend, .reload: interrupt(Array(lines.indices))
    case .edge, .stall, .back, .found, .shutdown, .end: break
    }
    decide { runner, sink in
      runner.settle(before: entry, sink)
      runner.play(entry, sink)
    }
  }

  private mutating func note(_ line: Int, _ isClosed: Bool, _ instant: Instant) {
    guard lines.indices.contains(line) else { return }
    let wasClosed = runner.controller.isClosed(line: line)
    edgeCount += 1
    lines[line].edge(at: instant, wasClosed: wasClosed, isClosed: isClosed)
    explainer.note(line: line, isClosed: isClosed, at: instant)
    if listsEdges { add(.edge(line: line, isClosed: isClosed), at: instant) }
  }

  private mutating func interrupt(_ numbers: [Int]) {
    for line in numbers where lines.indices.contains(line) { lines[line].interrupt() }
  }

  /// Nothing more comes that is stamped before `instant`.
  mutating func advance(to instant: Instant) {
    guard hasStarted, instant > now else { return }
    now = instant
    for line in lines.indices { lines[line].advance(to: instant) }
    decide { runner, sink in runner.pass(to: instant, sink) }
  }

  /// Takes an event of the panel.
  mutating func take(_ event: MonitorEvent) {
    var event = event
    eventCount += 1
    if let index = reasons.firstIndex(where: { isReason($0, of: event) }) {
      event.rule = reasons.remove(at: index).rule
    }
    add(.event(event), at: instant(of: event.at))
    guard let control = controlNumbers[event.control] else { return }
    gestures[control].append(event)
    if gestures[control].count > MonitorModel.mostGestures { gestures[control].removeFirst() }
    if let place = event.place { places[control] = place }
  }

  /// Takes how the panel is.
  mutating func take(_ status: MonitorStatus) {
    self.status = status
    changesAtStatus = lines.indices.map { runner.controller.changeCount(ofLine: $0) }
  }

  /// Takes the picture of a ring: pixels as `rrggbb`; false for what is none.
  mutating func take(picture json: JSON) -> Bool {
    guard case .string(let name) = json["ring"], case .array(let pixels) = json["pixels"],
      let ring = ringNumbers[name]
    else { return false }
    pictures[ring] = pixels.map { pixel in
      guard case .string(let text) = pixel, let code = UInt32(text, radix: 16) else {
        return .black
      }
      return Colour(rgb: code)
    }
    return true
  }

  /// Adds a remark to what happened.
  mutating func note(_ text: String) { add(.note(text), at: now) }

  private mutating func add(_ what: Happening, at instant: Instant) {
    happened.append(Happened(at: instant, what: what))
    if happened.count > MonitorModel.mostHappened { happened.removeFirst() }
  }

  /// When something was that the panel counts so.
  func instant(of count: TimeSpan) -> Instant { .zero + (count - zero) }

  // MARK: Why

  /// Lets the engine beside the panel's decide; only the reasons of its events are kept.
  private mutating func decide(_ body: (inout TraceRunner, TraceRunner.Sink) -> Void) {
    var events: [Event] = []
    body(&runner) { if case .event(let event) = $0 { events.append(event) } }
    for event in events { explain(event) }
  }

  private mutating func explain(_ event: Event) {
    let explanation = explainer.explain(event)
    guard panel.controls.indices.contains(event.control) else { return }
    let reason = Reason(
      control: panel.controls[event.control].name, name: EventName(event.kind).rawValue,
      at: zero + (event.at - .zero), rule: explanation.ruleText)
    if give(reason) { return }
    reasons.append(reason)
    if reasons.count > MonitorModel.mostReasons { reasons.removeFirst() }
  }

  private func isReason(_ reason: Reason, of event: MonitorEvent) -> Bool {
    let distance = reason.at - event.at
    return reason.control == event.control && reason.name == event.name
      && distance <= MonitorModel.tolerance && event.at - reason.at <= MonitorModel.tolerance
  }

  /// Gives a reason to an event that the panel has said already.
  private mutating func give(_ reason: Reason) -> Bool {
    let newest = happened.indices.suffix(MonitorModel.mostReasons)
    for index in newest.reversed() {
      guard case .event(var event) = happened[index].what, event.rule == nil,
        isReason(reason, of: event)
      else { continue }
      event.rule = reason.rule
      happened[index].what = .event(event)
      return true
    }
    return false
  }

  // MARK: What is seen

  /// The level of a line as it was reported last.
  func isClosed(_ line: Int) -> Bool { runner.controller.isClosed(line: line) }

  /// Whether the contact of a line is settled closed.
  func isSettledClosed(_ line: Int) -> Bool { runner.controller.isSettledClosed(line: line) }

  /// How a line is: `ok`, or the name of the event that says what it is.
  func health(_ line: Int) -> String {
    status(line)?.health ?? runner.controller.health(ofLine: line).name
  }

  private func status(_ line: Int) -> MonitorStatus.Line? {
    guard let status, status.lines.indices.contains(line) else { return nil }
    return status.lines[line]
  }

  /// Why nothing comes of a control, because of one of its lines; nil for nothing.
  func trouble(ofControl control: Int) -> String? {
    for line in panel.lines.indices where panel.lines[line].control == control {
      switch health(line) {
      case LineHealth.gone.name: return "its line is not there"
      case LineHealth.chatter.name: return "ignored, as it chatters"
      default: break
      }
    }
    return nil
  }

  /// Whether a program presses a line.
  func isRemote(_ line: Int) -> Bool { status(line)?.isRemote == true }

  /// Level changes since the panel was loaded.
  func edgeTotal(_ line: Int) -> Int {
    let changes = runner.controller.changeCount(ofLine: line)
    guard let status = status(line) else { return changes }
    return status.edges + max(changes - changesAtStatus[line], 0)
  }

  /// Those of them that came to nothing; nil for an encoder's contact.
  func bounceTotal(_ line: Int) -> Int? {
    guard let status = status(line) else { return runner.controller.bounceCount(ofLine: line) }
    return status.bounces
  }

  /// Where a control stands.
  func outlook(_ control: Int) -> Outlook? { runner.controller.outlook(of: control) }

  /// What a ring shows.
  func picture(_ ring: Int) -> [Colour] {
    pictures[ring] ?? runner.colours(of: ring, at: now)
  }

  /// Lines that had edges since the last summary, or that are another way than then.
  mutating func takeSummary(_ before: inout [String]) -> [MonitorSummary] {
    var summaries: [MonitorSummary] = []
    for line in lines.indices {
      let summary = MonitorSummary(line, of: self)
      let state = summary.state
      if lines[line].edgesOfSummary > 0 || before[line] != state { summaries.append(summary) }
      before[line] = state
      lines[line].beginSummary()
    }
    return summaries
  }
}

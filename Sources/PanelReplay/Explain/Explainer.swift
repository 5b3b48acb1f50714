import ButtonController
import PanelFiles

/// Says of each event why it was emitted and what else it might have been.
///
/// Looks on from outside: it is given the raw edges and every event, presses and releases included,
/// and knows the panel's rules. It decides nothing. A value with one owner; it keeps the last edges of
/// each line, so it does not grow.
public struct Explainer: Sendable {
  let panel: PanelFile
  var tracks: [Track]
  /// The last edges of each line.
  private var edges: [[Explanation.Edge]]
  private static let kept = 48

  /// What is known of a control's press.
  struct Track: Sendable {
    var press: Instant?
    var lastPress = Instant.ever
    var lastRelease = Instant.ever
    /// The press that the last release ended.
    var releasedPress = Instant.ever
    var hold: Instant?
    var chatterAt = Instant.ever
    var stuckAt = Instant.ever
    var attempt: Instant?
    var lastTurn = Instant.ever
    var previousTurn = Instant.ever
    var travel = 0
  }

  /// An explainer for the events of `panel`, before its start.
  public init(_ panel: PanelFile) {
    self.panel = panel
    tracks = Array(repeating: Track(), count: panel.controls.count)
    edges = Array(repeating: [], count: panel.lines.count)
  }

  /// Notes a raw edge, before it is reported to the engine.
  public mutating func note(line: Int, isClosed: Bool, at stamp: Instant) {
    guard edges.indices.contains(line) else { return }
    if edges[line].count == Self.kept { edges[line].removeFirst(Self.kept / 2) }
    edges[line].append(
      Explanation.Edge(line: panel.lines[line].name, isClosed: isClosed, at: stamp))
  }

  /// Explains `event`; every event must be given, in order.
  public mutating func explain(_ event: Event) -> Explanation {
    note(event)
    var explanation = reason(for: event)
    explanation.not += missedChords(of: event)
    if event.decided > event.at, let late = lateness(of: event) { explanation.not.append(late) }
    return explanation
  }

  private mutating func note(_ event: Event) {
    let control = event.control
    switch event.kind {
    case .press, .on, .state(isOn: true):
      tracks[control].press = event.at
      tracks[control].lastPress = event.at
      tracks[control].hold = nil
      tracks[control].attempt = nil
    case .release, .off, .state(isOn: false):
      tracks[control].press = nil
      tracks[control].lastRelease = event.at
      tracks[control].releasedPress = tracks[control].lastPress
    case .chatter:
      tracks[control].chatterAt = event.at
      // A quarantined member ends its chord, too.
      for number in panel.controls.indices {
        guard case .chord(let chord) = panel.panel.controls[number].kind,
          chord.members.contains(control)
        else { continue }
        tracks[number].chatterAt = event.at
      }
    case .stuck: tracks[control].stuckAt = event.at
    case .hold: tracks[control].hold = event.at
    case .confirmStart: tracks[control].attempt = event.at
    case .turn:
      tracks[control].previousTurn = tracks[control].lastTurn
      tracks[control].lastTurn = event.at
    case .drag(_, let total, _): tracks[control].travel = total
    default: break
    }
  }

  private func reason(for event: Event) -> Explanation {
    switch event.kind {
    case .release(_, let reason?):
      return Explanation(
        rule: "release \(EventLine.name(of: reason))",
        why: Self.interruption(reason) + ", so the press is over",
        not: ["debounce.release: no edge brought it"])
    case .press, .release(_, nil), .on, .off: return contact(event)
    case .ignored(let reason): return ignored(event, reason)
    case .tap(let count): return tap(event, count)
    case .hold, .holdLevel, .holdReady, .holdRepeat, .holdEnd: return hold(event)
    case .confirmStart, .ready, .confirm: return confirm(event)
    case .cancel(let cancel): return self.cancel(event, cancel)
    case .turn, .dragStart, .drag, .dragEnd, .move, .moveEnd: return movement(event)
    case .state, .bootHeld, .stuck, .unstuck, .chatter, .quiet, .lineGone, .lineBack, .lost,
      .resync:
      return health(event)
    }
  }

  // MARK: - Edges

  /// The lines of a control; of a chord those of its members.
  func lines(of control: Int) -> [Int] {
    if case .chord(let chord) = panel.panel.controls[control].kind {
      return panel.lines.indices.filter { chord.members.contains(panel.lines[$0].control) }
    }
    return panel.lines.indices.filter { panel.lines[$0].control == control }
  }

  /// The edges of a control stamped from `start` to `end`, in order.
  func edges(of control: Int, from start: Instant, to end: Instant) -> [Explanation.Edge] {
    lines(of: control)
      .flatMap { edges[$0].filter { $0.at >= start && $0.at <= end } }
      .sorted { $0.at < $1.at }
  }

  /// The last edges of a control up to `end`, at most `count`.
  func lastEdges(of control: Int, _ count: Int, to end: Instant) -> [Explanation.Edge] {
    edges(of: control, from: .ever, to: end).suffix(count)
  }

  /// Why an event was known only after it had happened.
  private func lateness(of event: Event) -> String? {
    let late = Words.time(event.decided - event.at)
    switch event.kind {
    case .hold, .holdLevel, .holdReady, .holdRepeat, .confirmStart, .ready, .confirm(.hold, _),
      .cancel:
      let unsettled = panel.lines.indices.flatMap { line in
        edges[line].filter { $0.at >= event.at - .milliseconds(250) && $0.at <= event.decided }
      }
      // What settles is known a debounce time after its last edge; later is not the contact's fault.
      let rule = panel.panel.controls[event.control].debounce
      let settled = (unsettled.map(\.at).max() ?? event.at) + max(rule.press, rule.release)
      guard let edge = unsettled.first, settled >= event.decided else {
        return "earlier: the process stalled, and knew it \(late) later"
      }
      return "earlier: known \(late) later, since \(edge.line) changed at \(Words.number(edge.at))"
    default: return nil
    }
  }
}

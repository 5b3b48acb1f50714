import ButtonController
import PanelFiles

/// A press of a program, for who began it and is to end it.
public struct RemotePress: Equatable, Sendable {
  /// The line that is pressed.
  public let line: Int
  /// Its number among all presses of programs in this run.
  let number: Int
}

/// Which lines programs press, until when, and which events came of it.
///
/// A value; it looks at no clock.
struct RemotePresses {
  private struct Press {
    let line: Int
    let control: Int
    let number: Int
    /// When it ends by itself; `never` where it does not.
    let until: Instant
    /// Whether its end by itself was handed out.
    var isEnding = false
  }

  /// The time for which a program pressed; `to` is `never` while it goes on.
  private struct Span {
    let line: Int
    let from: Instant
    var to: Instant
  }

  private var presses: [Press] = []
  private var count = 0
  /// The latest of each control, in their order.
  private var spans: [Int: [Span]] = [:]
  /// The last edge of a contact of each control that was ever pressed so.
  private var lastEdges: [Int: Instant] = [:]

  /// More of one control are never in one gesture: 20 taps and one that is held.
  private static let mostSpans = 24

  /// Whether no program has pressed since the panel was loaded.
  var isEmpty: Bool { presses.isEmpty && spans.isEmpty }

  /// Whether a program presses `line`.
  func isOpen(_ line: Int) -> Bool { presses.contains { $0.line == line } }

  /// Whether this press goes on.
  func isOpen(_ press: RemotePress) -> Bool {
    presses.contains { $0.line == press.line && $0.number == press.number }
  }

  /// When the next press ends by itself.
  var nextEnd: Instant {
    presses.reduce(Instant.never) { min($0, $1.isEnding ? .never : $1.until) }
  }

  /// A program presses `line`, up to `until`.
  mutating func begin(
    line: Int, control: Int, at instant: Instant, until: Instant
  ) -> RemotePress {
    count += 1
    presses.append(Press(line: line, control: control, number: count, until: until))
    var known = spans[control] ?? []
    if known.count == RemotePresses.mostSpans { known.removeFirst() }
    known.append(Span(line: line, from: instant, to: .never))
    spans[control] = known
    lastEdges[control] = lastEdges[control] ?? .ever
    return RemotePress(line: line, number: count)
  }

  /// Gives the presses that end by themselves at `now`, and when; each once.
  mutating func takeEnds(at now: Instant) -> [(line: Int, at: Instant)] {
    guard nextEnd <= now else { return [] }
    var ends: [(line: Int, at: Instant)] = []
    for index in presses.indices where !presses[index].isEnding && presses[index].until <= now {
      presses[index].isEnding = true
      ends.append((presses[index].line, presses[index].until))
    }
    return ends
  }

  /// The press of `line` is over, whoever ended it.
  mutating func end(_ line: Int, at instant: Instant) {
    guard let index = presses.firstIndex(where: { $0.line == line }) else { return }
    let press = presses.remove(at: index)
    guard let place = spans[press.control]?.lastIndex(where: { $0.line == line }) else { return }
    spans[press.control]?[place].to = instant
  }

  /// A contact of `control` moved.
  mutating func noteEdge(of control: Int, at instant: Instant) {
    if lastEdges[control] != nil { lastEdges[control] = instant }
  }

  /// Every press is over: another panel starts.
  mutating func removeAll() {
    presses.removeAll()
    spans.removeAll()
    lastEdges.removeAll()
  }

  /// Whether `event` came of a press of a program: of its control, or of one of a chord's `members`.
  ///
  /// What completes a gesture decides: a tap of a finger after one of a program is the finger's.
  func caused(_ event: PanelEvent, members: [Int]) -> Bool {
    guard !spans.isEmpty, case .gesture(let kind) = event.kind, Self.isOfPress(kind) else {
      return false
    }
    for control in [event.control] + members {
      guard let known = spans[control] else { continue }
      if known.contains(where: { $0.from <= event.at && event.at <= $0.to }) { return true }
      // What ends a press that a program had released, before that was settled.
      if let held = Self.held(kind) {
        let press = event.at - held
        if known.contains(where: { $0.from <= press && press <= $0.to }) { return true }
      }
      // Taps that waited for more are cancelled long after the last of them.
      if case .cancel(let cancel) = kind, cancel.held == nil, let last = known.last,
        last.to <= event.at, last.to >= lastEdges[control] ?? .ever
      {
        return true
      }
    }
    return false
  }

  /// How long the press had been open that it ends; nil for what ends none.
  private static func held(_ kind: Event.Kind) -> TimeSpan? {
    switch kind {
    case .release(let held, _), .holdEnd(let held, _): return held
    case .cancel(let cancel): return cancel.held
    default: return nil
    }
  }

  /// Whether it is of a press at all, and not of turns, switches, or a line's health.
  private static func isOfPress(_ kind: Event.Kind) -> Bool {
    switch kind {
    case .press, .release, .ignored, .tap, .hold, .holdLevel, .holdReady, .holdRepeat, .holdEnd,
      .confirmStart, .ready, .confirm, .cancel, .dragStart, .drag, .dragEnd, .move, .moveEnd,
      .stuck, .unstuck:
      return true
    case .turn, .on, .off, .state, .bootHeld, .chatter, .quiet, .lineGone, .lineBack, .lost,
      .resync:
      return false
    }
  }
}

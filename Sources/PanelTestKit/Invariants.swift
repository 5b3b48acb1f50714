import ButtonController

/// What holds for every panel and every input, checked as the events come.
///
/// Needs a panel whose controls all tell edges. Knows nothing of how the engine works: it counts
/// accepted presses and what they came to. Switches and the health of lines are looked at only as far
/// as they end presses.
public struct Invariants: Sendable {
  /// What was broken first, in words; nil while all holds.
  public private(set) var violation: String?

  private let panel: Panel
  private var controls: [Track]
  private var lastDecided = Instant.ever
  /// The control whose press was told last: the one that may have cancelled a confirm.
  private var lastPressed = -1

  private var sleep = (beginning: Instant.ever, end: Instant.ever)

  private enum Outcome { case none, hold, confirm, cancel, drag, dragAfterOutcome, excused }

  private struct Track: Sendable {
    var press: Instant?
    var lastRelease = Instant.ever
    var outcome = Outcome.none
    /// Of the press that ended last.
    var lastOutcome = Outcome.none
    var isAttempting = false
    var attemptStart = Instant.ever
    var successUntil = Instant.ever
    var position = 0
    /// A matched chord that keeps it silent until all members are open.
    var silencedBy: Int?
    /// A loss, sleep or reload came: an open press ends without a release being told.
    var isInterrupted = false
    /// A loss within a matched chord: which of its members' presses count is not followed further.
    var isUnaccountable = false
    /// Presses that were accepted and must come to something, and what was told of them.
    var accepted = 0
    var told = 0
  }

  /// Invariants of `panel`, before its start.
  public init(_ panel: Panel) {
    self.panel = panel
    controls = Array(repeating: Track(), count: panel.controls.count)
  }

  /// Looks at the next event.
  public mutating func take(_ event: Event) {
    if event.decided < lastDecided { fail("decided goes back", event) }
    if event.at > event.decided { fail("at is later than decided", event) }
    lastDecided = event.decided
    switch event.kind {
    case .press: takePress(event)
    case .release(let held): takeRelease(event, held)
    case .tap(let count): takeTap(event, count)
    case .hold(let taps): takeHold(event, taps)
    case .holdLevel, .holdRepeat:
      if controls[event.control].outcome != .hold { fail("a part of a hold without one", event) }
    case .holdEnd:
      let track = controls[event.control]
      // Its press may still be open (turned, lost), or have been released just before.
      if track.outcome != .hold && track.lastOutcome != .hold { fail("end without hold", event) }
      if track.press != nil { controls[event.control].outcome = .cancel }
    case .confirmStart:
      if controls[event.control].press == nil { fail("attempt without press", event) }
      if controls[event.control].isAttempting { fail("attempt within an attempt", event) }
      if controls[event.control].outcome != .none { fail("attempt after an outcome", event) }
      controls[event.control].isAttempting = true
      controls[event.control].attemptStart = event.at
    case .ready:
      if !controls[event.control].isAttempting { fail("ready without attempt", event) }
    case .confirm(let via, let held): takeConfirm(event, via, held)
    case .cancel(let cancel): takeCancel(event, cancel)
    case .turn(let steps, let position):
      controls[event.control].position += steps
      if controls[event.control].position != position { fail("position is not the sum", event) }
      // After an interruption the push's release is silent.
      if controls[event.control].press != nil && !controls[event.control].isInterrupted {
        fail("turn while pressed", event)
      }
    case .dragStart: takeDragStart(event)
    case .drag, .move:
      let outcome = controls[event.control].outcome
      if outcome != .drag && outcome != .dragAfterOutcome { fail("step without drag", event) }
    case .dragEnd, .moveEnd: break
    case .on, .off, .state, .bootHeld, .quiet, .unstuck, .lineBack: break
    case .stuck, .chatter, .lineGone, .lost, .resync: noteInterruption(of: event.control)
    }
  }

  /// Notes that the system sleeps: all controls are interrupted, and no event says so.
  public mutating func noteSleep(from beginning: Instant, to end: Instant) {
    sleep = (beginning, end)
    interruptAll()
  }

  private mutating func interruptAll() {
    for control in controls.indices { noteInterruption(of: control) }
  }

  /// Notes a reload: all controls are interrupted, and positions and success times begin anew.
  public mutating func noteReload() {
    interruptAll()
    for control in controls.indices {
      controls[control].position = 0
      controls[control].successUntil = .ever
      controls[control].silencedBy = nil
    }
  }

  /// From here on an open press of the control, or of a chord with it, may end without a release.
  private mutating func noteInterruption(of control: Int) {
    controls[control].isInterrupted = true
    if controls[control].silencedBy != nil { controls[control].isUnaccountable = true }
    for number in controls.indices {
      guard case .chord(let chord) = panel.controls[number].kind, chord.members.contains(control)
      else { continue }
      controls[number].isInterrupted = true
      guard controls[control].silencedBy == number else { continue }
      for member in chord.members { controls[member].isUnaccountable = true }
    }
  }

  /// Looks at the end, when nothing is due any more: every press has come to something.
  public mutating func finish() {
    for control in controls.indices where violation == nil {
      let track = controls[control]
      let isOpen = track.press != nil && track.outcome == .none
      if !track.isUnaccountable && track.accepted - (isOpen ? 1 : 0) != track.told {
        violation =
          "control \(control): \(track.accepted) presses accepted, outcomes for \(track.told)"
      }
      if track.isAttempting && track.press == nil && !track.isUnaccountable {
        violation = "control \(control): an attempt without end"
      }
    }
  }

  private mutating func fail(_ what: String, _ event: Event) {
    if violation != nil || controls[event.control].isUnaccountable { return }
    violation = "\(what): \(event)"
  }

  private mutating func takePress(_ event: Event) {
    let control = event.control
    if controls[control].press != nil && !controls[control].isInterrupted {
      fail("press within a press", event)
    }
    // A press from before the sleep that is told at its end has ended with it.
    controls[control].isInterrupted =
      event.at < sleep.beginning && event.decided >= sleep.end
    controls[control].press = event.at
    lastPressed = control
    controls[control].isAttempting = false
    controls[control].outcome = .none
    if event.at < controls[control].successUntil || controls[control].silencedBy != nil {
      controls[control].outcome = .excused
    } else {
      controls[control].accepted += 1
    }
    guard case .chord(let chord) = panel.controls[control].kind else { return }
    // Its members' presses are the chord's: they come to nothing of their own.
    for member in chord.members where controls[member].press != nil {
      if controls[member].outcome != .none && !controls[member].isUnaccountable {
        fail("a decided press in a chord", event)
      }
      controls[member].outcome = .excused
      controls[member].accepted -= 1
      controls[member].silencedBy = control
    }
  }

  private mutating func takeRelease(_ event: Event, _ held: Span) {
    let control = event.control
    guard let press = controls[control].press else { return fail("release without press", event) }
    if event.at - press != held { fail("held is not since the press", event) }
    controls[control].press = nil
    controls[control].lastRelease = event.at
    controls[control].lastOutcome = controls[control].outcome
    controls[control].outcome = .none
    guard let number = controls[control].silencedBy,
      case .chord(let chord) = panel.controls[number].kind
    else { return }
    for member in chord.members where controls[member].press != nil { return }
    for member in chord.members { controls[member].silencedBy = nil }
  }

  private mutating func takeTap(_ event: Event, _ count: Int) {
    let control = event.control
    let track = controls[control]
    if event.at == track.lastRelease {
      switch track.lastOutcome {
      case .none: controls[control].told += count
      case .drag: controls[control].told += count - 1
      case .hold, .confirm, .cancel, .dragAfterOutcome, .excused:
        fail("a tap of a press that had an outcome", event)
      }
    } else {
      controls[control].told += count
    }
    if controls[control].told > controls[control].accepted { fail("more than accepted", event) }
    if panel.controls[control].gestures.tap?.firesAtPress == true, track.press == event.at {
      controls[control].outcome = .cancel
    }
  }

  private mutating func takeHold(_ event: Event, _ taps: Int) {
    open(event, becomes: .hold)
    controls[event.control].told += taps + 1
    let after = panel.controls[event.control].gestures.hold?.after
    if let press = controls[event.control].press, let after, event.at - press != after {
      fail("hold at another instant than its threshold", event)
    }
  }

  private mutating func takeConfirm(_ event: Event, _ via: Event.Via, _ held: Span) {
    let control = event.control
    guard let confirm = panel.controls[control].gestures.confirm else {
      return fail("confirm is not bound", event)
    }
    let isByTaps = via == .doubleTap
    if !isByTaps {
      if !controls[control].isAttempting { fail("confirm without attempt", event) }
      if held < confirm.after { fail("confirmed too early", event) }
    }
    if let press = controls[control].press {
      if event.at - press != confirm.after { fail("confirm at another instant", event) }
      open(event, becomes: .confirm)
    } else {
      if event.at != controls[control].lastRelease { fail("confirm without press", event) }
      if controls[control].lastOutcome != .none { fail("confirm after an outcome", event) }
      controls[control].lastOutcome = .confirm
    }
    let waited = isByTaps && panel.controls[control].gestures.tap != nil
    controls[control].told += waited ? 2 : 1
    controls[control].isAttempting = false
    controls[control].successUntil = event.at + confirm.success
  }

  private mutating func takeCancel(_ event: Event, _ cancel: Event.Cancel) {
    let control = event.control
    controls[control].told += cancel.taps
    if let progress = cancel.progress {
      if !(progress >= 0 && progress <= 1) { fail("progress out of bounds", event) }
      if !controls[control].isAttempting && progress > 0 { fail("progress of nothing", event) }
    }
    guard cancel.held != nil else { return }
    controls[control].told += 1
    controls[control].isAttempting = false
    if controls[control].press != nil {
      open(event, becomes: .cancel)
    } else if controls[control].lastOutcome != .none {
      fail("cancel after an outcome", event)
    } else {
      controls[control].lastOutcome = .cancel
    }
    if controls[control].told > controls[control].accepted { fail("more than accepted", event) }
    guard cancel.reason == .otherControl else { return }
    excuseConsumed(by: event)
  }

  /// The press that cancelled a confirm elsewhere is consumed.
  private mutating func excuseConsumed(by event: Event) {
    let other = lastPressed
    guard other >= 0, other != event.control, controls[other].press == event.at,
      controls[other].outcome == .none
    else { return }
    controls[other].outcome = .excused
    controls[other].accepted -= 1
  }

  private mutating func takeDragStart(_ event: Event) {
    let control = event.control
    if case .stick(_, false) = panel.controls[control].kind {
      controls[control].outcome = .drag
      return
    }
    switch controls[control].outcome {
    case .none:
      controls[control].outcome = .drag
      controls[control].told += 1
    case .cancel: controls[control].outcome = .dragAfterOutcome
    case .hold, .confirm, .drag, .dragAfterOutcome, .excused: fail("drag after an outcome", event)
    }
  }

  /// The open press comes to `outcome`, its first.
  private mutating func open(_ event: Event, becomes outcome: Outcome) {
    if controls[event.control].press == nil { fail("an outcome without press", event) }
    if controls[event.control].outcome != .none { fail("a second outcome", event) }
    controls[event.control].outcome = outcome
  }
}

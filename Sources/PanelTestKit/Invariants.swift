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
  private var sleep = (beginning: Instant.ever, end: Instant.never)

  private enum Outcome {
    case none, hold, confirm, cancel, drag, dragAfterOutcome, excused
    /// It began in the success time, so it has to be told as ignored.
    case toBeIgnored
  }

  private struct Track: Sendable {
    var press: Instant?
    var lastRelease = Instant.ever
    /// When the press was known, and how long the last one was held.
    var pressKnown = Instant.ever
    var isDecidedBySleep = false
    var lastHeld = Span.zero
    var outcome = Outcome.none
    /// Of the press that ended last.
    var lastOutcome = Outcome.none
    var isAttempting = false
    var attemptStart = Instant.ever
    var successUntil = Instant.ever
    var position = 0
    /// A matched chord that keeps it silent until all members are open.
    var silencedBy: Int?
    /// It was told that the press is ignored whole.
    var isIgnored = false
    /// Without `tap` bound: the last short press that ended in `released`, and no other cancel since.
    var firstTap = Instant.ever
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
    for control in controls.indices { controls[control].position = startPosition(control) }
  }

  /// Looks at the next event.
  public mutating func take(_ event: Event) {
    if event.decided < lastDecided { fail("decided goes back", event) }
    if event.at > event.decided { fail("at is later than decided", event) }
    lastDecided = event.decided
    switch event.kind {
    case .press: takePress(event)
    case .release(let held, let reason): takeRelease(event, held, reason)
    case .ignored(let reason): takeIgnored(event, reason)
    case .tap(let count): takeTap(event, count)
    case .hold(let taps, let held): takeHold(event, taps, held)
    case .holdLevel(let level, .some(let held)): takeHeldLevel(event, level, held)
    case .holdReady: takeHoldReady(event)
    case .holdLevel(_, nil), .holdRepeat:
      if isSwitch(event.control) { break }
      if controls[event.control].outcome != .hold { fail("a part of a hold without one", event) }
    case .holdEnd:
      let track = controls[event.control]
      if isSwitch(event.control) { break }
      // Its press may still be open (turned, lost), or have been released just before.
      if track.outcome != .hold && track.lastOutcome != .hold { fail("end without hold", event) }
      if track.press != nil { controls[event.control].outcome = .cancel }
    case .confirmStart:
      if controls[event.control].press == nil { fail("attempt without press", event) }
      if controls[event.control].isAttempting { fail("attempt within an attempt", event) }
      if controls[event.control].outcome != .none { fail("attempt after an outcome", event) }
      if panel.controls[event.control].gestures.tap == nil { noteDecision(event) }
      controls[event.control].isAttempting = true
      controls[event.control].attemptStart = event.at
    case .ready:
      if !controls[event.control].isAttempting { fail("ready without attempt", event) }
    case .confirm(let via, let held): takeConfirm(event, via, held)
    case .cancel(let cancel): takeCancel(event, cancel)
    case .turn(let steps, let position, let limit): takeTurn(event, steps, position, limit)
    case .dragStart: takeDragStart(event)
    case .drag, .move:
      let outcome = controls[event.control].outcome
      if outcome != .drag && outcome != .dragAfterOutcome { fail("step without drag", event) }
    case .dragEnd, .moveEnd:
      // A movement of a stick is no press.
      if controls[event.control].press == nil { controls[event.control].outcome = .none }
    case .on, .off, .state, .bootHeld, .quiet, .unstuck, .lineBack: break
    case .chatter, .lineGone:
      // Such a line counts as open, so it keeps no chord silent, and all that follows is known.
      noteInterruption(of: event.control, isKnownOpen: true)
    case .stuck, .lost, .resync: noteInterruption(of: event.control)
    }
  }

  /// Notes that the system sleeps: all controls are interrupted, and no event says so.
  public mutating func noteSleep(from beginning: Instant, to end: Instant) {
    sleep = (beginning, end)
    interruptAll()
  }

  /// Notes what begins on waking though its press was known before the sleep.
  ///
  /// What waited at the beginning of a sleep is cancelled, unless its release was known, too.
  private mutating func noteDecision(_ event: Event) {
    controls[event.control].isDecidedBySleep =
      event.decided >= sleep.end && event.at < sleep.beginning
      && controls[event.control].pressKnown < sleep.beginning
  }

  private mutating func interruptAll() {
    for control in controls.indices { noteInterruption(of: control) }
  }

  /// Notes a reload: all controls are interrupted, and positions and success times begin anew.
  public mutating func noteReload() {
    interruptAll()
    for control in controls.indices {
      controls[control].position = startPosition(control)
      controls[control].successUntil = .ever
      controls[control].silencedBy = nil
    }
  }

  /// From here on it is not known which presses of a matched chord count.
  private mutating func noteInterruption(of control: Int, isKnownOpen: Bool = false) {
    controls[control].firstTap = .ever
    if !isKnownOpen, controls[control].silencedBy != nil {
      controls[control].isUnaccountable = true
    }
    for number in controls.indices {
      guard case .chord(let chord) = panel.controls[number].kind, chord.members.contains(control)
      else { continue }
      controls[number].firstTap = .ever
      guard !isKnownOpen, controls[control].silencedBy == number else { continue }
      for member in chord.members { controls[member].isUnaccountable = true }
    }
  }

  /// Looks at the end, when nothing is due any more: every press has come to something.
  public mutating func finish() {
    for control in controls.indices where violation == nil {
      let track = controls[control]
      let isOpen = track.press != nil && track.outcome == .none
      if track.press != nil, panel.controls[control].stuck != nil, !isChord(control) {
        violation = "control \(control): a press without release"
      }
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
    if controls[control].press != nil { fail("press within a press", event) }
    controls[control].press = event.at
    controls[control].pressKnown = event.decided
    controls[control].isDecidedBySleep = false
    lastPressed = control
    controls[control].isAttempting = false
    controls[control].outcome = .none
    controls[control].isIgnored = false
    if controls[control].silencedBy != nil {
      controls[control].outcome = .excused
    } else if event.at < controls[control].successUntil {
      controls[control].outcome = .toBeIgnored
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

  private mutating func takeRelease(_ event: Event, _ held: Span, _ reason: CancelReason?) {
    let control = event.control
    if reason == .suspended && controls[control].isDecidedBySleep {
      fail("a sleep decided what waited", event)
    }
    if reason?.endsContact == false { fail("a release for a reason that ends no contact", event) }
    if controls[control].outcome == .toBeIgnored && !controls[control].isIgnored {
      fail("a press in the success time that nobody was told of", event)
    }
    guard let press = controls[control].press else { return fail("release without press", event) }
    if event.at - press != held { fail("held is not since the press", event) }
    controls[control].press = nil
    controls[control].lastRelease = event.at
    controls[control].lastHeld = held
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
      case .none:
        controls[control].told += count
        checkShort(event, held: track.lastHeld, isTap: true)
      case .drag: controls[control].told += count - 1
      case .hold, .confirm, .cancel, .dragAfterOutcome, .excused, .toBeIgnored:
        fail("a tap of a press that had an outcome", event)
      }
    } else {
      controls[control].told += count
    }
    if controls[control].told > controls[control].accepted { fail("more than accepted", event) }
    if panel.controls[control].gestures.tap?.firesAtPress == true, track.press == event.at {
      noteDecision(event)
      controls[control].outcome = .cancel
    }
  }

  /// A press that came to no hold and no confirm was too short for it.
  private mutating func checkShort(_ event: Event, held: Span, isTap: Bool) {
    let gestures = panel.controls[event.control].gestures
    if let hold = gestures.hold, held >= hold.after {
      fail("held long enough for the hold", event)
    }
    if let confirm = gestures.confirm {
      if held >= (isTap ? gestures.tapWithin : confirm.after) {
        fail(isTap ? "held too long for a tap" : "held long enough for the confirm", event)
      }
    }
  }

  private mutating func takeHold(_ event: Event, _ taps: Int, _ held: Span?) {
    if isSwitch(event.control) { return }
    if let held { return takeHeldLevel(event, 1, held) }
    open(event, becomes: .hold)
    controls[event.control].told += taps + 1
    let after = panel.controls[event.control].gestures.hold?.after
    if let press = controls[event.control].press, let after, event.at - press != after {
      fail("hold at another instant than its threshold", event)
    }
  }

  /// A hold that the release decided: of a press that had no outcome, held as long as its level says.
  private mutating func takeHeldLevel(_ event: Event, _ level: Int, _ held: Span) {
    let control = event.control
    guard let hold = panel.controls[control].gestures.hold, hold.commitsOnRelease else {
      return fail("a hold at the release is not bound", event)
    }
    let times = [hold.after] + hold.furtherLevels
    if level > times.count || held < times[level - 1] { fail("held too short for it", event) }
    if level < times.count && held >= times[level] { fail("held longer than its level", event) }
    if event.at != controls[control].lastRelease { fail("not at the release", event) }
    if controls[control].lastOutcome != .none { fail("a second outcome", event) }
    controls[control].lastOutcome = .hold
    controls[control].told += 1
  }

  private mutating func takeHoldReady(_ event: Event) {
    if controls[event.control].press == nil { fail("ready without press", event) }
    if controls[event.control].outcome != .none { fail("ready after an outcome", event) }
  }

  private mutating func takeIgnored(_ event: Event, _ reason: Event.IgnoreReason) {
    let control = event.control
    // A stick's movement that was consumed.
    guard let press = controls[control].press, press == event.at else { return }
    if controls[control].isIgnored { fail("ignored twice", event) }
    controls[control].isIgnored = true
    switch (reason, controls[control].outcome) {
    case (.success, .toBeIgnored): break
    case (.consumed, .excused): break
    case (.success, _): fail("ignored, but not in the success time", event)
    case (.consumed, _): fail("ignored, but it cancelled nothing", event)
    }
  }

  private mutating func takeTurn(
    _ event: Event, _ steps: Int, _ position: Int, _ limit: Event.Limit?
  ) {
    let control = event.control
    if controls[control].press != nil { fail("turn while pressed", event) }
    guard case .knob(let knob, _) = panel.controls[control].kind else {
      return fail("a turn of what is no knob", event)
    }
    let rule = knob.position
    let before = controls[control].position
    controls[control].position = position
    if position < rule.min ?? Int.min || position > rule.max ?? Int.max {
      fail("position beyond its ends", event)
    }
    if rule.wraps { return }
    let wanted = before + steps * rule.step
    switch limit {
    case nil: if position != wanted { fail("position is not the sum", event) }
    case .min: if position != rule.min || wanted >= position { fail("no end was met", event) }
    case .max: if position != rule.max || wanted <= position { fail("no end was met", event) }
    }
  }

  private func startPosition(_ control: Int) -> Int {
    guard case .knob(let knob, _) = panel.controls[control].kind else { return 0 }
    let rule = knob.position
    return max(rule.min ?? Int.min, min(rule.max ?? Int.max, rule.start ?? 0))
  }

  private func isSwitch(_ control: Int) -> Bool {
    if case .toggle = panel.controls[control].kind { return true }
    return false
  }

  private func isChord(_ control: Int) -> Bool {
    if case .chord = panel.controls[control].kind { return true }
    return false
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
    if isByTaps, panel.controls[control].gestures.tap == nil {
      let gap = event.at - held - controls[control].firstTap
      if controls[control].firstTap == .ever || gap >= Defaults.gap {
        fail("a double tap without its first tap", event)
      }
    }
    controls[control].firstTap = .ever
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
    controls[control].firstTap = .ever
    if panel.controls[control].gestures.confirm != nil, cancel.progress == nil {
      fail("a cancel beside confirm has its progress", event)
    }
    guard let held = cancel.held else { return }
    if cancel.reason == .released, held < panel.controls[control].gestures.tapWithin {
      controls[control].firstTap = event.at
    }
    if cancel.reason == .released { checkShort(event, held: held, isTap: false) }
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
    controls[other].isIgnored = false
  }

  private mutating func takeDragStart(_ event: Event) {
    let control = event.control
    if case .stick = panel.controls[control].kind, controls[control].press == nil {
      controls[control].outcome = .drag
      return
    }
    switch controls[control].outcome {
    case .none:
      controls[control].outcome = .drag
      controls[control].told += 1
    case .cancel: controls[control].outcome = .dragAfterOutcome
    case .hold, .confirm, .drag, .dragAfterOutcome, .excused, .toBeIgnored:
      fail("drag after an outcome", event)
    }
  }

  /// The open press comes to `outcome`, its first.
  private mutating func open(_ event: Event, becomes outcome: Outcome) {
    if controls[event.control].press == nil { fail("an outcome without press", event) }
    if controls[event.control].outcome != .none { fail("a second outcome", event) }
    controls[event.control].outcome = outcome
  }
}

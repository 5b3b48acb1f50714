import ButtonController

/// What holds for every panel and every input, checked as the events come.
///
/// Needs a panel whose controls all emit edges. Knows nothing of how the engine works: it counts
/// accepted presses and what they came to. Switches and the health of lines are looked at only as far
/// as they end presses.
public struct Invariants: Sendable {
  /// What was broken first, in words; nil while all holds.
  public private(set) var violation: String?

  let panel: Panel
  var controls: [Track]
  private var lastDecided = Instant.ever
  /// The control whose press was emitted last: the one that may have cancelled a confirm.
  var lastPressed = -1
  /// What is broken unless a loss at the same instant explains it.
  var suspicion: (what: String, event: Event)?
  var sleep = (beginning: Instant.ever, end: Instant.never)

  enum Outcome {
    case none, hold, confirm, cancel, drag, dragAfterOutcome, excused
    /// It began in the success time, so it has to be emitted as ignored.
    case toBeIgnored
  }

  struct Track: Sendable {
    var press: Instant?
    var lastRelease = Instant.ever
    /// When the press was known, and how long the last one was held.
    var pressKnown = Instant.ever
    var isDecidedBySleep = false
    var lastHeld = TimeSpan.zero
    var outcome = Outcome.none
    /// Of the press that ended last.
    var lastOutcome = Outcome.none
    var isAttempting = false
    var attemptStart = Instant.ever
    var successUntil = Instant.ever
    var position = 0
    /// A matched chord that keeps it silent until all members are open.
    var silencedBy: Int?
    /// It was emitted that the press is ignored whole.
    var isIgnored = false
    /// Without `tap` bound: the last short press that ended in `released`, and no other cancel since.
    var firstTap = Instant.ever
    /// A loss within a matched chord: which of its members' presses count is not followed further.
    var isUnaccountable = false
    /// Presses that were accepted and must come to something, and what was emitted of them.
    var accepted = 0
    var emitted = 0
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
    checkSuspicion(event)
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

  /// Looks whether what was suspected is explained: a release that had waited is taken before a loss,
  /// and the timer that waited with it does not fire.
  private mutating func checkSuspicion(_ event: Event) {
    guard let suspicion else { return }
    switch event.kind {
    case .chatter, .lineGone, .lost, .resync, .stuck: self.suspicion = nil
    default:
      guard event.decided > suspicion.event.decided else { return }
      self.suspicion = nil
      fail(suspicion.what, suspicion.event)
    }
  }

  /// Notes what begins on waking though its press was known before the sleep.
  ///
  /// What waited at the beginning of a sleep is cancelled, unless its release was known, too.
  mutating func noteDecision(_ event: Event) {
    controls[event.control].isDecidedBySleep =
      event.decided >= sleep.end && event.at < sleep.beginning
      && controls[event.control].pressKnown < sleep.beginning
  }

  private mutating func interruptAll() {
    suspicion = nil
    for control in controls.indices { noteInterruption(of: control) }
  }

  /// Notes a reload: all controls are interrupted, and positions and success times begin again.
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
    if let suspicion { fail(suspicion.what, suspicion.event) }
    for control in controls.indices where violation == nil {
      let track = controls[control]
      let isOpen = track.press != nil && track.outcome == .none
      if track.press != nil, panel.controls[control].stuck != nil, !isChord(control) {
        violation = "control \(control): a press without release"
      }
      if !track.isUnaccountable && track.accepted - (isOpen ? 1 : 0) != track.emitted {
        violation =
          "control \(control): \(track.accepted) presses accepted, outcomes for \(track.emitted)"
      }
      if track.isAttempting && track.press == nil && !track.isUnaccountable {
        violation = "control \(control): an attempt without end"
      }
    }
  }

  mutating func fail(_ what: String, _ event: Event) {
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

  private mutating func takeRelease(_ event: Event, _ held: TimeSpan, _ reason: CancelReason?) {
    let control = event.control
    if reason == .suspended && controls[control].isDecidedBySleep {
      fail("a sleep decided what waited", event)
    }
    if reason?.endsContact == false { fail("a release for a reason that ends no contact", event) }
    if controls[control].outcome == .toBeIgnored && !controls[control].isIgnored {
      fail("a press in the success time that nobody was informed of", event)
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
}

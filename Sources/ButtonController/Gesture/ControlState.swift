/// What is going on at one control.
///
/// A value without references, so that an array of them is changed in place.
struct ControlState {
  /// Where a press stands.
  enum Phase {
    /// Open, or a switch.
    case idle
    /// A chord's member: perhaps the chord's press.
    case waiting(press: Instant)
    /// Accepted, nothing reached yet.
    case undecided(press: Instant)
    /// An attempt to confirm runs.
    case confirming(press: Instant, start: Instant)
    /// Held long enough; the release confirms.
    case ready(press: Instant, start: Instant)
    /// With a hold that the release decides: `levels` of it were reached.
    case holdReady(press: Instant)
    /// The hold was emitted.
    case held(press: Instant)
    /// Turned while pressed.
    case dragging(press: Instant)
    /// Decided, ignored, consumed or part of a chord: silent until it opens.
    case over(press: Instant)
    /// Closed since a start or a loss: silent until it opens.
    case unarmed
  }

  /// A stick's movement while it is not pressed.
  enum Movement {
    /// None.
    case still
    /// Each step is emitted.
    case moving
    /// It cancelled a confirm elsewhere, and is nothing but that.
    case consumed
  }

  fileprivate(set) var phase = Phase.idle
  var movement = Movement.still
  /// The stamp of a `press` that was emitted and has no `release` yet; `never` where there is none.
  var pressTold = Instant.never
  /// The order of arrival of the press, among presses of equal stamps.
  var pressArrival: Int64 = 0
  /// For how long the contact of the undecided press was open.
  var openTime = TimeSpan.zero

  /// Taps that wait for more; their releases' stamps stand in the controller's `tapStamps`.
  var pendingTaps = 0
  /// The last accepted tap's release, from which the gap runs.
  var lastTap = Instant.ever
  /// Without `tap` bound: the release of a first short press that a second may turn into a confirm.
  var firstOfDoubleTap = Instant.ever
  /// Presses stamped before this are ignored: the success time.
  var successUntil = Instant.ever

  /// Of a hold: how many further levels were emitted; with `commit: release`, how many were reached.
  var levels = 0
  /// Of a hold: repeats emitted, and when the next is due.
  var repeats = 0
  var nextRepeat = Instant.never

  /// The last accepted edge of a push, for the slip guard.
  var lastPushEdge = Instant.ever
  /// A knob's position as its turns have moved it.
  var position = 0
  var lastTurn = Instant.ever
  var lastTurnWasClockwise = true

  var drag = DragState()

  /// A matched chord that keeps this member silent until all its members are open; -1 for none.
  var silencedBy = -1
  var isStuck = false
  /// How many of its lines are gone, and in quarantine: while any is, nothing is taken.
  var goneLines = 0
  var quarantinedLines = 0

  var isOut: Bool { goneLines > 0 || quarantinedLines > 0 }

  /// The stamp of a press that is open and counts; nil where none is.
  var openPress: Instant? {
    switch phase {
    case .idle, .unarmed: return nil
    case .waiting(let press), .undecided(let press), .holdReady(let press), .held(let press),
      .dragging(let press), .over(let press):
      return press
    case .confirming(let press, _), .ready(let press, _): return press
    }
  }

  /// Whether the open press still waits for its outcome (a emitted hold and a drag have theirs).
  var isUndecided: Bool {
    switch phase {
    case .waiting, .undecided, .confirming, .ready, .holdReady: return true
    case .idle, .held, .dragging, .over, .unarmed: return false
    }
  }
}

extension Controller {
  /// The only way to another phase, so that the tables over all controls stay true.
  mutating func setPhase(of control: Int, _ phase: ControlState.Phase) {
    states[control].phase = phase
    let press = states[control].openPress
    presses[control] = press?.mirrored ?? .never
    if chords.isAny {
      if case .waiting(let press) = phase {
        waiting[control] = press
      } else {
        waiting[control] = .never
      }
    }
    if panel.controls[control].gestures.confirm != nil {
      attempts[control] = states[control].isUndecided ? press ?? .never : .never
    }
  }
}

/// The elastic drag of a knob (`x` only) or a stick, in steps.
struct DragState {
  var x = 0
  var y = 0
  var path = 0
  /// The press had a cancel or a hold before it was turned: it cannot be a tap any more.
  var isAfterOutcome = false
  /// When each direction that stays closed adds its next step: up, down, left, right.
  var next = (Instant.never, Instant.never, Instant.never, Instant.never)

  func nextStep(of direction: Int) -> Instant {
    switch direction {
    case 0: return next.0
    case 1: return next.1
    case 2: return next.2
    default: return next.3
    }
  }

  mutating func setNextStep(of direction: Int, _ instant: Instant) {
    switch direction {
    case 0: next.0 = instant
    case 1: next.1 = instant
    case 2: next.2 = instant
    default: next.3 = instant
    }
  }
}

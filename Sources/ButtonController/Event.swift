/// What the engine emits: one thing that happened at one control.
///
/// A value without references. `at` is the instant at which it happened in the world, `decided` the
/// instant at which it was known; `decided` never goes back from one event to the next.
public struct Event: Equatable, Sendable {
  /// When it happened.
  public var at: Instant
  /// When it was known: not before `at`, and later where a contact had to settle or a process stalled.
  public var decided: Instant
  /// The control's number in the panel (controls in their order, then chords).
  public var control: Int
  /// What happened.
  public var kind: Kind

  /// An event of `control`.
  public init(at: Instant, decided: Instant, control: Int, kind: Kind) {
    self.at = at
    self.decided = decided
    self.control = control
    self.kind = kind
  }

  /// What happened, with what belongs to it.
  public enum Kind: Equatable, Sendable {
    /// An accepted press; only where edges are asked for.
    case press
    /// The end of an accepted press; only where edges are asked for. `held`: since the press; `reason`:
    /// what ended it where no edge did.
    case release(held: TimeSpan, reason: CancelReason? = nil)
    /// A press that is ignored whole.
    case ignored(reason: IgnoreReason)
    /// `count` taps in a row, 1 or more.
    case tap(count: Int)
    /// The hold's time was reached; `taps` taps went before it as part of the gesture. `held` where it
    /// is emitted at the release (`commit: release`).
    case hold(taps: Int, held: TimeSpan? = nil)
    /// A further level of a hold was reached; the first is `hold` itself, so `level` is 2 or more.
    /// `held` as for `hold`.
    case holdLevel(level: Int, held: TimeSpan? = nil)
    /// With `commit: release`: the time of this level, 1 or more, was reached; the release decides.
    case holdReady(level: Int)
    /// The `count`th repeat of a hold, from 1.
    case holdRepeat(count: Int)
    /// A hold that was emitted is over; `level` of its levels were reached, 1 or more.
    case holdEnd(held: TimeSpan, level: Int = 1)
    /// An attempt to confirm has started; its ring fills.
    case confirmStart
    /// Held long enough; the release will confirm (`commit: release`).
    case ready
    /// Confirmed.
    case confirm(via: Via, held: TimeSpan)
    /// A press, or taps that were waiting, came to nothing.
    case cancel(Cancel)
    /// A knob was turned: `steps` with its sign (+ is clockwise), `position` as counted; `limit` where
    /// an end of the position cut the turn short.
    case turn(steps: Int, position: Int, limit: Limit? = nil)
    /// A push-and-turn or a stick's movement began.
    case dragStart
    /// One detent of a knob's drag, in detents; `pull` in units of travel, with a sign.
    case drag(delta: Int, total: Int, pull: Double)
    /// A knob's drag is over: net travel and length of the way, in detents.
    case dragEnd(total: Int, path: Int)
    /// One step of a stick: its direction, the position in steps, pull, and angle in degrees.
    case move(dx: Int, dy: Int, x: Int, y: Int, pull: Double, angle: Double)
    /// A stick's movement is over, in steps.
    case moveEnd(x: Int, y: Int, path: Int)
    /// A switch was closed.
    case on
    /// A switch was opened.
    case off
    /// A switch's state as found, not a change.
    case state(isOn: Bool)
    /// Closed at the start: nothing counts until it was open.
    case bootHeld
    /// Closed for longer than anyone presses.
    case stuck
    /// Open again after `stuck`.
    case unstuck
    /// More level changes a second than a contact makes: the line is in quarantine.
    case chatter
    /// The quarantine is over.
    case quiet
    /// The control's chip vanished.
    case lineGone
    /// All lines of the control are back.
    case lineBack
    /// Edges were lost on the way.
    case lost
    /// An audit found another level than the edges had emitted.
    case resync
  }

  /// An end of a knob's position.
  public enum Limit: Equatable, Sendable {
    /// The lower end.
    case min
    /// The upper end.
    case max
  }

  /// Why a press was ignored whole.
  public enum IgnoreReason: Equatable, Sendable, CaseIterable {
    /// It began in the success time of a confirm.
    case success
    /// It cancelled the exclusive confirm of another control.
    case consumed
  }

  /// How a confirm came about.
  public enum Via: Equatable, Sendable {
    /// Held for the whole time.
    case hold
    /// Two taps, where the panel allows that.
    case doubleTap
  }

  /// The end of a press that came to nothing.
  public struct Cancel: Equatable, Sendable {
    /// Why.
    public var reason: CancelReason
    /// The attempt's own progress, 0…1, where confirm is bound to an open press; else nil.
    public var progress: Double?
    /// How long the press was open; nil if only taps were waiting.
    public var held: TimeSpan?
    /// Taps that were waiting and are covered by this cancel.
    public var taps: Int

    /// A cancel for `reason`.
    public init(reason: CancelReason, progress: Double?, held: TimeSpan?, taps: Int) {
      self.reason = reason
      self.progress = progress
      self.held = held
      self.taps = taps
    }
  }
}

/// Why a press came to nothing: the closed set.
public enum CancelReason: Equatable, Sendable, CaseIterable {
  /// Let go before anything was reached.
  case released
  /// Held too long (`commit: release`).
  case overHold
  /// Another control was pressed.
  case otherControl
  /// Three controls were pressed within 200 ms.
  case many
  /// The knob was turned.
  case turned
  /// A gap in the sequence of edges.
  case lost
  /// An audit found another level.
  case resync
  /// The chip vanished.
  case lineGone
  /// The system slept.
  case suspended
  /// Closed for too long.
  case stuck
  /// The line chatters.
  case chatter
  /// The panel file was reloaded.
  case reload
  /// The program ends.
  case shutdown

  /// Whether it can end a press though no edge did, and so be the reason of a `release`.
  public var endsContact: Bool {
    switch self {
    case .released, .overHold, .otherControl, .many, .turned: return false
    case .lost, .resync, .lineGone, .suspended, .stuck, .chatter, .reload, .shutdown: return true
    }
  }
}

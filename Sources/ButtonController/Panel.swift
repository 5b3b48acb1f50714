/// A panel as the engine sees it: controls and rings without names, pins or files.
///
/// A plain value that is read when a `Controller` is made. Indices run over `controls` (chords last)
/// and `rings`. Nothing here checks itself: `PanelFiles` does that with line and column.
public struct Panel: Equatable, Sendable {
  /// The controls, then the chords.
  public var controls: [Control]
  /// The rings.
  public var rings: [Ring]
  /// Rings without squeeze, turning and spring.
  public var reduceMotion: Bool

  /// A panel of `controls` and `rings`.
  public init(controls: [Control], rings: [Ring] = [], reduceMotion: Bool = false) {
    self.controls = controls
    self.rings = rings
    self.reduceMotion = reduceMotion
  }
}

/// One control: a button, a switch, a knob, a stick or a chord of buttons.
public struct Control: Equatable, Sendable {
  /// What it is, with what only this kind has.
  public var kind: Kind
  /// How contacts of its buttons, pushes, directions or switch are settled.
  public var debounce: Debounce
  /// The gestures of a button, a push or a chord; of a switch the hold alone, without its taps and
  /// `commitsOnRelease`.
  public var gestures: Gestures
  /// Whether `press` and `release` are emitted.
  public var emitsEdges: Bool
  /// Closed this long is stuck; nil for never.
  public var stuck: TimeSpan?
  /// So many level changes a second are more than a contact makes, 1 or more; nil to bear any.
  public var chatter: Int?
  /// The rings that show this control, each once; indices into `Panel.rings`.
  public var rings: [Int]

  /// A control of `kind` with defaults for the rest; `ring` is short for the first of `rings`.
  public init(
    kind: Kind,
    debounce: Debounce? = nil,
    gestures: Gestures = Gestures(),
    emitsEdges: Bool = false,
    stuck: TimeSpan? = Defaults.stuck,
    chatter: Int? = Defaults.chatter,
    ring: Int? = nil,
    rings: [Int] = []
  ) {
    self.kind = kind
    self.debounce = debounce ?? Control.defaultDebounce(of: kind)
    self.gestures = gestures
    self.emitsEdges = emitsEdges
    self.stuck = stuck
    self.chatter = chatter
    self.rings = (ring.map { [$0] } ?? []) + rings
  }

  /// The only ring, or the first of several; to set it leaves no other.
  public var ring: Int? {
    get { rings.first }
    set { rings = newValue.map { [$0] } ?? [] }
  }

  /// The kinds of control.
  public enum Kind: Equatable, Sendable {
    /// A momentary contact: one line.
    case button
    /// A contact that stays: one line.
    case toggle
    /// A rotary encoder: lines a, b, and press where `hasPush`.
    case knob(Knob, hasPush: Bool)
    /// A five-way switch: lines up, down, left, right, and press where `hasPush`.
    case stick(Stick, hasPush: Bool)
    /// Two encoders with a push: lines x.a, x.b, y.a, y.b, press.
    case encoderStick(Stick)
    /// Buttons pressed together: no line of its own.
    case chord(Chord)
  }

  /// How many lines the control has, in the order that `Kind` names them.
  public var lineCount: Int {
    switch kind {
    case .button, .toggle: return 1
    case .knob(_, let hasPush): return hasPush ? 3 : 2
    case .stick(_, let hasPush): return hasPush ? 5 : 4
    case .encoderStick: return 5
    case .chord: return 0
    }
  }

  static func defaultDebounce(of kind: Kind) -> Debounce {
    switch kind {
    case .toggle:
      return Debounce(press: Defaults.switchSettle, release: Defaults.switchSettle)
    case .button, .knob, .stick, .encoderStick, .chord: return Debounce()
    }
  }
}

/// How a raw contact becomes a settled one.
public struct Debounce: Equatable, Sendable {
  /// How long a closed contact must be steady.
  public var press: TimeSpan
  /// How long an open contact must be steady.
  public var release: TimeSpan
  /// The rule.
  public var mode: Mode
  /// A press that bounced for longer than this is stamped at its last edge, not its first.
  public var limit: TimeSpan
  /// A press that could come to a hold or a confirm ends when its contact was open for longer in all;
  /// nil for 50 ms or 2.5 times the release time, whichever is longer.
  public var dropout: TimeSpan?

  /// The rules.
  public enum Mode: Equatable, Sendable {
    /// A change counts when its level has been steady for its time.
    case stable
    /// A press counts at once; then the line is not looked at for the press time.
    case eager
    /// A counter runs up and down with the level; for noisy lines.
    case integrate
  }

  /// A debounce; the defaults are those of buttons.
  public init(
    press: TimeSpan = Defaults.pressSettle,
    release: TimeSpan = Defaults.releaseSettle,
    mode: Mode = .stable,
    limit: TimeSpan = Defaults.bounceLimit,
    dropout: TimeSpan? = nil
  ) {
    self.press = press
    self.release = release
    self.mode = mode
    self.limit = limit
    self.dropout = dropout
  }

  /// `dropout`, or what stands for it.
  public var dropoutLimit: TimeSpan {
    if let dropout { return dropout }
    // Two and a half times, without a product that could overflow.
    return max(Defaults.dropout, release + release + TimeSpan(nanoseconds: release.nanoseconds / 2))
  }
}

/// The gestures that are bound to a button, a push or a chord.
public struct Gestures: Equatable, Sendable {
  /// Taps, if bound.
  public var tap: Tap?
  /// A hold, if bound; never beside `confirm`.
  public var hold: Hold?
  /// Hold to confirm, if bound; never beside `hold`.
  public var confirm: Confirm?
  /// Shorter than this is a tap where `confirm` is bound: its ring stays dark so long.
  public var tapWithin: TimeSpan

  /// Gestures; none bound means nothing is emitted.
  public init(
    tap: Tap? = nil, hold: Hold? = nil, confirm: Confirm? = nil,
    tapWithin: TimeSpan = Defaults.tapWithin
  ) {
    self.tap = tap
    self.hold = hold
    self.confirm = confirm
    self.tapWithin = tapWithin
  }
}

/// Taps and how many of them are one gesture.
public struct Tap: Equatable, Sendable {
  /// The highest count that is emitted as one gesture, 1 or more.
  public var max: Int
  /// From a release to the next press: at this distance a new gesture begins.
  public var gap: TimeSpan
  /// Emitted at the press; only where nothing else is bound.
  public var firesAtPress: Bool

  /// Taps up to `max`.
  public init(max: Int = 1, gap: TimeSpan = Defaults.gap, firesAtPress: Bool = false) {
    self.max = max
    self.gap = gap
    self.firesAtPress = firesAtPress
  }
}

/// A hold, its levels and repeats.
public struct Hold: Equatable, Sendable {
  /// Closed this long is a hold.
  public var after: TimeSpan
  /// So many waiting taps become part of the hold; 0 for none.
  public var taps: Int
  /// The times of levels 2, 3, … from the press, rising, each later than `after`.
  public var furtherLevels: [TimeSpan]
  /// Repeats while held, if any.
  public var repeats: Repeat?
  /// Whether the release emits the level that was reached, and only that (`commit: release`); not with
  /// `taps` or `repeats`.
  public var commitsOnRelease: Bool

  /// A hold `after` this long.
  public init(
    after: TimeSpan = Defaults.holdAfter, taps: Int = 0, furtherLevels: [TimeSpan] = [],
    repeats: Repeat? = nil, commitsOnRelease: Bool = false
  ) {
    self.after = after
    self.taps = taps
    self.furtherLevels = furtherLevels
    self.repeats = repeats
    self.commitsOnRelease = commitsOnRelease
  }
}

/// Repeats of a hold, perhaps faster in stages.
public struct Repeat: Equatable, Sendable {
  /// The first period.
  public var every: TimeSpan
  /// Later periods; `after` is from the press and rises.
  public var stages: [Stage]

  /// A period that begins at an instant of the press.
  public struct Stage: Equatable, Sendable {
    /// From the press.
    public var after: TimeSpan
    /// The period from then on.
    public var every: TimeSpan

    /// The period `every` from `after` on.
    public init(after: TimeSpan, every: TimeSpan) {
      self.after = after
      self.every = every
    }
  }

  /// Repeats every `every`.
  public init(every: TimeSpan, stages: [Stage] = []) {
    self.every = every
    self.stages = stages
  }
}

/// Hold to confirm.
public struct Confirm: Equatable, Sendable {
  /// Unbroken contact from the press for this long.
  public var after: TimeSpan
  /// Whether the release confirms (`commit: release`) instead of the threshold.
  public var commitsOnRelease: Bool
  /// Closed this long is too long (`commit: release`).
  public var overHold: TimeSpan
  /// Two taps confirm as well.
  public var doubleTap: Bool
  /// Another control's press cancels.
  public var isExclusive: Bool
  /// How long success shows and presses are ignored.
  public var success: TimeSpan
  /// How long the success picture fades.
  public var fade: TimeSpan
  /// How long a cancelled fill drains.
  public var drain: TimeSpan

  /// Hold to confirm with the defaults of the panel file.
  public init(
    after: TimeSpan = Defaults.confirmAfter,
    commitsOnRelease: Bool = false,
    overHold: TimeSpan = Defaults.overHold,
    doubleTap: Bool = false,
    isExclusive: Bool = true,
    success: TimeSpan = Defaults.success,
    fade: TimeSpan = Defaults.fade,
    drain: TimeSpan = Defaults.drain
  ) {
    self.after = after
    self.commitsOnRelease = commitsOnRelease
    self.overHold = overHold
    self.doubleTap = doubleTap
    self.isExclusive = isExclusive
    self.success = success
    self.fade = fade
    self.drain = drain
  }
}

/// Buttons pressed together.
public struct Chord: Equatable, Sendable {
  /// The members: two or more buttons, by their index in `Panel.controls`.
  public var members: [Int]
  /// From the first member's press: at this distance it is no chord.
  public var within: TimeSpan

  /// A chord of `members`.
  public init(members: [Int], within: TimeSpan = Defaults.chordWithin) {
    self.members = members
    self.within = within
  }
}

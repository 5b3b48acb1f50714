/// What a rotary encoder has of its own.
public struct Knob: Equatable, Sendable {
  /// Quarter-steps of one detent: 4, 2 or 1.
  public var stepsPerDetent: Int
  /// Where the detents are, for `stepsPerDetent` 4.
  public var rest: Rest
  /// Detents this soon after an edge of the push are slips.
  public var slipGuard: TimeSpan
  /// Faster turns count more, if bound.
  public var acceleration: Acceleration?
  /// What its turns add up to.
  public var position: Position
  /// The elastic drag of push-and-turn.
  public var drag: Drag

  /// Where a part's detents are.
  public enum Rest: Equatable, Sendable {
    /// Both contacts open.
    case open
    /// Where it stands at the start if both contacts agree, else open.
    case found
    /// Both contacts closed.
    case closed
  }

  /// A position that turns move, perhaps between two ends.
  public struct Position: Equatable, Sendable {
    /// Where it begins; nil for 0, or the end nearest to it.
    public var start: Int?
    /// The lower end, if any.
    public var min: Int?
    /// The upper end, if any.
    public var max: Int?
    /// Whether it goes on from the other end; needs both, whole steps apart from each other.
    public var wraps: Bool
    /// How far one step moves it, 1 or more.
    public var step: Int

    /// A position without ends.
    public init(
      start: Int? = nil, min: Int? = nil, max: Int? = nil, wraps: Bool = false, step: Int = 1
    ) {
      self.start = start
      self.min = min
      self.max = max
      self.wraps = wraps
      self.step = step
    }
  }

  /// More steps for faster turns.
  public struct Acceleration: Equatable, Sendable {
    /// Divided by the interval it gives the steps.
    public var window: TimeSpan
    /// The most steps of one detent.
    public var max: Int

    /// Acceleration by `window`, at most `max`.
    public init(window: TimeSpan = Defaults.accelerationWindow, max: Int = Defaults.accelerationMax)
    {
      self.window = window
      self.max = max
    }
  }

  /// A knob with the defaults of the panel file.
  public init(
    stepsPerDetent: Int = 4, rest: Rest = .open, slipGuard: TimeSpan = Defaults.slipGuard,
    acceleration: Acceleration? = nil, position: Position = Position(), drag: Drag = Drag()
  ) {
    self.stepsPerDetent = stepsPerDetent
    self.rest = rest
    self.slipGuard = slipGuard
    self.acceleration = acceleration
    self.position = position
    self.drag = drag
  }
}

/// The elastic drag: how travel becomes pull, and how it springs back.
public struct Drag: Equatable, Sendable {
  /// The pull that is never quite reached, in units of travel.
  public var reach: Double
  /// A drag that ends with less travel than this counts as a tap.
  public var tolerance: Double
  /// Travel of one detent or step.
  public var perStep: Double
  /// Whether net travel or the whole way is compared with the tolerance.
  public var rule: Rule
  /// The spring's time.
  public var springDuration: TimeSpan
  /// The spring's bounce, 0…1.
  public var springBounce: Double

  /// What counts as travel at the release.
  public enum Rule: Equatable, Sendable {
    /// Where it stands.
    case net
    /// All movement.
    case path
  }

  /// A drag with the defaults of the panel file.
  public init(
    reach: Double = Defaults.reach, tolerance: Double = Defaults.tolerance,
    perStep: Double = Defaults.travelPerStep, rule: Rule = .net,
    springDuration: TimeSpan = Defaults.springDuration, springBounce: Double = Defaults.springBounce
  ) {
    self.reach = reach
    self.tolerance = tolerance
    self.perStep = perStep
    self.rule = rule
    self.springDuration = springDuration
    self.springBounce = springBounce
  }
}

/// What a ring looks like; how its light reaches the LEDs is the driver's matter.
public struct Ring: Equatable, Sendable {
  /// Pixels of the circle, 1…1,024.
  public var pixels: Int
  /// The colour of everything that is neither success nor failure.
  public var tint: Colour
  /// The colour of success.
  public var success: Colour
  /// The colour of failure.
  public var error: Colour
  /// The empty ring's level, as a share of the tint, 0…1.
  public var track: Double
  /// What it shows when nothing happens.
  public var idle: Idle
  /// The pixel at which a fill begins, 0…pixels - 1.
  public var zero: Int
  /// Whether a fill goes in the order of the pixels' numbers.
  public var isClockwise: Bool
  /// The pictures that it shows; in place of the others it stays as it is, mostly idle.
  public var shows: Pictures

  /// What a ring shows at rest.
  public enum Idle: Equatable, Sendable {
    /// Every pixel at the track's level.
    case track
    /// Dark.
    case off
    /// Slowly brighter and darker, 4 s, 0.05 to 0.18.
    case breathe
  }

  /// A ring with the default colours.
  public init(
    pixels: Int, tint: Colour = Colour(rgb: 0xff3b30), success: Colour = Colour(rgb: 0x34c759),
    error: Colour = Colour(rgb: 0xff9500), track: Double = 0.18, idle: Idle = .track,
    zero: Int = 0, isClockwise: Bool = true, shows: Pictures = .all
  ) {
    self.pixels = pixels
    self.tint = tint
    self.success = success
    self.error = error
    self.track = track
    self.idle = idle
    self.zero = zero
    self.isClockwise = isClockwise
    self.shows = shows
  }

  /// A set of the pictures that may come over the idle one.
  ///
  /// A ring that is dark, as its control is stuck, is dark whatever it shows.
  public struct Pictures: OptionSet, Sendable {
    /// One bit a picture.
    public let rawValue: UInt16

    /// The set of these bits.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// A press without confirm, and its release.
    public static let pressed = Pictures(rawValue: 1)
    /// A confirm under way, and its drain.
    public static let filling = Pictures(rawValue: 2)
    /// A confirm, and a command that went well.
    public static let success = Pictures(rawValue: 4)
    /// A command that failed.
    public static let error = Pictures(rawValue: 8)
    /// A command that runs on, and the progress that it emits.
    public static let working = Pictures(rawValue: 16)
    /// A press that cannot start.
    public static let denied = Pictures(rawValue: 32)
    /// A drag, and its spring.
    public static let drag = Pictures(rawValue: 64)
    /// What a panel's action or an application sets (`showRemote`).
    public static let remote = Pictures(rawValue: 128)
    /// Every picture.
    public static let all = Pictures(rawValue: 255)
  }
}

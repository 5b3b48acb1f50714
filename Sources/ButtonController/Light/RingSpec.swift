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
    zero: Int = 0, isClockwise: Bool = true
  ) {
    self.pixels = pixels
    self.tint = tint
    self.success = success
    self.error = error
    self.track = track
    self.idle = idle
    self.zero = zero
    self.isClockwise = isClockwise
  }
}

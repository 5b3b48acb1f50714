/// What a five-way switch has of its own.
public struct Stick: Equatable, Sendable {
  /// How a direction that stays closed adds further steps; nil for not at all.
  public var repeats: Steps?
  /// The elastic drag, in two dimensions.
  public var drag: Drag

  /// Further steps of a direction that stays closed.
  public struct Steps: Equatable, Sendable {
    /// From the closing to the first.
    public var after: TimeSpan
    /// From one to the next.
    public var every: TimeSpan

    /// Steps every `every`, the first `after` the closing.
    public init(after: TimeSpan = Defaults.stickRepeat, every: TimeSpan = Defaults.stickRepeat) {
      self.after = after
      self.every = every
    }
  }

  /// A stick with the defaults of the panel file.
  public init(repeats: Steps? = Steps(), drag: Drag = Drag()) {
    self.repeats = repeats
    self.drag = drag
  }
}

import ButtonController

/// What a program asks of a running panel over its control socket: one line of JSON.
public struct Request: Equatable, Sendable {
  /// What is asked for.
  public enum Content: Equatable, Sendable {
    /// How the panel is.
    case status
    /// Events from now on: of these controls, or no more of any.
    case events(Selection)
    /// A picture on the ring of this name; nil for its usual time.
    case light(ring: String, Picture, for: TimeSpan?)
    /// A press of a control, or of a line of it; nil for until it is released.
    case press(String, for: TimeSpan?)
    /// The end of a press.
    case release(String)
    /// The levels of the lines, and what happens to them from now on, as a trace; false: no more of it.
    case record(Bool)
    /// The pictures of the rings from now on; false: no more of them.
    case frames(Bool)
    /// The panel file once more.
    case reload
  }

  /// Which events a program gets.
  public enum Selection: Equatable, Sendable {
    /// Those of all controls.
    case all
    /// Those of the controls of these names.
    case controls([String])
    /// None.
    case none
  }

  /// What is to be shown.
  public enum Picture: Equatable, Sendable {
    /// One of the ring's own pictures; `idle` ends what a program shows.
    case words(RingPicture)
    /// One colour.
    case colour(Colour)
    /// A colour for each pixel, by their numbers.
    case pixels([Colour])
  }

  /// What the answer repeats, as JSON; nil where the request has no `id`.
  public var id: String?
  /// What is asked for.
  public var content: Content

  /// A request.
  public init(_ content: Content, id: String? = nil) {
    self.content = content
    self.id = id
  }

  /// The longest line, its line feed not counted.
  public static let longestLine = 1 << 16
  /// How long a ring shows what a program asked for without `ttl`: it may die without a word.
  public static let usualTime = TimeSpan.seconds(30)
}

/// Why a line is no request: the hint included, and the `id` if that could be read.
public struct RequestFault: Error, Equatable, Sendable {
  /// What is wrong and what to write instead, in one line.
  public var message: String
  /// What the answer repeats, as JSON.
  public var id: String?
}

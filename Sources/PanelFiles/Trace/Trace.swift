import ButtonController

/// A trace: levels over time, and what happened to the process and its lines.
public struct Trace: Equatable, Sendable {
  /// The level of each line at the start, true for closed: as many as the panel has lines.
  public var startLevels: [Bool]
  /// What happened, in order of time.
  public var entries: [Entry]

  /// A trace of these entries.
  public init(startLevels: [Bool], entries: [Entry]) {
    self.startLevels = startLevels
    self.entries = entries
  }

  /// One entry.
  public struct Entry: Equatable, Sendable {
    /// When.
    public var at: Instant
    /// What.
    public var action: Action
    /// The line of the file, from 1.
    public var place: Int

    /// An entry.
    public init(at: Instant, action: Action, place: Int = 0) {
      self.at = at
      self.action = action
      self.place = place
    }
  }

  /// What an entry says; `line` and `lines` are the engine's line numbers.
  public enum Action: Equatable, Sendable {
    /// A level report.
    case edge(line: Int, isClosed: Bool)
    /// The process does not run until then.
    case stall(until: Instant)
    /// A sequence gap; the level read after it.
    case lost(line: Int, isClosed: Bool)
    /// What an audit finds.
    case level(line: Int, isClosed: Bool)
    /// The lines' chip vanished.
    case gone(lines: [Int])
    /// The lines are back at this level.
    case back(lines: [Int], isClosed: Bool)
    /// What a new start finds on a line, nil where it is not there; at zero, or behind a reload or a
    /// sleep, with the instant of the new start.
    case found(line: Int, isClosed: Bool?)
    /// The system sleeps until then.
    case suspend(until: Instant)
    /// The panel is reloaded.
    case reload
    /// The program ends.
    case shutdown
    /// Run on to here and stop.
    case end
  }
}

import ButtonController
import PanelFiles

/// Lines that were requested together, as something to poll, drain and read.
///
/// One owner, one thread. Every call returns at once. A call that throws means that the source is of
/// no more use: its chip has gone or failed.
public protocol LineSource: AnyObject {
  /// The engine's numbers of its lines.
  var lines: [Int] { get }
  /// What becomes readable when an edge is queued; empty where levels are polled.
  var descriptors: [Int32] { get }
  /// How often it must be drained; nil where its descriptors report.
  var pollPeriod: TimeSpan? { get }
  /// Whether a loss shows by itself; else levels must be compared after a drain.
  var noticesLosses: Bool { get }
  /// Moves everything that is queued to `batch`.
  func drain(into batch: inout EdgeBatch, now: Instant) throws(SystemError)
  /// Writes the levels of its lines to `levels`, which has a place for each of the engine's lines.
  func readLevels(into levels: inout [Bool]) throws(SystemError)
  /// Gives the lines back.
  func close()
}

/// Reports when chips may have come or gone, as something to poll.
public protocol ChipWatch: AnyObject {
  /// To be polled for reading.
  var raw: Int32 { get }
  /// Takes what has changed; whether a chip may be among it.
  func take() -> Bool
}

/// Where lines come from: a machine's chips, or memory.
public protocol LineHardware: AnyObject {
  /// A watch for chips that come and go; nil or an error where only looking now and then reports.
  func watchChips() throws(SystemError) -> (any ChipWatch)?
  /// Requests the lines `wanted`, as far as they are there and free.
  func open(_ wanted: [Int], of plans: [LinePlan]) -> LineOpening
  /// Whether a level may change with no edge to show it, so that levels are compared now and then.
  var needsAudits: Bool { get }
}

extension LineHardware {
  /// It may.
  public var needsAudits: Bool { true }
}

/// What came of an attempt to open lines.
public struct LineOpening {
  /// What is open now.
  public var sources: [any LineSource]
  /// The lines that are not, each with the reason.
  public var troubles: [LineTrouble]
  /// What a user should know though it works: a pull that was refused, a line that is polled.
  public var notes: [String]

  /// An opening of these parts.
  public init(
    sources: [any LineSource] = [], troubles: [LineTrouble] = [], notes: [String] = []
  ) {
    self.sources = sources
    self.troubles = troubles
    self.notes = notes
  }
}

/// Why a line is not open.
public struct LineTrouble: Error, Equatable, Sendable, CustomStringConvertible {
  /// What kind of trouble; decides whether to wait for it, and the program's exit code.
  public enum Kind: Equatable, Sendable {
    /// Its chip or name is not there (yet).
    case missing
    /// Somebody else has it.
    case busy
    /// No right to open the chip.
    case denied
    /// More than one chip or line fits.
    case ambiguous
    /// The chip has no such line.
    case outOfRange
    /// Its chip is there, or may be, and answers with an error; tried again and again.
    case unreadable
    /// Anything else.
    case failed
  }

  /// The engine's number of the line.
  public var line: Int
  /// The kind.
  public var kind: Kind
  /// What, where, why and the hint, in one line.
  public var message: String

  /// A trouble of `line`.
  public init(line: Int, kind: Kind, message: String) {
    self.line = line
    self.kind = kind
    self.message = message
  }

  /// The message.
  public var description: String { message }
}

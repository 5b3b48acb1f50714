import ButtonController
import PanelFiles

/// Something that lives in the loop beside the lines: rings, actions, outputs, a control socket.
///
/// Called by the loop's thread only, and never to wait: what cannot be done at once is put into a
/// bounded queue of the part's own.
public protocol LoopPart: AnyObject {
  /// A control's commands of one event have ended.
  func noteEndOfCommand(of control: Int, hasFailed: Bool, in loop: PanelLoop)
  /// Somebody asks for a pattern of a cue.
  func sound(_ pattern: CuePattern, of cue: Int, in loop: PanelLoop)
  /// Adds the descriptors to wait for; called before each wait.
  func addDescriptors(to set: inout PollSet)
  /// When it has something to do though no descriptor is ready; nil for never.
  func nextDeadline(in loop: PanelLoop) -> Instant?
  /// After each wait, when all events were taken: serves what is ready or due at `now`.
  func serve(_ set: PollSet, now: Instant, in loop: PanelLoop)
  /// Adds what it knows of itself: an output how it is doing, the commands what runs.
  func report(to status: inout LoopStatus, in loop: PanelLoop)
  /// The panel was reloaded; `loop` has the new one.
  func reload(in loop: PanelLoop)
  /// The end: what can be done at once is done.
  func stop(in loop: PanelLoop)
  /// After `stop`: whether it has something to finish, for which the loop turns on without lines.
  func isFinishing(in loop: PanelLoop) -> Bool
}

/// A part that is called for each event.
public protocol EventPart: LoopPart {
  /// Whether it takes `press` and `release` also where they are no events of the panel, but there for
  /// held keys and `do` alone (`ControlFile.hidesEdges`).
  var takesHiddenEdges: Bool { get }
  /// Takes an event, in the order of decision.
  func take(_ event: PanelEvent, in loop: PanelLoop)
  /// Makes of an event that never was what it would write, and lets nobody see it (`PanelLoop.rehearse`).
  func rehearse(_ event: PanelEvent, in loop: PanelLoop)
}

/// A part that is called for whatever is learnt of a line.
public protocol LinePart: LoopPart {
  /// Takes what was learnt of a line, before the events that follow from it.
  func note(_ report: LineReport, in loop: PanelLoop)
}

extension EventPart {
  /// No.
  public var takesHiddenEdges: Bool { false }
  /// Nothing.
  public func rehearse(_ event: PanelEvent, in loop: PanelLoop) {}
}

extension LoopPart {
  /// Nothing.
  public func noteEndOfCommand(of control: Int, hasFailed: Bool, in loop: PanelLoop) {}
  /// Nothing.
  public func sound(_ pattern: CuePattern, of cue: Int, in loop: PanelLoop) {}
  /// No descriptors.
  public func addDescriptors(to set: inout PollSet) {}
  /// Never.
  public func nextDeadline(in loop: PanelLoop) -> Instant? { nil }
  /// Nothing.
  public func serve(_ set: PollSet, now: Instant, in loop: PanelLoop) {}
  /// Nothing.
  public func report(to status: inout LoopStatus, in loop: PanelLoop) {}
  /// Nothing.
  public func reload(in loop: PanelLoop) {}
  /// Nothing.
  public func stop(in loop: PanelLoop) {}
  /// No.
  public func isFinishing(in loop: PanelLoop) -> Bool { false }
}

/// What a cue signals.
public enum CuePattern: String, CaseIterable, Sendable {
  /// A hold.
  case hold
  /// Held long enough to confirm.
  case ready
  /// A confirm.
  case confirm
  /// A command that failed.
  case failed
}

/// What the loop reports to the controller: what a recorder writes down.
public enum LineReport: Equatable, Sendable {
  /// The level at the start, or after the chip has come back.
  case found(line: Int, isClosed: Bool, at: Instant)
  /// An edge, with the kernel's stamp.
  case edge(line: Int, isClosed: Bool, at: Instant)
  /// Edges were lost; the level was read after it.
  case lost(line: Int, isClosed: Bool, at: Instant)
  /// An audit found this level with no edge.
  case audited(line: Int, isClosed: Bool, at: Instant)
  /// The chip has gone, or was not there at the start.
  case gone(line: Int, at: Instant)
  /// The system has slept; the levels that were read then, nil for lines that are not there.
  case slept(from: Instant, to: Instant, levels: [Bool?])
  /// The panel starts, or starts again after a reload, with what was found and gone just before.
  case started(at: Instant)
  /// A panel ends, and starts again with the panel file as it is now.
  case reloading(at: Instant)
  /// The program ends.
  case ended(at: Instant)
}

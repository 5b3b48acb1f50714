import ButtonController
import PanelFiles

/// The parts of a loop, one behind the other.
///
/// No link ever changes, so a turn goes along them without counting references; an array's elements are
/// counted up and down one by one, which takes longer than what most parts do in most turns.
final class PartChain {
  private let part: any LoopPart
  private let eventPart: (any EventPart)?
  private let takesHiddenEdges: Bool
  private let linePart: (any LinePart)?
  private let next: PartChain?
  // The nearest links, from here on, of those that few parts are.
  private let nextForEvents: PartChain?
  private let nextForLines: PartChain?

  /// All of `parts`; nil for none.
  static func of(_ parts: [any LoopPart]) -> PartChain? {
    parts.reversed().reduce(nil) { PartChain($1, before: $0) }
  }

  private init(_ part: any LoopPart, before next: PartChain?) {
    self.part = part
    eventPart = part as? any EventPart
    takesHiddenEdges = eventPart?.takesHiddenEdges ?? false
    linePart = part as? any LinePart
    self.next = next
    nextForEvents = next?.eventPart == nil ? next?.nextForEvents : next
    nextForLines = next?.linePart == nil ? next?.nextForLines : next
  }

  func note(_ report: LineReport, in loop: PanelLoop) {
    linePart?.note(report, in: loop)
    nextForLines?.note(report, in: loop)
  }

  func addDescriptors(to set: inout PollSet) {
    part.addDescriptors(to: &set)
    next?.addDescriptors(to: &set)
  }

  /// The earliest of the parts' deadlines and `instant`.
  func nextDeadline(in loop: PanelLoop, orAt instant: Instant) -> Instant {
    var earliest = instant
    if let deadline = part.nextDeadline(in: loop) { earliest = min(earliest, deadline) }
    return next?.nextDeadline(in: loop, orAt: earliest) ?? earliest
  }

  /// Hands an event to all, or to those alone that take hidden edges.
  func take(_ event: PanelEvent, isHidden: Bool, in loop: PanelLoop) {
    if !isHidden || takesHiddenEdges { eventPart?.take(event, in: loop) }
    nextForEvents?.take(event, isHidden: isHidden, in: loop)
  }

  func serve(_ set: PollSet, now: Instant, in loop: PanelLoop) {
    part.serve(set, now: now, in: loop)
    next?.serve(set, now: now, in: loop)
  }
}

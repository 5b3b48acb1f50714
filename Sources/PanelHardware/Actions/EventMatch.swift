import ButtonController
import PanelFiles

extension Binding {
  /// Whether this entry of `do` is meant by an event of its control: a gesture, or a command's end.
  public func matches(_ event: PanelEvent) -> Bool {
    switch event.kind {
    case .gesture(let kind): return matches(kind)
    case .command(let end):
      return self.event == event.name && detail.map { $0 == end.event } ?? true
    }
  }

  /// Whether this entry is meant by a decision of the engine.
  public func matches(_ kind: Event.Kind) -> Bool {
    guard event == EventLine.name(of: kind) else { return false }
    guard let detail else { return true }
    return detail == Binding.particular(of: kind)
  }

  /// What stands behind the colon: `tap:2`, `hold:1`, `hold_level:3`, `turn:+`, `cancel:released`.
  ///
  /// nil for events that have no particular.
  public static func particular(of kind: Event.Kind) -> String? {
    switch kind {
    case .tap(let count), .holdRepeat(let count): return String(count)
    case .hold(let taps, _): return String(taps)
    case .holdLevel(let level, _), .holdReady(let level), .holdEnd(_, let level):
      return String(level)
    case .ignored(let reason): return EventLine.name(of: reason)
    case .cancel(let cancel): return EventLine.name(of: cancel.reason)
    case .release(_, let reason): return reason.map(EventLine.name(of:))
    case .confirm(let via, _): return EventLine.name(of: via)
    case .turn(let steps, _, _): return steps < 0 ? "-" : "+"
    case .drag(let delta, _, _): return delta < 0 ? "-" : "+"
    case .move(let dx, let dy, _, _, _, _):
      if dy != 0 { return dy > 0 ? "up" : "down" }
      return dx > 0 ? "right" : "left"
    case .state(let isOn): return isOn ? "on" : "off"
    case .press, .confirmStart, .ready, .dragStart, .dragEnd, .moveEnd, .on, .off, .bootHeld,
      .stuck, .unstuck, .chatter, .quiet, .lineGone, .lineBack, .lost, .resync:
      return nil
    }
  }
}

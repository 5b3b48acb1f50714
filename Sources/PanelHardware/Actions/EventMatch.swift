import ButtonController
import PanelFiles

extension Binding {
  /// Whether this entry of `do` is meant by an event of its control.
  public func matches(_ kind: Event.Kind) -> Bool {
    guard event == EventLine.name(of: kind) else { return false }
    guard let detail else { return true }
    return detail == Binding.particular(of: kind)
  }

  /// What stands behind the colon: `tap:2`, `hold:1`, `hold_level:3`, `cancel:released`.
  ///
  /// nil for events that have no particular.
  public static func particular(of kind: Event.Kind) -> String? {
    switch kind {
    case .tap(let count), .holdRepeat(let count): return String(count)
    case .hold(let taps): return String(taps)
    case .holdLevel(let level): return String(level)
    case .cancel(let cancel): return EventLine.name(of: cancel.reason)
    case .confirm(let via, _): return EventLine.name(of: via)
    case .press, .release, .holdEnd, .confirmStart, .ready, .turn, .dragStart, .drag, .dragEnd,
      .move, .moveEnd, .on, .off, .state, .bootHeld, .stuck, .unstuck, .chatter, .quiet, .lineGone,
      .lineBack, .lost, .resync:
      return nil
    }
  }
}

/// The variables that tell a command what happened.
public enum EventEnvironment {
  /// `GPIOPRESS_EVENT=tap` and so on; those that the event does not have are left out.
  public static func variables(of event: Event, control: String) -> [String] {
    var variables = [
      "GPIOPRESS_EVENT=\(EventLine.name(of: event.kind))", "GPIOPRESS_CONTROL=\(control)",
      "GPIOPRESS_AT_NS=\(event.at.nanoseconds)",
    ]
    switch event.kind {
    case .tap(let count), .holdRepeat(let count): variables.append("GPIOPRESS_COUNT=\(count)")
    case .hold(let taps): if taps > 0 { variables.append("GPIOPRESS_COUNT=\(taps)") }
    case .holdLevel(let level): variables.append("GPIOPRESS_COUNT=\(level)")
    case .turn(let steps, _): variables.append("GPIOPRESS_COUNT=\(steps)")
    case .release(let held), .holdEnd(let held): variables.append(text(of: held))
    case .confirm(_, let held): variables.append(text(of: held))
    case .cancel(let cancel):
      variables.append("GPIOPRESS_REASON=\(EventLine.name(of: cancel.reason))")
      if let held = cancel.held { variables.append(text(of: held)) }
    case .press, .confirmStart, .ready, .dragStart, .drag, .dragEnd, .move, .moveEnd, .on, .off,
      .state, .bootHeld, .stuck, .unstuck, .chatter, .quiet, .lineGone, .lineBack, .lost, .resync:
      break
    }
    return variables
  }

  private static func text(of held: Span) -> String {
    "GPIOPRESS_HELD_MS=\(held.nanoseconds / 1_000_000)"
  }
}

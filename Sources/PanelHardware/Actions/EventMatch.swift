import ButtonController
import PanelFiles

extension Binding {
  /// Whether this entry of `do` is meant by an event of its control.
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

/// The variables that tell a command what happened.
public enum EventEnvironment {
  /// `GPIOPRESS_EVENT=tap` and so on; those that the event does not have are left out.
  public static func variables(of event: PanelEvent, control: String) -> [String] {
    var variables = [
      "GPIOPRESS_EVENT=\(event.name)", "GPIOPRESS_CONTROL=\(control)",
      "GPIOPRESS_AT_NS=\(event.at.nanoseconds)",
    ]
    guard case .gesture(let kind) = event.kind else { return variables }
    switch kind {
    case .tap(let count), .holdRepeat(let count): variables.append("GPIOPRESS_COUNT=\(count)")
    case .hold(let taps, let held):
      if taps > 0 { variables.append("GPIOPRESS_COUNT=\(taps)") }
      if let held { variables.append(text(of: held)) }
    case .holdLevel(let level, let held):
      variables.append("GPIOPRESS_COUNT=\(level)")
      if let held { variables.append(text(of: held)) }
    case .holdReady(let level): variables.append("GPIOPRESS_COUNT=\(level)")
    case .turn(let steps, let position, _):
      variables.append("GPIOPRESS_COUNT=\(steps)")
      variables.append("GPIOPRESS_STEPS=\(steps)")
      variables.append("GPIOPRESS_POSITION=\(position)")
    case .drag(let delta, let total, _):
      variables.append("GPIOPRESS_DELTA=\(delta)")
      variables.append("GPIOPRESS_TOTAL=\(total)")
    case .move(let dx, let dy, let x, let y, _, _):
      for (name, value) in [("DX", dx), ("DY", dy), ("X", x), ("Y", y)] {
        variables.append("GPIOPRESS_\(name)=\(value)")
      }
    case .release(let held, let reason):
      variables.append(text(of: held))
      if let reason { variables.append("GPIOPRESS_REASON=\(EventLine.name(of: reason))") }
    case .ignored(let reason):
      variables.append("GPIOPRESS_REASON=\(EventLine.name(of: reason))")
    case .holdEnd(let held, _): variables.append(text(of: held))
    case .confirm(_, let held): variables.append(text(of: held))
    case .cancel(let cancel):
      variables.append("GPIOPRESS_REASON=\(EventLine.name(of: cancel.reason))")
      if let held = cancel.held { variables.append(text(of: held)) }
    case .press, .confirmStart, .ready, .dragStart, .dragEnd, .moveEnd, .on, .off,
      .state, .bootHeld, .stuck, .unstuck, .chatter, .quiet, .lineGone, .lineBack, .lost, .resync:
      break
    }
    return variables
  }

  private static func text(of held: TimeSpan) -> String {
    "GPIOPRESS_HELD_MS=\(held.nanoseconds / 1_000_000)"
  }
}

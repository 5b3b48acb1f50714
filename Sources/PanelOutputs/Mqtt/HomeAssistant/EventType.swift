import ButtonController
import PanelFiles

/// What an event is called where each shape of it needs a name of its own.
///
/// `tap_2`, `hold_level_3`, `turn_clockwise`: in MQTT messages it is the field `event_type`.
enum EventType {
  /// The name of what has happened.
  static func name(of event: PanelEvent) -> String {
    guard case .gesture(let kind) = event.kind else { return event.name }
    switch kind {
    case .tap(let count): return numbered(event.name, count, plain: 1)
    case .hold(let taps, _): return numbered(event.name, taps, plain: 0)
    case .holdLevel(let level, _), .holdReady(let level): return "\(event.name)_\(level)"
    case .turn(let steps, _, _): return "\(event.name)_\(turn(steps))"
    case .drag(let delta, _, _): return "\(event.name)_\(turn(delta))"
    case .move(let dx, let dy, _, _, _, _):
      if dy != 0 { return "\(event.name)_\(dy > 0 ? "up" : "down")" }
      return "\(event.name)_\(dx > 0 ? "right" : "left")"
    case .state(let isOn): return "\(event.name)_\(isOn ? "on" : "off")"
    case .press, .release, .ignored, .holdRepeat, .holdEnd, .confirmStart, .ready, .confirm,
      .cancel, .dragStart, .dragEnd, .moveEnd, .on, .off, .bootHeld, .stuck, .unstuck, .chatter,
      .quiet, .lineGone, .lineBack, .lost, .resync:
      return event.name
    }
  }

  /// Every name that a control can report as its panel has it, in the order of the manual.
  static func all(of control: Int, in panel: PanelFile) -> [String] {
    let spec = panel.panel.controls[control]
    var all = EventName.all(of: spec.kind).flatMap { names(of: $0.rawValue, spec) }
    // Edges that are for held keys alone are no events for anybody else.
    if panel.controls[control].hidesEdges { all.removeAll { $0 == "press" || $0 == "release" } }
    let ends: [EventName] = [.commandDone, .commandFailed]
    return all + (panel.controls[control].startsCommands ? ends.map(\.rawValue) : [])
  }

  /// The shapes of one event that the control is made to report.
  private static func names(of event: String, _ control: Control) -> [String] {
    let gestures = control.gestures
    let levels = (gestures.hold?.furtherLevels.count ?? 0) + 1
    switch event {
    case "press", "release": return control.emitsEdges ? [event] : []
    case "tap":
      return (1...max(gestures.tap?.max ?? 0, 1)).map { numbered(event, $0, plain: 1) }
        .filter { _ in gestures.tap != nil }
    case "hold":
      guard let hold = gestures.hold else { return [] }
      return hold.taps == 0 ? [event] : [event, numbered(event, hold.taps, plain: 0)]
    case "hold_level": return (2...(levels + 1)).dropLast().map { "\(event)_\($0)" }
    case "hold_ready":
      return gestures.hold?.commitsOnRelease == true ? (1...levels).map { "\(event)_\($0)" } : []
    case "hold_repeat": return gestures.hold?.repeats == nil ? [] : [event]
    case "hold_end": return gestures.hold == nil ? [] : [event]
    case "confirm_start", "confirm": return gestures.confirm == nil ? [] : [event]
    case "ready": return gestures.confirm?.commitsOnRelease == true ? [event] : []
    case "turn": return [1, -1].map { "\(event)_\(turn($0))" }
    case "drag":
      switch control.kind {
      case .stick, .encoderStick: return ["up", "down", "left", "right"].map { "\(event)_\($0)" }
      case .button, .toggle, .knob, .chord: return [1, -1].map { "\(event)_\(turn($0))" }
      }
    case "state": return ["state_on", "state_off"]
    case "stuck", "unstuck": return control.stuck == nil ? [] : [event]
    case "chatter", "quiet": return control.chatter == nil ? [] : [event]
    default: return [event]
    }
  }

  private static func numbered(_ name: String, _ number: Int, plain: Int) -> String {
    number == plain ? name : "\(name)_\(number)"
  }

  private static func turn(_ steps: Int) -> String {
    steps < 0 ? "counter_clockwise" : "clockwise"
  }

  /// What happens to a line and not by a hand; nobody automates a house by it.
  private static let conditions: Set = [
    "boot_held", "stuck", "unstuck", "chatter", "quiet", "line_gone", "line_back", "lost", "resync",
    "state_on", "state_off",
  ]

  /// Whether it is a trigger for automations.
  static func isTrigger(_ name: String) -> Bool { !conditions.contains(name) }

  /// What Home Assistant calls a trigger; its own words are translated in its pages, others are shown as
  /// they are.
  static func trigger(_ name: String) -> String {
    switch name {
    case "tap": return "button_short_press"
    case "tap_2": return "button_double_press"
    case "tap_3": return "button_triple_press"
    case "tap_4": return "button_quadruple_press"
    case "tap_5": return "button_quintuple_press"
    case "hold": return "button_long_press"
    case "hold_end": return "button_long_release"
    default: return name
    }
  }
}

extension ControlFile {
  /// Whether something of it starts a command, whose end is an event, too.
  var startsCommands: Bool {
    actions.contains { binding in
      binding.actions.contains { if case .run = $0 { true } else { false } }
    }
  }

  /// What a person calls it.
  var title: String { label ?? name }
}

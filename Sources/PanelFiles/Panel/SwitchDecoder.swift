import ButtonController

/// Reads what a switch has of its own: a hold that counts from its `on`, and delays.
struct SwitchDecoder {
  let fields: Fields
  let bound: [BoundEvent]

  /// The hold, if it is named or an event of it stands in `do`.
  func hold() -> Hold? {
    let events = ["hold", "hold_level", "hold_repeat", "hold_end"]
    guard let value = fields["hold"] else {
      for event in bound where events.contains(event.binding.event) {
        if event.binding.event == "hold" { return Hold() }
        event.name.warn("never happens: no hold is bound")
      }
      return nil
    }
    var hold = Hold()
    switch value.node.content {
    case .scalar("false", isPlain: true):
      for event in bound where events.contains(event.binding.event) {
        event.name.fail("hold is false; take that out, or this")
      }
      return nil
    case .scalar("true", isPlain: true): break
    case .mapping:
      guard let parts = value.fields(GestureKeys.switchHold) else { break }
      let after = parts.span("after")
      if let after { hold.after = after }
      if let levels = GestureDecoder.levels(parts) {
        if let after, after != levels[0] {
          parts["after"]?.fail("the first of levels is the hold's time; leave after out")
        }
        hold.after = levels[0]
        hold.furtherLevels = Array(levels.dropFirst())
      }
      hold.repeats = GestureDecoder.repeats(parts, hold: hold.after, from: "on")
    case .scalar, .sequence:
      if let after = value.span(as: GestureKeys.day(Defaults.holdAfter)) { hold.after = after }
    }
    lint(hold)
    return hold
  }

  private func lint(_ hold: Hold) {
    for event in bound {
      switch event.binding.event {
      case "hold":
        if event.number ?? 0 > 0 { event.name.warn("never happens: a switch has no taps") }
      case "hold_level":
        if event.number ?? 2 > hold.furtherLevels.count + 1 {
          event.name.warn("never happens: hold.levels has no such level")
        }
      case "hold_end":
        if event.number ?? 1 > hold.furtherLevels.count + 1 {
          event.name.warn("never happens: hold.levels has no such level")
        }
      case "hold_repeat":
        if hold.repeats == nil { event.name.warn("never happens: hold.repeat is not set") }
      default: break
      }
    }
  }

  /// Puts the delays into the times of `debounce`.
  func addDelays(to debounce: inout Debounce) {
    let delays = ["on_delay", "off_delay"].filter(fields.has)
    if let first = delays.first, fields.has("debounce") {
      fields[first]?.fail("beside debounce; they set the same times, leave one out")
    }
    if let delay = fields.span("on_delay") { debounce.press = delay }
    if let delay = fields.span("off_delay") { debounce.release = delay }
  }
}

import ButtonController

extension ControlDecoder {
  /// A pin and the part of its control that it is.
  struct NamedPin {
    /// `a`, `press`, `x.a` …; empty for the only line.
    var part: String
    var value: Value
    var isEncoder = false
  }

  /// The kind with what only this kind has, and its pins in the order of the engine's lines.
  func kind(_ name: String, _ fields: Fields) -> (Control.Kind, [NamedPin])? {
    switch name {
    case "button": return fields["pin"].map { (.button, [NamedPin(part: "", value: $0)]) }
    case "switch": return fields["pin"].map { (.toggle, [NamedPin(part: "", value: $0)]) }
    case "knob": return knob(fields)
    default: return stick(fields)
    }
  }

  private func knob(_ fields: Fields) -> (Control.Kind, [NamedPin])? {
    var knob = Knob()
    if let steps = fields.integer("steps_per_detent") {
      if steps == 3 { fields["steps_per_detent"]?.fail("3 is out of range; 4, 2 or 1") }
      knob.stepsPerDetent = steps
    }
    if let rest: Knob.Rest = fields.choice(
      "rest", ["open": .open, "closed": .closed, "found": .found])
    {
      knob.rest = rest
      if knob.stepsPerDetent != 4 { fields["rest"]?.warn("counts only with steps_per_detent: 4") }
    }
    if let guardSpan = fields.span("slip_guard") { knob.slipGuard = guardSpan }
    if let parts = fields.fields("acceleration") {
      var acceleration = Knob.Acceleration()
      if let window = parts.span("window") { acceleration.window = window }
      if let max = parts.integer("max") { acceleration.max = max }
      knob.acceleration = acceleration
    }
    if let parts = fields.fields("position") { knob.position = position(parts) }
    knob.drag = drag(fields.fields("drag"), step: "per_detent")
    guard let pins = fields.fields("pins"), let a = pins["a"], let b = pins["b"] else { return nil }
    var named = [
      NamedPin(part: "a", value: a, isEncoder: true),
      NamedPin(part: "b", value: b, isEncoder: true),
    ]
    if let press = pins["press"] {
      named.append(NamedPin(part: "press", value: press))
    } else {
      for key in ["drag", "slip_guard"] where fields.has(key) {
        fields[key]?.warn("has no effect: the knob has no push")
      }
    }
    return (.knob(knob, hasPush: pins.has("press")), named)
  }

  private func stick(_ fields: Fields) -> (Control.Kind, [NamedPin])? {
    var stick = Stick()
    let parts = fields.fields("drag")
    stick.drag = drag(parts, step: "per_step")
    if let parts, parts.has("repeat") { stick.repeats = repeats(parts) }
    guard let pins = fields.fields("pins") else { return nil }
    let directions = ["up", "down", "left", "right"]
    let press = pins["press"].map { NamedPin(part: "press", value: $0) }
    if pins.has("x") || pins.has("y") {
      for key in directions where pins.has(key) {
        pins[key]?.fail("beside x and y; a stick has four directions or two encoders")
      }
      if press == nil { pins.value.fail("press is missing: a stick of two encoders needs a push") }
      for axis in ["x", "y"] where !pins.has(axis) {
        pins.value.fail("\(axis) is missing: a stick has two encoders")
      }
      var named: [NamedPin] = []
      for axis in ["x", "y"] {
        guard let encoder = pins.fields(axis) else { continue }
        for contact in ["a", "b"] {
          guard let value = encoder[contact] else { continue }
          named.append(NamedPin(part: "\(axis).\(contact)", value: value, isEncoder: true))
        }
      }
      guard named.count == 4, let press else { return nil }
      if parts?.has("repeat") ?? false {
        parts?["repeat"]?.warn("has no effect on a stick of two encoders")
      }
      return (.encoderStick(stick), named + [press])
    }
    let missing = directions.filter { !pins.has($0) }
    guard missing.isEmpty else {
      return pins.value.fail(
        "\(missing.joined(separator: ", ")) missing; a stick has up, down, left and right, or x and y"
      )
    }
    let named = directions.compactMap { key in
      pins[key].map { NamedPin(part: key, value: $0) }
    }
    return (.stick(stick, hasPush: press != nil), named + (press.map { [$0] } ?? []))
  }

  /// The steps of a direction that stays closed: `off`, a period, or a first one and a period.
  private func repeats(_ parts: Fields) -> Stick.Steps? {
    guard let value = parts["repeat"], !value.isOff else { return nil }
    guard case .mapping = value.node.content else {
      let every = parts.span("repeat") ?? Defaults.stickRepeat
      return Stick.Steps(after: every, every: every)
    }
    guard let fields = value.fields(GestureKeys.stickRepeats) else { return Stick.Steps() }
    let every = fields.span("every") ?? Defaults.stickRepeat
    return Stick.Steps(after: fields.span("after") ?? every, every: every)
  }

  private func position(_ fields: Fields) -> Knob.Position {
    var position = Knob.Position(
      start: fields.integer("start"), min: fields.integer("min"), max: fields.integer("max"),
      wraps: fields.flag("wrap") ?? false, step: fields.integer("step") ?? 1)
    let least = position.min
    let most = position.max
    if let least, let most, least >= most {
      fields["max"]?.fail("\(most) is not above min (\(least))")
      position.max = nil
    }
    if let start = position.start, start < least ?? Int.min || start > most ?? Int.max {
      let (low, high) = (least.map(String.init) ?? "no end", most.map(String.init) ?? "no end")
      fields["start"]?.fail("\(start) is out of range; \(low) to \(high)")
      position.start = nil
    }
    guard position.wraps else { return position }
    guard let least, let most else {
      fields["wrap"]?.fail("true needs min and max; add them")
      return position
    }
    if most > least, (most - least) % position.step != 0 {
      fields["max"]?.fail(
        "\(most) is not whole steps of \(position.step) from min (\(least)); with wrap it must be")
    }
    guard least <= 0 || position.start != nil, most > least else { return position }
    // Without a start it is 0, or the end nearest to it, which is whole steps away in any case.
    let start = position.start ?? min(0, most)
    if (start - least) % position.step != 0 {
      (fields["start"] ?? fields.value).fail(
        "\(fields.has("start") ? "" : "start is missing, and ")\(start) is not whole steps of "
          + "\(position.step) from min (\(least)); with wrap it must be")
    }
    return position
  }

  private func drag(_ fields: Fields?, step: String) -> Drag {
    var drag = Drag()
    guard let fields else { return drag }
    if let reach = fields.number("reach") { drag.reach = reach }
    if let tolerance = fields.number("tolerance") { drag.tolerance = tolerance }
    if let perStep = fields.number(step) { drag.perStep = perStep }
    drag.rule = fields.choice("rule", ["net": .net, "path": .path]) ?? .net
    if let spring = fields.fields("spring") {
      if let duration = spring.span("duration") { drag.springDuration = duration }
      if let bounce = spring.number("bounce") { drag.springBounce = bounce }
    }
    return drag
  }
}

import ButtonController

/// Reads tap, hold and confirm of a button, a push or a chord.
///
/// A gesture is bound if its key is there (and not `false`) or an event of it stands in `do`; with
/// none bound, `tap` is.
struct GestureDecoder {
  let fields: Fields
  let bound: [BoundEvent]

  /// What a gesture's key says.
  enum Part {
    case absent
    case off
    case on(Fields?)

    var isOn: Bool { if case .on = self { return true } else { return false } }
    var fields: Fields? { if case .on(let fields) = self { return fields } else { return nil } }
  }

  /// The gestures, with everything that is wrong about them said.
  func decode() -> Gestures {
    let tapPart = part("tap", GestureKeys.tap)
    let holdPart = part("hold", GestureKeys.hold)
    let confirmPart = part("confirm", GestureKeys.confirm)
    let hold = isBound("hold", holdPart) ? self.hold(holdPart) : nil
    let confirm = isBound("confirm", confirmPart) ? self.confirm(confirmPart) : nil
    if hold != nil, confirm != nil {
      let value = fields["confirm"] ?? bound.first { $0.binding.event == "confirm" }?.name
      (value ?? fields.value).fail("beside hold; a control has hold or confirm, leave one out")
    }
    var isTap = isBound("tap", tapPart)
    if let hold, hold.taps > 0 {
      if case .off = tapPart {
        fields["tap"]?.fail("false, but hold.taps needs taps; leave it out")
      }
      isTap = true
    }
    if hold == nil, confirm == nil, !isTap {
      if case .off = tapPart {
        fields["tap"]?.fail("false, and no other gesture is bound; name hold or confirm")
      }
      isTap = true
    }
    let tap = isTap ? self.tap(tapPart.fields, hold: hold, confirm: confirm) : nil
    var gestures = Gestures(tap: tap, hold: hold, confirm: confirm)
    if let within = tapPart.fields?.span("within") { gestures.tapWithin = within }
    return gestures
  }

  // MARK: - Whether

  private func isBound(_ gesture: String, _ part: Part) -> Bool {
    let event = bound.first { $0.binding.event == gesture }
    switch part {
    case .on: return true
    case .absent: return event != nil
    case .off:
      if let event {
        event.name.fail("\(gesture) is false; take that out, or this")
      }
      return false
    }
  }

  /// A gesture's key: `true`, `false`, the short form of a time, or a mapping.
  private func part(_ key: String, _ table: KeyTable) -> Part {
    guard let value = fields[key] else { return .absent }
    switch value.node.content {
    case .mapping: return .on(value.fields(table))
    case .scalar("true", isPlain: true): return .on(nil)
    case .scalar("false", isPlain: true): return .off
    case .scalar, .sequence:
      // A time is read where it is used; a tap has no short form but true and false.
      if key == "tap" { _ = value.flag() }
      return .on(nil)
    }
  }

  /// The time of a gesture: its `after`, or its short form.
  private func after(_ key: String, _ fields: Fields?) -> TimeSpan? {
    if let fields { return fields.span("after") }
    guard let value = self.fields[key] else { return nil }
    if case .scalar("true", isPlain: true) = value.node.content { return nil }
    return value.span(as: self.fields.table[key]?.form ?? .text)
  }

  // MARK: - Gestures

  private func tap(_ fields: Fields?, hold: Hold?, confirm: Confirm?) -> Tap {
    let named = bound.filter { $0.binding.event == "tap" }.compactMap(\.number).max() ?? 1
    var tap = Tap(max: fields?.integer("max") ?? 1)
    tap.max = max(tap.max, named)
    if let gap = fields?.span("gap") { tap.gap = gap }
    tap.firesAtPress = fields?.choice("fire", ["release": false, "press": true]) ?? false
    if tap.firesAtPress, let value = fields?["fire"] {
      checkFire(value, tap, hold: hold, confirm: confirm)
    }
    if confirm == nil { fields?["within"]?.fail("counts only beside confirm; take it out") }
    if let confirm {
      let place = fields?["max"] ?? bound.first { ($0.number ?? 0) > 1 }?.name
      if confirm.doubleTap, tap.max > 1 {
        (place ?? self.fields.value).fail(
          "more than one tap beside confirm.alternative: double_tap; two taps confirm there")
      }
    }
    return tap
  }

  private func checkFire(_ value: Value, _ tap: Tap, hold: Hold?, confirm: Confirm?) {
    var others: [String] = []
    if hold != nil { others.append("hold") }
    if confirm != nil { others.append("confirm") }
    if tap.max > 1 { others.append("several taps") }
    if fields.table["drag"] != nil { others.append("the drag") }
    if !others.isEmpty {
      value.fail(
        "press beside \(others.joined(separator: " and ")); it is allowed where nothing else is "
          + "bound")
    }
  }

  private func hold(_ part: Part) -> Hold {
    let fields = part.fields
    var hold = Hold()
    let after = after("hold", fields)
    if let after { hold.after = after }
    if let levels = levels(fields) {
      if let after, let value = fields?["after"], after != levels[0] {
        value.fail("the first of levels is the hold's time; leave after out")
      }
      hold.after = levels[0]
      hold.furtherLevels = Array(levels.dropFirst())
    }
    hold.taps = taps(fields)
    hold.repeats = fields.flatMap { Self.repeats($0, hold: hold.after, from: "press") }
    hold.commitsOnRelease =
      fields?.choice("commit", ["threshold": false, "release": true]) ?? false
    if hold.commitsOnRelease {
      let taps = bound.first { $0.binding.event == "hold" && $0.number ?? 0 > 0 }?.name
      for (place, isThere) in [
        (fields?["repeat"], hold.repeats != nil), (fields?["taps"] ?? taps, hold.taps > 0),
      ] where isThere {
        (place ?? self.fields.value).fail(
          "beside hold.commit: release; the release reports how long it was held, leave one out")
      }
    }
    return hold
  }

  private func levels(_ fields: Fields?) -> [TimeSpan]? { fields.flatMap(Self.levels) }

  /// The levels of a hold, those of a switch included.
  static func levels(_ fields: Fields) -> [TimeSpan]? {
    guard let values = fields.items("levels") else { return nil }
    guard case .list(let form, _) = fields.table["levels"]?.form else { return nil }
    var levels: [TimeSpan] = []
    for value in values {
      guard let level = value.span(as: form) else { continue }
      if let last = levels.last, level <= last {
        value.fail("\(SpanText.write(level)) is not later than the level before; levels rise")
      }
      levels.append(level)
    }
    return levels.isEmpty ? nil : levels
  }

  /// The taps before a hold: of the key, or of `hold:1` in `do`, which must agree.
  private func taps(_ fields: Fields?) -> Int {
    var taps = fields?.integer("taps")
    for event in bound where event.binding.event == "hold" {
      guard let number = event.number, number > 0 else { continue }
      if let taps, taps != number {
        event.name.fail("hold.taps is \(taps) already; a control has one number of taps")
      }
      taps = taps ?? number
    }
    return taps ?? 0
  }

  /// The repeats of a hold, those of a switch included: a period, or a mapping.
  ///
  /// `start` is what all its times count from, in a word.
  static func repeats(_ hold: Fields, hold holdAfter: TimeSpan, from start: String) -> Repeat? {
    guard let value = hold["repeat"], !value.isOff else { return nil }
    guard case .mapping = value.node.content else {
      return hold.span("repeat").map { Repeat(every: $0) }
    }
    guard case .orOff(.either(let forms)) = hold.table["repeat"]?.form,
      case .table(let table) = forms.last, let fields = value.fields(table)
    else { return nil }
    let every = fields.span("every") ?? .milliseconds(200)
    var stages: [Repeat.Stage] = []
    for value in fields.items("stages") ?? [] {
      guard case .list(.table(let table), _) = fields.table["stages"]?.form,
        let stage = value.fields(table)
      else { continue }
      let period = stage.span("every")
      guard let after = stage.span("after"), let place = stage["after"] else { continue }
      if let last = stages.last, after <= last.after {
        place.fail("\(SpanText.write(after)) is not later than the stage before; stages rise")
      } else if after <= holdAfter {
        place.fail(
          "\(SpanText.write(after)) is not later than the hold (\(SpanText.write(holdAfter))); it counts "
            + "from the \(start)")
      }
      if let period { stages.append(Repeat.Stage(after: after, every: period)) }
    }
    return Repeat(every: every, stages: stages)
  }

  private func confirm(_ part: Part) -> Confirm {
    let fields = part.fields
    var confirm = Confirm()
    if let after = after("confirm", fields) { confirm.after = after }
    guard let fields else { return confirm }
    confirm.commitsOnRelease =
      fields.choice("commit", ["threshold": false, "release": true]) ?? false
    if let overHold = fields.span("over_hold") { confirm.overHold = overHold }
    confirm.doubleTap = fields.choice("alternative", ["none": false, "double_tap": true]) ?? false
    if let isExclusive = fields.flag("exclusive") { confirm.isExclusive = isExclusive }
    if let success = fields.span("success") { confirm.success = success }
    if let fade = fields.span("fade") { confirm.fade = fade }
    if let drain = fields.span("drain") { confirm.drain = drain }
    return confirm
  }
}

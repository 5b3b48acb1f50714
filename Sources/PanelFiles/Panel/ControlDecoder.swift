import ButtonController

/// Reads one control: its kind, pins, gestures and actions.
struct ControlDecoder {
  let context: PanelContext
  /// What controls of a kind start from.
  var defaults: ControlDefaults

  /// A control as all who need it see it.
  struct Decoded {
    var control: Control
    var file: ControlFile
    var lines: [LinePlan]
  }

  /// The control called `name`, with the number `index`; nil if it is too wrong to go on.
  mutating func decode(_ original: Value, name: String, index: Int) -> Decoded? {
    guard case .mapping = original.node.content else {
      return original.fail(
        "\(original.description) where a control is wanted; write {kind: button, pin: GPIO17}")
    }
    guard let kindNode = original.node["kind"] else {
      return original.fail("kind is missing; one of button, switch, knob, stick")
    }
    let kindName = original.child(kindNode, "kind").choice(ControlKeys.controls.map(\.kind))
    guard let kindName, let table = ControlKeys.control(kindName) else { return nil }
    let value = defaults.applied(to: original, kind: kindName)
    guard let fields = value.fields(table) else { return nil }
    guard let (kind, pins) = kind(kindName, fields) else {
      _ = details(fields, kind: .button, kindName: kindName, checksGestures: false)
      return nil
    }
    let lines = self.lines(pins, fields, name: name, index: index)
    let (control, file) = details(fields, kind: kind, kindName: kindName, checksGestures: true)
    return Decoded(control: control, file: named(name, fields, file), lines: lines)
  }

  /// The chord called `name` of the buttons in `context`.
  mutating func decodeChord(_ original: Value, name: String) -> Decoded? {
    let value = defaults.applied(to: original, kind: "chord")
    guard let fields = value.fields(ControlKeys.chord) else { return nil }
    var chord = Chord(members: members(fields))
    if let within = fields.span("within") { chord.within = within }
    let (control, file) = details(
      fields, kind: .chord(chord), kindName: "a chord", checksGestures: true)
    return Decoded(control: control, file: named(name, fields, file), lines: [])
  }

  private func named(_ name: String, _ fields: Fields, _ file: ControlFile) -> ControlFile {
    var file = file
    file.name = name
    file.label = fields.text("label")
    file.allowsRemoteConfirm = allowsRemoteConfirm(fields)
    return file
  }

  private func allowsRemoteConfirm(_ fields: Fields) -> Bool {
    fields.table["remote"] != nil && fields.flag("remote") ?? false
  }

  private func members(_ fields: Fields) -> [Int] {
    var members: [Int] = []
    for value in fields.items("of") ?? [] {
      guard let name = value.text() else { continue }
      guard let index = context.controls.firstIndex(where: { $0.name == name }) else {
        var names: [String] { context.controls.filter { $0.kind == "button" }.map(\.name) }
        value.fail(
          "\(Value.clip(name)) is not among controls; "
            + Nearest.advice(
              for: name, among: names, else: "the buttons are \(names.prefix(12).listed)"))
        continue
      }
      if context.controls[index].kind != "button" {
        value.fail(
          "\(name) is a \(Value.clip(context.controls[index].kind)); a chord is of buttons")
      } else if members.contains(index) {
        value.fail("\(name) stands twice; a chord is of different buttons")
      } else {
        members.append(index)
      }
    }
    return members
  }

  // MARK: - What all have

  /// The control, and its file without name and label.
  private func details(
    _ fields: Fields, kind: Control.Kind, kindName: String, checksGestures: Bool
  ) -> (Control, ControlFile) {
    var control = Control(kind: kind)
    var file = ControlFile(name: "", cue: context.cue(fields["cue"]))
    control.emitsEdges = fields.flag("edges") ?? false
    control.rings = context.rings(fields["ring"])
    if fields.table["stuck"] != nil {
      control.stuck = fields.isOff("stuck") ? nil : fields.span("stuck") ?? Defaults.stuck
      control.chatter =
        fields.isOff("chatter") ? nil : fields.integer("chatter") ?? Defaults.chatter
      control.debounce = debounce(fields, control.debounce)
      lintChatter(fields, control)
    }
    guard checksGestures else { return (control, file) }
    let article = kindName.hasPrefix("a ") ? kindName : "a \(kindName)"
    var bound = DoDecoder(context: context).decode(
      fields["do"], kind: kind, kindName: article + (hasPush(kind) ? "" : " without a push"))
    if let own = heldKeys(fields, kind) { bound.append(own) }
    file.actions = bound.map(\.binding)
    if !control.emitsEdges, file.actions.contains(where: { $0.event == "press" && $0.holdsKeys }) {
      control.emitsEdges = true
      file.hidesEdges = true
    }
    if fields.table["stuck"] != nil { lintHealth(bound, control) }
    if hasPush(kind), fields.table["tap"] != nil {
      control.gestures = GestureDecoder(fields: fields, bound: bound).decode()
      GestureChecks(
        fields: fields, bound: bound, gestures: control.gestures, emitsEdges: control.emitsEdges,
        stuck: control.stuck
      ).check()
    } else {
      if kind != .toggle {
        for key in ["tap", "hold", "confirm", "remote"] where fields.table[key] != nil {
          fields[key]?.fail("needs a push; add pins.press")
        }
      }
      if kind == .toggle {
        lintSwitch(fields)
        let decoder = SwitchDecoder(fields: fields, bound: bound)
        decoder.addDelays(to: &control.debounce)
        control.gestures.hold = decoder.hold()
      }
    }
    return (control, file)
  }

  /// The control's own `key`, which is one more entry of `do`.
  private func heldKeys(_ fields: Fields, _ kind: Control.Kind) -> BoundEvent? {
    guard let value = fields["key"] else { return nil }
    if !hasPush(kind) { return value.fail("needs a push; add pins.press") }
    guard let keys = KeyDecoder(context: context).held(value) else { return nil }
    let event = kind == .toggle ? "on" : "press"
    return BoundEvent(
      binding: Binding(event: event, actions: [.key(keys)]), number: nil, name: value)
  }

  /// Whether it can be pressed; a switch has no push, but needs no remark about that either.
  private func hasPush(_ kind: Control.Kind) -> Bool {
    switch kind {
    case .button, .chord, .encoderStick, .toggle: return true
    case .knob(_, let hasPush), .stick(_, let hasPush): return hasPush
    }
  }

  private func lintSwitch(_ fields: Fields) {
    fields["edges"]?.warn("has no effect on a switch; it reports on and off")
    fields["stuck"]?.warn("has no effect on a switch; it may stay closed")
  }

  /// A contact bounces for as long as its debounce is made for: a change a millisecond is borne then.
  private func lintChatter(_ fields: Fields, _ control: Control) {
    guard let chatter = control.chatter else { return }
    let longest = max(control.debounce.press, control.debounce.release)
    let good = min(max(Int(longest.nanoseconds / 1_000_000), 100), Defaults.chatter)
    if chatter < good {
      fields["chatter"]?.warn(
        "\(chatter) is low: \(chatter + 1) changes in a row are chatter then, and one press may "
          + "bounce more often; \(good) or more is better")
    }
  }

  /// Entries of `do` for what is switched off.
  private func lintHealth(_ bound: [BoundEvent], _ control: Control) {
    for event in bound {
      switch (event.binding.event, event.binding.detail) {
      case ("stuck", _), ("unstuck", _), ("release", "stuck"), ("cancel", "stuck"):
        if control.stuck == nil { event.name.warn("never happens: stuck is off") }
      case ("chatter", _), ("quiet", _), ("release", "chatter"):
        if control.chatter == nil { event.name.warn("never happens: chatter is off") }
      default: break
      }
    }
  }

  private func debounce(_ fields: Fields, _ start: Debounce) -> Debounce {
    var debounce = start
    guard let value = fields["debounce"] else { return debounce }
    guard case .mapping = value.node.content else {
      if let both = value.span(as: fields.table["debounce"]?.form ?? .text) {
        debounce.press = both
        debounce.release = both
      }
      return debounce
    }
    guard let parts = value.fields(GestureKeys.debounce) else { return debounce }
    if let press = parts.span("press") { debounce.press = press }
    if let release = parts.span("release") { debounce.release = release }
    if let limit = parts.span("limit") { debounce.limit = limit }
    debounce.dropout = parts.span("dropout")
    debounce.mode =
      parts.choice("mode", ["stable": .stable, "eager": .eager, "integrate": .integrate]) ?? .stable
    return debounce
  }

  // MARK: - Lines

  private func lines(_ pins: [NamedPin], _ fields: Fields, name: String, index: Int) -> [LinePlan] {
    var decoder = PinDecoder(context: context)
    let wiring =
      fields.choice(
        "wiring",
        [
          "to_ground": (LinePlan.Bias.pullUp, true), "to_supply": (.pullDown, false),
          "external_active_low": (.disabled, true), "external_active_high": (.disabled, false),
        ]) ?? (.pullUp, true)
    (decoder.bias, decoder.isActiveLow) = wiring
    decoder.isPolled = fields.choice("input", ["edges": false, "poll": true]) ?? false
    if let poll = fields.span("poll") { decoder.poll = poll }
    if fields.has("poll"), !decoder.isPolled {
      fields["poll"]?.warn("counts only with input: poll")
    }
    let isReversed =
      fields.choice("contact", ["normally_open": false, "normally_closed": true]) ?? false
    let kernelDebounce = fields.span("kernel_debounce") ?? .zero
    if decoder.isPolled, kernelDebounce > .zero {
      fields["kernel_debounce"]?.warn("has no effect with input: poll")
    }
    return pins.compactMap { pin in
      // A knob's quadrature is decoded from every edge; a filter of time would eat turns.
      decoder.kernelDebounce = pin.isEncoder ? .zero : kernelDebounce
      // Swapped below the adapter alone: above it closed means pressed. The pull stays.
      decoder.isNormallyClosed = isReversed && !pin.isEncoder
      return decoder.decode(
        pin.value, name: pin.part.isEmpty ? name : "\(name).\(pin.part)", control: index)
    }
  }
}

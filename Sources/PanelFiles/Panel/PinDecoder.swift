import ButtonController

/// Finds the line that a pin of a panel file means.
struct PinDecoder {
  let context: PanelContext
  var bias = LinePlan.Bias.disabled
  /// Whether a contact that is closed makes the line low.
  var isActiveLow = false
  /// Whether the contact is closed while nobody presses it.
  var isNormallyClosed = false
  var isPolled = false
  var poll = TimeSpan.milliseconds(1)
  var kernelDebounce = TimeSpan.zero
  /// What a bus or a supply takes it for, where several rings may name it; nil for a line of one's own.
  var role: String?
  /// Whether the line is an output: no pull, no edges.
  var isOutput = false

  /// A pin of a cue or a ring.
  static func output(_ context: PanelContext, isInverted: Bool) -> PinDecoder {
    var decoder = PinDecoder(context: context)
    decoder.isActiveLow = isInverted
    decoder.isOutput = true
    return decoder
  }

  /// The line of `value`; `control` is -1 for outputs.
  func decode(_ value: Value, name: String, control: Int) -> LinePlan? {
    guard let found = locate(value) else { return nil }
    let plan = LinePlan(
      name: name, control: control, chip: found.chip, target: found.target, pin: found.text,
      bias: bias, isActiveLow: isActiveLow != isNormallyClosed, isPolled: isPolled, poll: poll,
      kernelDebounce: kernelDebounce, isNormallyClosed: isNormallyClosed, place: value.node.place)
    context.use(plan, as: role, at: value)
    lint(plan, found.pin, value)
    return plan
  }

  private typealias Found = (
    chip: LinePlan.Chip, target: LinePlan.Target, text: String, pin: BoardProfile.Pin?
  )

  private func locate(_ value: Value) -> Found? {
    switch value.node.content {
    case .mapping: return locateLine(value)
    case .scalar(let text, isPlain: true) where Value.isNumber(text):
      let advice = context.board.flatMap { PinGuess(board: $0).advice(for: text) }
      return value.fail(
        advice.map { "\(text) is no pin; \($0)" }
          ?? "\(text) is no pin; write its name, such as GPIO\(text), or header and pin, such as "
          + "J8-\(text)")
    case .scalar: return value.text().flatMap { locatePin($0, value) }
    case .sequence:
      return value.fail("a list where a pin is wanted; write one, such as GPIO17 or J8-11")
    }
  }

  /// `{chip: pinctrl-rp1, line: 17}` or `{line_name: GPIO17}`.
  private func locateLine(_ value: Value) -> Found? {
    guard let fields = value.fields(ControlKeys.chipLine) else { return nil }
    let label = fields.text("chip")
    let line = fields.integer("line")
    if fields.has("line_name") {
      if fields.has("line") { value.fail("line and line_name; write one of them") }
      guard let name = fields.text("line_name") else { return nil }
      let pins = context.board?.pins(named: name) ?? []
      let text = label.map { "\($0) \(name)" } ?? name
      return (
        label.map { .label($0) } ?? .any, .name(name), text, pins.count == 1 ? pins[0] : nil
      )
    }
    guard fields.has("chip"), fields.has("line") else {
      return value.fail("write {chip: LABEL, line: NUMBER} or {line_name: NAME}")
    }
    guard let label, let line else { return nil }
    if label.hasPrefix("/dev/")
      || label.hasPrefix("gpiochip") && label.dropFirst(8).allSatisfy(\.isNumber)
    {
      return fields["chip"]?.fail(
        "\(Value.clip(label)) is a number that changes; write the chip's label (gpioinfo shows it)")
    }
    if let lines = context.board?.chip(label)?.lines, line >= lines {
      return fields["line"]?.fail("\(line) is out of range; \(label) has lines 0 to \(lines - 1)")
    }
    return (
      .label(label), .offset(line), "\(label) \(line)", context.board?.pin(chip: label, line: line)
    )
  }

  /// `GPIO17` or `J8-11`.
  private func locatePin(_ text: String, _ value: Value) -> Found? {
    guard let board = context.board else {
      context.needsBoard = true
      return nil
    }
    let shown = Value.clip(text)
    var pin = board.pin(at: text)
    if pin == nil {
      let pins = board.pins(named: text)
      if pins.count > 1 {
        return value.fail(
          "\(shown) names several lines: \(pins.map(\.position).listed); write one of these")
      }
      pin = pins.first
    }
    guard let pin else {
      if board.header.isEmpty {
        return value.fail(
          "the header of \(board.id) is not known; write {chip: LABEL, line: NUMBER}")
      }
      var names: [String] {
        let pins = board.header.filter { $0.kind == .gpio }
        return pins.map(\.name) + pins.map(\.position)
      }
      return value.fail(
        "\(board.id) has no pin \(shown.contains(" ") ? "\"\(shown)\"" : shown); "
          + (PinGuess(board: board).advice(for: text)
            ?? Nearest.advice(
              for: text, among: names, else: "`gpiopress boards \(board.id)` shows them")))
    }
    guard pin.kind == .gpio, let chip = pin.chip, let line = pin.line else {
      return value.fail("\(pin.position) of \(board.id) is \(pin.name), no GPIO")
    }
    return (.label(chip), .offset(line), shown, pin)
  }

  // MARK: - Lint

  private func lint(_ plan: LinePlan, _ pin: BoardProfile.Pin?, _ value: Value) {
    if let pin, let reason = context.board?.reasonToAvoid(pin.position) {
      value.warn("\(plan.pin) (\(pin.position)) is better left alone: \(reason)")
    }
    guard !isOutput else { return }
    if let pull = pin?.fixedPull, (pull == "up") != isActiveLow {
      let hint = pull == "up" ? "to_ground" : "to_supply"
      value.warn(
        "\(plan.pin) has a fixed pull-\(pull) on the board; wire the contact for wiring: \(hint)")
    }
    guard case .label(let label) = plan.chip, let chip = context.board?.chip(label) else { return }
    if bias != .disabled, chip.hasBias == false, pin?.fixedPull == nil {
      let hint = isActiveLow ? "external_active_low" : "external_active_high"
      value.warn(
        "\(label) cannot pull a line; add a resistor of 10 kΩ and write wiring: \(hint)")
    }
    if !isPolled, (pin?.hasEdges ?? chip.hasEdges) == false {
      value.warn("\(plan.pin) reports no edges; write input: poll")
    }
  }
}

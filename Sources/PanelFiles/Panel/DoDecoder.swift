import ButtonController

/// An entry of `do` with what its particular means, and where it stands.
struct BoundEvent {
  var binding: Binding
  /// The number of `tap:2`, `hold:1`, `hold_level:3`.
  var number: Int?
  /// The entry's key.
  var name: Value
}

/// Reads `do`: events and what they cause.
struct DoDecoder {
  let context: PanelContext

  /// Every event's name, in the order of the manual.
  static let events = [
    "press", "release", "ignored", "tap", "hold", "hold_ready", "hold_level", "hold_repeat",
    "hold_end", "confirm_start", "ready", "confirm", "cancel", "turn", "drag_start", "drag",
    "drag_end", "on", "off", "state",
    "boot_held", "stuck", "unstuck", "chatter", "quiet", "line_gone", "line_back", "lost", "resync",
  ]

  private static let gestures: Set = [
    "press", "release", "ignored", "tap", "hold", "hold_ready", "hold_level", "hold_repeat",
    "hold_end", "confirm_start", "ready", "confirm", "cancel",
  ]
  private static let switchHolds: Set = ["hold", "hold_level", "hold_repeat", "hold_end"]
  private static let drags: Set = ["drag_start", "drag", "drag_end"]
  private static let lines: Set = ["line_gone", "line_back", "lost", "resync"]
  private static let chatters: Set = ["chatter", "quiet"]
  private static let presses: Set = ["boot_held", "stuck", "unstuck"]

  /// The events that a control of `kind` can tell.
  static func events(of kind: Control.Kind) -> Set<String> {
    switch kind {
    case .button: return gestures.union(lines).union(chatters).union(presses)
    case .toggle: return lines.union(chatters).union(switchHolds).union(["on", "off", "state"])
    case .knob(_, hasPush: false): return lines.union(["turn"])
    case .knob(_, hasPush: true):
      return gestures.union(drags).union(lines).union(chatters).union(presses).union(["turn"])
    case .stick(_, hasPush: false):
      return drags.union(lines).union(chatters).union(presses).union(["ignored"])
    case .stick(_, hasPush: true), .encoderStick:
      return gestures.union(drags).union(lines).union(chatters).union(presses)
    case .chord: return gestures
    }
  }

  /// The entries of `do`, those that are wrong left out.
  func decode(_ value: Value?, kind: Control.Kind, kindName: String) -> [BoundEvent] {
    guard let value, let entries = value.entries() else { return [] }
    let possible = Self.events(of: kind)
    return entries.compactMap { name, value in
      let actions = ActionDecoder(context: context).actions(value)
      guard case .scalar(let key, _) = name.node.content else { return nil }
      let parts = key.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      // A stick's steps are `drag` in event lines; `move` says the same of a stick only.
      let isMove = parts[0] == "move" && Self.isStick(kind)
      let event = isMove ? "drag" : String(parts[0])
      guard Self.events.contains(event) else {
        return name.fail(
          "no event is called \(Value.clip(event)); "
            + (ForeignWords.advice(for: event, among: Self.events)
              ?? Nearest.advice(
                for: event, among: Self.events,
                else: "known: \(Self.events.filter(possible.contains).listed)")))
      }
      guard possible.contains(event) else {
        return name.fail(
          "\(kindName) never tells \(event); it tells "
            + Self.events.filter(possible.contains).listed)
      }
      let detail = parts.count > 1 ? String(parts[1]) : nil
      guard let number = number(of: detail, event: event, as: String(parts[0]), kind, name) else {
        return nil
      }
      return BoundEvent(
        binding: Binding(event: event, detail: detail, actions: actions), number: number.value,
        name: name)
    }
  }

  /// The number of a particular; nil if the particular is wrong.
  ///
  /// `written` is the event as it stands there.
  private func number(
    of detail: String?, event: String, as written: String, _ kind: Control.Kind, _ name: Value
  ) -> (value: Int?, Void)? {
    guard let detail else { return (nil, ()) }
    if detail.isEmpty { return name.fail("nothing behind the colon; write \(written)") }
    if let range = Self.numbers[event] {
      guard let number = Int(detail), String(number) == detail, range.contains(number) else {
        return name.fail(
          "\(event):\(Value.clip(detail)) is out of range; \(range.lowerBound) to "
            + "\(range.upperBound)")
      }
      return (number, ())
    }
    let words = Self.words(of: event, kind)
    guard !words.isEmpty else {
      return name.fail(
        "\(event) has no particular; write \(event) (\(Self.particulars.listed) have)"
      )
    }
    if words.contains(detail) { return (nil, ()) }
    let what = Self.reasons.contains(event) ? "reason" : "particular of \(written)"
    return name.fail(
      "no \(what) is called \(Value.clip(detail)); "
        + Nearest.advice(for: detail, among: words, else: "known: \(words.listed)"))
  }

  private static let numbers: [String: ClosedRange<Int>] = [
    "tap": 1...20, "hold": 0...20, "hold_ready": 1...16, "hold_level": 2...16,
    "hold_repeat": 1...1_000_000, "hold_end": 1...16,
  ]

  private static let particulars = [
    "tap", "hold", "hold_ready", "hold_level", "hold_repeat", "hold_end", "turn", "drag", "state",
    "confirm", "cancel", "release", "ignored",
  ]

  private static let reasons: Set = ["cancel", "release", "ignored"]

  /// The particulars of an event that are words.
  private static func words(of event: String, _ kind: Control.Kind) -> [String] {
    switch event {
    case "turn": return ["+", "-"]
    case "drag": return isStick(kind) ? ["up", "down", "left", "right"] : ["+", "-"]
    case "state": return ["on", "off"]
    case "confirm": return [Event.Via.hold, .doubleTap].map(EventLine.name(of:))
    case "cancel": return CancelReason.allCases.map(EventLine.name(of:))
    case "release":
      return CancelReason.allCases.filter(\.endsContact).map(EventLine.name(of:))
    case "ignored": return Event.IgnoreReason.allCases.map(EventLine.name(of:))
    default: return []
    }
  }

  /// What an entry's key may be, whatever the control's kind, as a regular expression.
  static var pattern: String {
    let kinds: [Control.Kind] = [.button, .stick(Stick(), hasPush: true)]
    func entry(_ event: String) -> String {
      if numbers[event] != nil { return "\(event)(:[0-9]+)?" }
      let names = kinds.flatMap { words(of: event, $0) }
      var once: [String] = []
      for name in names where !once.contains(name) { once.append(name) }
      if once.isEmpty { return event }
      return "\(event)(:(\(once.map { $0 == "+" ? "[+]" : $0 }.joined(separator: "|"))))?"
    }
    let entries = events.map(entry) + ["move(:(up|down|left|right))?"]
    return "^(\(entries.joined(separator: "|")))$"
  }

  private static func isStick(_ kind: Control.Kind) -> Bool {
    switch kind {
    case .stick, .encoderStick: return true
    case .button, .toggle, .knob, .chord: return false
    }
  }
}

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

  /// The entries of `do`, those that are wrong left out.
  func decode(_ value: Value?, kind: Control.Kind, kindName: String) -> [BoundEvent] {
    guard let value, let entries = value.entries() else { return [] }
    let possible = EventName.all(of: kind)
    let bound: [BoundEvent] = entries.compactMap { name, value in
      guard case .scalar(let key, _) = name.node.content else { return nil }
      let parts = key.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      // A stick's steps are `drag` in event lines; `move` says the same of a stick only.
      let isMove = parts[0] == "move" && kind.isStick
      let word = isMove ? EventName.drag.rawValue : String(parts[0])
      let actions = ActionDecoder(context: context, event: word, kind: kind).actions(value)
      guard let event = EventName(rawValue: word) else {
        return name.fail(
          "no event is called \(Value.clip(word)); "
            + (ForeignWords.advice(for: word, among: Self.words)
              ?? Nearest.advice(for: word, among: Self.words, else: "known: \(possible.listed)")))
      }
      guard possible.contains(event) || EventName.ends.contains(event) else {
        return name.fail("\(kindName) never emits \(event.rawValue); it emits \(possible.listed)")
      }
      let detail = parts.count > 1 ? String(parts[1]) : nil
      guard let number = number(of: detail, event: event, as: String(parts[0]), kind, name) else {
        return nil
      }
      let binding = Binding(event: event.rawValue, detail: detail, actions: actions)
      if binding.holdsKeys { checkHeld(event, among: possible, name) }
      return BoundEvent(binding: binding, number: number.value, name: name)
    }
    lintEnds(bound)
    return bound
  }

  /// Entries for the end of a command where none is run; what they run themselves has no event.
  private func lintEnds(_ bound: [BoundEvent]) {
    func runs(_ bound: BoundEvent) -> Bool {
      bound.binding.actions.contains { if case .run = $0 { return true } else { return false } }
    }
    let ends = EventName.ends.map(\.rawValue)
    let starts = bound.filter { !ends.contains($0.binding.event) && runs($0) }
    for event in bound where ends.contains(event.binding.event) {
      if starts.isEmpty {
        event.name.warn("never happens: no other entry of the control has a run")
      } else if let of = event.binding.detail, !starts.contains(where: { $0.binding.event == of }) {
        event.name.warn("never happens: \(of) has no run")
      }
    }
  }

  /// Keys are held from what has an end.
  private func checkHeld(_ event: EventName, among possible: [EventName], _ name: Value) {
    let beginnings = KeyDecoder.beginnings.filter(possible.contains)
    if beginnings.contains(event) { return }
    let words = beginnings.map(\.rawValue).joined(separator: " or ")
    name.fail(
      "\(event.rawValue) has no end of its own up to which a key could be held; write key: KEY_… "
        + "for a stroke" + (words.isEmpty ? "" : ", or hold it from \(words)"))
  }

  /// The number of a particular; nil if the particular is wrong.
  ///
  /// `written` is the event as it stands there.
  private func number(
    of detail: String?, event: EventName, as written: String, _ kind: Control.Kind, _ name: Value
  ) -> (value: Int?, Void)? {
    guard let detail else { return (nil, ()) }
    if detail.isEmpty { return name.fail("nothing behind the colon; write \(written)") }
    switch event.particular(of: kind) {
    case .number(let range):
      guard let number = Int(detail), String(number) == detail, range.contains(number) else {
        return name.fail(
          "\(event.rawValue):\(Value.clip(detail)) is out of range; \(range.lowerBound) to "
            + "\(range.upperBound)")
      }
      return (number, ())
    case .words(let words):
      if words.contains(detail) { return (nil, ()) }
      let what = event.hasReason ? "reason" : "particular of \(written)"
      return name.fail(
        "no \(what) is called \(Value.clip(detail)); "
          + Nearest.advice(for: detail, among: words, else: "known: \(words.listed)"))
    case .none:
      let others = Self.events.filter { $0.particular(of: kind).isAny }
      return name.fail(
        "\(event.rawValue) has no particular; write \(event.rawValue) (\(others.listed) have)")
    }
  }

  /// The events of controls of all kinds, in the order of the manual.
  static let events: [EventName] = {
    let names = Set(kinds.flatMap(EventName.all) + EventName.ends)
    return EventName.allCases.filter(names.contains)
  }()

  private static let words = events.map(\.rawValue)

  /// Controls that between them have every event and every particular.
  private static let kinds: [Control.Kind] = [
    .button, .toggle, .knob(Knob(), hasPush: true), .stick(Stick(), hasPush: true),
  ]

  /// What an entry's key may be, whatever the control's kind, as a regular expression.
  static var pattern: String {
    func entry(_ event: EventName) -> String {
      var once: [String] = []
      for kind in kinds {
        switch event.particular(of: kind) {
        case .none: return event.rawValue
        case .number: return "\(event.rawValue)(:[0-9]+)?"
        case .words(let words): for word in words where !once.contains(word) { once.append(word) }
        }
      }
      let words = once.map { $0 == "+" ? "[+]" : $0 }
      return "\(event.rawValue)(:(\(words.joined(separator: "|"))))?"
    }
    let entries = events.map(entry) + ["move(:(up|down|left|right))?"]
    return "^(\(entries.joined(separator: "|")))$"
  }
}

extension Sequence<EventName> {
  /// The names in one line, with commas between.
  fileprivate var listed: String { map(\.rawValue).listed }
}

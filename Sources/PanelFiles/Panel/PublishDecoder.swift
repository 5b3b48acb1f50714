import ButtonController

/// Reads what an event publishes.
struct PublishDecoder {
  let context: PanelContext
  /// The event that causes it, and the kind of its control.
  let event: String
  let kind: Control.Kind

  /// The first words of the topics that a panel uses itself.
  static let reserved = [
    "availability", "cue", "diagnostics", "event", "health", "reload", "ring", "state",
  ]

  /// The message; nil if it is wrong.
  func decode(_ value: Value) -> Action.Message? {
    guard let fields = value.fields(ControlKeys.publish) else { return nil }
    let payload = template(fields)
    let qos = fields.integer("qos") ?? 1
    let isRetained = fields.flag("retain") ?? false
    guard let place = fields["topic"], let text = fields.text("topic"),
      let topic = topic(text, place)
    else { return nil }
    if !context.hasMqtt {
      return value.fail("there is no broker; add outputs: {mqtt: {host: …}}")
    }
    return Action.Message(
      topic: topic.text, isAbsolute: topic.isAbsolute, payload: payload, qos: qos,
      isRetained: isRetained)
  }

  private func topic(_ text: String, _ value: Value) -> (text: String, isAbsolute: Bool)? {
    let isAbsolute = text.hasPrefix("/")
    let topic = isAbsolute ? String(text.dropFirst()) : text
    if topic.isEmpty || topic.utf8.count > 1024
      || topic.utf8.contains(where: {
        $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "#") || $0 == 0
      })
    {
      return value.fail(
        "\(Value.clip(text)) is no topic to publish to (empty, with + or #, or longer than 1024 "
          + "bytes)")
    }
    if isAbsolute, topic.hasPrefix("$") {
      return value.fail("\(Value.clip(text)) belongs to the broker; $ begins its own topics")
    }
    let first = topic.prefix { $0 != "/" }
    if !isAbsolute, Self.reserved.contains(where: { $0 == first }) {
      return value.fail(
        "\(first) below the base is the panel's own; use another word, or write a / first for a topic "
          + "of the whole broker")
    }
    return (topic, isAbsolute)
  }

  private func template(_ fields: Fields) -> PayloadTemplate? {
    guard let value = fields["payload"], let text = value.verbatim() else { return nil }
    do throws(PayloadTemplate.Fault) {
      let template = try PayloadTemplate(text)
      let known = EventFields.names(of: event, isStick: kind.isStick)
      // Of an event that is no event enough is said.
      for name in template.fields where !known.isEmpty && !known.contains(name) {
        return value.fail(
          "{\(Value.clip(name))} is no field of \(event)\(Nearest.hint(for: name, among: known)); "
            + "known: \(known.listed); {{ is a brace")
      }
      return template
    } catch {
      switch error {
      case .open: return value.fail("a { without its }; {{ is a brace")
      case .empty: return value.fail("{} names no field; {{ is a brace")
      }
    }
  }
}

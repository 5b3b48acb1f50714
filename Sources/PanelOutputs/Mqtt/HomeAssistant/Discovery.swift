import ButtonController
import PanelFiles

/// What Home Assistant gets to know of a panel, so that it finds it by itself: one retained message for each
/// entity and trigger, all of one device.
///
/// One message an entity, not one for the device as newer versions take it: all versions take these.
struct Discovery {
  let panel: PanelFile
  let topics: MqttTopics
  /// The topic below which Home Assistant looks.
  let prefix: String
  /// The program's.
  let version: String

  /// What the device is called in topics and identifiers.
  var node: String { MqttName.identifier(topics.base) }

  /// Where Home Assistant says that it has started.
  var status: String { "\(prefix)/status" }

  /// The filter of all that this device has ever announced.
  var filter: String { "\(prefix)/+/\(node)/+/config" }

  /// Whether a message there is of this device.
  func isOwn(_ topic: String) -> Bool {
    let words = topic.split(separator: "/", omittingEmptySubsequences: false)
    let prefixWords = prefix.split(separator: "/", omittingEmptySubsequences: false)
    guard words.count == prefixWords.count + 4, words.starts(with: prefixWords) else {
      return false
    }
    return words[words.count - 3] == node && words.last == "config"
  }

  /// All messages.
  func messages() -> [MqttMessage] {
    panel.controls.indices.flatMap(control) + panel.panel.rings.indices.compactMap(light)
      + [reloadButton()] + counters()
  }

  // MARK: Controls

  private func control(_ index: Int) -> [MqttMessage] {
    let name = panel.controls[index].name
    var messages = [event(index)]
    messages += EventType.all(of: index, in: panel).filter(EventType.isTrigger).map {
      trigger(index, $0)
    }
    switch panel.panel.controls[index].kind {
    case .toggle: messages.append(binarySensor(index))
    case .knob: messages.append(position(index))
    case .button, .stick, .encoderStick, .chord: break
    }
    // A chord has no line of its own.
    if panel.panel.controls[index].lineCount > 0 { messages.append(health(name, index)) }
    return messages
  }

  private func event(_ index: Int) -> MqttMessage {
    let control = panel.controls[index]
    var keys: [(String, JSON)] = [
      ("state_topic", .string(topics.event(control.name))),
      ("event_types", .array(EventType.all(of: index, in: panel).map { .string($0) })),
    ]
    switch panel.panel.controls[index].kind {
    case .button, .knob, .stick, .encoderStick, .chord:
      keys.append(("device_class", .string("button")))
    case .toggle: break
    }
    return entity("event", control.name, "event", control.title, keys)
  }

  private func trigger(_ index: Int, _ type: String) -> MqttMessage {
    let control = panel.controls[index]
    return message(
      "device_automation", MqttName.identifier(control.name) + "_" + type,
      [
        ("automation_type", .string("trigger")),
        ("topic", .string(topics.event(control.name))),
        ("payload", .string(type)),
        ("value_template", .string("{{ value_json.event_type }}")),
        ("type", .string(EventType.trigger(type))),
        ("subtype", .string(control.title)),
      ])
  }

  private func binarySensor(_ index: Int) -> MqttMessage {
    let control = panel.controls[index]
    return entity(
      "binary_sensor", control.name, "state", control.title,
      [
        ("state_topic", .string(topics.state(control.name))),
        ("payload_on", .string(MqttStates.on)), ("payload_off", .string(MqttStates.off)),
      ])
  }

  /// Nothing sets a knob from afar, so it is a sensor: a number entity could be moved.
  private func position(_ index: Int) -> MqttMessage {
    let control = panel.controls[index]
    return entity(
      "sensor", control.name, "position", "\(control.title) position",
      [
        ("state_topic", .string(topics.state(control.name))),
        ("state_class", .string("measurement")),
        ("icon", .string("mdi:knob")),
      ])
  }

  private func health(_ name: String, _ index: Int) -> MqttMessage {
    entity(
      "sensor", name, "health", "\(panel.controls[index].title) health",
      [
        ("state_topic", .string(topics.health(name))), ("device_class", .string("enum")),
        ("options", .array(MqttStates.Health.allCases.map { .string($0.rawValue) })),
        ("entity_category", .string("diagnostic")),
      ])
  }

  // MARK: Rings and the panel

  /// A ring that takes pictures from outside.
  private func light(_ index: Int) -> MqttMessage? {
    guard panel.panel.rings[index].shows.contains(.remote) else { return nil }
    let name = panel.rings[index].name
    return entity(
      "light", name, "light", name,
      [
        ("schema", .string("json")),
        ("command_topic", .string(topics.setRing(name))),
        ("state_topic", .string(topics.ring(name))),
        ("brightness", .bool(true)),
        ("supported_color_modes", .array([.string("rgb")])),
        // Versions up to 2024.3 want it; later ones ignore it.
        ("color_mode", .bool(true)),
        ("effect", .bool(true)),
        ("effect_list", .array(RingCommand.effects.map { .string($0.rawValue) })),
      ])
  }

  private func reloadButton() -> MqttMessage {
    entity(
      "button", "panel", "reload", "Reload the panel file",
      [
        ("command_topic", .string(topics.reload)), ("payload_press", .string("PRESS")),
        ("entity_category", .string("config")), ("icon", .string("mdi:reload")),
      ])
  }

  private func counters() -> [MqttMessage] {
    [("bounces", "Bounces"), ("dropped", "Dropped messages")].map { key, title in
      entity(
        "sensor", "panel", key, title,
        [
          ("state_topic", .string(topics.diagnostics)),
          ("value_template", .string("{{ value_json.\(key) }}")),
          ("state_class", .string("total_increasing")), ("entity_category", .string("diagnostic")),
        ])
    }
  }

  // MARK: What all have

  private func entity(
    _ component: String, _ owner: String, _ what: String, _ title: String, _ keys: [(String, JSON)]
  ) -> MqttMessage {
    // The component belongs to it: a ring may be called like a control.
    let object = "\(MqttName.identifier(owner))_\(what)"
    let common: [(String, JSON)] = [
      ("name", .string(title)),
      ("unique_id", .string("\(node)_\(component)_\(object)")),
      ("object_id", .string("\(node)_\(object)")),
      ("availability_topic", .string(topics.availability)),
    ]
    return message(component, object, common + keys)
  }

  private func message(
    _ component: String, _ object: String, _ keys: [(String, JSON)]
  ) -> MqttMessage {
    let payload = JSON.object(
      (keys + [("qos", .number(1, text: "1")), ("device", device), ("origin", origin)]).map {
        JSON.Member(key: $0.0, value: $0.1)
      })
    return MqttMessage(
      topic: "\(prefix)/\(component)/\(node)/\(object)/config", text: payload.description,
      isRetained: true)
  }

  private var device: JSON {
    let model = panel.boardName.isEmpty ? panel.board : panel.boardName
    var keys: [(String, String)] = [("name", panel.name)]
    if !model.isEmpty { keys.append(("model", model)) }
    keys += [("manufacturer", "gpiopress"), ("sw_version", version)]
    return .object(
      [JSON.Member(key: "identifiers", value: .array([.string(node)]))]
        + keys.map { JSON.Member(key: $0.0, value: .string($0.1)) })
  }

  private var origin: JSON {
    .object([
      JSON.Member(key: "name", value: .string("gpiopress")),
      JSON.Member(key: "sw_version", value: .string(version)),
    ])
  }
}

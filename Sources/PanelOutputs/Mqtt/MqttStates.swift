import ButtonController
import PanelFiles

/// What the broker keeps of the controls: what switches and knobs are at, and whether contacts work.
struct MqttStates {
  static let on = "on"
  static let off = "off"

  /// Whether a control's contacts work.
  enum Health: String, CaseIterable {
    case ok
    /// Closed for longer than anyone presses.
    case stuck
    /// More changes than a contact makes: the line is in quarantine.
    case chatter
    /// The chip of one of its lines is not there.
    case gone
  }

  private struct Conditions {
    var isStuck = false
    /// Lines that chatter.
    var chatters = 0
    var isGone = false

    var health: Health {
      if isGone { return .gone }
      if chatters > 0 { return .chatter }
      return isStuck ? .stuck : .ok
    }
  }

  private let panel: PanelFile
  private let topics: MqttTopics
  private var conditions: [Conditions]

  init(_ panel: PanelFile, _ topics: MqttTopics) {
    self.panel = panel
    self.topics = topics
    conditions = [Conditions](repeating: Conditions(), count: panel.controls.count)
  }

  /// What is known before anything has happened.
  func first() -> [MqttMessage] {
    panel.controls.indices.flatMap { index -> [MqttMessage] in
      let control = panel.panel.controls[index]
      var messages = control.lineCount > 0 ? [health(index)] : []
      if case .knob(let knob, _) = control.kind {
        messages.append(state(index, String(knob.position.first)))
      }
      return messages
    }
  }

  /// Where it is kept what switches are at.
  var switchTopics: [String] {
    panel.controls.indices.filter { panel.panel.controls[$0].kind == .toggle }.map {
      topics.state(panel.controls[$0].name)
    }
  }

  /// What an event changes.
  mutating func note(_ event: PanelEvent) -> [MqttMessage] {
    let index = event.control
    guard case .gesture(let kind) = event.kind, conditions.indices.contains(index) else {
      return []
    }
    switch kind {
    case .on, .state(isOn: true): return [state(index, MqttStates.on)]
    case .off, .state(isOn: false): return [state(index, MqttStates.off)]
    case .turn(_, let position, _): return [state(index, String(position))]
    case .stuck: conditions[index].isStuck = true
    case .unstuck: conditions[index].isStuck = false
    case .chatter: conditions[index].chatters += 1
    case .quiet: conditions[index].chatters = max(0, conditions[index].chatters - 1)
    case .lineGone:
      // What was known of the contact went with its chip.
      conditions[index] = Conditions()
      conditions[index].isGone = true
    case .lineBack: conditions[index].isGone = false
    case .press, .release, .ignored, .tap, .hold, .holdLevel, .holdReady, .holdRepeat, .holdEnd,
      .confirmStart, .ready, .confirm, .cancel, .dragStart, .drag, .dragEnd, .move, .moveEnd,
      .bootHeld, .lost, .resync:
      return []
    }
    return [health(index)]
  }

  private func state(_ index: Int, _ text: String) -> MqttMessage {
    MqttMessage(topic: topics.state(panel.controls[index].name), text: text, isRetained: true)
  }

  private func health(_ index: Int) -> MqttMessage {
    MqttMessage(
      topic: topics.health(panel.controls[index].name), text: conditions[index].health.rawValue,
      isRetained: true)
  }
}

extension Knob.Position {
  /// Where it begins: `start`, or 0, or the end nearest to it.
  var first: Int {
    if let start { return start }
    return Swift.max(Swift.min(0, max ?? 0), min ?? 0)
  }
}

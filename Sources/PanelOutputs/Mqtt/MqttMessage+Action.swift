import ButtonController
import PanelFiles
import PanelHardware

extension MqttMessage {
  /// What an action of `event` publishes: its own payload, or the event's line.
  init(
    _ action: Action.Message, of event: PanelEvent, below topics: MqttTopics, in loop: PanelLoop
  ) {
    let time = loop.wallTime(of: event)
    var payload: [UInt8] = []
    if let template = action.payload {
      payload = template.bytes(of: event, in: loop.panel, time: time)
    } else {
      EventLine.append(event, of: loop.panel, time: time, to: &payload)
      // A message is no line.
      payload.removeLast()
    }
    self.init(
      topic: topics.topic(of: action), payload: payload, qos: action.qos,
      isRetained: action.isRetained)
  }
}

import PanelFiles
import PanelHardware

/// Reports the messages that actions would publish, as `MqttOutput` makes them.
public final class DryPublisher: ActionOutput {
  private let run: DryRun

  /// A publisher that needs no broker.
  public init(_ run: DryRun) { self.run = run }

  /// Reports a message; nothing where the panel has no broker.
  public func perform(_ action: Action, for event: PanelEvent, in loop: PanelLoop) -> Bool {
    guard case .publish(let action) = action, let broker = loop.panel.outputs.mqtt else {
      return false
    }
    let message = MqttMessage(action, of: event, below: MqttTopics(base: broker.base), in: loop)
    run.report(
      DryAction(
        event, in: loop,
        kind: .publish(
          topic: message.topic, payload: message.payload, qos: message.qos,
          isRetained: message.isRetained)))
    return true
  }
}

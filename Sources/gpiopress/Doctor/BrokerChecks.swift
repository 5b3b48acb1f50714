import ButtonController
import PanelFiles
import PanelOutputs

/// The MQTT broker.
enum BrokerChecks {
  private static let limit = TimeSpan.seconds(3)

  static func broker(_ context: DoctorContext) -> Check {
    guard let panel = context.panel else { return .skipped("broker", "no panel is named") }
    guard let broker = panel.outputs.mqtt else {
      return .skipped("broker", "the panel has no outputs.mqtt")
    }
    return check(BrokerVisit.run(broker, limit: limit), broker)
  }

  static func check(_ outcome: BrokerVisit.Outcome, _ broker: Outputs.Mqtt) -> Check {
    let place = "\(broker.host):\(broker.port)"
    switch outcome {
    case .accepted(let version): return .ok("broker", "\(place) takes us, by MQTT \(version)")
    case .refused(let reason):
      return .error(
        "broker", "\(place): \(reason)",
        hint: "see host, port, user and tls of outputs.mqtt, and that the broker runs")
    case .silent:
      return .error(
        "broker", "\(place) does not answer within \(limit.nanoseconds / 1_000_000_000) s",
        hint: "see host and port of outputs.mqtt, and the firewall in between")
    }
  }
}

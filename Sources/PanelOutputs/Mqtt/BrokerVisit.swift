import ButtonController
import Glibc
import PanelFiles
import PanelHardware

/// A short visit at a broker: connects as a panel would, and leaves again; nothing is published.
public enum BrokerVisit {
  /// What came of it.
  public enum Outcome: Equatable, Sendable {
    /// It takes us, and speaks this version of MQTT.
    case accepted(version: String)
    /// It does not, or is not there.
    case refused(String)
    /// It did not answer in time.
    case silent
  }

  /// Visits `broker` for as long as `limit`; waits meanwhile.
  public static func run(_ broker: Outputs.Mqtt, limit: TimeSpan) -> Outcome {
    do throws(MqttLibrary.Missing) { try MqttLibrary.open() } catch {
      return .refused(error.message)
    }
    let clock = MonotonicClock()
    let end = clock.now() + limit
    // Under a name of its own, so that a panel that is connected is not thrown out by its double, and
    // without a will, which would say that the panel has gone.
    let settings = MqttSettings(
      broker: broker, id: "gpiopress-doctor-\(getpid())", willTopic: nil, willPayload: "")
    var outcome = visit(settings, .v5, clock, end)
    if outcome == nil { outcome = visit(settings, .v311, clock, end) }
    return outcome ?? .refused("it speaks neither MQTT 5 nor 3.1.1")
  }

  /// nil where it does not speak the version.
  private static func visit(
    _ settings: MqttSettings, _ version: MqttVersion, _ clock: MonotonicClock, _ end: Instant
  ) -> Outcome? {
    let connection = MosquittoConnection(settings, version, now: clock.now())
    defer { connection.close() }
    var set = PollSet()
    while true {
      for news in connection.takeNews() {
        switch news {
        case .accepted:
          connection.sayGoodbye(now: clock.now())
          return .accepted(version: version == .v5 ? "5" : "3.1.1")
        case .wrongVersion: return nil
        case .ended(let reason): return .refused(reason)
        case .acknowledged, .subscribed, .arrived: break
        }
      }
      let now = clock.now()
      if now >= end { return .silent }
      set.removeAll()
      connection.addDescriptors(to: &set)
      let next = min(end, connection.nextDeadline ?? .never)
      do throws(SystemError) { try set.wait(timeout: next - now) } catch {
        return .refused("cannot \(error)")
      }
      connection.serve(set, now: clock.now())
    }
  }
}

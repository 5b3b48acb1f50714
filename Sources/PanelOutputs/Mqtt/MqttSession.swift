import ButtonController
import PanelFiles
import PanelHardware

/// Whose messages a session carries.
protocol MqttSessionOwner: AnyObject {
  /// The filters of the messages that it wants.
  var filters: [String] { get }
  /// A connection stands; gives the retained topics in the order in which they are sent.
  func noteConnected(_ now: Instant) -> [String]
  /// A message came.
  func note(_ message: MqttMessage, _ now: Instant)
}

/// The panel's dealings with one broker: it connects, again and again if need be, and sends what the
/// outbox holds.
///
/// For the loop's thread; nothing in it waits.
final class MqttSession {
  typealias Connect = (MqttSettings, MqttVersion, Instant) -> any MqttConnection

  /// How it stands with the broker.
  enum State: Equatable {
    case connecting
    case connected
    /// Not connected, for this reason; the next attempt is at this instant.
    case waiting(String, until: Instant)
  }

  /// A message that the broker does not acknowledge for so long was never received.
  static let patience = TimeSpan.seconds(10)
  /// A connection that lasted so long was none of a series of failures.
  private static let holds = TimeSpan.seconds(30)

  let settings: MqttSettings
  private(set) var state = State.connecting
  var outbox = MqttOutbox()
  weak var owner: (any MqttSessionOwner)?
  private let log: (String) -> Void
  private let connect: Connect
  private var connection: (any MqttConnection)?
  private var backoff: Backoff
  private var version = MqttVersion.v5
  private var nextVersion = MqttVersion.v5
  /// Whether the broker itself has shown that it does not speak MQTT 5.
  private var isOld = false
  /// How many messages were dropped when it was reported last.
  private var saidDropped = 0
  private var connectedAt = Instant.ever
  private var saidTrouble: String?
  private var saidRefusals: Set<String> = []
  private var subscriptions: [Int: String] = [:]

  init(
    _ settings: MqttSettings, backoff: Backoff, log: @escaping (String) -> Void,
    connect: @escaping Connect
  ) {
    self.settings = settings
    self.backoff = backoff
    self.log = log
    self.connect = connect
  }

  /// Makes the first attempt.
  func start(_ now: Instant) { begin(now) }

  /// `broker.local:1883`, for messages.
  var address: String { "\(settings.broker.host):\(settings.broker.port)" }

  private func begin(_ now: Instant) {
    state = .connecting
    version = nextVersion
    nextVersion = isOld ? .v311 : .v5
    connection = connect(settings, version, now)
    takeNews(now)
  }

  // MARK: In the loop

  func addDescriptors(to set: inout PollSet) { connection?.addDescriptors(to: &set) }

  var nextDeadline: Instant? {
    switch state {
    case .waiting(_, let until): return until
    case .connecting: return connection?.nextDeadline
    case .connected:
      let acknowledged = outbox.oldestSent.map { $0 + MqttSession.patience } ?? .never
      return min(acknowledged, connection?.nextDeadline ?? .never)
    }
  }

  func serve(_ set: PollSet, _ now: Instant) {
    if case .waiting(_, let until) = state {
      if until <= now { begin(now) }
      return
    }
    connection?.serve(set, now: now)
    takeNews(now)
    if state == .connected, let sent = outbox.oldestSent, sent + MqttSession.patience <= now {
      return lose("the broker acknowledges nothing", now)
    }
    send(now)
  }

  /// Hands over what waits, as far as the window allows.
  func send(_ now: Instant) {
    guard state == .connected, let connection else { return }
    while let message = outbox.next(at: now) {
      if let number = connection.publish(message, now: now) {
        outbox.noteSent(number, at: now)
      } else if connection.hasEnded {
        break
      } else {
        outbox.dropNext()
        sayOnce("a message on \(message.topic) cannot be sent: too large, or no topic")
      }
    }
    // QoS 0 is done when it is written.
    takeNews(now)
  }

  private func takeNews(_ now: Instant) {
    for news in connection?.takeNews() ?? [] {
      switch news {
      case .accepted: noteConnected(now)
      case .wrongVersion(let isCertain):
        if isCertain { isOld = true }
        nextVersion = .v311
      case .acknowledged(let number, let refusal):
        let topic = outbox.noteAcknowledged(number)
        if let topic, let refusal { sayOnce("the broker refuses messages on \(topic): \(refusal)") }
      case .subscribed(let number, let refusal):
        let filter = subscriptions.removeValue(forKey: number)
        if let filter, let refusal { sayOnce("the broker does not give us \(filter): \(refusal)") }
      case .arrived(let message): owner?.note(message, now)
      case .ended(let reason): lose(reason, now)
      }
    }
  }

  private func noteConnected(_ now: Instant) {
    state = .connected
    connectedAt = now
    saidTrouble = nil
    saidRefusals.removeAll()
    log("mqtt: connected to \(address)" + (version == .v311 ? " (MQTT 3.1.1)" : ""))
    subscriptions.removeAll()
    for filter in owner?.filters ?? [] {
      if let number = connection?.subscribe(filter, now: now) { subscriptions[number] = filter }
    }
    outbox.renew(owner?.noteConnected(now) ?? [])
    send(now)
    let late = outbox.dropped - saidDropped
    saidDropped = outbox.dropped
    if late > 0 {
      log("mqtt: \(late) messages were not sent: older than 2 s when there was a broker")
    }
  }

  private func lose(_ reason: String, _ now: Instant) {
    connection?.close()
    connection = nil
    outbox.noteLost()
    if state == .connected, now - connectedAt >= MqttSession.holds { backoff.reset() }
    // Whoever does not take us in the old version either is asked for the new one again: it may know it now.
    if version == .v311, state != .connected {
      isOld = false
      nextVersion = .v5
    }
    // A broker that says so has nothing against an attempt with the other version at once.
    if version == .v5, isOld {
      state = .waiting(reason, until: now)
      return
    }
    state = .waiting(reason, until: now + backoff.next())
    if saidTrouble != reason {
      saidTrouble = reason
      log("mqtt: \(address): \(reason); it is tried again")
    }
  }

  private func sayOnce(_ text: String) {
    if saidRefusals.insert(text).inserted { log("mqtt: \(text)") }
  }

  // MARK: The end

  /// Says goodbye behind `last`; gives the connection, which is to be served until it has ended.
  func leave(_ last: [MqttMessage], _ now: Instant) -> (any MqttConnection)? {
    guard state == .connected, let connection else {
      connection?.close()
      return nil
    }
    self.connection = nil
    state = .waiting("the end", until: .never)
    for var message in last {
      // Nobody is there any more to whom it matters that it came.
      message.qos = 0
      _ = connection.publish(message, now: now)
    }
    connection.sayGoodbye(now: now)
    return connection
  }

  /// Asks no longer for the messages of `filter`.
  func unsubscribe(_ filter: String, _ now: Instant) {
    connection?.unsubscribe(filter, now: now)
  }
}

import ButtonController

/// What is to be published: gestures while they are young, and the latest of everything that is kept.
///
/// Bounded, however long the broker is away: so many gestures, none of them sent when it is old, and
/// one message a retained topic.
struct MqttOutbox {
  /// A gesture that is older is of no use to anybody: a light that goes on after five seconds was
  /// switched on by hand meanwhile.
  static let oldest = TimeSpan.seconds(2)
  /// As many gestures wait at most; the oldest goes first.
  static let mostWaiting = 256
  /// As many messages are on their way at once: fewer than the 20 that brokers and libraries bear.
  static let window = 16

  private struct Waiting {
    var message: MqttMessage
    var born: Instant
  }

  private struct Kept {
    var message: MqttMessage
    /// Whether the broker has to be reported.
    var isDue = true
  }

  private enum Sent {
    case gesture(Waiting)
    case kept(topic: String)
  }

  private var waiting: [Waiting] = []
  private var kept: [String: Kept] = [:]
  /// The retained topics that are due, in the order in which they are sent.
  private var due: [String] = []
  private var sent: [(number: Int, what: Sent, at: Instant)] = []
  /// Gestures that were too old to be sent, or too many.
  private(set) var dropped = 0

  /// Gestures that wait or are on their way.
  var gestureCount: Int {
    waiting.count + sent.filter { if case .gesture = $0.what { true } else { false } }.count
  }

  /// Whether everything that was given has reached the broker.
  var isEmpty: Bool { waiting.isEmpty && due.isEmpty && sent.isEmpty }

  /// When the oldest message on its way was sent.
  var oldestSent: Instant? { sent.first?.at }

  /// Adds a message that counts while it is young.
  mutating func add(_ message: MqttMessage, at now: Instant) {
    dropOld(now)
    if waiting.count == MqttOutbox.mostWaiting {
      waiting.removeFirst()
      dropped += 1
    }
    waiting.append(Waiting(message: message, born: now))
  }

  /// Keeps the latest message of a retained topic; one that is as it was is sent again only where
  /// `isNews`.
  mutating func keep(_ message: MqttMessage, isNews: Bool = false) {
    if !isNews, kept[message.topic]?.message == message { return }
    let isDue = kept[message.topic]?.isDue ?? false
    kept[message.topic] = Kept(message: message)
    if !isDue { due.append(message.topic) }
  }

  /// Clears a retained topic at the broker, whoever published it.
  mutating func clear(_ topic: String) {
    keep(MqttMessage(topic: topic, payload: [], isRetained: true))
  }

  /// Keeps a topic no longer, and leaves it at the broker as it is.
  mutating func forget(_ topic: String) {
    kept[topic] = nil
    due.removeAll { $0 == topic }
  }

  /// The topics that are kept, not those that are being cleared.
  var keptTopics: [String] { kept.filter { !$0.value.message.payload.isEmpty }.map(\.key).sorted() }

  func keeps(_ topic: String) -> Bool { kept[topic].map { !$0.message.payload.isEmpty } ?? false }

  /// Everything that is kept is due, in the order of `topics` and then any.
  mutating func renew(_ order: [String]) {
    var left = Set(kept.keys)
    due = order.filter { left.remove($0) != nil } + left.sorted()
    for topic in due { kept[topic]?.isDue = true }
  }

  /// The next message to hand over, gestures first; nil for none, or none that may go now.
  mutating func next(at now: Instant) -> MqttMessage? {
    if sent.count >= MqttOutbox.window { return nil }
    dropOld(now)
    if let first = waiting.first { return first.message }
    return due.first.flatMap { kept[$0]?.message }
  }

  /// The message that `next` gave was handed over as `number`.
  mutating func noteSent(_ number: Int, at now: Instant) {
    sent.append((number, takeNext(), now))
  }

  /// The message that `next` gave cannot be sent, and will not be.
  mutating func dropNext() {
    if case .gesture = takeNext() { dropped += 1 }
  }

  private mutating func takeNext() -> Sent {
    if !waiting.isEmpty { return .gesture(waiting.removeFirst()) }
    let topic = due.removeFirst()
    kept[topic]?.isDue = false
    return .kept(topic: topic)
  }

  /// The broker has the message; gives its topic.
  mutating func noteAcknowledged(_ number: Int) -> String? {
    guard let index = sent.firstIndex(where: { $0.number == number }) else { return nil }
    switch sent.remove(at: index).what {
    case .gesture(let waiting): return waiting.message.topic
    case .kept(let topic):
      // What is cleared is done with.
      if let kept = kept[topic], !kept.isDue, kept.message.payload.isEmpty {
        self.kept[topic] = nil
      }
      return topic
    }
  }

  /// The connection is lost, and with it what was on its way: young gestures go again.
  mutating func noteLost() {
    let again = sent.compactMap { entry -> Waiting? in
      if case .gesture(let waiting) = entry.what { waiting } else { nil }
    }
    waiting.insert(contentsOf: again, at: 0)
    let excess = waiting.count - MqttOutbox.mostWaiting
    if excess > 0 {
      waiting.removeFirst(excess)
      dropped += excess
    }
    for case .kept(let topic) in sent.map(\.what) where kept[topic]?.isDue == false {
      kept[topic]?.isDue = true
      due.append(topic)
    }
    sent.removeAll()
  }

  /// The system has slept: what waits is older than the clock says.
  mutating func dropGestures() {
    dropped += waiting.count
    waiting.removeAll()
    sent.removeAll { if case .gesture = $0.what { true } else { false } }
  }

  private mutating func dropOld(_ now: Instant) {
    let old = waiting.prefix { now - $0.born > MqttOutbox.oldest }.count
    if old == 0 { return }
    waiting.removeFirst(old)
    dropped += old
  }
}

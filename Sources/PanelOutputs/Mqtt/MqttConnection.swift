import ButtonController
import PanelFiles
import PanelHardware

/// A message as the broker carries it.
struct MqttMessage: Equatable {
  var topic: String
  var payload: [UInt8]
  /// 0, 1 or 2: how hard broker and client try.
  var qos = 1
  /// Whether the broker keeps it for those who come later; an empty one clears what it kept.
  var isRetained = false

  init(topic: String, payload: [UInt8], qos: Int = 1, isRetained: Bool = false) {
    self.topic = topic
    self.payload = payload
    self.qos = qos
    self.isRetained = isRetained
  }

  init(topic: String, text: String, qos: Int = 1, isRetained: Bool = false) {
    self.init(topic: topic, payload: Array(text.utf8), qos: qos, isRetained: isRetained)
  }
}

/// Everything that a connection needs to know beforehand.
struct MqttSettings: Equatable, Sendable {
  var broker: Outputs.Mqtt
  /// What the broker knows the panel by: the same at each start, so that a new connection replaces one
  /// that hangs, with its will.
  var id: String
  /// Where the broker says that we are gone; nil for nowhere.
  var willTopic: String?
  var willPayload: String
}

/// The versions of the protocol that are spoken.
enum MqttVersion: Equatable, Sendable {
  case v5
  case v311
}

/// What a connection reports.
enum MqttNews: Equatable {
  /// The broker takes us.
  case accepted
  /// The broker does not speak this version, by its word or since its answer is none in it; or it may be so,
  /// since it closed without a word.
  case wrongVersion(isCertain: Bool)
  /// It has ended, or never came to be, for this reason. The last news.
  case ended(String)
  /// The broker has this message; or it refuses it, for this reason.
  case acknowledged(Int, refusal: String?)
  /// The broker knows this subscription; or it refuses it, for this reason.
  case subscribed(Int, refusal: String?)
  /// A message came.
  case arrived(MqttMessage)
}

/// One connection to a broker, from the lookup of its name to its end.
///
/// Nothing in it waits. For the loop's thread.
protocol MqttConnection: AnyObject {
  /// Its descriptors of the next wait.
  func addDescriptors(to set: inout PollSet)
  /// When it has to be served though no descriptor is ready.
  var nextDeadline: Instant? { get }
  /// Reads, writes and looks after itself.
  func serve(_ set: PollSet, now: Instant)
  /// What has happened since the last time, in order.
  func takeNews() -> [MqttNews]
  /// Hands a message over; its number for `acknowledged`, nil if the library refuses it.
  func publish(_ message: MqttMessage, now: Instant) -> Int?
  /// Asks for the messages of a topic filter; the number for `subscribed`.
  func subscribe(_ filter: String, now: Instant) -> Int?
  func unsubscribe(_ filter: String, now: Instant)
  /// Says goodbye, so that the broker keeps the will to itself.
  func sayGoodbye(now: Instant)
  /// Whether the broker has closed its end, or all is lost otherwise.
  var hasEnded: Bool { get }
  /// Ends it at once; there is no more news.
  func close()
}

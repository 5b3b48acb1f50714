import ButtonController
import PanelFiles
import PanelHardware

/// One panel at one broker: what is kept there, what is asked from there, and what Home Assistant is
/// reported.
final class MqttHouse: MqttSessionOwner {
  static let online = "online"
  static let offline = "offline"
  /// Counts are published at most so often; at rest they do not change.
  private static let countsEvery = TimeSpan.seconds(60)
  /// Brokers send what they have kept at once; later there is nothing left to clear.
  private static let sweep = TimeSpan.seconds(5)

  /// What a message asked for.
  enum Asked: Equatable {
    case ring(Int, LightRequest)
    case cue(Int, CuePattern)
    case reload
  }

  let session: MqttSession
  let topics: MqttTopics
  private var panel: PanelFile
  private var states: MqttStates
  private var bounces: BounceCount
  private let version: String
  private let log: (String) -> Void
  private var asked: [Asked] = []
  /// When a ring's picture ends by itself.
  private var ringEnds: [Int: Instant] = [:]
  private var nextCounts = Instant.ever
  private var sweepEnd = Instant.never
  private var hasConnected = false
  private var saidUseless: Set<String> = []

  /// The house of `panel`, whose MQTT `session` speaks.
  init(
    _ panel: PanelFile, _ session: MqttSession, version: String, log: @escaping (String) -> Void
  ) {
    self.panel = panel
    self.session = session
    topics = MqttTopics(base: session.settings.broker.base)
    self.version = version
    self.log = log
    states = MqttStates(panel, topics)
    bounces = BounceCount(panel)
    session.owner = self
    keepAll(first)
  }

  /// What is kept before anything has happened.
  private var first: [MqttMessage] {
    states.first()
      + panel.rings.indices.filter { panel.panel.rings[$0].shows.contains(.remote) }.map {
        state(ofRing: $0, RingCommand.released)
      }
  }

  private var discovery: Discovery? {
    guard let mqtt = panel.outputs.mqtt, mqtt.homeAssistant else { return nil }
    return Discovery(
      panel: panel, topics: topics, prefix: mqtt.discoveryPrefix, version: version)
  }

  private func keepAll(_ messages: [MqttMessage]) {
    for message in messages { session.outbox.keep(message) }
  }

  // MARK: What happens

  /// Keeps what an event changes.
  func note(_ event: PanelEvent) { keepAll(states.note(event)) }

  func note(_ report: LineReport) {
    switch report {
    case .edge(let line, _, let stamp): bounces.note(line, at: stamp)
    // The clock stood still meanwhile, so what waits is older than it looks.
    case .slept: session.outbox.dropGestures()
    case .found, .lost, .audited, .gone, .started, .reloading, .ended: break
    }
  }

  // MARK: In the loop

  var nextDeadline: Instant? {
    var next = session.nextDeadline ?? .never
    if session.state == .connected {
      next = min(next, sweepEnd)
      if counts != saidCounts { next = min(next, nextCounts) }
    }
    for end in ringEnds.values { next = min(next, end) }
    return next
  }

  func serve(_ set: PollSet, _ now: Instant) {
    session.serve(set, now)
    if sweepEnd <= now {
      sweepEnd = .never
      for filter in sweepFilters { session.unsubscribe(filter, now) }
    }
    for (ring, end) in ringEnds where end <= now {
      ringEnds[ring] = nil
      keepRing(ring, RingCommand.released)
    }
    if session.state == .connected, nextCounts <= now, counts != saidCounts {
      nextCounts = now + MqttHouse.countsEvery
      keepCounts()
    }
    session.send(now)
  }

  /// What was asked since the last time.
  func takeAsked() -> [Asked] {
    defer { asked.removeAll() }
    return asked
  }

  // MARK: Counts

  /// Looked at before each wait, so numbers and no text.
  private var counts: (Int, Int) { (bounces.total, session.outbox.dropped) }
  private var saidCounts = (-1, -1)

  private func keepCounts() {
    saidCounts = counts
    let text = #"{"bounces":\#(saidCounts.0),"dropped":\#(saidCounts.1)}"#
    session.outbox.keep(MqttMessage(topic: topics.diagnostics, text: text, isRetained: true))
  }

  // MARK: The broker

  private var sweepFilters: [String] { topics.leftovers + (discovery.map { [$0.filter] } ?? []) }

  var filters: [String] {
    topics.commands + sweepFilters + (discovery.map { [$0.status] } ?? [])
  }

  /// All that is kept is sent at each connection, whatever the broker may still have: what describes
  /// the panel first, whether it is there last.
  func noteConnected(_ now: Instant) -> [String] {
    sweepEnd = now + MqttHouse.sweep
    nextCounts = now + MqttHouse.countsEvery
    let described = discovery?.messages() ?? []
    keepAll(described)
    keepCounts()
    session.outbox.keep(
      MqttMessage(topic: topics.availability, text: MqttHouse.online, isRetained: true))
    return order(described)
  }

  private func order(_ described: [MqttMessage]) -> [String] {
    let first = described.map(\.topic)
    let others = Set(first).union([topics.availability])
    return first + session.outbox.keptTopics.filter { !others.contains($0) } + [topics.availability]
  }

  func note(_ message: MqttMessage, _ now: Instant) {
    let topic = message.topic
    if topic == discovery?.status {
      // What it kept of an earlier start was answered by the connection itself.
      if !message.isRetained, message.payload == Array("online".utf8), let discovery {
        session.outbox.renew(order(discovery.messages()))
      }
    } else if topics.isLeftover(topic) || discovery?.isOwn(topic) == true {
      // Live ones are our own, as old brokers send them back.
      if message.isRetained, !message.payload.isEmpty, !session.outbox.keeps(topic) {
        session.outbox.clear(topic)
      }
    } else if message.isRetained {
      // It would be obeyed at each connection again.
      sayUseless(message, "it is retained, and commands are for now; publish it without retain")
    } else {
      obey(message, now)
    }
  }

  private func obey(_ message: MqttMessage, _ now: Instant) {
    if message.topic == topics.reload {
      if message.payload.isEmpty { return }
      // Several at once are one.
      if !asked.contains(.reload) { asked.append(.reload) }
    } else if let name = topics.name(in: message.topic, of: "ring") {
      light(name, message, now)
    } else if let name = topics.name(in: message.topic, of: "cue") {
      sound(name, message)
    }
  }

  private func light(_ name: String, _ message: MqttMessage, _ now: Instant) {
    guard let ring = panel.rings.firstIndex(where: { $0.name == name }) else {
      return sayUseless(message, "there is no such ring")
    }
    guard panel.panel.rings[ring].shows.contains(.remote) else {
      return sayUseless(message, "the ring shows no pictures of others; add remote to its shows")
    }
    guard let command = RingCommand(message.payload, tint: panel.panel.rings[ring].tint) else {
      return sayUseless(
        message,
        "that is no picture; known: off, working, success, error, breathe, "
          + "test, fill 0.4, idle, and the JSON of Home Assistant's lights")
    }
    asked.append(.ring(ring, command.request))
    ringEnds[ring] = command.time.map { now + $0 }
    keepRing(ring, command)
  }

  private func keepRing(_ ring: Int, _ command: RingCommand) {
    session.outbox.keep(state(ofRing: ring, command))
  }

  private func state(ofRing ring: Int, _ command: RingCommand) -> MqttMessage {
    MqttMessage(
      topic: topics.ring(panel.rings[ring].name), text: command.state, isRetained: true)
  }

  private func sound(_ name: String, _ message: MqttMessage) {
    guard let cue = panel.cues.firstIndex(where: { $0.name == name }) else {
      return sayUseless(message, "there is no such cue")
    }
    let text = String(decoding: message.payload, as: UTF8.self)
    guard let pattern = CuePattern(rawValue: text) else {
      return sayUseless(
        message, "known: \(CuePattern.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    asked.append(.cue(cue, pattern))
  }

  /// Once a topic: whoever sends nonsense may send much of it.
  private func sayUseless(_ message: MqttMessage, _ reason: String) {
    let most = 16
    guard saidUseless.count < most, saidUseless.insert(message.topic).inserted else { return }
    log("mqtt: a message on \(message.topic.prefix(64)) has no effect: \(reason)")
  }

  // MARK: A new panel

  /// The panel was reloaded and has the same broker.
  func use(_ panel: PanelFile, _ now: Instant) {
    self.panel = panel
    states = MqttStates(panel, topics)
    bounces.use(panel)
    asked.removeAll()
    ringEnds.removeAll()
    saidUseless.removeAll()
    let described = discovery?.messages() ?? []
    let first = self.first
    // What switches are at comes with the first levels.
    let wanted = Set(
      (described + first).map(\.topic) + states.switchTopics
        + [topics.availability, topics.diagnostics])
    for topic in session.outbox.keptTopics where !wanted.contains(topic) {
      // What actions have published stays at the broker.
      if isOwn(topic) { session.outbox.clear(topic) } else { session.outbox.forget(topic) }
    }
    keepAll(first + (session.state == .connected ? described : []))
    session.send(now)
  }

  private func isOwn(_ topic: String) -> Bool {
    topics.isLeftover(topic) || discovery?.isOwn(topic) == true
  }

  /// Says goodbye; `isForGood` where the panel is no longer at this broker, so that nothing of it is to
  /// stay there.
  func leave(isForGood: Bool, _ now: Instant) -> (any MqttConnection)? {
    var last = [MqttMessage(topic: topics.availability, text: MqttHouse.offline, isRetained: true)]
    if isForGood {
      last += session.outbox.keptTopics.filter(isOwn).map {
        MqttMessage(topic: $0, payload: [], isRetained: true)
      }
    }
    return session.leave(last, now)
  }
}

/// Changes of level that came sooner after another than a contact settles.
struct BounceCount {
  private(set) var total = 0
  private var settles: [TimeSpan?] = []
  private var lastEdges: [Instant] = []

  init(_ panel: PanelFile) { use(panel) }

  /// Goes on counting with the lines of another panel.
  mutating func use(_ panel: PanelFile) {
    settles = panel.panel.controls.flatMap { control in
      // A knob's contacts change as fast as it is turned.
      (0..<control.lineCount).map {
        $0 < control.encoderLineCount ? nil : min(control.debounce.press, control.debounce.release)
      }
    }
    lastEdges = [Instant](repeating: .ever, count: settles.count)
  }

  mutating func note(_ line: Int, at stamp: Instant) {
    guard settles.indices.contains(line), let settle = settles[line] else { return }
    if stamp - lastEdges[line] < settle { total += 1 }
    lastEdges[line] = stamp
  }
}

extension Control {
  /// How many of its lines, the first ones, are an encoder's.
  fileprivate var encoderLineCount: Int {
    switch kind {
    case .button, .toggle, .stick, .chord: return 0
    case .knob: return 2
    case .encoderStick: return 4
    }
  }
}

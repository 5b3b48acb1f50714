import ButtonController
import Glibc
import PanelFiles
import PanelHardware

/// A panel's MQTT: events, states and messages go to the broker, and what is asked of rings, cues and the
/// panel comes from it.
///
/// Add it before the loop starts, so that it learns what the first levels say; it connects in the loop's
/// first turn. The library has to be open (`MqttLibrary`).
public final class MqttOutput: EventPart, LinePart, ActionOutput {
  /// Reloads the panel file; gives what is to be said of it.
  public typealias Reload = (PanelLoop) -> [String]

  private let version: String
  private let log: (String) -> Void
  private let reloadPanel: Reload
  private let connect: MqttSession.Connect
  private let random: any RandomNumberGenerator
  private var house: MqttHouse?
  /// Connections that say goodbye, each until it has ended or its time is over.
  private var leaving: [(connection: any MqttConnection, until: Instant)] = []
  private var isFirstTurn = true
  private var isReloadAsked = false
  private var line: [UInt8] = []

  /// A broker that reads slowly is waited for at the end so long.
  static let farewell = TimeSpan.milliseconds(250)
  /// What commands at the end publish may take so long to be acknowledged.
  static let lastMessages = TimeSpan.seconds(1)
  private var finishBy = Instant.never
  private var isOver = false

  /// The MQTT of `panel`, which may have none.
  ///
  /// `reload` is called from `serve`.
  public convenience init(
    _ panel: PanelFile, version: String, log: @escaping (String) -> Void, reload: @escaping Reload
  ) {
    self.init(
      panel, version: version, log: log, random: SystemRandomNumberGenerator(), reload: reload
    ) { settings, version, now in MosquittoConnection(settings, version, now: now) }
  }

  init(
    _ panel: PanelFile, version: String, log: @escaping (String) -> Void,
    random: any RandomNumberGenerator, reload: @escaping Reload = { _ in [] },
    connect: @escaping MqttSession.Connect
  ) {
    self.version = version
    self.log = log
    self.random = random
    self.connect = connect
    reloadPanel = reload
    house = open(panel)
  }

  /// How it stands with the broker; nil where the panel has none.
  var state: MqttSession.State? { house?.session.state }

  /// Whether the broker is there, and how many messages were dropped because it was not.
  public func report(to status: inout LoopStatus, in loop: PanelLoop) {
    guard let session = house?.session else { return }
    var output = OutputStatus("mqtt", .working)
    switch session.state {
    case .connected: break
    case .connecting:
      output.state = .waiting
      output.detail = "connecting"
    case .waiting(let reason, _):
      output.state = .waiting
      output.detail = reason
    }
    output.counts = [OutputStatus.Count("dropped", session.outbox.dropped)]
    status.outputs.append(output)
  }

  private func open(_ panel: PanelFile) -> MqttHouse? {
    guard let broker = panel.outputs.mqtt else { return nil }
    let topics = MqttTopics(base: broker.base)
    let settings = MqttSettings(
      broker: broker, id: MqttOutput.clientId(broker.base), willTopic: topics.availability,
      willPayload: MqttHouse.offline)
    let session = MqttSession(
      settings, backoff: Backoff(random: random), log: log, connect: connect)
    return MqttHouse(panel, session, version: version, log: log)
  }

  /// The same at each start on this machine, and another elsewhere: 18 letters, of 23 that all brokers
  /// take.
  private static func clientId(_ base: String) -> String {
    var name = utsname()
    uname(&name)
    let host = withUnsafeBytes(of: name.nodename) { Array($0.prefix { $0 != 0 }) }
    return "gpiopress-" + MqttName.hash("\(String(decoding: host, as: UTF8.self))/\(base)")
  }

  // MARK: Events

  /// Publishes an event and what it changes.
  public func take(_ event: PanelEvent, in loop: PanelLoop) {
    guard let house, loop.panel.controls.indices.contains(event.control) else { return }
    let now = loop.time()
    line.removeAll(keepingCapacity: true)
    line += #"{"event_type":""#.utf8
    line += EventType.name(of: event).utf8
    line += #"","#.utf8
    let start = line.count
    loop.appendLine(of: event, to: &line)
    // The line's own brace and its end: both objects are one.
    line.remove(at: start)
    line.removeLast()
    let control = loop.panel.controls[event.control].name
    house.session.outbox.add(
      MqttMessage(topic: house.topics.event(control), payload: line), at: now)
    house.note(event)
    house.session.send(now)
  }

  /// Publishes what the panel file says.
  public func perform(_ action: Action, for event: PanelEvent, in loop: PanelLoop) -> Bool {
    guard case .publish(let action) = action, let house else { return false }
    let message = MqttMessage(action, of: event, below: house.topics, in: loop)
    let now = loop.time()
    if message.isRetained {
      house.session.outbox.keep(message, isNews: true)
    } else {
      house.session.outbox.add(message, at: now)
    }
    house.session.send(now)
    return true
  }

  /// Counts bounces, and notices sleeps.
  public func note(_ report: LineReport, in loop: PanelLoop) { house?.note(report) }

  // MARK: In the loop

  /// The broker's socket.
  public func addDescriptors(to set: inout PollSet) {
    house?.session.addDescriptors(to: &set)
    for entry in leaving { entry.connection.addDescriptors(to: &set) }
  }

  /// The next attempt, or the next sign of life.
  public func nextDeadline(in loop: PanelLoop) -> Instant? {
    if isFirstTurn, house != nil { return .ever }
    var next = min(house?.nextDeadline ?? .never, finishBy)
    for entry in leaving { next = min(next, entry.until) }
    return next == .never ? nil : next
  }

  /// Reads and writes, and does what is asked.
  public func serve(_ set: PollSet, now: Instant, in loop: PanelLoop) {
    if isFirstTurn {
      isFirstTurn = false
      house?.session.start(now)
    }
    if house == nil, leaving.isEmpty, finishBy == .never, !isReloadAsked { return }
    house?.serve(set, now)
    for entry in leaving {
      entry.connection.serve(set, now: now)
      if entry.until <= now { entry.connection.close() }
    }
    leaving.removeAll { $0.connection.hasEnded }
    if !loop.isEnding { obey(house?.takeAsked() ?? [], now, loop) }
    if finishBy <= now {
      finishBy = .never
      isOver = true
    }
    if isReloadAsked {
      isReloadAsked = false
      for line in reloadPanel(loop) { log(line) }
    }
  }

  private func obey(_ asked: [MqttHouse.Asked], _ now: Instant, _ loop: PanelLoop) {
    for request in asked {
      switch request {
      case .ring(let ring, let request): loop.show(request, on: [ring])
      case .cue(let cue, let pattern): loop.sound(pattern, of: cue)
      case .reload: isReloadAsked = true
      }
    }
  }

  // MARK: The panel's end

  /// The new panel's broker, topics and controls; what is no longer there is cleared at the broker.
  public func reload(in loop: PanelLoop) {
    let now = loop.time()
    let old = house
    if let old, let broker = loop.panel.outputs.mqtt, broker == old.session.settings.broker {
      return old.use(loop.panel, now)
    }
    if let old {
      part(old, isForGood: !MqttOutput.stays(old.session.settings.broker, in: loop.panel), now)
    }
    house = open(loop.panel)
    isFirstTurn = house != nil
  }

  /// Whether another connection finds the same topics: only how to get there has changed.
  private static func stays(_ old: Outputs.Mqtt, in panel: PanelFile) -> Bool {
    guard let new = panel.outputs.mqtt else { return false }
    return (new.host, new.port, new.base) == (old.host, old.port, old.base)
      && (new.homeAssistant, new.discoveryPrefix) == (old.homeAssistant, old.discoveryPrefix)
  }

  private func part(_ house: MqttHouse, isForGood: Bool, _ now: Instant) {
    guard let connection = house.leave(isForGood: isForGood, now) else { return }
    leaving.append((connection, now + MqttOutput.farewell))
  }

  /// What is reported at the end, by commands too, still goes out.
  public func stop(in loop: PanelLoop) { finishBy = loop.time() + MqttOutput.lastMessages }

  /// Whether the broker has not got everything yet, or does not know yet that the panel goes.
  public func isFinishing(in loop: PanelLoop) -> Bool {
    guard let house, house.session.state == .connected else { return !leaving.isEmpty }
    return !isOver && !house.session.outbox.isEmpty
  }

  /// The end, once all other parts have finished: says goodbye and waits a moment for the broker.
  public func finish(_ clock: any PanelClock) {
    if let house { part(house, isForGood: false, clock.now()) }
    house = nil
    var set = PollSet()
    while let entry = leaving.first {
      let now = clock.now()
      if entry.until <= now || entry.connection.hasEnded {
        entry.connection.close()
        leaving.removeFirst()
        continue
      }
      set.removeAll()
      entry.connection.addDescriptors(to: &set)
      do throws(SystemError) { try set.wait(timeout: entry.until - now) } catch { return }
      entry.connection.serve(set, now: clock.now())
    }
  }
}

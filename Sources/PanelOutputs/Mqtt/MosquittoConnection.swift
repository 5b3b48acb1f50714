import ButtonController
import CMosquitto
import Glibc
import PanelFiles
import PanelHardware

/// A connection through libmosquitto, in the loop.
final class MosquittoConnection: MqttConnection {
  private enum State {
    case dialling(Dialling)
    case open(OpaquePointer, Relay)
    case ended
  }

  /// No larger packet is taken; the broker is asked not to send one, and left if it does.
  static let largestPacket = 64 * 1024
  /// So many bytes without the end of a packet are more than one packet: the limit, and what else may
  /// come with it (TLS, a piece of the next).
  private static let mostUnfinished = 2 * largestPacket
  /// Bytes of signs of life, of whose ends the library does not report.
  private static let signOfLife = 64
  /// So many pieces are read in one turn of the loop.
  private static let piecesATurn = 4

  private var state: State
  private let listener: MosquittoListener
  private let version: MqttVersion
  private var keepAlive: KeepAlive
  /// Until then the broker has to answer.
  private var answerBy = Instant.never
  private var unfinished = 0
  private var slot = -1
  private var ending: [MqttNews] = []

  /// Begins to connect.
  init(_ settings: MqttSettings, _ version: MqttVersion, now: Instant) {
    self.version = version
    listener = MosquittoListener(version)
    keepAlive = KeepAlive(from: now)
    do throws(SystemError) {
      state = .dialling(try Dialling(settings, version, listener: listener))
    } catch {
      state = .ended
      ending = [.ended("cannot \(error)")]
    }
  }

  deinit { close() }

  // MARK: In the loop

  func addDescriptors(to set: inout PollSet) {
    switch state {
    case .dialling(let dialling): slot = set.add(reading: dialling.raw)
    case .open(_, let relay):
      // What came is answered first: a broker that does not read is not listened to either.
      let network = relay.network.raw
      slot = relay.isWaitingToSend ? set.add(writing: network) : set.add(reading: network)
    case .ended: slot = -1
    }
  }

  var nextDeadline: Instant? {
    switch state {
    case .dialling: return nil
    case .open: return min(answerBy, keepAlive.deadline)
    case .ended: return ending.isEmpty ? nil : .ever
    }
  }

  func serve(_ set: PollSet, now: Instant) {
    if set.isReady(slot) {
      switch state {
      case .dialling(let dialling): open(dialling, now)
      case .open(let client, let relay): exchange(client, relay, now)
      case .ended: break
      }
    }
    guard case .open(let client, let relay) = state else { return }
    if answerBy <= now { return end("the broker does not answer") }
    switch keepAlive.duty(at: now) {
    case .nothing: break
    case .giveUp: end("the broker gives no sign of life")
    case .ask:
      unfinished = max(0, unfinished - MosquittoConnection.signOfLife)
      let result = pm_look_after(client)
      if result < 0 { return fail(client, result) }
      keepAlive.noteAsked(passOut(client, relay, now), at: now)
    }
  }

  private func open(_ dialling: Dialling, _ now: Instant) {
    switch dialling.take() {
    case nil: break
    case .failed(let reason): end(reason)
    case .connected(let client, let relay):
      state = .open(client, relay)
      keepAlive = KeepAlive(from: now)
      answerBy = now + KeepAlive.patience
      _ = passOut(client, relay, now)
    }
  }

  /// Reads what has come, in pieces, and writes what is to go.
  private func exchange(_ client: OpaquePointer, _ relay: Relay, _ now: Instant) {
    _ = passOut(client, relay, now)
    for _ in 0..<MosquittoConnection.piecesATurn {
      guard case .open = state, !relay.isWaitingToSend else { return }
      switch relay.takeIn() {
      case .none: return
      case .ended(let reason): return endOfNetwork(reason)
      case .taken(let count):
        keepAlive.noteIn(at: now)
        unfinished += count
        feed(client, relay, now)
      }
    }
  }

  /// Lets the library read all that lies ready.
  private func feed(_ client: OpaquePointer, _ relay: Relay, _ now: Instant) {
    var left = pm_unread(client)
    while left > 0 {
      let calls = listener.calls
      let result = pm_read(client)
      if listener.calls != calls { unfinished = 0 }
      if result < 0 { return fail(client, result) }
      let rest = pm_unread(client)
      if rest == left, listener.calls == calls { return end("the library does not read") }
      left = rest
    }
    _ = passOut(client, relay, now)
    if unfinished > MosquittoConnection.mostUnfinished {
      return end("the broker sends more than \(MosquittoConnection.largestPacket) bytes at a time")
    }
    if listener.isAnswered {
      answerBy = .never
      if listener.keepAlive > 0 { keepAlive.use(.seconds(Int64(listener.keepAlive))) }
    }
  }

  /// Passes on what the library writes; whether there was something.
  @discardableResult private func passOut(
    _ client: OpaquePointer, _ relay: Relay, _ now: Instant
  ) -> Bool {
    var hasSent = false
    while true {
      if pm_wants_write(client) != 0 {
        let result = pm_write(client)
        if result < 0 {
          fail(client, result)
          return hasSent
        }
      }
      guard let count = relay.takeOut() else {
        end("the connection is broken")
        return hasSent
      }
      if count == 0 { return hasSent }
      hasSent = true
      keepAlive.noteOut(at: now)
    }
  }

  // MARK: Messages

  func publish(_ message: MqttMessage, now: Instant) -> Int? {
    guard case .open(let client, let relay) = state else { return nil }
    var number = publish(message, qos: message.qos, client)
    // A broker may bear only lower ones.
    var qos = message.qos
    while number == -Int32(pm_error_qos), qos > 0 {
      qos -= 1
      number = publish(message, qos: qos, client)
    }
    _ = passOut(client, relay, now)
    return number < 0 ? nil : Int(number)
  }

  private func publish(_ message: MqttMessage, qos: Int, _ client: OpaquePointer) -> Int32 {
    message.payload.withUnsafeBufferPointer {
      pm_publish(
        client, message.topic, $0.baseAddress, UInt32($0.count), Int32(qos),
        message.isRetained ? 1 : 0)
    }
  }

  func subscribe(_ filter: String, now: Instant) -> Int? {
    guard case .open(let client, let relay) = state else { return nil }
    let number = pm_subscribe(client, filter)
    _ = passOut(client, relay, now)
    return number < 0 ? nil : Int(number)
  }

  func unsubscribe(_ filter: String, now: Instant) {
    guard case .open(let client, let relay) = state else { return }
    _ = pm_unsubscribe(client, filter)
    _ = passOut(client, relay, now)
  }

  func takeNews() -> [MqttNews] {
    defer { ending.removeAll() }
    return listener.takeNews() + ending
  }

  // MARK: The end

  var hasEnded: Bool {
    if case .ended = state { return true }
    return false
  }

  func sayGoodbye(now: Instant) {
    guard case .open(let client, let relay) = state else { return close() }
    _ = pm_disconnect(client)
    _ = passOut(client, relay, now)
    if case .open = state { relay.endWriting() }
  }

  func close() {
    switch state {
    case .dialling(let dialling): dialling.abandon()
    case .open(let client, _): pm_close(client)
    case .ended: break
    }
    state = .ended
  }

  /// The network's end, with nothing left to read.
  private func endOfNetwork(_ reason: String) {
    // Old brokers close where newer ones would say that they do not speak the version.
    if isUnanswered { ending.append(.wrongVersion(isCertain: false)) }
    end(reason)
  }

  private func fail(_ client: OpaquePointer, _ result: Int32) {
    if case .open(_, let relay) = state { _ = relay.takeOut() }
    // Old brokers answer in their own way, with a packet that is none in MQTT 5. libmosquitto 2.0.11 knows the
    // refusal among them, newer ones do not.
    if isUnanswered, MosquittoConnection.isNoPacket(result) {
      ending.append(.wrongVersion(isCertain: true))
    }
    end(MosquittoConnection.reason(client, result))
  }

  /// Whether MQTT 5 was offered, and nothing in it came back.
  private var isUnanswered: Bool { version == .v5 && !listener.isAnswered }

  private static func isNoPacket(_ result: Int32) -> Bool {
    result == -Int32(pm_error_protocol) || result == -Int32(pm_error_malformed)
  }

  private func end(_ reason: String) {
    if case .ended = state { return }
    close()
    ending.append(.ended(listener.farewell ?? reason))
  }

  /// Why the library failed.
  static func reason(_ client: OpaquePointer, _ result: Int32) -> String {
    let complaint = String(cString: pm_complaint(client))
    if complaint.isEmpty { return String(cString: pm_text(result)) }
    // `OpenSSL Error[0]: error:0A000086:SSL routines::certificate verify failed`
    guard complaint.hasPrefix("OpenSSL Error"), let last = complaint.split(separator: ":").last
    else { return complaint }
    return "TLS: \(last)"
  }
}

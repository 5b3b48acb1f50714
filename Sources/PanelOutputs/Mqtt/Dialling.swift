import ButtonController
import CMosquitto
import CPanelLinux
import Glibc
import PanelFiles
import PanelHardware

/// A connection in the making, on a thread of its own: to read the files of a password and of TLS, to
/// look a name up and to connect may all wait.
///
/// The handshake of TLS and all traffic are the loop's; the thread ends when the broker's socket is
/// connected. Shared by that thread and the loop's.
final class Dialling: @unchecked Sendable {
  /// What came of it.
  enum Outcome {
    case connected(OpaquePointer, Relay)
    case failed(String)
  }

  /// The lookup of a name may run modules of the system, and TLS reads certificates.
  private static let stack = 1024 * 1024

  private let monitor = Monitor()
  private var outcome: Outcome?
  private var isAbandoned = false
  /// Kept while the library may call it.
  private let listener: MosquittoListener
  /// Readable when there is an outcome.
  private let ready: OwnedDescriptor

  /// Begins to connect.
  init(
    _ settings: MqttSettings, _ version: MqttVersion, listener: MosquittoListener
  ) throws(SystemError) {
    self.listener = listener
    let descriptor = pl_event_open()
    if descriptor < 0 { throw SystemError(-descriptor, "connect to the broker") }
    ready = OwnedDescriptor(owning: descriptor)
    try DetachedThread.start(stack: Dialling.stack) { [self] in finish(connect(settings, version)) }
  }

  /// What becomes readable at the end.
  var raw: Int32 { ready.raw }

  /// What came of it, once; nil while it goes on.
  func take() -> Outcome? {
    monitor.locked {
      defer { outcome = nil }
      return outcome
    }
  }

  /// Nobody waits for it any more; what comes of it is thrown away.
  func abandon() {
    let late = monitor.locked {
      isAbandoned = true
      defer { outcome = nil }
      return outcome
    }
    if let late { Dialling.drop(late) }
  }

  private func finish(_ outcome: Outcome) {
    let isLate = monitor.locked {
      if !isAbandoned { self.outcome = outcome }
      return isAbandoned
    }
    if isLate { Dialling.drop(outcome) } else { _ = pl_event_raise(ready.raw) }
  }

  private static func drop(_ outcome: Outcome) {
    if case .connected(let client, _) = outcome { pm_close(client) }
  }

  // MARK: On the thread

  private func connect(_ settings: MqttSettings, _ version: MqttVersion) -> Outcome {
    let broker = settings.broker
    var password: [UInt8] = []
    if let path = broker.passwordFile {
      do throws(FileError) { password = try PasswordFile.read(path) } catch {
        return .failed("password_file: \(error.diagnostics.first?.description ?? path)")
      }
    }
    var result: Int32 = 0
    let client = CText.with(
      [
        settings.id, settings.willTopic, settings.willTopic == nil ? nil : settings.willPayload,
        broker.user,
        broker.passwordFile == nil ? nil : String(decoding: password, as: UTF8.self),
        broker.tls["ca"], broker.tls["certificate"], broker.tls["key"],
      ]
    ) { texts in
      var own = pm_settings()
      (own.id, own.will_topic, own.will_payload) = (texts[0], texts[1], texts[2])
      (own.user, own.password) = (texts[3], texts[4])
      (own.authority, own.certificate, own.key) = (texts[5], texts[6], texts[7])
      own.is_v5 = version == .v5 ? 1 : 0
      own.largest_packet = UInt32(MosquittoConnection.largestPacket)
      own.uses_tls = broker.tls.isEmpty ? 0 : 1
      var callbacks = listener.callbacks
      return pm_open(&own, &callbacks, &result)
    }
    guard let client else { return .failed(Dialling.unusable(broker, result)) }
    let seconds = UInt16(KeepAlive.usual.nanoseconds / 1_000_000_000)
    result = pm_connect(client, broker.host, UInt16(broker.port), seconds)
    guard result == 0 else {
      let reason = MosquittoConnection.reason(client, result)
      pm_close(client)
      return .failed(reason)
    }
    var (network, inner): (Int32, Int32) = (-1, -1)
    result = pm_part(client, &network, &inner)
    guard result == 0 else {
      pm_close(client)
      return .failed(ErrorNumber.text(of: -result))
    }
    return .connected(
      client,
      Relay(network: OwnedDescriptor(owning: network), inner: OwnedDescriptor(owning: inner)))
  }

  /// The library only says that something is wrong; most often it is a file of TLS.
  private static func unusable(_ broker: Outputs.Mqtt, _ result: Int32) -> String {
    for key in ["ca", "certificate", "key"] {
      guard let path = broker.tls[key] else { continue }
      let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      if descriptor < 0 { return "tls.\(key): cannot open \(path): \(ErrorNumber.text(of: errno))" }
      Glibc.close(descriptor)
    }
    return String(cString: pm_text(result))
  }
}

/// The file that holds a password.
enum PasswordFile {
  /// MQTT carries no longer one.
  private static let longest = 65_535

  /// Its bytes, without the end of their line.
  static func read(_ path: String) throws(FileError) -> [UInt8] {
    var bytes = try FileBytes.read(path: path, limit: longest)
    if bytes.last == 10 { bytes.removeLast() }
    if bytes.last == 13 { bytes.removeLast() }
    return bytes
  }
}

/// Texts as C has them.
private enum CText {
  /// Calls `body` with each text, or NULL; they live until its return.
  static func with<Result>(
    _ texts: [String?], _ body: ([UnsafePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = texts.map { $0.flatMap { strdup($0) } }
    defer { for copy in copies { free(copy) } }
    return body(copies.map { $0.map { UnsafePointer($0) } })
  }
}

import CMosquitto

/// Takes what libmosquitto calls back, in order, for whoever called the library.
///
/// Used by one thread at a time, as the client is. It outlives the client.
final class MosquittoListener: @unchecked Sendable {
  private(set) var news: [MqttNews] = []
  /// How often it was called: each call is the end of a packet.
  private(set) var calls = 0
  /// For how many seconds the broker bears silence, if it says so.
  private(set) var keepAlive: Int32 = 0
  private(set) var isAnswered = false
  /// What the broker said when it ended the connection, or refused it.
  private(set) var farewell: String?
  private let isV5: UInt8

  init(_ version: MqttVersion) { isV5 = version == .v5 ? 1 : 0 }

  /// Forgets the news that were taken.
  func takeNews() -> [MqttNews] {
    defer { news.removeAll(keepingCapacity: true) }
    return news
  }

  private static func listener(_ context: UnsafeMutableRawPointer?) -> MosquittoListener? {
    context.map { Unmanaged<MosquittoListener>.fromOpaque($0).takeUnretainedValue() }
  }

  /// For the library; the listener is not retained by it.
  var callbacks: pm_callbacks {
    pm_callbacks(
      context: Unmanaged.passUnretained(self).toOpaque(),
      answered: { context, code, keepAlive in
        MosquittoListener.listener(context)?.noteAnswer(code, keepAlive)
      },
      acknowledged: { context, number, code in
        MosquittoListener.listener(context)?.note { listener in
          .acknowledged(Int(number), refusal: listener.refusal(code))
        }
      },
      subscribed: { context, number, code in
        MosquittoListener.listener(context)?.note { listener in
          .subscribed(Int(number), refusal: listener.refusal(code))
        }
      },
      arrived: { context, topic, payload, bytes, isRetained in
        MosquittoListener.listener(context)?.note { _ in
          let text = topic.map { String(cString: $0) } ?? ""
          let whole = UnsafeBufferPointer(start: payload, count: Int(bytes))
          return .arrived(
            MqttMessage(topic: text, payload: Array(whole), isRetained: isRetained != 0))
        }
      },
      dismissed: { context, code in
        guard let listener = MosquittoListener.listener(context) else { return }
        listener.calls += 1
        listener.farewell = "the broker ends the connection: \(listener.words(code))"
      })
  }

  private func note(_ make: (MosquittoListener) -> MqttNews) {
    calls += 1
    news.append(make(self))
  }

  private func noteAnswer(_ code: Int32, _ seconds: Int32) {
    calls += 1
    isAnswered = true
    if code == 0 {
      keepAlive = seconds
      news.append(.accepted)
    } else if code == (isV5 == 1 ? 132 : 1) {
      news.append(.wrongVersion(isCertain: true))
      farewell = "the broker does not speak MQTT \(isV5 == 1 ? "5" : "3.1.1")"
    } else {
      farewell = "the broker refuses us: \(words(code))"
    }
  }

  private func refusal(_ code: Int32) -> String? { code >= 128 ? words(code) : nil }

  /// The library's words, such as `Connection Refused: not authorised.`, without their frame.
  private func words(_ code: Int32) -> String {
    var text = Substring(String(cString: pm_reason(code, isV5)))
    let frame = "Connection Refused: "
    if text.hasPrefix(frame) { text = text.dropFirst(frame.count) }
    if text.hasSuffix(".") { text = text.dropLast() }
    return String(text)
  }
}

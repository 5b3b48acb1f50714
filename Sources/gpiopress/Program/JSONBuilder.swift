import ButtonController
import PanelFiles

/// Builds one JSON object, key by key in the order of the calls.
struct JSONBuilder {
  private var bytes: [UInt8] = []

  /// The object.
  var text: String { "{" + String(decoding: bytes, as: UTF8.self) + "}" }

  mutating func add(_ key: String, _ value: String) {
    begin(key)
    JSONText.append(string: value, to: &bytes)
  }

  mutating func add(_ key: String, _ value: Int) {
    begin(key)
    bytes += String(value).utf8
  }

  mutating func add(milliseconds key: String, _ span: TimeSpan) {
    begin(key)
    JSONText.append(milliseconds: span.nanoseconds, to: &bytes)
  }

  mutating func add(_ key: String, _ value: Bool) {
    begin(key)
    bytes += (value ? "true" : "false").utf8
  }

  mutating func add(_ key: String, _ values: [JSONBuilder]) {
    begin(key)
    bytes += "[\(values.map(\.text).joined(separator: ","))]".utf8
  }

  mutating func add(_ key: String, _ values: [String]) {
    begin(key)
    bytes.append(UInt8(ascii: "["))
    for (index, value) in values.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      JSONText.append(string: value, to: &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private mutating func begin(_ key: String) {
    if !bytes.isEmpty { bytes.append(UInt8(ascii: ",")) }
    JSONText.append(string: key, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
  }
}

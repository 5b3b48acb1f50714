import ButtonController

/// Builds one JSON object, key by key in the order of the calls.
public struct JSONBuilder {
  private var bytes: [UInt8] = []

  /// An object without keys.
  public init() {}

  /// The object.
  public var text: String { "{" + String(decoding: bytes, as: UTF8.self) + "}" }

  /// The object and a line feed.
  public var line: [UInt8] { [UInt8(ascii: "{")] + bytes + [UInt8(ascii: "}"), 10] }

  /// Adds text.
  public mutating func add(_ key: String, _ value: String) {
    begin(key)
    JSONText.append(string: value, to: &bytes)
  }

  /// Adds a whole number.
  public mutating func add(_ key: String, _ value: Int) {
    begin(key)
    JSONText.append(integer: value, to: &bytes)
  }

  /// Adds a time in milliseconds.
  public mutating func add(milliseconds key: String, _ span: TimeSpan) {
    begin(key)
    JSONText.append(milliseconds: span.nanoseconds, to: &bytes)
  }

  /// Adds a truth value.
  public mutating func add(_ key: String, _ value: Bool) {
    begin(key)
    bytes += (value ? "true" : "false").utf8
  }

  /// Adds an object.
  public mutating func add(_ key: String, _ value: JSONBuilder) {
    begin(key)
    bytes += value.text.utf8
  }

  /// Adds a list of objects.
  public mutating func add(_ key: String, _ values: [JSONBuilder]) {
    begin(key)
    bytes += "[\(values.map(\.text).joined(separator: ","))]".utf8
  }

  /// Adds a list of texts.
  public mutating func add(_ key: String, _ values: [String]) {
    begin(key)
    bytes.append(UInt8(ascii: "["))
    for (index, value) in values.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      JSONText.append(string: value, to: &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  /// Adds what is JSON already.
  public mutating func add(json key: String, _ json: String) {
    begin(key)
    bytes += json.utf8
  }

  private mutating func begin(_ key: String) {
    if !bytes.isEmpty { bytes.append(UInt8(ascii: ",")) }
    JSONText.append(string: key, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
  }
}

/// A small strict reader of JSON, for lines of events and requests.
///
/// Takes RFC 8259 and nothing more: no comments, no trailing commas, no duplicate keys, no text after
/// the value. Depth is limited, so hostile input costs time in proportion to its length and no more.
public enum JSON: Equatable, Sendable {
  /// An object, its members in their order.
  case object([Member])
  /// An array.
  case array([JSON])
  /// A string.
  case string(String)
  /// A number, with its spelling: a double alone would round long times.
  case number(Double, text: String)
  /// True or false.
  case bool(Bool)
  /// Null.
  case null

  /// One key of an object and its value.
  public struct Member: Equatable, Sendable {
    /// The key.
    public var key: String
    /// The value.
    public var value: JSON

    /// A member of an object.
    public init(key: String, value: JSON) {
      self.key = key
      self.value = value
    }
  }

  /// What is wrong with a text, and where.
  public struct Failure: Error, Equatable, Sendable, CustomStringConvertible {
    /// The byte at which the reader stopped, from 0.
    public var offset: Int
    /// What is wrong.
    public var message: String

    /// A failure at `offset`.
    public init(offset: Int, message: String) {
      self.offset = offset
      self.message = message
    }

    /// `column 14: …`, columns from 1.
    public var description: String { "column \(offset + 1): \(message)" }
  }

  /// Arrays and objects within each other, at most.
  public static let depthLimit = 16

  /// Reads one value with nothing but white space around it.
  public static func parse(_ bytes: some Collection<UInt8>) throws(Failure) -> JSON {
    var reader = JSONReader(bytes: Array(bytes))
    return try reader.readWhole()
  }

  /// The value of `key`, if this is an object that has it.
  public subscript(key: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }
}

extension JSON: CustomStringConvertible {
  /// The value as JSON.
  public var description: String {
    switch self {
    case .object(let members):
      return "{" + members.map { "\(JSON.string($0.key)):\($0.value)" }.joined(separator: ",") + "}"
    case .array(let values): return "[" + values.map(\.description).joined(separator: ",") + "]"
    case .string(let text):
      var bytes: [UInt8] = []
      JSONText.append(string: text, to: &bytes)
      return String(decoding: bytes, as: UTF8.self)
    case .number(_, let text): return text
    case .bool(let value): return value ? "true" : "false"
    case .null: return "null"
    }
  }
}

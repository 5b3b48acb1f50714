/// The reader behind `JSON.parse`: one pass over the bytes.
struct JSONReader {
  private let bytes: [UInt8]
  private var position = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func readWhole() throws(JSON.Failure) -> JSON {
    let value = try readValue(depth: 0)
    skipSpace()
    if position < bytes.count { throw failure("text after the end of the value") }
    return value
  }

  private mutating func readValue(depth: Int) throws(JSON.Failure) -> JSON {
    skipSpace()
    guard let byte = peek() else { throw failure("the text ends where a value is expected") }
    switch byte {
    case UInt8(ascii: "{"): return try readObject(depth: depth + 1)
    case UInt8(ascii: "["): return try readArray(depth: depth + 1)
    case UInt8(ascii: "\""): return .string(try readString())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try readNumber()
    default: return try readWord()
    }
  }

  private mutating func readObject(depth: Int) throws(JSON.Failure) -> JSON {
    try enter(depth)
    var members: [JSON.Member] = []
    // Looking through the members for each would take the square of their number.
    var keys: Set<String> = []
    if take(UInt8(ascii: "}")) { return .object(members) }
    while true {
      skipSpace()
      guard peek() == UInt8(ascii: "\"") else { throw failure("a key in quotes is expected") }
      let start = position
      let key = try readString()
      if !keys.insert(key).inserted {
        position = start
        throw failure("the key \"\(Value.clip(key))\" stands twice")
      }
      if !take(UInt8(ascii: ":")) { throw failure("a colon is expected") }
      members.append(JSON.Member(key: key, value: try readValue(depth: depth)))
      if take(UInt8(ascii: "}")) { return .object(members) }
      if !take(UInt8(ascii: ",")) { throw failure("a comma or } is expected") }
    }
  }

  private mutating func readArray(depth: Int) throws(JSON.Failure) -> JSON {
    try enter(depth)
    var values: [JSON] = []
    if take(UInt8(ascii: "]")) { return .array(values) }
    while true {
      values.append(try readValue(depth: depth))
      if take(UInt8(ascii: "]")) { return .array(values) }
      if !take(UInt8(ascii: ",")) { throw failure("a comma or ] is expected") }
    }
  }

  private mutating func readString() throws(JSON.Failure) -> String {
    position += 1
    var text: [UInt8] = []
    while let byte = peek() {
      switch byte {
      case UInt8(ascii: "\""):
        guard let string = String(validating: text, as: UTF8.self) else {
          throw failure("the string is not valid UTF-8")
        }
        position += 1
        return string
      case UInt8(ascii: "\\"):
        position += 1
        try readEscape(into: &text)
      case 0..<0x20:
        throw failure("a control character in a string; write it as \\u00..")
      default:
        text.append(byte)
        position += 1
      }
    }
    throw failure("the string has no end")
  }

  private mutating func readEscape(into text: inout [UInt8]) throws(JSON.Failure) {
    guard let byte = peek() else { throw failure("the string has no end") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(8)
    case UInt8(ascii: "f"): text.append(12)
    case UInt8(ascii: "n"): text.append(10)
    case UInt8(ascii: "r"): text.append(13)
    case UInt8(ascii: "t"): text.append(9)
    case UInt8(ascii: "u"):
      var value = try readHex()
      if (0xD800..<0xDC00).contains(value) {
        guard takeRaw(UInt8(ascii: "\\")), takeRaw(UInt8(ascii: "u")) else {
          throw failure("half a surrogate pair")
        }
        let low = try readHex()
        if !(0xDC00..<0xE000).contains(low) { throw failure("half a surrogate pair") }
        value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(value) else { throw failure("half a surrogate pair") }
      text += String(scalar).utf8
    default:
      position -= 1
      throw failure("an unknown escape")
    }
  }

  private mutating func readHex() throws(JSON.Failure) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw failure("four hexadecimal digits are expected")
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }

  private mutating func readNumber() throws(JSON.Failure) -> JSON {
    let start = position
    _ = takeRaw(UInt8(ascii: "-"))
    if !takeRaw(UInt8(ascii: "0")) { try readDigits() }
    if takeRaw(UInt8(ascii: ".")) { try readDigits() }
    if takeRaw(UInt8(ascii: "e")) || takeRaw(UInt8(ascii: "E")) {
      if !takeRaw(UInt8(ascii: "+")) { _ = takeRaw(UInt8(ascii: "-")) }
      try readDigits()
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    // A longer one has no meaning here, and would be read by machines slower than it looks.
    guard text.utf8.count <= 400, let value = Double(text), value.isFinite else {
      throw failure("the number \(Value.clip(text)) is out of range")
    }
    return .number(value, text: text)
  }

  private mutating func readDigits() throws(JSON.Failure) {
    let start = position
    while let byte = peek(), (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
      position += 1
    }
    if position == start { throw failure("a digit is expected") }
  }

  private mutating func readWord() throws(JSON.Failure) -> JSON {
    let rest = bytes[position...]
    for (word, value) in [("true", JSON.bool(true)), ("false", .bool(false)), ("null", .null)]
    where rest.starts(with: word.utf8) {
      position += word.utf8.count
      return value
    }
    throw failure("a value is expected")
  }

  private mutating func enter(_ depth: Int) throws(JSON.Failure) {
    if depth > JSON.depthLimit { throw failure("more than \(JSON.depthLimit) levels deep") }
    position += 1
  }

  private func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = peek(), byte == 32 || (9...10).contains(byte) || byte == 13 { position += 1 }
  }

  /// Takes `byte` after white space, if it stands there.
  private mutating func take(_ byte: UInt8) -> Bool {
    skipSpace()
    return takeRaw(byte)
  }

  private mutating func takeRaw(_ byte: UInt8) -> Bool {
    if peek() != byte { return false }
    position += 1
    return true
  }

  private func failure(_ message: String) -> JSON.Failure {
    JSON.Failure(offset: position, message: message)
  }
}

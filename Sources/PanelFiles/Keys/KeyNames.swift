/// The kernel's names of keys, `KEY_…` and `BTN_…`, with their numbers.
public enum KeyNames {
  /// The number of the key called `name`, 1…767; nil where the kernel has no such key.
  public static func code(of name: String) -> UInt16? { numbers[name] }

  /// The first of the names of the key `code`; its number where it has none.
  public static func name(of code: UInt16) -> String {
    all.first { $0.code == code }?.name ?? String(code)
  }

  /// All names, those of one key one after the other.
  static let all: [(name: String, code: UInt16)] = {
    var all: [(name: String, code: UInt16)] = []
    var name: String?
    let text = UnsafeBufferPointer(start: table.utf8Start, count: table.utf8CodeUnitCount)
    for word in text.split(whereSeparator: { $0 == UInt8(ascii: " ") || $0 == 10 }) {
      let word = String(decoding: word, as: UTF8.self)
      if let known = name, let code = UInt16(word) {
        all.append((known, code))
        name = nil
      } else {
        name = word
      }
    }
    return all
  }()

  private static let numbers = Dictionary(
    all.map { ($0.name, $0.code) }, uniquingKeysWith: { first, _ in first })

  /// What somebody may have meant by `word`, which is no key; nil where nothing is near.
  static func likely(_ word: String) -> String? {
    let full = "KEY_\(word.uppercased())"
    if code(of: full) != nil { return full }
    return Nearest.name(to: word, among: all.lazy.map(\.name))
  }
}

/// What a person can press in the interactive demo.
enum Key: Equatable {
  case space
  case tap
  case hold
  case push
  case left
  case right
  case quit

  /// The keys in `bytes`, as a terminal sends them; others are passed over.
  static func all(in bytes: [UInt8]) -> [Key] {
    var keys: [Key] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: " "): keys.append(.space)
      case UInt8(ascii: "t"): keys.append(.tap)
      case UInt8(ascii: "h"): keys.append(.hold)
      case UInt8(ascii: "p"): keys.append(.push)
      case UInt8(ascii: "q"), 3, 4: keys.append(.quit)
      case 0x1B:
        // ESC [ C or ESC O C; a lone escape quits.
        guard let next = rest.popFirst() else { return keys + [.quit] }
        guard next == UInt8(ascii: "[") || next == UInt8(ascii: "O") else { continue }
        var last = rest.popFirst()
        while let byte = last, byte < 0x40 { last = rest.popFirst() }
        if last == UInt8(ascii: "C") || last == UInt8(ascii: "A") { keys.append(.right) }
        if last == UInt8(ascii: "D") || last == UInt8(ascii: "B") { keys.append(.left) }
      default: break
      }
    }
    return keys
  }
}

/// What a person can press in a demo.
enum Key: Equatable {
  /// Presses, or releases.
  case space
  case tap
  case hold
  /// Turns or moves; held is with shift.
  case arrow(PanelHands.Direction, isHeld: Bool)
  case next
  case previous
  /// Chooses a control by its own key.
  case choose(Character)
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
      case UInt8(ascii: "q"), 3, 4: keys.append(.quit)
      case 9: keys.append(.next)
      case 0x1B:
        // A lone escape quits.
        guard let next = rest.popFirst() else { return keys + [.quit] }
        guard next == UInt8(ascii: "[") || next == UInt8(ascii: "O") else { continue }
        if let key = sequence(&rest) { keys.append(key) }
      default:
        let letter = Character(Unicode.Scalar(byte))
        if PanelKeys.all.contains(letter) { keys.append(.choose(letter)) }
      }
    }
    return keys
  }

  /// The rest of ESC [ C, ESC O C or ESC [ 1 ; 2 C, where 2 is shift.
  private static func sequence(_ rest: inout ArraySlice<UInt8>) -> Key? {
    var parameters: [UInt8] = []
    var last = rest.popFirst()
    while let byte = last, byte < 0x40 {
      parameters.append(byte)
      last = rest.popFirst()
    }
    let isHeld = parameters.suffix(2).elementsEqual(";2".utf8)
    switch last {
    case UInt8(ascii: "A"): return .arrow(.up, isHeld: isHeld)
    case UInt8(ascii: "B"): return .arrow(.down, isHeld: isHeld)
    case UInt8(ascii: "C"): return .arrow(.right, isHeld: isHeld)
    case UInt8(ascii: "D"): return .arrow(.left, isHeld: isHeld)
    case UInt8(ascii: "Z"): return .previous
    default: return nil
    }
  }
}

/// Looks whether bytes are text that a file of ours may hold.
enum TextCheck {
  /// `bytes` without the mark that some editors put before UTF-8: it is no part of the text.
  static func withoutByteOrderMark(_ bytes: [UInt8]) -> [UInt8] {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
  }

  /// The first thing wrong with `bytes`: not UTF-8, or a NUL; nil if nothing is.
  static func firstFault(of bytes: [UInt8]) -> (place: Place, message: String)? {
    firstFault(of: bytes[...], isStart: true).map { (place(of: $0.offset, in: bytes), $0.message) }
  }

  /// The same of a part of a file, its start or not, which ends where a character does; `offset` is an
  /// index of it.
  static func firstFault(
    of bytes: ArraySlice<UInt8>, isStart: Bool
  ) -> (offset: Int, message: String)? {
    if isStart, bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      return (bytes.startIndex, "this is UTF-16; save the file as UTF-8")
    }
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      if byte == 0 { return (index, "a NUL byte; this is no text file, or it was cut short") }
      guard let length = scalarLength(in: bytes, at: index) else {
        return (index, "byte 0x\(String(byte, radix: 16)) is not UTF-8; save the file as UTF-8")
      }
      index += length
    }
    return nil
  }

  /// Line and column, from 1, of the byte at `offset`; columns count Unicode scalars.
  static func place(of offset: Int, in bytes: [UInt8]) -> Place {
    place(of: offset, in: bytes[...], from: Place(line: 1, column: 1))
  }

  /// The same of a part of a file that begins at `place`.
  static func place(of offset: Int, in bytes: ArraySlice<UInt8>, from place: Place) -> Place {
    var place = place
    for byte in bytes[..<offset] {
      if byte == 0x0A {
        place.line += 1
        place.column = 1
      } else if byte & 0xC0 != 0x80 {
        place.column += 1
      }
    }
    return place
  }

  /// How many bytes the scalar at `index` has; nil if there is none (RFC 3629, table 3-7 of Unicode).
  private static func scalarLength(in bytes: ArraySlice<UInt8>, at index: Int) -> Int? {
    func isTail(_ distance: Int, _ range: ClosedRange<UInt8> = 0x80...0xBF) -> Bool {
      index + distance < bytes.endIndex && range.contains(bytes[index + distance])
    }
    switch bytes[index] {
    case 0x00...0x7F: return 1
    case 0xC2...0xDF: return isTail(1) ? 2 : nil
    case 0xE0: return isTail(1, 0xA0...0xBF) && isTail(2) ? 3 : nil
    case 0xED: return isTail(1, 0x80...0x9F) && isTail(2) ? 3 : nil
    case 0xE1...0xEF: return isTail(1) && isTail(2) ? 3 : nil
    case 0xF0: return isTail(1, 0x90...0xBF) && isTail(2) && isTail(3) ? 4 : nil
    case 0xF1...0xF3: return isTail(1) && isTail(2) && isTail(3) ? 4 : nil
    case 0xF4: return isTail(1, 0x80...0x8F) && isTail(2) && isTail(3) ? 4 : nil
    default: return nil
    }
  }
}

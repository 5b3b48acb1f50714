import PanelFiles

/// How WS2812 and SK6812 bits become SPI bits: a bit is judged by how long the line is high.
struct Ws2812Code: Equatable {
  /// SPI bits for one bit of colour; they fill bytes evenly over 8 of them.
  let bitsPerBit: Int
  /// The pattern of a 0 and of a 1, in the lowest `bitsPerBit` bits, sent highest first.
  let zero: UInt8
  let one: UInt8
  /// SPI clock in hertz.
  let speed: Double
  /// The SPI bits of each byte of a colour: at most 64, in the lowest bits.
  private let table: [UInt64]

  /// Microseconds of zeros before and after each frame: the first keep the first bit from growing
  /// together with a line that idles high, the others latch and leave the line low.
  static let resetMicroseconds = 300.0
  /// Shorter transfers go byte by byte on some controllers, with a pause after each.
  static let leastBytes = 96

  init(_ encoding: RingFile.Ws2812Encoding) {
    switch encoding {
    case .eightBit: self.init(8, 0xC0, 0xF0, 6_400_000)
    case .fourBit: self.init(4, 0x8, 0xC, 3_200_000)
    case .threeBit: self.init(3, 0b100, 0b110, 2_400_000)
    case .slowCore: self.init(8, 0x80, 0xF0, 6_400_000)
    }
  }

  private init(_ bitsPerBit: Int, _ zero: UInt8, _ one: UInt8, _ speed: Double) {
    self.bitsPerBit = bitsPerBit
    self.zero = zero
    self.one = one
    self.speed = speed
    table = (0..<256).map { value in
      var bits: UInt64 = 0
      for bit in stride(from: 7, through: 0, by: -1) {
        bits = bits << UInt64(bitsPerBit) | UInt64(value >> bit & 1 == 1 ? one : zero)
      }
      return bits
    }
  }

  /// Bytes of zeros for one reset.
  var resetBytes: Int { Int((Ws2812Code.resetMicroseconds * speed / 8e6).rounded(.up)) }

  /// Bytes of a whole transfer for `count` bytes of colour.
  func length(ofColours count: Int) -> Int {
    max(2 * resetBytes + count * bitsPerBit, Ws2812Code.leastBytes)
  }

  /// Writes the transfer for `colours` into `bytes`, which keeps its storage.
  func encode(_ colours: [UInt8], into bytes: inout [UInt8]) {
    let length = length(ofColours: colours.count)
    // The zeros around the colours stay from frame to frame.
    if bytes.count != length { bytes = [UInt8](repeating: 0, count: length) }
    bytes.withUnsafeMutableBufferPointer { out in
      var place = resetBytes
      for value in colours {
        let bits = table[Int(value)]
        for byte in stride(from: bitsPerBit - 1, through: 0, by: -1) {
          out[place] = UInt8(truncatingIfNeeded: bits >> UInt64(8 * byte))
          place += 1
        }
      }
    }
  }
}

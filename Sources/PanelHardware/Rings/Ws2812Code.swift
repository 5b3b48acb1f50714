import PanelFiles

/// How WS2812 and SK6812 bits become SPI bits: a bit is judged by how long the line is high.
struct Ws2812Code: Equatable {
  /// SPI bits for one bit of colour; they fill bytes evenly over 8 of them.
  let bitsPerBit: Int
  /// SPI clock in hertz.
  let speed: Double
  /// What is low on the line: all bits set where it is inverted on its way.
  let low: UInt8
  /// The bytes of each byte of a colour, one after the other.
  private let table: [UInt8]

  /// Microseconds of zeros before and after each frame: the first keep the first bit from growing
  /// together with a line that idles high, the others latch and leave the line low.
  static let resetMicroseconds = 300.0
  /// Shorter transfers go byte by byte on some controllers, with a pause after each.
  static let leastBytes = 96

  init(_ encoding: RingFile.Ws2812Encoding, isInverted: Bool = false) {
    switch encoding {
    case .eightBit: self.init(8, zero: 2, one: 4, 6_400_000, isInverted)
    case .fourBit: self.init(4, zero: 1, one: 2, 3_200_000, isInverted)
    case .threeBit: self.init(3, zero: 1, one: 2, 2_400_000, isInverted)
    case .slowCore: self.init(8, zero: 1, one: 4, 6_400_000, isInverted)
    case .clocked(let speed):
      // A panel file has none without a pattern.
      guard let pattern = Ws2812Pattern(hertz: speed) else { preconditionFailure("no such clock") }
      self.init(pattern.bits, zero: pattern.zero, one: pattern.one, speed, isInverted)
    }
  }

  /// `zero` and `one` are for how many SPI bits the line is high.
  private init(_ bits: Int, zero: Int, one: Int, _ speed: Double, _ isInverted: Bool) {
    bitsPerBit = bits
    self.speed = speed
    low = isInverted ? 0xFF : 0
    var table = [UInt8](repeating: low, count: 256 * bits)
    for value in 0..<256 {
      for place in 0..<8 {
        let high = value >> (7 - place) & 1 == 1 ? one : zero
        for bit in (place * bits)..<(place * bits + high) {
          table[value * bits + bit / 8] ^= 0x80 >> UInt8(bit % 8)
        }
      }
    }
    self.table = table
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
    if bytes.count != length { bytes = [UInt8](repeating: low, count: length) }
    bytes.withUnsafeMutableBufferPointer { out in
      var place = resetBytes
      for value in colours {
        let first = Int(value) * bitsPerBit
        for byte in first..<(first + bitsPerBit) {
          out[place] = table[byte]
          place += 1
        }
      }
    }
  }
}

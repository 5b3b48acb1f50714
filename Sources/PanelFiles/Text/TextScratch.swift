/// A piece of the stack on which text is made, to be added to an array as a whole.
///
/// An array asks at each byte whether it is alone and has room, which costs many times what the byte does.
struct TextScratch {
  private let start: UnsafeMutablePointer<UInt8>
  private var count = 0
  /// What came before, where all of it had no room; an event's line has.
  private var spilled: [UInt8] = []

  /// Nearly every event's line is shorter.
  static let size = 512

  /// Adds to `bytes` what `body` puts.
  @inline(__always)
  static func fill(_ bytes: inout [UInt8], _ body: (inout TextScratch) -> Void) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: size) { room in
      guard let start = room.baseAddress else { return }
      var scratch = TextScratch(at: start)
      body(&scratch)
      if !scratch.spilled.isEmpty { bytes.append(contentsOf: scratch.spilled) }
      bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: scratch.count))
    }
  }

  private init(at start: UnsafeMutablePointer<UInt8>) { self.start = start }

  /// Room for `length` bytes, all of which the caller writes; at most `size`.
  @inline(__always)
  mutating func room(for length: Int) -> UnsafeMutablePointer<UInt8> {
    if TextScratch.size &- count < length { spill() }
    defer { count &+= length }
    return start + count
  }

  /// Puts one byte.
  @inline(__always)
  mutating func put(_ byte: UInt8) { room(for: 1)[0] = byte }

  /// Puts some bytes.
  mutating func put(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let first = bytes.baseAddress else { return }
    guard bytes.count <= TextScratch.size else {
      spill()
      return spilled.append(contentsOf: bytes)
    }
    room(for: bytes.count).update(from: first, count: bytes.count)
  }

  /// Puts a text that is known when the program is built.
  mutating func put(_ text: StaticString) {
    put(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private mutating func spill() {
    spilled.append(contentsOf: UnsafeBufferPointer(start: start, count: count))
    count = 0
  }
}

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
    TextScratch.copy(first, to: room(for: bytes.count), count: bytes.count)
  }

  /// Copies bytes; names are short, and for few bytes a call costs more than they do.
  @inline(__always)
  static func copy(
    _ source: UnsafePointer<UInt8>, to room: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    switch count {
    case ..<4: for place in 0..<count { room[place] = source[place] }
    case ...8: copyEnds(source, room, count, UInt32.self)
    case ...16: copyEnds(source, room, count, UInt64.self)
    default: room.update(from: source, count: count)
    }
  }

  /// Copies the first and the last bytes, as many as a word has each: all where it is half of them or more.
  @inline(__always)
  private static func copyEnds<Word: FixedWidthInteger>(
    _ source: UnsafePointer<UInt8>, _ room: UnsafeMutablePointer<UInt8>, _ count: Int, _: Word.Type
  ) {
    let (from, to) = (UnsafeRawPointer(source), UnsafeMutableRawPointer(room))
    let rest = count &- MemoryLayout<Word>.size
    let (first, last) = (
      from.loadUnaligned(as: Word.self), from.loadUnaligned(fromByteOffset: rest, as: Word.self)
    )
    to.storeBytes(of: first, as: Word.self)
    to.storeBytes(of: last, toByteOffset: rest, as: Word.self)
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

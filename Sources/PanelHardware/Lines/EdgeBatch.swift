import ButtonController

/// Level reports that were drained and not taken yet, in the order of their stamps.
public struct EdgeBatch {
  /// One level report, or a place where reports are missing.
  public struct Entry: Equatable, Sendable {
    /// The kernel's stamp; for a loss that of the last report before it, `.ever` where none is known.
    public var stamp: Instant
    /// The engine's number of the line.
    public var line: Int
    /// The line's level from the stamp on; nil where edges after the stamp were lost.
    public var isClosed: Bool?

    /// An entry of `line`.
    public init(stamp: Instant, line: Int, isClosed: Bool?) {
      self.stamp = stamp
      self.line = line
      self.isClosed = isClosed
    }
  }

  private var storage: [Entry] = []
  private var head = 0

  /// An empty batch.
  public init() { storage.reserveCapacity(1024) }

  /// What is left, in order.
  public var entries: ArraySlice<Entry> { storage[head...] }

  /// Calls `body` with the line of each entry.
  func forEachLine(_ body: (Int) -> Void) {
    for place in head..<storage.count { body(storage[place].line) }
  }

  /// The next entry.
  public var first: Entry? { head < storage.count ? storage[head] : nil }

  /// Puts an entry where its stamp belongs, behind those of the same stamp.
  ///
  /// Queues are nearly sorted already, so the way is short; nothing is allocated.
  public mutating func insert(_ entry: Entry) {
    storage.append(entry)
    var place = storage.count - 1
    while place > head, storage[place - 1].stamp > entry.stamp {
      storage.swapAt(place - 1, place)
      place -= 1
    }
  }

  /// Takes the next entry out.
  mutating func popFirst() -> Entry? {
    guard head < storage.count else { return nil }
    let entry = storage[head]
    head += 1
    guard head == storage.count else { return entry }
    // Each was put in by itself, too.
    while !storage.isEmpty { storage.removeLast() }
    head = 0
    return entry
  }

  /// Forgets all entries.
  mutating func removeAll() {
    storage.removeAll(keepingCapacity: true)
    head = 0
  }

  /// Forgets the entries of `line`.
  mutating func removeAll(of line: Int) {
    storage.removeFirst(head)
    head = 0
    storage.removeAll { $0.line == line }
  }

  /// The last entry of `line`; nil where there is none.
  public func last(of line: Int) -> Entry? { entries.last { $0.line == line } }
}

/// Something settled at a control that waits for its turn.
struct Input {
  enum What {
    case contact(isClosed: Bool)
    /// A gap in a closed contact that was no release.
    case opening(until: Instant, length: TimeSpan)
    case detent(axis: Int, delta: Int)
  }

  var line: Int
  var control: Int
  var stamp: Instant
  var arrival: Int64
  var what: What

  /// Whether it comes before an edge at `stamp` that arrived as number `arrival`.
  func isBefore(_ stamp: Instant, _ arrival: Int64) -> Bool {
    self.stamp < stamp || (self.stamp == stamp && self.arrival < arrival)
  }
}

/// Inputs in the order of their stamps; never grows beyond what it was made for.
struct InputQueue {
  private var slots: [Input]
  private(set) var count = 0

  init(capacity: Int) {
    let none = Input(line: 0, control: 0, stamp: .ever, arrival: 0, what: .contact(isClosed: false))
    slots = Array(repeating: none, count: capacity)
  }

  var isFull: Bool { count == slots.count }

  subscript(index: Int) -> Input { slots[index] }

  /// Puts `input` in its place; the queue must not be full.
  mutating func insert(_ input: Input) {
    var place = count
    while place > 0 && input.isBefore(slots[place - 1].stamp, slots[place - 1].arrival) {
      slots[place] = slots[place - 1]
      place -= 1
    }
    slots[place] = input
    count += 1
  }

  mutating func remove(at index: Int) -> Input {
    let input = slots[index]
    for place in index..<(count - 1) { slots[place] = slots[place + 1] }
    count -= 1
    return input
  }

  mutating func removeAll() { count = 0 }
}

/// Which controls are tied to each other by chords; fixed when a controller is made.
struct ChordTable {
  /// Each control's component: controls that chords tie together, directly or through others.
  private(set) var component: [Int]
  private(set) var componentCount: Int
  /// Whether the panel has chords at all.
  private(set) var isAny = false
  /// The place of each line in an order in which those of a component stand side by side.
  private(set) var slot: [Int]
  /// The line at each place of that order.
  private(set) var line: [Int]
  /// The places of each component's lines.
  private(set) var slots: [Range<Int>]
  /// The chords of which each control is a member.
  private(set) var ofControl: [[Int]]

  var lineCount: Int { slot.count }

  init(_ panel: Panel) {
    let count = panel.controls.count
    var root = Array(0..<count)
    ofControl = Array(repeating: [], count: count)
    for number in 0..<count {
      guard case .chord(let chord) = panel.controls[number].kind else { continue }
      isAny = true
      for member in chord.members {
        ofControl[member].append(number)
        let from = root[member]
        for other in 0..<count where root[other] == from { root[other] = root[number] }
      }
    }
    component = Array(repeating: -1, count: count)
    componentCount = 0
    for number in 0..<count where component[number] < 0 {
      for other in 0..<count where root[other] == root[number] {
        component[other] = componentCount
      }
      componentCount += 1
    }
    var lines = Array(repeating: [Int](), count: componentCount)
    var next = 0
    for number in 0..<count {
      for _ in 0..<panel.controls[number].lineCount {
        lines[component[number]].append(next)
        next += 1
      }
    }
    slot = Array(repeating: 0, count: next)
    line = []
    slots = []
    for tied in lines {
      slots.append(line.count..<(line.count + tied.count))
      for own in tied {
        slot[own] = line.count
        line.append(own)
      }
    }
  }
}

/// Members of a component that wait for a chord.
struct ChordWait {
  var count = 0
  /// The first waiting press.
  var first = Instant.never
}

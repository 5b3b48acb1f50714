/// What a thread does to lines in one period, so that each is on for its share of it.
///
/// Sixteen steps and no more: at 200 Hz a step is 312 us, and the kernel wakes a thread up to a tenth
/// of a millisecond late. Any light at all is a step, so that a dim ring is not dark.
struct SoftPwmWave: Equatable {
  /// Lines to switch off together, so many steps after the period's start.
  struct Change: Equatable {
    var step: Int
    var lines: [Int]
  }

  static let steps = 16

  /// The lines that are on for the whole period, the lines that are off, and the rest.
  private(set) var steps: [Int]
  private(set) var changes: [Change] = []

  /// A wave of these levels, 0…1.
  init(_ levels: [Double]) {
    steps = levels.map(SoftPwmWave.steps(for:))
    for step in 1..<SoftPwmWave.steps {
      let lines = steps.indices.filter { steps[$0] == step }
      if !lines.isEmpty { changes.append(Change(step: step, lines: lines)) }
    }
  }

  static func steps(for level: Double) -> Int {
    guard level > 0 else { return 0 }
    return min(max(Int((level * Double(steps)).rounded()), 1), steps)
  }

  /// Whether nothing has to be switched: the thread can sleep.
  var isSteady: Bool { changes.isEmpty }
}

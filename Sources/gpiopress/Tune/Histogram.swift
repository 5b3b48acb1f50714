import ButtonController

/// How often lengths of time fell into each of a few ranges.
struct Histogram: Equatable {
  /// One range, from `low` up to `high`.
  struct Bin: Equatable {
    let low: TimeSpan
    let high: TimeSpan
    var count = 0
  }

  private(set) var bins: [Bin] = []

  /// The most ranges that one histogram has.
  private static let most = 10

  /// Ranges that are alike and round, no finer than `finest`, so that all of `spans` fall into ten of them
  /// at most.
  init(_ spans: [TimeSpan], finest: TimeSpan = .microseconds(10)) {
    guard let least = spans.min(), let largest = spans.max() else { return }
    let width = Histogram.width(from: least, to: largest, finest.nanoseconds)
    let first = least.nanoseconds / width
    let count = Int(largest.nanoseconds / width - first) + 1
    bins = (0..<count).map { index in
      let low = (first + Int64(index)) * width
      return Bin(low: TimeSpan(nanoseconds: low), high: TimeSpan(nanoseconds: low + width))
    }
    for span in spans { bins[Int(span.nanoseconds / width - first)].count += 1 }
  }

  /// The largest count.
  var peak: Int { bins.map(\.count).max() ?? 0 }

  /// The least of 1, 2 and 5 times `finest` and its tenfold that needs no more ranges than allowed.
  private static func width(from least: TimeSpan, to largest: TimeSpan, _ finest: Int64) -> Int64 {
    var decade = max(finest, 1)
    while decade < Int64.max / 100 {
      for step in [decade, 2 * decade, 5 * decade]
      where largest.nanoseconds / step - least.nanoseconds / step < Int64(most) { return step }
      decade *= 10
    }
    return decade
  }

  /// The ranges as rows of text, each with a bar of at most `width` characters.
  func rows(bar: Character, width: Int = 32) -> [[String]] {
    bins.map { bin in
      let length = bin.count == 0 ? 0 : max(1, bin.count * width / max(peak, 1))
      return [
        "\(TimeWords.of(bin.low)) to \(TimeWords.of(bin.high))",
        "\(String(repeating: bar, count: length))\(length == 0 ? "" : " ")\(bin.count)",
      ]
    }
  }
}

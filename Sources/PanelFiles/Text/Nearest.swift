/// Finds what somebody probably meant.
public enum Nearest {
  /// The one of `names` that is one slip of the pen away from `word`: a letter too many, too few, wrong or
  /// swapped with its neighbour.
  ///
  /// Further away is a guess, and a number is never a slip of another: GPIO9 is not GPIO99.
  public static func name(to word: String, among names: some Sequence<String>) -> String? {
    guard !word.isEmpty, word.utf8.count <= maximumLength else { return nil }
    let letters = fold(word)
    var best: (name: String, distance: Int)?
    for name in names {
      let count = name.utf8.count
      // A word of one letter has nothing in common with another.
      let limit = min(1, letters.count - 1, (best?.distance ?? Int.max) - 1)
      // It takes at least so many insertions as one is longer, so most names cost nothing.
      guard abs(count - letters.count) <= limit else { continue }
      let other = fold(name)
      guard digits(of: other) == digits(of: letters) else { continue }
      let length = distance(letters, other, limit: limit)
      if length <= limit { best = (name, length) }
    }
    return best?.name
  }

  /// A longer word is no slip of the pen; looking for it would take the time of its length squared.
  private static let maximumLength = 64

  /// `did you mean X?`, or what to say instead.
  static func advice(
    for word: String, among names: some Sequence<String>, else other: @autoclosure () -> String
  ) -> String {
    name(to: word, among: names).map { "did you mean \($0)?" } ?? other()
  }

  /// The tail of a message about `word`: `; did you mean X?`, or nothing.
  public static func hint(for word: String, among names: some Sequence<String>) -> String {
    name(to: word, among: names).map { "; did you mean \($0)?" } ?? ""
  }

  private static func digits(of letters: [UInt8]) -> [UInt8] {
    letters.filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// Upper case, hyphens and spaces are no difference between words.
  private static func fold(_ word: String) -> [UInt8] {
    word.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): return byte + 32
      case UInt8(ascii: "-"), UInt8(ascii: " "): return UInt8(ascii: "_")
      default: return byte
      }
    }
  }

  /// Insertions, deletions, replacements and swaps of neighbours from `a` to `b`; `limit` and one
  /// more if there are more than `limit`.
  ///
  /// Only what lies within `limit` of the diagonal is looked at, so a long word costs its length.
  private static func distance(_ a: [UInt8], _ b: [UInt8], limit: Int) -> Int {
    // What both begin and end with makes no difference.
    let shorter = min(a.count, b.count)
    var start = 0
    while start < shorter, a[start] == b[start] { start += 1 }
    var tail = 0
    while tail < shorter - start, a[a.count - 1 - tail] == b[b.count - 1 - tail] { tail += 1 }
    return middle(Array(a[start..<a.count - tail]), Array(b[start..<b.count - tail]), limit: limit)
  }

  private static func middle(_ a: [UInt8], _ b: [UInt8], limit: Int) -> Int {
    let more = limit + 1
    if abs(a.count - b.count) > limit { return more }
    if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
    var beforeLast = [Int](repeating: more, count: b.count + 1)
    var last = (0...b.count).map { min($0, more) }
    var row = beforeLast
    for i in 0..<a.count {
      let from = max(0, i - limit)
      let to = min(b.count, i + limit + 1)
      if from >= to { return more }
      row[from] = from == 0 ? min(i + 1, more) : more
      var least = row[from]
      for j in from..<to {
        var cost = min(last[j] + (a[i] == b[j] ? 0 : 1), row[j] + 1, last[j + 1] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row[j + 1] = min(cost, more)
        least = min(least, cost)
      }
      // The next row looks one further.
      if to < b.count { row[to + 1] = more }
      if least > limit { return more }
      (beforeLast, last, row) = (last, row, beforeLast)
    }
    return last[b.count]
  }
}

extension Sequence<String> {
  /// The texts in one line, with commas between.
  var listed: String { joined(separator: ", ") }
}

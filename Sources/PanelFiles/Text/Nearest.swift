/// Finds what somebody probably meant.
public enum Nearest {
  /// The one of `names` that is closest to `word`, if any is close enough to be a slip of the pen.
  public static func name(to word: String, among names: some Sequence<String>) -> String? {
    let letters = fold(word)
    guard !letters.isEmpty, letters.count <= 64 else { return nil }
    var best: (name: String, distance: Int)?
    for name in names {
      let other = fold(name)
      let allowed = max(1, min(letters.count, other.count) / 3)
      let length = distance(letters, other)
      // A word of one letter has nothing in common with another.
      guard length <= allowed, length < letters.count, length < best?.distance ?? Int.max else {
        continue
      }
      best = (name, length)
    }
    return best?.name
  }

  /// The tail of a message about `word`: `; did you mean X?`, or nothing.
  public static func hint(for word: String, among names: some Sequence<String>) -> String {
    name(to: word, among: names).map { "; did you mean \($0)?" } ?? ""
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

  /// Insertions, deletions, replacements and swaps of neighbours from `a` to `b`.
  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in 1...a.count {
      var row = [i] + [Int](repeating: 0, count: b.count)
      for j in 1...b.count {
        row[j] = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          row[j] = min(row[j], beforeLast[j - 2] + 1)
        }
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }
}

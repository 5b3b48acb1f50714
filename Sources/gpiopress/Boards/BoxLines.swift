/// The lines of a part's box, as wide as they are and no wider than a box may be.
struct BoxLines {
  let title: String
  let what: [String]
  let terminals: [String]
  let remarks: [String]
  /// Of the widest line.
  let width: Int

  static let titleSize = 12
  static let size = 11
  static let smallSize = 10
  /// Of one terminal.
  private static let step = 3 * WiringLayout.unit
  private static let smallStep = 13
  private static let most = 250
  private static let least = 110

  init(_ number: Int, of circuit: Circuit) {
    let part = circuit.parts[number]
    let terminals = part.terminals.indices.map { terminal in
      let end = Circuit.End(part: number, terminal: terminal)
      let target = circuit.target(of: end)
      return Svg.plain("\(part.terminals[terminal].name) → \(target)")
    }
    let title = Svg.plain(part.title)
    let small = ([part.what] + part.remarks).map(Svg.plain)
    let widths =
      terminals.map { TextWidth.of($0, size: BoxLines.size) }
      + small.map { TextWidth.of($0, size: BoxLines.smallSize) }
      + [TextWidth.of(title, size: BoxLines.titleSize, isBold: true)]
    let width = min(max(widths.max() ?? 0, BoxLines.least), BoxLines.most)
    self.title = TextWidth.fit(title, in: width, size: BoxLines.titleSize, isBold: true)
    self.terminals = terminals.map { TextWidth.fit($0, in: width, size: BoxLines.size) }
    what = TextWidth.lines(small[0], in: width, size: BoxLines.smallSize)
    remarks = small.dropFirst().flatMap {
      TextWidth.lines($0, in: width, size: BoxLines.smallSize)
    }
    self.width = width
  }

  /// The baseline of a line under the title, from the box's top.
  func y(ofWhat line: Int) -> Int { 32 + BoxLines.smallStep * line }

  /// The height of a terminal, between two units: see `WiringLayout`.
  func y(of terminal: Int) -> Int { first + BoxLines.step * terminal }

  /// The baseline of a remark.
  func y(ofRemark line: Int) -> Int {
    first + BoxLines.step * (terminals.count - 1) + 20 + BoxLines.smallStep * line
  }

  private var first: Int {
    let unit = WiringLayout.unit
    let lowest = y(ofWhat: what.count - 1) + 14
    return (lowest + unit - 1) / unit * unit + unit / 2
  }

  /// In whole units.
  var height: Int {
    let unit = WiringLayout.unit
    let lowest = remarks.isEmpty ? y(of: terminals.count - 1) + 4 : y(ofRemark: remarks.count - 1)
    return (lowest + 8 + unit - 1) / unit * unit
  }
}

/// The names of a panel's lines and controls, as traces use them.
struct LineNames {
  private let lines: [LinePlan]
  private let controls: [ControlFile]
  private let lineOf: [String: Int]
  private let linesOf: [String: [Int]]

  init(lines: [LinePlan], controls: [ControlFile]) {
    self.lines = lines
    self.controls = controls
    var linesOf: [String: [Int]] = [:]
    for (number, line) in lines.enumerated() where controls.indices.contains(line.control) {
      linesOf[controls[line.control].name, default: []].append(number)
    }
    self.linesOf = linesOf
    lineOf = Dictionary(
      lines.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The line called `name`, or what is wrong with that name.
  func line(_ name: String) -> Result<Int, Unknown> {
    if let line = lineOf[name] { return .success(line) }
    return .failure(Unknown(name: name, isOneLine: true, names: self))
  }

  /// The line called `name`, or all lines of the control called so.
  func lines(_ name: String) -> Result<[Int], Unknown> {
    if let line = lineOf[name] { return .success([line]) }
    if let several = linesOf[name] { return .success(several) }
    return .failure(Unknown(name: name, isOneLine: false, names: self))
  }

  /// A name that is none; what to say about it is found out only where it is said.
  struct Unknown: Error {
    fileprivate let name: String
    fileprivate let isOneLine: Bool
    fileprivate let names: LineNames

    /// What the name is not, and what it might have been.
    var message: String { names.message(about: self) }
  }

  private func message(about unknown: Unknown) -> String {
    let name = unknown.name
    if unknown.isOneLine, let several = linesOf[name], several.count > 1 {
      return "\(name) has several lines; name one of \(several.map { lines[$0].name }.listed)"
    }
    if controls.contains(where: { $0.name == name }) {
      return "\(name) is a chord and has no line of its own; name its members"
    }
    let shown = Value.cut(name)
    if lines.isEmpty { return "no line \(shown): the panel has no lines" }
    let names = lines.map(\.name) + (unknown.isOneLine ? [] : Array(linesOf.keys))
    if let nearest = Nearest.name(to: name, among: names.sorted()) {
      return "the panel has no line \(shown); did you mean \(nearest)?"
    }
    let more = lines.count > 12 ? ", …" : ""
    return "the panel has no line \(shown); it has \(lines.prefix(12).map(\.name).listed)\(more)"
  }
}

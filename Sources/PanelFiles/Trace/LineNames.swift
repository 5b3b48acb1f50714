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
    if let several = linesOf[name], several.count > 1 {
      let parts = several.map { lines[$0].name }.joined(separator: ", ")
      return .failure(Unknown(message: "\(name) has several lines; name one of \(parts)"))
    }
    return .failure(unknown(name, among: lines.map(\.name)))
  }

  /// The line called `name`, or all lines of the control called so.
  func lines(_ name: String) -> Result<[Int], Unknown> {
    if let line = lineOf[name] { return .success([line]) }
    if let several = linesOf[name] { return .success(several) }
    return .failure(unknown(name, among: lines.map(\.name) + Array(linesOf.keys)))
  }

  /// What a name is not, and what it might have been.
  struct Unknown: Error {
    var message: String
  }

  private func unknown(_ name: String, among names: [String]) -> Unknown {
    if controls.contains(where: { $0.name == name }) {
      return Unknown(message: "\(name) is a chord and has no line of its own; name its members")
    }
    if names.isEmpty { return Unknown(message: "no line \(name): the panel has no lines") }
    if let nearest = Nearest.name(to: name, among: names.sorted()) {
      return Unknown(message: "the panel has no line \(name); did you mean \(nearest)?")
    }
    let known = lines.prefix(12).map(\.name).joined(separator: ", ")
    let more = lines.count > 12 ? ", …" : ""
    return Unknown(message: "the panel has no line \(name); it has \(known)\(more)")
  }
}

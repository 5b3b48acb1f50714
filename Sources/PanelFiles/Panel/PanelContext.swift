import ButtonController

/// What the parts of a panel file know of each other while it is decoded.
final class PanelContext {
  let findings: Findings
  /// The board's profile; nil where the file needs none, or it was not found (which was said).
  var board: BoardProfile?
  /// Whether a pin by name was not found because the board is not known.
  var needsBoard = false
  var ringNames: [String] = []
  var cueNames: [String] = []
  /// Control names with their kinds, in the order of the file.
  var controls: [(name: String, kind: String)] = []
  var hasKeyboard = false
  var hasMqtt = false
  /// Whether some action runs a command, and where the first stands.
  var firstRun: (place: Place, path: String)?
  private var usedLines: [LineKey: (path: String, place: Place)] = [:]

  /// What makes two spellings of a pin the same line.
  private enum LineKey: Hashable {
    case offset(chip: String, line: Int)
    case name(String)
  }

  init(findings: Findings) { self.findings = findings }

  /// The number of the ring that `value` names.
  func ring(_ value: Value?) -> Int? { index(value, in: ringNames, of: "rings") }

  /// The number of the cue that `value` names.
  func cue(_ value: Value?) -> Int? { index(value, in: cueNames, of: "cues") }

  private func index(_ value: Value?, in names: [String], of what: String) -> Int? {
    guard let value, let name = value.text() else { return nil }
    if let index = names.firstIndex(of: name) { return index }
    if names.isEmpty {
      return value.fail("no \(what) has the name \(name): the file has no \(what)")
    }
    let hint =
      Nearest.name(to: name, among: names).map { "did you mean \($0)?" }
      ?? "known: \(names.prefix(12).joined(separator: ", "))"
    return value.fail("\(Value.clip(name)) is not among \(what); \(hint)")
  }

  /// Notes that `value` uses a line; a second use of it is an error.
  func use(_ plan: LinePlan, at value: Value) {
    let key: LineKey
    switch (plan.chip, plan.target) {
    case (.label(let chip), .offset(let line)): key = .offset(chip: chip, line: line)
    case (_, .name(let name)):
      let pins = board?.pins(named: name) ?? []
      if pins.count == 1, let chip = pins[0].chip, let line = pins[0].line {
        key = .offset(chip: chip, line: line)
      } else {
        key = .name(name)
      }
    case (.any, .offset): return
    }
    if let first = usedLines[key] {
      value.fail(
        "\(plan.pin) is in use already, by \(first.path) (line \(first.place.line)); "
          + "a line has one use")
    } else {
      usedLines[key] = (value.path, value.node.place)
    }
  }

  /// Checks a name that the user gives to a control, chord, ring or cue.
  func checkName(_ name: Value) {
    guard case .scalar(let text, _) = name.node.content else { return }
    let isGood =
      text.unicodeScalars.count <= 64 && text.first.map { $0.isLetter || $0 == "_" } ?? false
      && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
    if !isGood {
      findings.fail(
        name.node.place, name.path,
        "\"\(Value.clip(text))\" is no name; a letter, then letters, digits, _ and -, at most 64")
    }
  }
}

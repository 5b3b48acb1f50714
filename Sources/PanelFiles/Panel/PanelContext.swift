import ButtonController

/// What the parts of a panel file know of each other while it is decoded.
final class PanelContext {
  let findings: Findings
  /// The board's profile; nil where the file needs none, or it was not found (which was said).
  var board: BoardProfile?
  /// Whether a pin by name was not found because the board is not known.
  var needsBoard = false
  var ringNames: [String] = []
  /// Rings that show nothing of what `light` sets.
  var ringsWithoutRemote: Set<String> = []
  var cueNames: [String] = []
  /// Control names with their kinds, in the order of the file.
  var controls: [(name: String, kind: String)] = []
  var hasKeyboard = false
  /// Whether something types or holds a key.
  var typesKeys = false
  var hasMqtt = false
  let uses = PanelUses()
  /// Rings and cues that something refers to.
  private var referred: (rings: Set<Int>, cues: Set<Int>) = ([], [])
  /// The programs that are run, each where it stands first.
  private(set) var programs: [ProgramUse] = []
  private var programNames: Set<String> = []

  init(findings: Findings) { self.findings = findings }

  /// Notes that `value` is a program that is run.
  func run(_ program: String, at value: Value) {
    guard programNames.insert(program).inserted else { return }
    programs.append(ProgramUse(program: program, keyPath: value.path, place: value.node.place))
  }

  /// The number of the ring that `value` names.
  func ring(_ value: Value?) -> Int? {
    let ring = index(value, in: ringNames, of: "ring")
    if let ring { referred.rings.insert(ring) }
    return ring
  }

  /// The numbers of the rings that `value` names: one, or a list.
  func rings(_ value: Value?) -> [Int] {
    guard let value else { return [] }
    guard case .sequence = value.node.content else { return ring(value).map { [$0] } ?? [] }
    var rings: [Int] = []
    for item in value.items(ControlKeys.ringCounts) ?? [] {
      guard let ring = ring(item) else { continue }
      if rings.contains(ring) {
        item.fail("\(ringNames[ring]) stands twice; name each ring once")
      } else {
        rings.append(ring)
      }
    }
    return rings
  }

  /// The number of the cue that `value` names.
  func cue(_ value: Value?) -> Int? {
    let cue = index(value, in: cueNames, of: "cue")
    if let cue { referred.cues.insert(cue) }
    return cue
  }

  /// Warns of rings and cues that nothing refers to; a program may still light a ring from afar where
  /// there is a way to it.
  func checkReferences(rings: [Value], cues: [Value], isReachable: Bool) {
    if controls.isEmpty { return }
    for (index, value) in rings.enumerated() where !isReachable && !referred.rings.contains(index) {
      value.warn(
        "nothing shows on it; give it to a control (ring: \(ringNames[index])) or take it out")
    }
    for (index, value) in cues.enumerated() where !referred.cues.contains(index) {
      value.warn("nothing sounds it; give it to a control (cue: \(cueNames[index])) or take it out")
    }
  }

  private func index(_ value: Value?, in names: [String], of what: String) -> Int? {
    guard let value, let name = value.text() else { return nil }
    if let index = names.firstIndex(of: name) { return index }
    if names.isEmpty {
      return value.fail("no \(what) is called \(Value.clip(name)); the file has no \(what)s")
    }
    return value.fail(
      "no \(what) is called \(Value.clip(name)); "
        + Nearest.advice(for: name, among: names, else: "known: \(names.prefix(12).listed)"))
  }

  /// Notes that `value` uses a line.
  func use(_ plan: LinePlan, as role: String? = nil, at value: Value) {
    let key: PanelUses.Key
    switch (plan.chip, plan.target) {
    case (.label(let chip), .offset(let line)): key = .line(chip: chip, line)
    case (_, .name(let name)):
      let pins = board?.pins(named: name) ?? []
      if pins.count == 1, let chip = pins[0].chip, let line = pins[0].line {
        key = .line(chip: chip, line)
      } else {
        key = .name(name)
      }
    case (.any, .offset): return
    }
    uses.add(key, plan.pin, as: role, at: value)
  }

  /// Says of each line, channel and LED which uses of it, in the order of the file, come after the first.
  func checkUses() { uses.check() }

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

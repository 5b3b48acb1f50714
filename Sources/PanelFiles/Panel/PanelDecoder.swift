import ButtonController

/// Reads a whole panel file from its nodes.
struct PanelDecoder {
  let findings: Findings
  let context: PanelContext
  let boards: BoardCatalogue
  let root: String

  init(findings: Findings, boards: BoardCatalogue, root: String) {
    self.findings = findings
    context = PanelContext(findings: findings)
    self.boards = boards
    self.root = root
  }

  /// The panel; nil if there is none, with the reason in the findings.
  func decode(_ node: YamlNode, stem: String) -> PanelFile? {
    guard let fields = Value(node: node, path: "", findings: findings).fields(PanelKeys.panel)
    else {
      return nil
    }
    let board = BoardChoice(boards: boards, root: root, findings: findings).read(fields["board"])
    context.board = board.profile
    noteNames(fields)
    let name = fields.text("name")
    let isCalm = fields.flag("reduce_motion") ?? false
    let rings = (fields["rings"]?.entries() ?? []).compactMap { name, value in
      RingDecoder(context: context).decode(value, name: text(name))
    }
    let output = OutputDecoder(context: context)
    let cues = (fields["cues"]?.entries() ?? []).compactMap { name, value in
      output.cue(value, name: text(name))
    }
    let decoded = controls(fields)
    let outputs = output.outputs(fields["outputs"], stem: stem)
    let priority = fields.integer("priority")
    context.checkUses()
    if context.needsBoard { board.explain() }
    return PanelFile(
      path: findings.path, name: name ?? stem, board: board.id,
      panel: Panel(
        controls: decoded.map(\.control), rings: rings.map(\.ring), reduceMotion: isCalm),
      controls: decoded.map(\.file), lines: decoded.flatMap(\.lines), rings: rings.map(\.file),
      cues: cues, outputs: outputs, priority: priority)
  }

  private func text(_ name: Value) -> String {
    if case .scalar(let text, _) = name.node.content { return text }
    return ""
  }

  /// Notes what may be referred to, so that one error does not become many.
  private func noteNames(_ fields: Fields) {
    func names(_ key: String, atMost limit: Int) -> [String] {
      guard let value = fields[key], case .mapping = value.node.content else { return [] }
      let entries = value.entries() ?? []
      if entries.count > limit {
        value.fail("\(entries.count) \(key); at most \(limit) are allowed")
      }
      for entry in entries { context.checkName(entry.name) }
      return entries.map { text($0.name) }
    }
    context.ringNames = names("rings", atMost: PanelKeys.maximumRings)
    context.cueNames = names("cues", atMost: PanelKeys.maximumRings)
    let controls = names("controls", atMost: PanelKeys.maximumControls)
    context.controls = controls.map { name in
      var kind = "control"
      if case .scalar(let text, _) = fields["controls"]?.node[name]?["kind"]?.content {
        kind = text
      }
      return (name, kind)
    }
    let chords = names("chords", atMost: PanelKeys.maximumControls)
    if chords.count <= PanelKeys.maximumControls, controls.count <= PanelKeys.maximumControls,
      chords.count + controls.count > PanelKeys.maximumControls
    {
      fields["chords"]?.fail(
        "with the controls more than \(PanelKeys.maximumControls), which is the most")
    }
    let outputs = fields["outputs"]?.node
    context.hasKeyboard = outputs?["keyboard"] != nil
    context.hasMqtt = outputs?["mqtt"] != nil
  }

  private func controls(_ fields: Fields) -> [ControlDecoder.Decoded] {
    let decoder = ControlDecoder(
      context: context, defaults: ControlDefaults(fields["defaults"], context: context))
    var decoded: [ControlDecoder.Decoded] = []
    for (index, entry) in (fields["controls"]?.entries() ?? []).enumerated() {
      if let control = decoder.decode(entry.value, name: text(entry.name), index: index) {
        decoded.append(control)
      }
    }
    var sets: [[Int]: String] = [:]
    for entry in fields["chords"]?.entries() ?? [] {
      let name = text(entry.name)
      if context.controls.contains(where: { $0.name == name }) {
        entry.name.fail("a control has this name already; give the chord another")
      }
      guard let chord = decoder.decodeChord(entry.value, name: name) else { continue }
      // A chord with an unknown member is wrong already; it may equal another only by that.
      if case .chord(let chord) = chord.control.kind, chord.members.count > 1,
        case .sequence(let names) = entry.value.node["of"]?.content,
        names.count == chord.members.count
      {
        let members = chord.members.sorted()
        if let other = sets[members] { entry.value.fail("the same buttons as the chord \(other)") }
        sets[members] = name
      }
      decoded.append(chord)
    }
    if fields["controls"] == nil, fields["rings"] == nil {
      fields.value.fail("controls is missing: a panel has at least one control")
    } else if let controls = fields["controls"], controls.node.content == .mapping([]),
      fields["rings"] == nil
    {
      controls.fail("empty; a panel has at least one control")
    }
    return decoded
  }
}

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
    guard let fields = Value(node: node, trail: .root, findings: findings).fields(PanelKeys.panel)
    else {
      return nil
    }
    let board = BoardChoice(boards: boards, root: root, findings: findings).read(fields["board"])
    context.board = board.profile
    noteNames(fields)
    let name = fields.text("name")
    let isCalm = fields.flag("reduce_motion") ?? false
    let rings = entries("rings", of: fields, atMost: PanelKeys.maximumRings).compactMap {
      name, value in
      RingDecoder(context: context).decode(value, name: text(name))
    }
    ChainCheck(rings).run()
    let output = OutputDecoder(context: context)
    let cues = entries("cues", of: fields, atMost: PanelKeys.maximumRings).compactMap {
      name, value in
      output.cue(value, name: text(name))
    }
    let decoded = controls(fields)
    let outputs = output.outputs(fields["outputs"], stem: stem)
    let stopTimeout = fields.span("stop_timeout") ?? Outputs.usualStopTimeout
    let priority = fields.integer("priority")
    context.checkUses()
    func names(_ key: String) -> [Value] {
      entries(key, of: fields, atMost: PanelKeys.maximumRings).map(\.name)
    }
    context.checkReferences(
      rings: names("rings"), cues: names("cues"),
      isReachable: outputs.socket != nil || outputs.mqtt != nil)
    if context.needsBoard { board.explain() }
    var panel = PanelFile(
      path: findings.path, name: name ?? stem, board: board.id,
      panel: Panel(
        controls: decoded.map(\.control), rings: rings.map(\.ring), reduceMotion: isCalm),
      controls: decoded.map(\.file), lines: decoded.flatMap(\.lines), rings: rings.map(\.file),
      cues: cues, outputs: outputs, stopTimeout: stopTimeout, priority: priority)
    panel.boardName = board.profile?.names.first ?? ""
    return panel
  }

  /// The entries of a mapping of names; those beyond the limit are one error and cost nothing more.
  private func entries(
    _ key: String, of fields: Fields, atMost limit: Int
  ) -> [(name: Value, value: Value)] {
    fields[key]?.entries(atMost: limit) ?? []
  }

  private func text(_ name: Value) -> String {
    if case .scalar(let text, _) = name.node.content { return text }
    return ""
  }

  /// Notes what may be referred to, so that one error does not become many.
  private func noteNames(_ fields: Fields) {
    func named(_ key: String, atMost limit: Int) -> [(name: String, value: Value)] {
      guard let value = fields[key], case .mapping(let all) = value.node.content else { return [] }
      if all.count > limit { value.fail("\(all.count) \(key); at most \(limit) are allowed") }
      return entries(key, of: fields, atMost: limit).map { name, value in
        context.checkName(name)
        return (text(name), value)
      }
    }
    func size(_ key: String) -> Int {
      if case .mapping(let all) = fields[key]?.node.content { return all.count }
      return 0
    }
    func names(_ key: String, atMost limit: Int) -> [String] {
      named(key, atMost: limit).map(\.name)
    }
    context.ringNames = names("rings", atMost: PanelKeys.maximumRings)
    context.cueNames = names("cues", atMost: PanelKeys.maximumRings)
    context.controls = named("controls", atMost: PanelKeys.maximumControls).map { name, value in
      guard case .scalar(let kind, _) = value.node["kind"]?.content else {
        return (name, "control")
      }
      return (name, kind)
    }
    let chords = names("chords", atMost: PanelKeys.maximumControls)
    if chords.count + context.controls.count > PanelKeys.maximumControls,
      max(size("chords"), size("controls")) <= PanelKeys.maximumControls
    {
      fields["chords"]?.fail(
        "with the controls more than \(PanelKeys.maximumControls), which is the most")
    }
    let outputs = fields["outputs"]?.node
    context.hasKeyboard = outputs?["keyboard"] != nil
    context.hasMqtt = outputs?["mqtt"] != nil
  }

  private func controls(_ fields: Fields) -> [ControlDecoder.Decoded] {
    var decoder = ControlDecoder(
      context: context, defaults: ControlDefaults(fields["defaults"], context: context))
    var decoded: [ControlDecoder.Decoded] = []
    let controls = entries("controls", of: fields, atMost: PanelKeys.maximumControls)
    for (index, entry) in controls.enumerated() {
      if let control = decoder.decode(entry.value, name: text(entry.name), index: index) {
        decoded.append(control)
      }
    }
    var sets: [[Int]: String] = [:]
    for entry in entries("chords", of: fields, atMost: PanelKeys.maximumControls) {
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

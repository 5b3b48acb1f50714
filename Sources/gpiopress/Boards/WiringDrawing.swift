import PanelFiles

/// A panel's wiring as an SVG picture.
///
/// Wires are `polyline`s within a `g` of their net; a joint is a `circle` of class `dot`; the legs of
/// parts are circles of class `leg`, the header's pins groups of class `pin`.
struct WiringDrawing {
  private let panel: PanelFile
  private let circuit: Circuit
  private let board: String
  private let layout: WiringLayout
  private let width: Int
  private let notes: [String]
  /// What each stroke means.
  private let roles: [(role: Circuit.Role, words: String)]

  /// The least that a heading needs.
  private static let leastWidth = 360
  init(_ panel: PanelFile, _ circuit: Circuit, on profile: BoardProfile?) {
    self.panel = panel
    self.circuit = circuit
    board = profile?.names.first ?? panel.board
    layout = WiringLayout(circuit, on: profile)
    width = max(layout.width, WiringDrawing.leastWidth)
    let bare = panel.rings.filter { ring in
      switch ring.driver {
      case .terminal, .file: return true
      default: return false
      }
    }
    var notes = bare.map { "\($0.name): a ring without wires (\($0.driver.name))" }
    if circuit.parts.isEmpty { notes.append("Nothing of this panel is wired.") }
    self.notes = notes
    roles = [
      (.signal, "signal"), (.ground, "ground"),
      (.supply, CircuitBuilder(panel, on: profile).supplyName), (.power, "5 V: never on a line"),
    ]
  }

  /// The picture.
  var text: String {
    let margin = WiringLayout.margin
    let inner = width - 2 * margin
    var body = Svg.label(
      panel.name, x: margin, y: 28, width: inner, size: 18, isBold: true)
    body += Svg.label(board, x: margin, y: 48, "class=\"quiet\"", width: inner)
    for title in layout.titles {
      body += Svg.label(
        title.text, x: layout.middle, y: title.y + 4, "text-anchor=\"middle\"",
        width: 2 * layout.labelWidth, isBold: true)
    }
    for pin in layout.pins { body += self.pin(pin) }
    for (index, box) in layout.boxes.enumerated() { body += self.box(box, index) }
    for wire in layout.wires { body += self.wire(wire) }
    var y = layout.height
    for note in notes {
      body += Svg.label(note, x: margin, y: y + 12, "class=\"quiet\"", width: inner, size: 11)
      y += 18
    }
    for item in roles where layout.wires.contains(where: { role($0) == item.role }) {
      body += """
        <line class="wire \(item.role)" x1="\(margin)" y1="\(y + 8)" x2="\(margin + 48)" \
        y2="\(y + 8)"/>

        """
      body += Svg.label(item.words, x: margin + 60, y: y + 12, size: 11)
      y += 18
    }
    if layout.wires.contains(where: { !$0.dots.isEmpty }) {
      body += "<circle class=\"dot signal\" cx=\"\(margin + 24)\" cy=\"\(y + 8)\" r=\"4\"/>\n"
      body += Svg.label(
        "joined; wires that cross without a dot are not", x: margin + 60, y: y + 12, size: 11)
      y += 18
    }
    return Svg.head(
      width: width, height: y + margin, title: "Wiring of \(panel.name)", WiringDrawing.look)
      + body + "</svg>\n"
  }

  private func role(_ wire: WirePlace) -> Circuit.Role { circuit.nets[wire.net].role }

  private func wire(_ place: WirePlace) -> String {
    let net = circuit.nets[place.net]
    let ends = circuit.ends(of: place.net).map { circuit.name(of: $0) }
    let all = (net.pin.map { ["\($0.name), \($0.position)"] } ?? []) + ends
    var text = "<g class=\"net\" id=\"net-\(place.net)\">\n"
    text +=
      "<title>\(Svg.escaped("\(net.role.rawValue): \(all.joined(separator: "; "))"))</title>\n"
    for line in place.lines {
      let points = line.map { "\($0.x),\($0.y)" }.joined(separator: " ")
      text += "<polyline class=\"wire \(net.role.rawValue)\" points=\"\(points)\"/>\n"
    }
    for dot in place.dots {
      text +=
        "<circle class=\"dot \(net.role.rawValue)\" cx=\"\(dot.x)\" cy=\"\(dot.y)\" r=\"4\"/>\n"
    }
    return text + "</g>\n"
  }

  private func pin(_ place: WiringLayout.PinPlace) -> String {
    let role = layout.wires.first { circuit.nets[$0.net].pin?.position == place.pin.position }
      .map { self.role($0).rawValue }
    let width = layout.labelWidth
    let end = layout.end(of: place)
    let x = place.isLeft ? end : end - width
    let isUsed = role != nil
    return """
      <g class="pin \(role ?? "free")" data-pin="\(Svg.escaped(place.pin.position))">
      <rect x="\(x)" y="\(place.y - 8)" width="\(width)" height="16" rx="4"/>
      <circle cx="\(place.x)" cy="\(place.y)" r="\(WiringLayout.radius)"/>

      """
        + Svg.label(
          place.pin.name, x: x + width / 2, y: place.y + 4, "class=\"name\" text-anchor=\"middle\"",
          width: width - 4, size: 10, isBold: isUsed)
        + Svg.label(
          String(place.pin.number), x: place.x, y: place.y + 3, "text-anchor=\"middle\"", size: 9,
          isBold: isUsed)
        + "</g>\n"
  }

  private func box(_ place: WiringLayout.BoxPlace, _ number: Int) -> String {
    let (width, height, lines) = (layout.boxWidth, place.height, place.lines)
    let area = "x=\"\(place.x)\" y=\"\(place.y)\" width=\"\(width)\" height=\"\(height)\""
    // No font and no letter gets out of its box, whatever its width was taken for.
    var text = """
      <clipPath id="box-\(number)"><rect \(area)/></clipPath>
      <g class="part" data-part="\(Svg.escaped(circuit.parts[place.part].name))">
      <rect class="box" \(area) rx="6"/>
      <g clip-path="url(#box-\(number))">

      """
    let start = place.x + 10
    text += Svg.label(lines.title, x: start, y: place.y + 18, isBold: true)
    for (index, line) in lines.what.enumerated() {
      text += Svg.label(
        line, x: start, y: place.y + lines.y(ofWhat: index), "class=\"quiet\"",
        size: BoxLines.smallSize)
    }
    let anchor = place.isLeft ? "end" : "start"
    let x = place.isLeft ? place.x + width - 10 : start
    for (index, line) in lines.terminals.enumerated() {
      text += Svg.label(
        line, x: x, y: place.y + lines.y(of: index) + 4, "text-anchor=\"\(anchor)\"",
        size: BoxLines.size)
    }
    for (index, line) in lines.remarks.enumerated() {
      text += Svg.label(
        line, x: start, y: place.y + lines.y(ofRemark: index),
        "class=\"quiet\" font-style=\"italic\"", size: BoxLines.smallSize)
    }
    text += "</g>\n"
    for (index, terminal) in circuit.parts[place.part].terminals.enumerated() {
      let point = layout.place(of: index, of: place)
      let end = Svg.escaped(circuit.name(of: Circuit.End(part: place.part, terminal: index)))
      text += """
        <circle class="leg \(circuit.nets[terminal.net].role)" data-end="\(end)" \
        cx="\(point.x)" cy="\(point.y)" r="3"/>

        """
    }
    return text + "</g>\n"
  }

  /// Roles differ in their strokes, too: whoever sees no colours tells them apart.
  private static let look: [Svg.Rule] = {
    let strokes: [(role: String, stroke: String, light: String, dark: String)] = [
      ("signal", "stroke-width:2", "#0b5cad", "#7fb7ff"),
      ("ground", "stroke-width:2.5;stroke-dasharray:9 3", "#1b1f23", "#d5d9dd"),
      ("supply", "stroke-width:2;stroke-dasharray:2 3", "#b3261e", "#ff8f85"),
      ("power", "stroke-width:2.5;stroke-dasharray:12 3 2 3", "#8a4b00", "#ffc46b"),
    ]
    var rules = [
      Svg.Rule(
        ".box", light: "fill:#f6f7f8;stroke:#4a5159", dark: "fill:#20252b;stroke:#98a0a9"),
      Svg.Rule(
        ".free rect", light: "fill:#eceff2", dark: "fill:#262b31"),
      Svg.Rule(
        ".free .name", light: "fill:#59616a", dark: "fill:#a9b0b8"),
      Svg.Rule(
        ".pin circle", both: "stroke-width:1", light: "fill:#ffffff;stroke:#8b939b",
        dark: "fill:#15181c;stroke:#79818a"),
      Svg.Rule(
        ".wire", both: "fill:none;stroke-linejoin:round", light: "stroke:#1b1f23",
        dark: "stroke:#d5d9dd"),
    ]
    for item in strokes {
      let role = item.role
      rules += [
        Svg.Rule(
          ".wire.\(role)", both: item.stroke, light: "stroke:\(item.light)",
          dark: "stroke:\(item.dark)"),
        Svg.Rule(
          ".dot.\(role),.leg.\(role)", light: "fill:\(item.light)", dark: "fill:\(item.dark)"),
        Svg.Rule(
          ".pin.\(role) rect", light: "fill:\(item.light)", dark: "fill:\(item.dark)"),
        Svg.Rule(".pin.\(role) .name", light: "fill:#ffffff", dark: "fill:#15181c"),
        Svg.Rule(
          ".pin.\(role) circle", both: "stroke-width:2", light: "stroke:\(item.light)",
          dark: "stroke:\(item.dark)"),
      ]
    }
    return rules
  }()
}

import ButtonController
import PanelFiles

/// A panel's wiring as an SVG picture.
struct WiringDrawing {
  private let panel: PanelFile
  private let profile: BoardProfile
  private let layout: WiringLayout

  init(_ panel: PanelFile, _ wirings: [Wiring], on profile: BoardProfile) {
    self.panel = panel
    self.profile = profile
    layout = WiringLayout(WiringBox.all(of: panel, wirings, on: profile), on: profile)
  }

  /// The picture.
  var text: String {
    var text = Svg.head(
      width: layout.width, height: layout.height, title: "Wiring of \(panel.name)")
    text += Svg.label(panel.name, x: 12, y: 28, "font-size=\"18\" font-weight=\"bold\"")
    text += Svg.label(profile.names.first ?? profile.id, x: 12, y: 48, "fill=\"#666666\"")
    for title in layout.titles {
      text += Svg.label(
        title.text, x: layout.width / 2, y: title.y + 4,
        "text-anchor=\"middle\" font-weight=\"bold\"")
    }
    for wire in layout.wires { text += self.wire(wire) }
    for pin in layout.pins { text += self.pin(pin) }
    for box in layout.boxes { text += self.box(box) }
    return text + "</svg>\n"
  }

  private func wire(_ place: WiringLayout.WirePlace) -> String {
    let points = place.corners.map { "\($0.x),\($0.y)" }.joined(separator: " ")
    return """
      <polyline points="\(points)" fill="none" stroke="#ffffff" stroke-width="5"/>
      <polyline points="\(points)" fill="none" stroke="\(colour(of: place.wire.role))" \
      stroke-width="2.5" stroke-linejoin="round"/>

      """
  }

  private func pin(_ place: WiringLayout.PinPlace) -> String {
    let isUsed = layout.wires.contains { $0.wire.pin.position == place.pin.position }
    let fill = colour(of: place.pin, isUsed: isUsed)
    let width = WiringLayout.labelWidth
    let end = WiringLayout.end(of: place)
    let x = place.isLeft ? end : end - width
    return """
      <rect x="\(x)" y="\(place.y - 9)" width="\(width)" height="18" rx="4" fill="\(Svg.hex(fill))"/>
      <circle cx="\(place.x)" cy="\(place.y)" r="\(WiringLayout.radius)" fill="#ffffff" \
      stroke="\(isUsed ? "#000000" : "#999999")" stroke-width="\(isUsed ? 2 : 1)"/>

      """
        + Svg.label(
          place.pin.name, x: x + width / 2, y: place.y + 4,
          "text-anchor=\"middle\" font-size=\"11\" fill=\"\(Svg.hex(fill.ink))\"")
        + Svg.label(
          String(place.pin.number), x: place.x, y: place.y + 3,
          "text-anchor=\"middle\" font-size=\"9\"")
  }

  private func box(_ place: WiringLayout.BoxPlace) -> String {
    let width = WiringLayout.boxWidth
    var text = """
      <rect x="\(place.x)" y="\(place.y)" width="\(width)" height="\(place.height)" rx="6" \
      fill="#f7f7f7" stroke="#333333"/>

      """
    text += Svg.label(
      place.box.title, x: place.x + 10, y: place.y + 18, "font-weight=\"bold\"", limit: 24)
    text += Svg.label(
      place.box.subtitle, x: place.x + 10, y: place.y + 32, "font-size=\"10\" fill=\"#666666\"")
    let anchor = place.isLeft ? "end" : "start"
    let x = place.isLeft ? place.x + width - 8 : place.x + 8
    var y = place.y + WiringLayout.head + 4
    for wire in place.box.wires {
      let words = "\(wire.label) → pin \(wire.pin.number)"
      text += Svg.label(words, x: x, y: y, "text-anchor=\"\(anchor)\" font-size=\"11\"")
      y += WiringLayout.step
    }
    for remark in place.box.remarks {
      let style = "text-anchor=\"\(anchor)\" font-size=\"10\" font-style=\"italic\""
      text += Svg.label(remark, x: x, y: y, style)
      y += WiringLayout.step
    }
    return text
  }

  private func colour(of role: WiringBox.Role) -> String {
    switch role {
    case .signal: return "#1f77b4"
    case .ground: return "#333333"
    case .supply: return "#d62728"
    }
  }

  private func colour(of pin: BoardProfile.Pin, isUsed: Bool) -> Colour {
    switch pin.kind {
    case .power: return Colour(rgb: isUsed ? 0xd62728 : 0xf2b8b5)
    case .ground: return Colour(rgb: isUsed ? 0x333333 : 0xbbbbbb)
    case .gpio: return Colour(rgb: isUsed ? 0x1f77b4 : 0xe4eef6)
    case .adc, .function, .none: return Colour(rgb: 0xf0f0f0)
    }
  }
}

import PanelFiles
import PanelHardware

/// A board's headers as they lie: odd pins on the left, even pins on the right.
struct HeaderDrawing {
  private let profile: BoardProfile
  private let uses: HeaderUses
  private let style: TerminalStyle

  init(_ profile: BoardProfile, uses: HeaderUses, style: TerminalStyle) {
    self.profile = profile
    self.uses = uses
    self.style = style
  }

  /// The whole picture with chips and warnings.
  var text: String {
    var text = style.bold(VisibleText.of(profile.names.first ?? profile.id))
    text += "  \(VisibleText.of(profile.soc))\n"
    if profile.isVerified {
      for header in headers { text += "\n" + picture(of: header) }
      text += "\n" + legend + "\n"
    } else {
      text += """

        Not verified: no source for its header was read. Write pins as {chip: LABEL, line: NUMBER};
        gpioinfo lists both.

        """
    }
    if !profile.chips.isEmpty {
      var rows = [["CHIP", "LINES", "EDGES", "PULLS"]]
      for chip in profile.chips {
        rows.append([
          chip.label, chip.lines.map { String($0) } ?? "?", word(chip.hasEdges), word(chip.hasBias),
        ])
      }
      text += "\n" + Columns.text(rows)
    }
    if !profile.avoid.isEmpty {
      let rows = profile.avoid.map { [$0.pin, $0.reason] }
      text += "\n\(style.bold("Leave alone"))\n" + Columns.text(rows, indent: 2)
    }
    text += list("Before its pins are lines", profile.setup)
    text += list("Good to know", profile.notes)
    text += list("Not confirmed by a source", profile.unverified)
    return text
  }

  /// The picture of one header alone, such as `J8`.
  func text(ofHeader header: String) -> String { picture(of: header) }

  private func list(_ title: String, _ items: [String]) -> String {
    if items.isEmpty { return "" }
    return "\n\(style.bold(title))\n" + items.map { "  \(VisibleText.of($0))\n" }.joined()
  }

  private var headers: [String] {
    var names: [String] = []
    for pin in profile.header where !names.contains(pin.header) { names.append(pin.header) }
    return names
  }

  private var legend: String {
    "\(mark(.gpio)) line   \(mark(.power)) supply   \(mark(.ground)) ground"
      + "   \(mark(.none)) other" + (hasUses ? "   \(usedMark) used" : "")
  }

  private var hasUses: Bool { profile.header.contains { !uses[$0.position].isEmpty } }

  private func picture(of header: String) -> String {
    let pins = profile.header.filter { $0.header == header && !$0.isSecond }
    let last = pins.map(\.number).max() ?? 0
    func pin(_ number: Int) -> BoardProfile.Pin? { pins.first { $0.number == number } }
    let rows = stride(from: 1, through: last, by: 2).map { (pin($0), pin($0 + 1)) }
    let leftUse = rows.compactMap { $0.0.map(use)?.count }.max() ?? 0
    let leftName = rows.compactMap { $0.0.map(name)?.count }.max() ?? 0
    let rightName = rows.compactMap { $0.1.map(name)?.count }.max() ?? 0
    let width = String(last).count
    var text = VisibleText.of(header) + "\n"
    for (left, right) in rows {
      var line = "  "
      if let left {
        line += style.bold(padding(use(left), leftUse) + use(left)) + (leftUse > 0 ? "  " : "")
        line += padding(name(left), leftName) + name(left) + " "
        line += padding(String(left.number), width) + "\(left.number) \(coloured(left))"
      } else {
        line += String(
          repeating: " ", count: leftUse + (leftUse > 0 ? 2 : 0) + leftName + width + 3)
      }
      if let right {
        line += " \(coloured(right)) \(right.number)" + padding(String(right.number), width)
        line += " \(name(right))"
        if !use(right).isEmpty {
          line += padding(name(right), rightName) + "  " + style.bold(use(right))
        }
      }
      while line.last == " " { line.removeLast() }
      text += line + "\n"
    }
    return text
  }

  private func use(_ pin: BoardProfile.Pin) -> String {
    VisibleText.of(uses[pin.position].joined(separator: ", "))
  }

  private func name(_ pin: BoardProfile.Pin) -> String { VisibleText.of(pin.name) }

  private func padding(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count))
  }

  private var usedMark: String { style.isUnicode ? "●" : "#" }

  private func mark(_ kind: BoardProfile.Pin.Kind) -> String {
    switch kind {
    case .gpio: return style.isUnicode ? "○" : "o"
    case .power: return "+"
    case .ground: return "-"
    case .adc, .function, .none: return style.isUnicode ? "·" : "."
    }
  }

  private func coloured(_ pin: BoardProfile.Pin) -> String {
    let mark = use(pin).isEmpty ? mark(pin.kind) : usedMark
    if style.colours == .none { return mark }
    if !use(pin).isEmpty { return "\u{1B}[1;32m\(mark)\u{1B}[0m" }
    switch pin.kind {
    case .power: return "\u{1B}[31m\(mark)\u{1B}[0m"
    case .ground, .adc, .function, .none: return style.dim(mark)
    case .gpio: return mark
    }
  }

  private func word(_ fact: Bool?) -> String { fact.map { $0 ? "yes" : "no" } ?? "?" }
}

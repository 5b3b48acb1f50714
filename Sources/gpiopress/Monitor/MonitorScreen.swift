import ButtonController
import PanelFiles
import PanelHardware

/// The picture of `monitor`: counters, lines, controls, rings, and what happened, in any terminal.
///
/// What has no room is cut, or stands behind the arrow keys; no line is ever wider than the terminal.
struct MonitorScreen {
  /// What is known of where it all comes from.
  struct Source: Equatable {
    /// Who has the lines: `process 812`, `this command`.
    var name: String
    /// What is wrong with it; nil for nothing.
    var trouble: String?
  }

  /// How a row looks.
  private enum Tone {
    case plain, dim, bold, red
  }

  private struct Row {
    var text: String
    var tone = Tone.plain
  }

  private let panel: PanelFile
  private let style: TerminalStyle
  private let hasKeys: Bool

  /// Beside rings the tables need as much.
  private static let leastBesideRings = 46
  /// Between tables and rings.
  private static let ringGap = 3
  /// Of a terminal, from which rows are left empty and the keys are said.
  private static let roomyRows = 12
  private static let leastWidthOfRings = 14

  /// The screen of `panel`; with `hasKeys` it says what keys do.
  init(_ panel: PanelFile, _ style: TerminalStyle, hasKeys: Bool = true) {
    self.panel = panel
    self.style = style
    self.hasKeys = hasKeys
  }

  /// The rows of the picture; `offset` items of lists that are too long are above.
  func lines(
    _ model: MonitorModel, _ source: Source, size: (columns: Int, rows: Int), offset: Int = 0
  ) -> [String] {
    let width = max(size.columns - 1, 0)
    let head = head(model, source, width: width)
    let isRoomy = size.rows >= MonitorScreen.roomyRows
    let foot = isRoomy && hasKeys ? 1 : 0
    let height = size.rows - head.count - foot
    guard height > 0, width > 0 else { return Array(head.prefix(max(size.rows, 0))) }
    let rings = ringsBeside(model, height: height, width: width)
    let room = rings.isEmpty ? width : width - rings.width - MonitorScreen.ringGap
    let rows = body(
      model, height: height, width: room, offset: offset, hasRings: !rings.isEmpty)
    var lines = head
    for index in 0..<height {
      let row = rows.rows.indices.contains(index) ? rows.rows[index] : Row(text: "")
      guard rings.rows.indices.contains(index) else {
        // Below the rings there is room again.
        lines.append(painted(cut(row.text, width), row.tone))
        continue
      }
      let text = Fitted.text(cut(row.text, room), to: room)
      let gap = String(repeating: " ", count: MonitorScreen.ringGap)
      lines.append(painted(text, row.tone) + gap + rings.rows[index])
    }
    if foot > 0 { lines.append(style.dim(cut(keys(isCut: rows.isCut), width))) }
    return lines.map(MonitorScreen.trimmed)
  }

  /// `line` without spaces at its end.
  private static func trimmed(_ line: String) -> String {
    String(line.prefix(line.count - line.reversed().prefix { $0 == " " }.count))
  }

  private func keys(isCut: Bool) -> String {
    if !isCut { return "q quit" }
    return style.isUnicode ? "q quit · ↑ ↓ more" : "q quit - arrows: more"
  }

  // MARK: The head

  private func head(_ model: MonitorModel, _ source: Source, width: Int) -> [String] {
    let name = cut(VisibleText.of(panel.name), width)
    var rest = "  \(VisibleText.of(source.name))"
    if let status = model.status { rest += ", up \(StatusText.duration(status.upTime))" }
    var rows = [style.bold(name) + cut(rest, width - name.count)]
    rows.append(painted(cut(MonitorScreen.counters(model), width), .plain))
    var troubles = [source.trouble].compactMap { $0 }
    if let status = model.status { troubles += status.troubles }
    for trouble in troubles.prefix(2) {
      rows.append(painted(cut(VisibleText.of(trouble), width), .red))
    }
    return rows
  }

  /// What is counted: always events and edges, of the rest what is not zero.
  static func counters(_ model: MonitorModel) -> String {
    let rate = model.lines.reduce(0) { $0 + $1.rate }
    let events = model.status?.count("events") ?? model.eventCount
    var parts = ["\(events) event\(events == 1 ? "" : "s")", "\(rate) edges/s"]
    for (name, value) in model.status?.counts ?? [] where name != "events" && value > 0 {
      parts.append("\(name.split(separator: "_").joined(separator: " ")) \(value)")
    }
    if let commands = model.status?.commands, !commands.isEmpty {
      parts.append("runs \(commands.map { VisibleText.of($0) }.joined(separator: ", "))")
    }
    return parts.joined(separator: ", ")
  }

  // MARK: Rings

  private struct Rings {
    var rows: [String] = []
    var width = 0
    var isEmpty: Bool { rows.isEmpty }
  }

  /// The rings beside the tables, where both have room.
  private func ringsBeside(_ model: MonitorModel, height: Int, width: Int) -> Rings {
    let columns = width - MonitorScreen.leastBesideRings - MonitorScreen.ringGap
    guard !panel.rings.isEmpty, columns >= MonitorScreen.leastWidthOfRings else { return Rings() }
    let block = RingBlock(panel, style, rows: height, columns: columns)
    let pictures = panel.rings.indices.map(model.picture)
    return Rings(rows: block.rows(of: pictures), width: block.width)
  }

  /// The rings below the controls, a row each.
  private func ringsBelow(_ model: MonitorModel, most: Int, width: Int) -> [Row] {
    guard most > 0, width >= MonitorScreen.leastWidthOfRings, !panel.rings.isEmpty else {
      return []
    }
    let block = RingBlock(panel, style, rows: min(most, panel.rings.count), columns: width)
    return block.rows(of: panel.rings.indices.map(model.picture)).map { Row(text: $0) }
  }

  // MARK: Tables

  private struct Body {
    var rows: [Row] = []
    /// Whether a list is longer than its room.
    var isCut = false
  }

  private func body(
    _ model: MonitorModel, height: Int, width: Int, offset: Int, hasRings: Bool
  ) -> Body {
    let lines = lineRows(model, width: width)
    let controls = controlRows(model, width: width)
    let rings =
      hasRings ? [] : ringsBelow(model, most: min(panel.rings.count, height / 5), width: width)
    let least = min(3, height / 3)
    var body = Body()
    let wanted = lines.count + controls.count + rings.count + least
    let gap = wanted + 3 <= height ? [Row(text: "")] : []
    var room = height - rings.count - least - 2 * gap.count - (rings.isEmpty ? 0 : gap.count)
    // Each list gets what the other leaves, but at least half.
    let half = room / 2
    let ofLines = min(lines.count, max(half, room - controls.count))
    body.rows += window(lines, rows: ofLines, offset: offset, &body.isCut) + gap
    room -= min(lines.count, ofLines)
    body.rows += window(controls, rows: min(controls.count, room), offset: offset, &body.isCut)
    body.rows += gap
    if !rings.isEmpty { body.rows += rings + gap }
    let left = height - body.rows.count
    body.rows += log(model, rows: left, width: width)
    return body
  }

  /// As much of a list, whose first row is its head, as there is room for.
  private func window(
    _ list: [Row], rows: Int, offset: Int, _ isCut: inout Bool
  ) -> [Row] {
    if list.count <= rows { return list }
    isCut = true
    // Without room for more than a few, all of it is for the list itself.
    let items = list.dropFirst()
    let head = rows >= 4 ? [list[0]] : []
    let shown = max(rows - head.count - (rows >= 2 ? 1 : 0), 0)
    let start = items.startIndex + min(offset, max(items.count - shown, 0))
    let end = min(start + shown, items.endIndex)
    var part = head + items[start..<end]
    let hidden = items[..<start] + items[end...]
    // What is wrong out of sight is not out of mind.
    let bad = hidden.filter { $0.tone == .red }.count
    let more = "and \(hidden.count) more" + (bad > 0 ? ", \(bad) not ok" : "")
    if part.count < rows { part.append(Row(text: more, tone: bad > 0 ? .red : .dim)) }
    return part
  }

  private func lineRows(_ model: MonitorModel, width: Int) -> [Row] {
    let table = MonitorTable(panel, style, width: width)
    let rows = panel.lines.indices.map { line in
      Row(text: table.row(line, of: model), tone: model.health(line) == "ok" ? .plain : .red)
    }
    return [Row(text: table.head, tone: .dim)] + rows
  }

  private func controlRows(_ model: MonitorModel, width: Int) -> [Row] {
    let names = panel.controls.map { VisibleText.of($0.name) }
    let widest = min(max(names.map(\.count).max() ?? 0, 7), 14, max(width / 3, 1))
    let stateWidth = width >= 70 ? 34 : 0
    let rows = panel.controls.indices.map { control -> Row in
      let head = Fitted.text(names[control], to: widest)
      let state = state(model, control)
      let last = model.gestures[control].reversed().map(\.shortText).joined(separator: ", ")
      if stateWidth > 0 {
        let text = Fitted.text(cut(state, stateWidth), to: stateWidth)
        return Row(text: "\(head)  \(text)  \(VisibleText.of(last))")
      }
      let text = [state, VisibleText.of(last)].filter { !$0.isEmpty }.joined(separator: "; ")
      return Row(text: "\(head)  \(text)")
    }
    let title = Fitted.text("CONTROL", to: widest)
    let titles =
      stateWidth > 0 ? "\(title)  \(Fitted.text("NOW", to: stateWidth))  LAST" : "\(title)  NOW"
    return [Row(text: titles, tone: .dim)] + rows
  }

  /// Where a control stands.
  private func state(_ model: MonitorModel, _ control: Int) -> String {
    guard let outlook = model.outlook(control) else { return "" }
    if let trouble = model.trouble(ofControl: control) { return trouble }
    let spec = panel.panel.controls[control]
    var text = MonitorWords.state(outlook, of: spec, at: model.now)
    if spec.kind == .toggle {
      let isOn = panel.lines.indices.contains { line in
        panel.lines[line].control == control && model.isSettledClosed(line)
      }
      text = isOn ? (text.isEmpty ? "on" : "on, \(text)") : "off"
    }
    return [model.places[control], text].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  // MARK: What happened

  private func log(_ model: MonitorModel, rows: Int, width: Int) -> [Row] {
    guard rows > 0 else { return [] }
    return model.happened.suffix(rows).map { entry in
      Row(text: MonitorWords.line(entry, of: panel, width: width))
    }
  }

  private func cut(_ text: String, _ width: Int) -> String {
    guard width > 0 else { return "" }
    return Fitted.cut(text, to: width, ellipsis: style.isUnicode ? "…" : "~")
  }

  private func painted(_ text: String, _ tone: Tone) -> String {
    switch tone {
    case .plain: return text
    case .dim: return style.dim(text)
    case .bold: return style.bold(text)
    case .red: return style.red(text)
    }
  }
}

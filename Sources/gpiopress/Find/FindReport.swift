import ButtonController
import PanelFiles
import PanelHardware

/// What is printed of what was found: lines of text with the header, or of JSON.
struct FindReport {
  private let lines: FindLines
  private let profile: BoardProfile?
  private let isJSON: Bool
  private let style: TerminalStyle
  /// Lines that were drawn already.
  private var drawn: Set<Int> = []
  /// The lines that were found, each once.
  private(set) var found: Set<Int> = []

  init(_ lines: FindLines, on profile: BoardProfile?, isJSON: Bool, style: TerminalStyle) {
    self.lines = lines
    self.profile = profile
    self.isJSON = isJSON
    self.style = style
  }

  /// What is said before the first press, a line each.
  var opening: [String] {
    let count = lines.candidates.count
    let place = profile.map { $0.names.first ?? $0.id } ?? "the chip"
    var text = ["watching \(count) lines of \(place); press the button (Ctrl-C ends)"]
    if !lines.leftAlone.isEmpty {
      let names = lines.leftAlone.map { "\($0.name): \($0.why)" }
      text.append("left alone: \(names.joined(separator: "; "))")
    }
    return text
  }

  /// What is left alone, as one line of JSON.
  var openingObject: String {
    var object = JSONBuilder()
    object.add("watching", lines.candidates.map { $0.pin?.position ?? $0.plan.pin })
    object.add(
      "left_alone",
      lines.leftAlone.map { line in
        var item = JSONBuilder()
        if let position = line.position { item.add("pin", position) }
        item.add("name", line.name)
        item.add("why", line.why)
        return item
      })
    return object.text + "\n"
  }

  /// What is printed of a finding.
  mutating func text(of finding: PinSearch.Finding) -> String {
    let candidate = lines.candidates[finding.line]
    if finding.kind == .pressed { found.insert(finding.line) }
    if isJSON { return object(of: finding, candidate) }
    let name = VisibleText.of(candidate.plan.name)
    let place = candidate.pin.map { "pin \($0.number) of \($0.header)" } ?? candidate.plan.pin
    switch finding.kind {
    case .pressed:
      return "\(style.bold("\(name) (\(place))")) pressed\n" + picture(of: finding.line, candidate)
    case .released(let span): return "\(name) (\(place)) released after \(FindReport.text(span))\n"
    case .restless:
      return "\(name) (\(place)) changes all the time: nothing pulls it, or a signal is on it\n"
    }
  }

  private func object(of finding: PinSearch.Finding, _ candidate: FindLines.Candidate) -> String {
    var object = JSONBuilder()
    object.add(milliseconds: "at", finding.at - .zero)
    switch finding.kind {
    case .pressed: object.add("event", "pressed")
    case .released(let span):
      object.add("event", "released")
      object.add(milliseconds: "held", span)
    case .restless: object.add("event", "restless")
    }
    if let pin = candidate.pin { object.add("pin", pin.position) }
    object.add("name", candidate.plan.name)
    if case .label(let chip) = candidate.plan.chip { object.add("chip", chip) }
    if case .offset(let line) = candidate.plan.target { object.add("line", line) }
    return object.text + "\n"
  }

  /// The header with the pin, the first time that it is found.
  private mutating func picture(of line: Int, _ candidate: FindLines.Candidate) -> String {
    guard let profile, let pin = candidate.pin, drawn.insert(line).inserted else { return "" }
    let uses = HeaderUses(marks: [pin.position: "this one"])
    return "\n" + HeaderDrawing(profile, uses: uses, style: style).text(ofHeader: pin.header) + "\n"
  }

  /// `80 ms`, or `1.2 s`.
  static func text(_ span: TimeSpan) -> String {
    let milliseconds = span.nanoseconds / 1_000_000
    if milliseconds < 1_000 { return "\(milliseconds) ms" }
    return "\(milliseconds / 1_000).\(milliseconds % 1_000 / 100) s"
  }
}

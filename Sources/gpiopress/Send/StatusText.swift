import ButtonController
import PanelFiles
import PanelHardware

/// The answer to `status` for people.
struct StatusText {
  private let json: JSON
  private let style = Screen.textStyle()

  init(_ json: JSON) { self.json = json }

  /// Head, lines, rings, outputs and commands; what is not as it should be is red on a terminal.
  var text: String {
    var parts = [head]
    parts.append(
      table(
        "lines", ["LINE", "PIN", "CONTACT", "HEALTH", "EDGES", "BOUNCES"],
        isBad: { $0["health"] != .string("ok") },
        { line in
          [
            word(line["line"]), word(line["pin"]), contact(line), word(line["health"]),
            word(line["edges"]), word(line["bounces"]),
          ]
        }))
    parts.append(
      table("rings", ["RING", "PIXELS", "SHOWS"]) { ring in
        [word(ring["ring"]), word(ring["pixels"]), word(ring["shows"])]
      })
    parts.append(
      table(
        "outputs", ["OUTPUT", "STATE", ""], isBad: { $0["state"] != .string("ok") },
        { output in [word(output["output"]), word(output["state"]), particulars(output)] }))
    parts.append(
      table("commands", ["COMMAND", "STARTED BY"]) { command in
        [word(command["run"]), "\(word(command["control"])) \(word(command["event"]))"]
      })
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private var head: String {
    let panel = json["panel"] ?? .null
    let counts = json["counts"] ?? .null
    let name = VisibleText.of("\(word(panel["name"])), on \(word(panel["board"]))")
    var numbers = ["\(word(counts["events"])) events"]
    for (key, text) in [
      ("lost", "losses of edges"), ("resync", "levels corrected"), ("chatter", "chatter"),
      ("waiting_runs", "commands waiting"), ("dropped_runs", "commands dropped"),
      ("reloads", "reloads"),
    ] {
      if case .number(let number, let count) = counts[key], number > 0 {
        numbers.append("\(text): \(count)")
      }
    }
    return """
      \(style.bold(name))
      \(VisibleText.of(word(panel["path"]))), gpiopress \(word(json["version"])), process \
      \(word(json["pid"])), up \(upTime)
      \(numbers.joined(separator: ", "))

      """
  }

  private var upTime: String {
    guard case .number(let milliseconds, _) = json["uptime"] else { return "for a time unknown" }
    return StatusText.duration(.milliseconds(Int64(max(0, min(milliseconds, 1e15)))))
  }

  /// `2 d 3 h`, `3 h 20 min`, `20 min 5 s` or `5 s`.
  static func duration(_ span: TimeSpan) -> String {
    let seconds = span.nanoseconds / 1_000_000_000
    let (minutes, hours, days) = (seconds / 60 % 60, seconds / 3600 % 24, seconds / 86_400)
    if days > 0 { return "\(days) d \(hours) h" }
    if hours > 0 { return "\(hours) h \(minutes) min" }
    return minutes > 0 ? "\(minutes) min \(seconds % 60) s" : "\(seconds) s"
  }

  /// A contact in a word; what it is on its way to where it bounces.
  private func contact(_ line: JSON) -> String {
    if line["health"] == .string("line_gone") { return "not there" }
    func level(_ json: JSON?) -> String { word(json) == "1" ? "closed" : "open" }
    var text = level(line["settled"])
    if word(line["raw"]) != word(line["settled"]) { text += ", \(level(line["raw"])) now" }
    if line["via"] == .string("remote") { text += ", by a program" }
    return text
  }

  /// What an output says of itself, and what it has counted.
  private func particulars(_ output: JSON) -> String {
    guard case .object(let members) = output else { return "" }
    let counted = members.filter { !["output", "state", "detail"].contains($0.key) }
    let counts = counted.map { "\($0.key) \(word($0.value))" }.joined(separator: ", ")
    guard let detail = output["detail"] else { return counts }
    return counts.isEmpty ? word(detail) : "\(counts); \(word(detail))"
  }

  private func table(
    _ key: String, _ head: [String], isBad: (JSON) -> Bool = { _ in false },
    _ row: (JSON) -> [String]
  ) -> String {
    guard case .array(let items) = json[key], !items.isEmpty else { return "" }
    let lines = Columns.text([head] + items.map(row)).split(separator: "\n")
    var text = "\(style.dim(String(lines[0])))\n"
    for (line, item) in zip(lines.dropFirst(), items) {
      text += "\(isBad(item) ? style.red(String(line)) : String(line))\n"
    }
    return text
  }

  private func word(_ json: JSON?) -> String {
    switch json {
    case .string(let text): return text
    case nil, .null: return ""
    case .some(let other): return "\(other)"
    }
  }
}

import ButtonController
import PanelFiles

/// How a line is at one moment, for those who read lines instead of a screen.
struct MonitorSummary {
  let at: TimeSpan
  let line: String
  let isClosed: Bool
  let isSettledClosed: Bool
  let health: String
  /// In the last second.
  let rate: Int
  /// Since the beginning.
  let edges: Int
  let bounce: TimeSpan?

  init(_ line: Int, of model: MonitorModel) {
    at = model.zero + (model.now - .zero)
    self.line = model.panel.lines[line].name
    isClosed = model.isClosed(line)
    isSettledClosed = model.isSettledClosed(line)
    health = model.health(line)
    rate = model.lines[line].edgesOfSummary
    edges = model.lines[line].edges
    bounce = model.lines[line].lastPress?.bounce
  }

  /// What is said again only where it has changed.
  var state: String { "\(isSettledClosed) \(health)" }

  /// As JSON, in a line.
  var json: [UInt8] {
    var object = JSONBuilder()
    object.add(milliseconds: "at", at)
    object.add("line", line)
    object.add("raw", isClosed ? 1 : 0)
    object.add("settled", isSettledClosed ? 1 : 0)
    object.add("health", health)
    object.add("rate", rate)
    object.add("edges", edges)
    if let bounce { object.add(milliseconds: "bounce", bounce) }
    return object.line
  }

  /// In words, without when and of what.
  var text: String {
    var parts = [isSettledClosed ? "closed" : "open"]
    if isClosed != isSettledClosed { parts.append("\(isClosed ? "closed" : "open") now") }
    if rate > 0 { parts.append(rate == 1 ? "1 edge" : "\(rate) edges") }
    if let bounce { parts.append("last press bounced for \(TimeWords.of(bounce))") }
    if health != "ok" { parts.append(health) }
    return parts.joined(separator: ", ")
  }
}

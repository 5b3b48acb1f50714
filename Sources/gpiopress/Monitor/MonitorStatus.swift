import ButtonController
import PanelFiles

/// What a panel says of itself when it is asked: the answer to `status`.
struct MonitorStatus: Equatable {
  /// One line of the panel.
  struct Line: Equatable {
    let health: String
    let isRemote: Bool
    let edges: Int
    let bounces: Int?
  }

  let panel: String
  let digest: String?
  let process: Int
  let upTime: TimeSpan
  /// What it counts, in its own order and under its own names.
  let counts: [(name: String, value: Int)]
  let lineNames: [String]
  let lines: [Line]
  let controlNames: [String]
  let rings: [(name: String, pixels: Int)]
  /// Outputs that do not do what they are for, each with its reason.
  let troubles: [String]
  /// The commands that run.
  let commands: [String]

  static func == (one: MonitorStatus, other: MonitorStatus) -> Bool {
    one.process == other.process && one.upTime == other.upTime && one.lines == other.lines
      && one.troubles == other.troubles && one.commands == other.commands
      && one.counts.elementsEqual(other.counts) { $0 == $1 }
  }

  /// Reads an answer; nil for what is none.
  init?(_ json: JSON) {
    guard case .array(let lines) = json["lines"], case .object(let counts) = json["counts"],
      let upTime = MonitorEvent.span(json["uptime"])
    else { return nil }
    panel = MonitorStatus.text(json["panel"]?["name"])
    digest = json["panel"]?["sha256"].map(MonitorStatus.text)
    process = MonitorStatus.number(json["pid"])
    self.upTime = upTime
    self.counts = counts.map { ($0.key, MonitorStatus.number($0.value)) }
    lineNames = lines.map { MonitorStatus.text($0["line"]) }
    self.lines = lines.map { line in
      Line(
        health: MonitorStatus.text(line["health"]), isRemote: line["via"] == .string("remote"),
        edges: MonitorStatus.number(line["edges"]),
        bounces: line["bounces"].map(MonitorStatus.number))
    }
    controlNames = MonitorStatus.items(json["controls"]).map { MonitorStatus.text($0["control"]) }
    rings = MonitorStatus.items(json["rings"]).map {
      (MonitorStatus.text($0["ring"]), MonitorStatus.number($0["pixels"]))
    }
    troubles = MonitorStatus.items(json["outputs"]).filter { $0["state"] != .string("ok") }.map {
      let detail = MonitorStatus.text($0["detail"])
      let head = "\(MonitorStatus.text($0["output"])) \(MonitorStatus.text($0["state"]))"
      return detail.isEmpty ? head : "\(head): \(detail)"
    }
    commands = MonitorStatus.items(json["commands"]).map { MonitorStatus.text($0["run"]) }
  }

  /// A count by its name.
  func count(_ name: String) -> Int { counts.first { $0.name == name }?.value ?? 0 }

  /// Why `panel` is not what it runs, as far as names tell; nil where it is.
  func difference(from panel: PanelFile) -> String? {
    let rings = zip(panel.rings, panel.panel.rings).map { "\($0.name) of \($1.pixels)" }
    let pairs = [
      ("lines", lineNames, panel.lines.map(\.name)),
      ("controls", controlNames, panel.controls.map(\.name)),
      ("rings", self.rings.map { "\($0.name) of \($0.pixels)" }, rings),
    ]
    for (what, own, others) in pairs where own != others {
      let only = own.first { !others.contains($0) } ?? others.first { !own.contains($0) }
      return only.map { "\(what) differ: \($0)" } ?? "\(what) are in another order"
    }
    return nil
  }

  private static func items(_ json: JSON?) -> [JSON] {
    guard case .array(let items) = json else { return [] }
    return items
  }

  private static func text(_ json: JSON?) -> String {
    guard case .string(let text) = json else { return "" }
    return text
  }

  private static func number(_ json: JSON?) -> Int {
    guard case .number(let number, _) = json, abs(number) < 9e15 else { return 0 }
    return Int(number)
  }
}

import ButtonController
import PanelFiles

/// The studies of one control, fed by the changes of its lines.
///
/// A value; what is fed is in order of time, and of lines of the panel.
struct TuneSession {
  /// The panel's number of the control.
  let control: Int
  let panel: PanelFile
  /// The panel's numbers of the control's lines, in the order of its kind.
  private let lines: [Int]
  /// A study of each contact that is pressed; nil for those of a knob's turns.
  private var contacts: [ContactStudy?] = []
  private var knobs: [KnobStudy] = []
  private var levels: [Bool] = []
  private(set) var begin = Instant.zero
  private(set) var end = Instant.zero

  /// A panel with the control called `name` alone, so that no other line is taken.
  static func excerpt(of panel: PanelFile, control name: String) -> PanelFile {
    guard let control = panel.controls.firstIndex(where: { $0.name == name }) else { return panel }
    var own = panel
    own.controls = [ControlFile(name: name)]
    own.panel.controls = [panel.panel.controls[control]]
    own.panel.controls[0].rings = []
    own.panel.rings = []
    own.rings = []
    own.cues = []
    own.outputs = Outputs()
    own.lines = panel.lines.filter { $0.control == control }
    for line in own.lines.indices { own.lines[line].control = 0 }
    return own
  }

  /// The control called `name`, or what is wrong with that name.
  init(panel: PanelFile, control name: String) throws(Failure) {
    guard let control = panel.controls.firstIndex(where: { $0.name == name }) else {
      let names = panel.controls.map(\.name)
      throw Failure(
        .noInput,
        "gpiopress: tune: the panel has no control \(name)\(Nearest.hint(for: name, among: names))")
    }
    self.panel = panel
    self.control = control
    lines = panel.lines.indices.filter { panel.lines[$0].control == control }
    if lines.isEmpty {
      throw Failure(
        .usage,
        "gpiopress: tune: \(name) is a chord and has no contact of its own; tune its buttons")
    }
  }

  /// How many of the lines, from the first, belong to encoders, two to each.
  private var encoderLines: Int {
    switch panel.panel.controls[control].kind {
    case .knob: return 2
    case .encoderStick: return 4
    case .button, .toggle, .stick, .chord: return 0
    }
  }

  /// How often the control was pressed, all its contacts together.
  var presses: Int { contacts.reduce(0) { $0 + ($1?.presses.count ?? 0) } }
  /// How often its encoders have come to rest after a move.
  var rests: Int { knobs.reduce(0) { $0 + $1.rests.count - 1 } }
  /// Whether it has a contact that can be pressed.
  var hasContacts: Bool { lines.count > encoderLines }
  /// Whether it turns.
  var turns: Bool { encoderLines > 0 }
  /// How many lines the panel has.
  var lineCount: Int { panel.lines.count }
  /// Whether something has changed that has not come to rest.
  var isUnderWay: Bool {
    contacts.contains { $0?.isUnderWay == true } || knobs.contains { $0.isUnderWay }
  }

  /// The last press or move in words; nil where there was none.
  var lastSeen: String? {
    if turns {
      guard let quarters = knobs.compactMap(\.rests.last?.quarters).last else { return nil }
      return "\(abs(quarters)) quarter-step\(abs(quarters) == 1 ? "" : "s") "
        + (quarters < 0 ? "counter-clockwise" : "clockwise")
    }
    let studies = contacts.compactMap { $0 }
    let last = studies.max { ($0.presses.last?.at ?? .ever) < ($1.presses.last?.at ?? .ever) }
    guard let last, let press = last.presses.last else { return nil }
    let bounce = last.bursts.suffix(2).map(\.length).max() ?? .zero
    return "\(TimeWords.of(press.held)), bounced for \(TimeWords.of(bounce))"
  }

  /// The levels of all lines of the panel at the start.
  mutating func start(_ all: [Bool], at instant: Instant = .zero) {
    begin = instant
    end = instant
    levels = lines.map { all[$0] }
    contacts = levels.indices.map { $0 < encoderLines ? nil : ContactStudy(isClosed: levels[$0]) }
    knobs = stride(from: 0, to: encoderLines, by: 2).map {
      KnobStudy(a: levels[$0], b: levels[$0 + 1])
    }
  }

  /// Takes what a trace says next.
  mutating func take(_ entry: Trace.Entry) {
    end = max(end, entry.at)
    switch entry.action {
    case .edge(let line, let isClosed): edge(line, isClosed, at: entry.at)
    case .lost(let line, let isClosed), .level(let line, let isClosed):
      if let own = lines.firstIndex(of: line), case .level = entry.action, levels[own] == isClosed {
        return
      }
      interrupt([line], isClosed)
    case .back(let lines, let isClosed): interrupt(lines, isClosed)
    case .gone(let lines): for line in lines { stop(line) }
    case .found(let line, let isClosed):
      if let isClosed { interrupt([line], isClosed) } else { stop(line) }
    case .suspend: for line in self.lines { stop(line) }
    case .stall, .reload, .shutdown, .end: break
    }
  }

  /// Takes it as known that nothing more comes before `instant`.
  mutating func settle(by instant: Instant) {
    end = max(end, instant)
    for index in contacts.indices { contacts[index]?.settle(by: instant) }
    for index in knobs.indices { knobs[index].settle(by: instant) }
  }

  /// The end of what is fed.
  mutating func finish() {
    for index in contacts.indices { contacts[index]?.finish() }
    for index in knobs.indices { knobs[index].finish() }
  }

  private mutating func edge(_ line: Int, _ isClosed: Bool, at instant: Instant) {
    guard let own = lines.firstIndex(of: line) else { return }
    levels[own] = isClosed
    if own < encoderLines {
      knobs[own / 2].edge(isA: own % 2 == 0, isClosed: isClosed, at: instant)
    } else {
      contacts[own]?.edge(at: instant, isClosed: isClosed)
    }
  }

  private mutating func interrupt(_ lines: [Int], _ isClosed: Bool) {
    for line in lines {
      if let own = self.lines.firstIndex(of: line) { levels[own] = isClosed }
      stop(line)
    }
  }

  private mutating func stop(_ line: Int) {
    guard let own = lines.firstIndex(of: line) else { return }
    if own < encoderLines {
      let first = own / 2 * 2
      knobs[own / 2].interrupt(a: levels[first], b: levels[first + 1])
    } else {
      contacts[own]?.interrupt(isClosed: levels[own])
    }
  }

  /// What was found.
  var report: TuneReport {
    var named: [(name: String, study: ContactStudy)] = []
    for (own, study) in contacts.enumerated() {
      if let study { named.append((panel.lines[lines[own]].name, study)) }
    }
    return TuneReport(
      name: panel.controls[control].name, pins: lines.map { panel.lines[$0].pin },
      control: panel.panel.controls[control], contacts: named, knobs: knobs, time: end - begin)
  }
}

import ButtonController
import PanelFiles
import PanelHardware
import PanelReplay

/// `replay --shrink --until EVENT`: a report of what leads to an event, and nothing else.
struct Shrink {
  private let panel: PanelFile
  private let sought: SoughtEvent

  init(_ panel: PanelFile, until text: String, _ arguments: Arguments) throws(Failure) {
    self.panel = panel
    sought = try SoughtEvent(text, panel, arguments)
  }

  /// Prints the report.
  func run(
    _ path: String, panelPath: String, _ wires: Trace.VcdOptions
  ) throws(Failure) -> ExitCode {
    let trace = try read(path, wires)
    guard Shrink.event(of: trace, in: panel, sought) != nil else {
      throw Failure(.differs, "\(path): it does not lead to \(sought.text)")
    }
    let (panel, sought) = (panel, sought)
    var shrinker = TraceShrinker { Shrink.event(of: $0, in: panel, sought) != nil }
    let small = shrinker.shrink(trace)
    let excerpt = excerpt(try Descriptor.read(panelPath, invalid: .badConfiguration), small)
    var output = Output()
    output.append(report(of: small, outOf: trace.entries.count, excerpt))
    try output.finish()
    return .ok
  }

  private func read(_ path: String, _ wires: Trace.VcdOptions) throws(Failure) -> Trace {
    let bytes = try Descriptor.read(path, invalid: .badData)
    do throws(FileError) {
      let (lines, controls) = (panel.lines, panel.controls)
      return Trace.isVcd(path)
        ? try Trace.parseVcd(bytes, path: path, lines: lines, controls: controls, options: wires)
        : try Trace.parse(bytes, path: path, lines: lines, controls: controls)
    } catch {
      throw Failure(error, invalid: .badData)
    }
  }

  /// The first event that is sought.
  private static func event(
    of trace: Trace, in panel: PanelFile, _ sought: SoughtEvent
  ) -> Event? {
    var found: Event?
    var runner = TraceRunner(panel: panel.panel)
    func take(_ output: TraceRunner.Output) {
      guard found == nil, case .event(let event) = output else { return }
      if sought.matches(event, in: panel) { found = event }
    }
    runner.start(levels: trace.startLevels, take)
    for entry in trace.entries {
      runner.play(entry, take)
      if found != nil { return found }
    }
    runner.finish(take)
    return found
  }

  // MARK: The panel

  /// The panel cut down to the controls that matter; nil where nothing less than all of it will do.
  private func excerpt(_ text: [UInt8], _ trace: Trace) -> String? {
    let names = namesThatMatter(trace)
    let small = trace.text(lines: panel.lines, controls: panel.controls)
    guard let boards = try? BoardCatalogue.standard() else { return nil }
    for actions in [PanelExcerpt.Actions.none, .events] {
      guard
        let cut = PanelExcerpt.text(
          of: text, keeping: names, board: panel.board, actions: actions),
        let reading = try? PanelReader.decode(Array(cut.utf8), path: panel.path, boards: boards),
        let again = try? Trace.parse(
          small, path: "", lines: reading.panel.lines, controls: reading.panel.controls),
        Shrink.event(of: again, in: reading.panel, sought) != nil
      else { continue }
      return cut
    }
    return nil
  }

  /// The controls whose lines the trace has and the one of the event, and the chords of those with all
  /// their members.
  private func namesThatMatter(_ trace: Trace) -> Set<String> {
    var controls: Set<Int> = []
    for (line, isClosed) in trace.startLevels.enumerated() where isClosed {
      controls.insert(panel.lines[line].control)
    }
    for entry in trace.entries {
      for line in entry.action.lines { controls.insert(panel.lines[line].control) }
    }
    if let control = sought.control { controls.insert(control) }
    for (number, control) in panel.panel.controls.enumerated() {
      guard case .chord(let chord) = control.kind else { continue }
      let touched = chord.members.contains(where: controls.contains)
      if number == sought.control || touched && sought.control == nil {
        controls.insert(number)
        controls.formUnion(chord.members)
      }
    }
    return Set(controls.map { panel.controls[$0].name })
  }

  // MARK: The report

  private func report(of trace: Trace, outOf count: Int, _ excerpt: String?) -> String {
    let text = String(
      decoding: trace.text(lines: panel.lines, controls: panel.controls), as: UTF8.self)
    var line: [UInt8] = []
    if let event = Shrink.event(of: trace, in: panel, sought) {
      EventLine.append(event, of: panel, to: &line)
    }
    let cut =
      excerpt.map { "The panel, cut down to what matters:\n\n```yaml\n\($0)```\n" }
      ?? "The panel file matters as a whole; add it here (without its passwords).\n"
    return """
      gpiopress \(Version.text): what leads to `\(sought.text)`, shrunk from \(count) entries to \
      \(trace.entries.count).

      \(cut)
      The trace:

      ```
      \(text)```

      What comes of it:

      ```json
      \(String(decoding: line, as: UTF8.self))```

      """
  }
}

/// The event up to which a replay matters, as the command line has it: `confirm`, `erase:cancel:released`.
struct SoughtEvent: Sendable {
  let text: String
  /// Of which control of the whole panel; nil for any.
  let control: Int?
  private let controlName: String?
  private let name: String
  private let particular: String?

  init(_ text: String, _ panel: PanelFile, _ arguments: Arguments) throws(Failure) {
    self.text = text
    var words = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)[...]
    control = words.first.flatMap { word in
      words.count > 1 ? panel.controls.firstIndex { $0.name == word } : nil
    }
    controlName = control.map { panel.controls[$0].name }
    if control != nil { words.removeFirst() }
    name = words.first ?? ""
    particular = words.count > 1 ? words.dropFirst().joined(separator: ":") : nil
    guard EventName(rawValue: name) != nil else {
      let known = EventName.allCases.map(\.rawValue)
      let hint =
        words.count > 1 && control == nil
        ? Nearest.hint(for: name, among: panel.controls.map(\.name) + known)
        : Nearest.hint(for: name, among: known)
      throw arguments.failure(
        "--until \(text): no event \(VisibleText.cut(name))\(hint)"
          + (hint.isEmpty ? "; write one such as confirm or erase:cancel:released" : ""))
    }
  }

  /// Whether it is `event`.
  func matches(_ event: Event, in panel: PanelFile) -> Bool {
    if let controlName, panel.controls[event.control].name != controlName { return false }
    guard EventLine.name(of: event.kind) == name else { return false }
    return particular.map { $0 == Binding.particular(of: event.kind) } ?? true
  }
}

extension Trace.Action {
  /// The lines that it is about.
  fileprivate var lines: [Int] {
    switch self {
    case .edge(let line, _), .lost(let line, _), .level(let line, _), .found(let line, _):
      return [line]
    case .gone(let lines), .back(let lines, _): return lines
    case .stall, .suspend, .reload, .shutdown, .end: return []
    }
  }
}

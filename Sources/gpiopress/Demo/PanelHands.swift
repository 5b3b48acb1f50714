import ButtonController
import PanelFiles

/// Hands on a panel: turns keys of a terminal, which know no release, into levels of its lines.
///
/// A press is toggled or has a length of its own. What is planned comes out as entries of a trace, each
/// line's in order.
struct PanelHands {
  /// A direction of a stick; of a knob left is counter-clockwise and right is clockwise.
  enum Direction: Int {
    case up, down, left, right
  }

  private let panel: PanelFile
  /// The lines of each control.
  private let lines: [[Int]]
  /// Where each line is when everything planned has happened, and when that is.
  private var plan: [Bool]
  private var free: [Instant]
  /// What is planned and was not taken yet.
  private var entries: [Trace.Entry] = []

  /// How long one contact of a turning knob leads or stays.
  private static let quarter = TimeSpan.milliseconds(4)
  private static let tapTime = TimeSpan.milliseconds(80)
  private static let usualHold = TimeSpan.milliseconds(1500)
  /// So long after a threshold it is seen to have been passed.
  private static let beyond = TimeSpan.milliseconds(300)

  /// Hands off `panel`.
  init(_ panel: PanelFile) {
    self.panel = panel
    lines = panel.controls.indices.map { control in
      panel.lines.indices.filter { panel.lines[$0].control == control }
    }
    plan = panel.lines.map { _ in false }
    free = panel.lines.map { _ in .ever }
    for (control, spec) in panel.panel.controls.enumerated() {
      guard case .knob(let knob, _) = spec.kind, knob.rest == .closed else { continue }
      for line in lines[control].prefix(2) { plan[line] = true }
    }
  }

  /// The levels of the lines before anything is done.
  var levels: [Bool] { plan }

  /// Takes what was planned since, in order of time.
  mutating func takeEntries() -> [Trace.Entry] {
    defer { entries.removeAll() }
    return entries.sorted { $0.at < $1.at }
  }

  // MARK: What hands do

  /// The lines that are pressed with a control: its own, its push, or those of a chord's members.
  func pressLines(of control: Int) -> [Int] {
    switch panel.panel.controls[control].kind {
    case .button, .toggle: return lines[control]
    case .knob(_, let hasPush): return hasPush ? Array(lines[control].suffix(1)) : []
    case .stick(_, let hasPush): return hasPush ? Array(lines[control].suffix(1)) : []
    case .encoderStick: return Array(lines[control].suffix(1))
    case .chord(let chord): return chord.members.flatMap(pressLines)
    }
  }

  /// Presses a control, or releases it where it is pressed; false where nothing of it can be now.
  mutating func toggle(_ control: Int, at now: Instant) -> Bool {
    let own = pressLines(of: control).filter { free[$0] <= now }
    let isPressed = own.contains { plan[$0] }
    for line in own where plan[line] == isPressed { set(line, !isPressed, at: now) }
    return !own.isEmpty
  }

  /// A short press.
  mutating func tap(_ control: Int, at now: Instant) -> Bool {
    if panel.panel.controls[control].kind == .toggle { return toggle(control, at: now) }
    return press(control, for: tapTime(of: control), at: now)
  }

  /// A press for as long as its longest gesture asks for.
  mutating func hold(_ control: Int, at now: Instant) -> Bool {
    press(control, for: holdTime(of: control), at: now)
  }

  private mutating func press(_ control: Int, for span: TimeSpan, at now: Instant) -> Bool {
    let own = pressLines(of: control).filter { free[$0] <= now && !plan[$0] }
    for line in own {
      set(line, true, at: now)
      set(line, false, at: now + span)
    }
    return !own.isEmpty
  }

  /// Turns a knob by a detent, or moves a stick by a step; false where the control does not move like that.
  ///
  /// `isHeld` holds a stick's direction, or releases it.
  mutating func move(_ control: Int, _ direction: Direction, isHeld: Bool, at now: Instant) -> Bool
  {
    let own = lines[control]
    switch panel.panel.controls[control].kind {
    case .knob(let knob, _):
      let isClockwise = direction == .right || direction == .up
      turn(own[0], own[1], steps: knob.stepsPerDetent, isClockwise: isClockwise, at: now)
    case .encoderStick:
      let (first, isForward) =
        direction == .left || direction == .right
        ? (0, direction == .right) : (2, direction == .up)
      turn(own[first], own[first + 1], steps: 4, isClockwise: isForward, at: now)
    case .stick:
      let line = own[direction.rawValue]
      // The next of keys that repeat comes while the last still lasts.
      guard free[line] <= now else { return true }
      if isHeld || plan[line] {
        set(line, !plan[line], at: now)
      } else {
        set(line, true, at: now)
        set(line, false, at: now + PanelHands.tapTime)
      }
    case .button, .toggle, .chord: return false
    }
    return true
  }

  /// A detent in quarter-steps: clockwise a changes before b.
  private mutating func turn(
    _ a: Int, _ b: Int, steps: Int, isClockwise: Bool, at now: Instant
  ) {
    var at = max(now, max(free[a], free[b]) + PanelHands.quarter)
    for _ in 0..<steps {
      let line = (plan[a] == plan[b]) == isClockwise ? a : b
      set(line, !plan[line], at: at)
      at = at + PanelHands.quarter
    }
  }

  private mutating func set(_ line: Int, _ isClosed: Bool, at instant: Instant) {
    entries.append(Trace.Entry(at: instant, action: .edge(line: line, isClosed: isClosed)))
    plan[line] = isClosed
    free[line] = instant
  }

  // MARK: How long

  /// Long enough for its contacts, and shorter than what a longer press would be.
  private func tapTime(of control: Int) -> TimeSpan {
    let gestures = panel.panel.controls[control].gestures
    let settle =
      pressLines(of: control)
      .map { panel.panel.controls[panel.lines[$0].control].debounce.press }.max() ?? .zero
    let least = max(PanelHands.tapTime, settle + settle)
    let bound = min(
      gestures.hold?.after ?? .seconds(3600),
      gestures.confirm == nil ? .seconds(3600) : gestures.tapWithin)
    return least < bound ? least : TimeSpan(nanoseconds: bound.nanoseconds / 2)
  }

  /// How long `hold` presses a control.
  func holdTime(of control: Int) -> TimeSpan {
    let gestures = panel.panel.controls[control].gestures
    let longest = [gestures.confirm?.after, gestures.hold?.after].compactMap { $0 }.max()
    guard let longest else { return PanelHands.usualHold }
    let end = longest + PanelHands.beyond
    guard let limit = gestures.confirm?.overHold, end >= limit else { return end }
    return longest + TimeSpan(nanoseconds: (limit - longest).nanoseconds / 2)
  }
}

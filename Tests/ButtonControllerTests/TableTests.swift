import EngineTestKit
import Testing

@testable import ButtonController

/// The tables over all lines and controls, against a look at each of them after every call.
@Suite struct TableTests {
  @Test("the tables say what a look at everything says", arguments: 0..<40)
  func lookAtEverything(_ run: Int) {
    var random = SeededGenerator(seed: PropertyTests.seed &+ 12_000 &+ UInt64(run))
    let panel = run % 2 == 0 ? EverythingPanel.panel : Self.chain(&random)
    var controller = Controller(panel)
    var levels = (0..<controller.lineCount).map { _ in Int.random(in: 0..<9, using: &random) == 0 }
    let found = levels
    controller.start(at: .zero, isClosed: { found[$0] }) { _ in }
    var now = Instant.zero
    for step in 0..<400 {
      now = now + Self.interval(&random)
      // Often one of the first lines, so that their edges meet.
      let crowd = Int.random(in: 1...4, using: &random)
      let line = Int.random(in: 0..<levels.count, using: &random) / crowd
      Self.call(&controller, line, at: now, &levels, &random)
      let fault = Self.disagreement(of: controller)
      #expect(fault == nil, "seed \(PropertyTests.seed), run \(run), step \(step)")
      if fault != nil { return }
    }
  }

  /// Forty buttons, each with its neighbours in chords of two and three; confirms among them.
  private static func chain(_ random: inout SeededGenerator) -> Panel {
    let count = 40
    var controls = (0..<count).map { number in
      Control(
        kind: .button,
        gestures: number % 3 == 0
          ? Gestures(tap: Tap(), confirm: Confirm(after: .milliseconds(400)))
          : Gestures(tap: Tap(max: 2), hold: Hold(after: .milliseconds(300))))
    }
    for first in stride(from: 0, to: count - 3, by: Int.random(in: 1...5, using: &random)) {
      let members = Array(first...(first + Int.random(in: 1...2, using: &random)))
      controls.append(
        Control(
          kind: .chord(Chord(members: members)),
          gestures: Gestures(tap: Tap(), confirm: Confirm(after: .milliseconds(500)))))
    }
    return Panel(controls: controls)
  }

  private static func interval(_ random: inout SeededGenerator) -> TimeSpan {
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<6: return .microseconds(Int64.random(in: 0..<9000, using: &random))
    case 6..<9: return .milliseconds(Int64.random(in: 0..<90, using: &random))
    default: return .milliseconds(Int64.random(in: 0..<1500, using: &random))
    }
  }

  private static func call(
    _ controller: inout Controller, _ line: Int, at now: Instant, _ levels: inout [Bool],
    _ random: inout SeededGenerator
  ) {
    let sink: Controller.Sink = { _ in }
    switch Int.random(in: 0..<40, using: &random) {
    case 0: controller.lose(line: line, isClosed: levels[line], at: now, known: now, sink)
    case 1: controller.audit(line: line, isClosed: !levels[line], at: now, known: now, sink)
    case 2: controller.detach(line: line, at: now, known: now, sink)
    case 3: controller.attach(line: line, isClosed: levels[line], at: now, known: now, sink)
    case 4:
      let found = levels
      controller.resume(from: now, to: now, isClosed: { found[$0] }, sink)
    case 5: controller.reload(at: now, known: now, sink)
    case 6..<9: controller.advance(to: now, known: now, sink)
    default:
      levels[line].toggle()
      controller.report(line: line, isClosed: levels[line], at: now, known: now, sink)
    }
  }

  /// What a table has that a look at everything does not find.
  private static func disagreement(of controller: Controller) -> String? {
    let lines = controller.lines
    let states = controller.states
    for line in lines.indices {
      let contact = lines[line].debouncer
      let deadline = min(contact.deadline, lines[line].quietAt)
      if controller.lineDeadlines[line] != deadline { return "line \(line): deadline" }
      let since = contact.unsettledSince?.stamp ?? .never
      let slot = controller.chords.slot[line]
      if controller.unsettled[slot] != since { return "line \(line): burst" }
      if controller.chords.line[slot] != line { return "line \(line): slot" }
    }
    let audited = lines.count {
      $0.isWatched && !$0.isGone && ($0.debouncer.rawIsClosed || $0.debouncer.isClosed)
    }
    if audited != controller.auditedLines { return "\(audited) lines to audit" }
    for control in states.indices {
      let state = states[control]
      if controller.timers[control] != controller.nextTimer(of: control).at {
        return "control \(control): timer"
      }
      if controller.presses[control] != state.openPress?.mirrored ?? .never {
        return "control \(control): press"
      }
      var wait = Instant.never
      if case .waiting(let press) = state.phase { wait = press }
      if controller.waiting[control] != wait { return "control \(control): wait" }
      let isAttempt =
        state.isUndecided && controller.panel.controls[control].gestures.confirm != nil
      if controller.attempts[control] != (isAttempt ? state.openPress ?? .never : .never) {
        return "control \(control): attempt"
      }
    }
    for component in 0..<controller.chords.componentCount {
      let waits = states.indices.filter {
        controller.chords.component[$0] == component && controller.waiting[$0] < .never
      }
      if waits.count != controller.waits[component].count { return "component \(component): count" }
    }
    // What the loop waits for, as it would be without any table.
    let present = controller.now
    let contacts = lines.map { min($0.debouncer.deadline, $0.quietAt) }
    let timers = states.indices.map { controller.nextTimer(of: $0).at }.filter { $0 > present }
    let waits = (0..<controller.chords.componentCount).map { controller.waitEnds[$0] }
      .filter { $0 > present }
    let next = (contacts + timers + waits).min() ?? .never
    if controller.nextDeadline ?? .never != next { return "the next deadline" }
    return nil
  }
}

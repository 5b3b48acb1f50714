import ButtonController
import LoopTestKit
import PanelFiles

@testable import PanelHardware

/// A panel on lines in memory and a clock that is moved by hand: the real loop, no real time.
final class Bench {
  let clock = SteppedClock(.milliseconds(0))
  let lines: MemoryLines
  let loop: PanelLoop
  private let log = Log()

  /// What the loop reported a user.
  final class Log {
    var lines: [String] = []
  }

  /// Writes down events: `tap 100 120` is a tap of 100 ms, decided at 120 ms.
  private final class Recorder: EventPart {
    var reported: [String] = []

    func take(_ event: PanelEvent, in loop: PanelLoop) {
      guard let event = event.gesture else { return }
      var words = [EventLine.name(of: event.kind)]
      if case .cancel(let cancel) = event.kind { words.append(EventLine.name(of: cancel.reason)) }
      if loop.panel.controls.count > 1 {
        words.insert(loop.panel.controls[event.control].name, at: 0)
      }
      words.append(Bench.text(event.at))
      if event.decided != event.at { words.append(Bench.text(event.decided)) }
      reported.append(words.joined(separator: " "))
    }
  }

  private let recorder = Recorder()

  init(
    _ controls: [Control], chips: [String] = [], behaviour: MemoryLines.Behaviour = .init(),
    cues: [CueFile] = [], actions: [Binding] = [],
    rings: [Ring] = []
  ) {
    var panel = Bench.panel(controls, chips: chips, rings: rings)
    panel.cues = cues
    if !actions.isEmpty { panel.controls[0].actions = actions }
    if !cues.isEmpty { panel.controls[0].cue = 0 }
    lines = MemoryLines(lineCount: panel.lines.count, behaviour: behaviour)
    loop = PanelLoop(panel: panel, hardware: lines, clock: clock) { [log] in log.lines.append($0) }
    loop.add(recorder)
  }

  /// Buttons and switches, a line each, on the chips given (else `chip`).
  static func panel(
    _ controls: [Control], chips: [String] = [], rings: [Ring] = []
  ) -> PanelFile {
    let names = ["a", "b", "c", "d"]
    let files = controls.indices.map { ControlFile(name: names[$0]) }
    let plans = controls.indices.map { index in
      LinePlan(
        name: names[index], control: index,
        chip: .label(chips.indices.contains(index) ? chips[index] : "chip"),
        target: .offset(index), pin: "GPIO\(index)")
    }
    return PanelFile(
      path: "bench.yaml", name: "bench", board: "none",
      panel: Panel(controls: controls, rings: rings),
      controls: files, lines: plans, rings: [])
  }

  /// The events so far.
  var reported: [String] { recorder.reported }
  /// The messages so far.
  var said: [String] { log.lines }

  func start() { _ = loop.start() }

  private var coming: [(at: Instant, line: Int, isClosed: Bool)] = []

  /// An edge of a line at an instant of milliseconds; it wakes the loop unless that is stalled.
  func edge(_ line: Int, _ isClosed: Bool, _ milliseconds: Int64) {
    coming.append((.milliseconds(milliseconds), line, isClosed))
  }

  /// An edge that is in the queue already, whatever its stamp.
  func queue(_ line: Int, _ isClosed: Bool, _ milliseconds: Int64) {
    lines.set(line, isClosed: isClosed, at: .milliseconds(milliseconds))
  }

  /// Takes a chip out; that is all that happens.
  func unplug(_ chip: String) {
    lines.unplug(chip)
    loop.chipsChanged = true
  }

  /// Puts it in again.
  func plug(_ chip: String) {
    lines.plug(chip)
    loop.chipsChanged = true
  }

  /// Lets the loop run until an instant, waking at edges and when it asks to be woken.
  func run(to milliseconds: Int64) {
    let end = Instant.milliseconds(milliseconds)
    var turns = 0
    while turns < 100_000 {
      turns += 1
      let wake = min(loop.nextWake ?? .never, coming.first?.at ?? .never)
      guard wake <= end else { break }
      clock.instant = max(clock.instant, wake)
      deliver()
      loop.turn()
    }
    clock.instant = max(clock.instant, end)
    loop.turn()
  }

  /// The process does not run until then; it wakes late, to one turn.
  func stall(to milliseconds: Int64) {
    clock.instant = .milliseconds(milliseconds)
    deliver()
    loop.turn()
  }

  private func deliver() {
    while let next = coming.first, next.at <= clock.instant {
      lines.set(next.line, isClosed: next.isClosed, at: next.at)
      coming.removeFirst()
    }
  }

  private static func text(_ instant: Instant) -> String {
    let (whole, rest) = instant.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000)
    return rest == 0 ? "\(whole)" : "\(whole)+\(rest)ns"
  }
}

extension Instant {
  static func milliseconds(_ count: Int64) -> Instant { Instant(nanoseconds: count * 1_000_000) }
}

extension Control {
  /// A button with hold to confirm: 1.2 s, success 1.2 s.
  static var confirm: Control {
    Control(kind: .button, gestures: Gestures(confirm: Confirm()))
  }
  /// A button that taps.
  static var tap: Control { Control(kind: .button, gestures: Gestures(tap: Tap())) }
  /// A button with a hold of 2 s.
  static var hold: Control { Control(kind: .button, gestures: Gestures(hold: Hold())) }
  /// A switch.
  static var toggle: Control { Control(kind: .toggle) }
}

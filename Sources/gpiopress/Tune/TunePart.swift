import ButtonController
import PanelFiles
import PanelHardware

/// Measures one control while it is pressed, and ends the loop when it has seen enough.
final class TunePart: LinePart {
  /// What was measured so far.
  private(set) var session: TuneSession
  private let name: String
  private let wanted: Int
  private let log: (String) -> Void
  private var lines: LineLog
  private var zero = Instant.never
  private var seen = 0

  /// Edges that the loop has not read yet may be older than its time by so much: a burst is taken as over
  /// only then.
  private static let patience = TimeSpan.milliseconds(100)

  /// A part for a session of a panel that has this control alone; `log` says what was seen.
  init(_ session: TuneSession, name: String, wanted: Int, log: @escaping (String) -> Void) {
    self.session = session
    self.name = name
    self.wanted = wanted
    self.log = log
    lines = LineLog(lines: session.lineCount)
  }

  /// What to do, for whoever sits before it.
  var invitation: String {
    session.turns
      ? "turn \(name) clockwise, one detent after the other, \(wanted) times; Ctrl-C ends it"
      : "press \(name) \(wanted) times, as it will be used: short, twice in a row, long; Ctrl-C ends it"
  }

  func note(_ report: LineReport, in loop: PanelLoop) {
    if case .started(let at) = report, zero == .never { zero = at }
    lines.take(report) { item in
      switch item {
      case .start(let levels): session.start(levels)
      case .entry(let entry): session.take(entry)
      }
    }
  }

  func nextDeadline(in loop: PanelLoop) -> Instant? {
    zero == .never || loop.isEnding || !session.isUnderWay
      ? nil : zero + (session.end - .zero) + Burst.quiet + KnobStudy.rest + TunePart.patience
  }

  func serve(_ set: PollSet, now: Instant, in loop: PanelLoop) {
    guard zero != .never, !loop.isEnding else { return }
    session.settle(by: .zero + (now - zero) - TunePart.patience)
    let count = session.turns ? session.rests : session.presses
    if count > seen, let last = session.lastSeen { log("\(count) of \(wanted): \(last)") }
    seen = count
    if count >= wanted { loop.stop() }
  }
}

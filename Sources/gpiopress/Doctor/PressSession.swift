import ButtonController
import Glibc
import PanelFiles
import PanelHardware

/// Asks for each control, one after the other, and says what its wiring shows.
struct PressSession {
  private let panel: PanelFile
  private let listener: LineListener
  private let judge: PressJudge
  private let clock = MonotonicClock()
  private let signals: SignalWatch
  /// Whether Enter on the standard input leaves a step out.
  private let readsKeys: Bool
  private let say: (String) -> Void
  /// Lines of the panel that something else has.
  private let leftAlone: Set<Int>
  /// Lines that change by themselves.
  private var restless: Set<Int> = []
  private var hasEnded = false

  /// So long nobody touches anything, to see what changes by itself.
  private static let handsOff = TimeSpan.seconds(2)
  /// So often levels are read, to find what no edge reports.
  private static let look = TimeSpan.milliseconds(50)

  /// Requests the panel's lines that are free, and listens to those of the header, too.
  init(
    _ context: DoctorContext, _ panel: PanelFile, _ signals: SignalWatch, readsKeys: Bool,
    say: @escaping (String) -> Void
  ) {
    self.panel = panel
    self.signals = signals
    self.readsKeys = readsKeys
    self.say = say
    var others: [FindLines.Candidate] = []
    if let profile = context.profile, profile.isVerified {
      let lines = FindLines(
        of: profile, pull: .up, inspector: context.inspector, context.machine)
      others = lines.candidates.filter { other in
        !panel.lines.contains { $0.chip == other.plan.chip && $0.target == other.plan.target }
      }
    }
    leftAlone = LineChecks.leftAlone(panel, context)
    judge = PressJudge(panel: panel, others: others)
    let hardware = GpioHardware(clock: clock)
    listener = LineListener(
      plans: panel.lines + others.map(\.plan), hardware: hardware, clock: clock)
  }

  /// Runs all steps, and hands over each result as it comes; ends early at a signal.
  mutating func run(_ report: (Check) -> Void) throws(Failure) {
    _ = listener.open(except: leftAlone)
    defer { listener.close() }
    let steps = PressStep.all(of: panel)
    let open = Set(listener.openLines)
    if steps.allSatisfy({ !$0.lines.allSatisfy(open.contains) }) {
      report(.skipped("presses", "none of the panel's lines can be listened to"))
      return
    }
    say("hands off: nothing is touched for \(FindReport.text(PressSession.handsOff))")
    for check in try rest() { report(check) }
    for step in steps where !hasEnded {
      guard step.lines.allSatisfy(open.contains) else {
        report(.skipped(step.checkName, "its line cannot be listened to"))
        continue
      }
      if step.lines.contains(where: restless.contains) { continue }
      let isTurn: Bool
      if case .turn = step.kind { isTurn = true } else { isTurn = false }
      listener.readLevels()
      var watch = PressWatch(
        levels: listener.levels, isTurn: isTurn, ignoring: restless, at: clock.now())
      // How it rests is read before anybody is asked to move it.
      say(step.prompt + (readsKeys ? " (Enter leaves it out)" : ""))
      let isLeftOut = try follow(&watch)
      if hasEnded { break }
      report(
        isLeftOut
          ? .skipped(step.checkName, "left out") : judge.judge(step, watch))
    }
    if hasEnded { report(.skipped("presses", "ended by a signal")) }
  }

  /// What moves though nobody touches it.
  private mutating func rest() throws(Failure) -> [Check] {
    let end = clock.now() + PressSession.handsOff
    var counts: [Int: Int] = [:]
    while clock.now() < end, !hasEnded {
      for entry in try wait(until: end).entries { counts[entry.line, default: 0] += 1 }
    }
    var checks: [Check] = []
    for (line, count) in counts.sorted(by: { $0.key < $1.key }) where count > PressSession.fewEdges
    {
      restless.insert(line)
      guard line < panel.lines.count else { continue }
      checks.append(PressJudge.noPull("line \(panel.lines[line].name)", panel.lines[line]))
    }
    return checks
  }

  /// A person who still lets go makes some edges, with their bounces.
  private static let fewEdges = 20

  /// Follows one step to its end; whether it was left out.
  private func followed(_ watch: inout PressWatch) throws(Failure) -> (left: Bool, ended: Bool) {
    while true {
      let now = clock.now()
      if watch.advance(to: now) { return (false, false) }
      let deadline = min(watch.nextDeadline, now + PressSession.look)
      let arrival = try arrive(until: deadline, keys: readsKeys)
      if arrival.isReady {
        if !signals.take().isEmpty { return (false, true) }
        if takesKey() { return (true, false) }
      }
      let hasLoss = arrival.entries.contains { $0.isClosed == nil }
      for entry in arrival.entries {
        guard let isClosed = entry.isClosed else { continue }
        watch.edge(entry.line, isClosed: isClosed, at: entry.stamp)
      }
      listener.readLevels(withPolled: false)
      let read = clock.now()
      for line in listener.linesWithEdges {
        if hasLoss, listener.levels[line] != watch.levels[line] {
          watch.edge(line, isClosed: listener.levels[line], at: read)
        }
        watch.level(line, isClosed: listener.levels[line], at: read)
      }
    }
  }

  private mutating func follow(_ watch: inout PressWatch) throws(Failure) -> Bool {
    let (isLeftOut, isOver) = try followed(&watch)
    if isOver { hasEnded = true }
    return isLeftOut
  }

  private mutating func wait(until deadline: Instant) throws(Failure) -> LineListener.Arrival {
    let arrival = try arrive(until: deadline, keys: false)
    if arrival.isReady, !signals.take().isEmpty { hasEnded = true }
    return arrival
  }

  private func arrive(until deadline: Instant, keys: Bool) throws(Failure) -> LineListener.Arrival {
    do throws(SystemError) {
      return try listener.wait(
        until: deadline, others: [signals.raw] + (keys ? [STDIN_FILENO] : []))
    } catch {
      throw Failure(.system, "gpiopress: cannot \(error)")
    }
  }

  /// Takes what was typed, which ends with Enter.
  private func takesKey() -> Bool {
    guard readsKeys else { return false }
    var slot = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard poll(&slot, 1, 0) > 0 else { return false }
    var bytes = [UInt8](repeating: 0, count: 256)
    return read(STDIN_FILENO, &bytes, bytes.count) > 0
  }
}

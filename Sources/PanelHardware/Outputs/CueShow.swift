import ButtonController
import PanelFiles

/// Sounders and motors: short pulses that report the end of a hold to a hand that covers its ring.
public final class CueShow: EventPart {
  /// Opens what a cue sounds with.
  typealias Open = (_ file: CueFile) throws(CueError) -> any CueOutput

  private struct Place {
    var file: CueFile
    var output: (any CueOutput)?
    var isOn = false
    /// When it changes next, and so on; empty at rest.
    var changes: [Instant] = []
    var isFailureTold = false
    /// When an output that failed is tried again.
    var nextAttempt = Instant.never
  }

  private let open: Open
  private let dry: DryRun?
  private var places: [Place] = []

  private static let retryAfter = TimeSpan.seconds(5)
  /// On, off, on … in milliseconds, where the panel file has none of its own.
  private static let usual: [String: [Int]] = [
    "hold": [30], "ready": [60], "confirm": [120], "failed": [60, 60, 60, 60, 60],
  ]

  /// The cues of `panel`, on the machine's lines; what goes wrong is reported to `log`.
  public convenience init(_ panel: PanelFile, log: (String) -> Void) {
    self.init(panel, log: log, open: CueOutputs.open)
  }

  init(_ panel: PanelFile, log: (String) -> Void, dry: DryRun? = nil, open: @escaping Open) {
    self.open = open
    self.dry = dry
    fill(panel, log)
  }

  /// The cues of `panel`, which only report what they would sound.
  public convenience init(_ panel: PanelFile, dry: DryRun) {
    self.init(panel, log: { _ in }, dry: dry) { (_) throws(CueError) in SilentCue() }
  }

  /// Whether one sounds.
  public var isSounding: Bool { places.contains { !$0.changes.isEmpty } }

  /// Opens all at once, so that what is busy is reported at the start and a sounder is quiet till then.
  private func fill(_ panel: PanelFile, _ log: (String) -> Void) {
    places = panel.cues.map { file in
      var place = Place(file: file)
      do throws(CueError) { place.output = try open(file) } catch {
        log("cue \(file.name): \(error.message)")
        place.isFailureTold = true
        place.nextAttempt = error.isFinal ? .never : .ever
      }
      return place
    }
  }

  /// Silences the cues that somebody else left on; gives what went wrong.
  public static func silence(_ cues: [CueFile]) -> [String] {
    cues.compactMap { file in
      do throws(CueError) {
        // To open one takes it over and makes it quiet.
        _ = try CueOutputs.open(file)
        return nil
      } catch {
        return "cue \(file.name): \(error.message)"
      }
    }
  }

  /// Sounds what an event stands for.
  public func take(_ event: PanelEvent, in loop: PanelLoop) {
    guard case .gesture(let kind) = event.kind else { return }
    switch kind {
    case .hold, .ready, .confirm:
      play(event.name, control: event.control, loop)
    case .press, .release, .ignored, .tap, .holdLevel, .holdReady, .holdRepeat, .holdEnd,
      .confirmStart, .cancel, .turn,
      .dragStart, .drag, .dragEnd, .move, .moveEnd, .on, .off, .state, .bootHeld, .stuck, .unstuck,
      .chatter, .quiet, .lineGone, .lineBack, .lost, .resync:
      break
    }
  }

  /// Sounds that a command has failed.
  public func noteEndOfCommand(of control: Int, hasFailed: Bool, in loop: PanelLoop) {
    if hasFailed { play("failed", control: control, loop) }
  }

  /// Sounds what somebody asks for.
  public func sound(_ pattern: CuePattern, of cue: Int, in loop: PanelLoop) {
    if places.indices.contains(cue) { play(pattern.rawValue, cue: cue, loop) }
  }

  private func play(_ name: String, control: Int, _ loop: PanelLoop) {
    guard loop.panel.controls.indices.contains(control),
      let cue = loop.panel.controls[control].cue, places.indices.contains(cue)
    else { return }
    dry?.report(
      DryAction(
        at: loop.time(), control: control, event: name == "failed" ? "command_failed" : name,
        in: loop, kind: .cue(cue, pattern: name, pulses: pulses(name, cue))))
    play(name, cue: cue, loop)
  }

  private func pulses(_ name: String, _ cue: Int) -> [Int] {
    places[cue].file.patterns[name] ?? CueShow.usual[name] ?? []
  }

  private func play(_ name: String, cue: Int, _ loop: PanelLoop) {
    let pulses = pulses(name, cue)
    // A new pattern takes the place of one that still sounds.
    var at = loop.time()
    places[cue].changes = []
    switchOff(cue, loop)
    for pulse in pulses {
      places[cue].changes.append(at)
      at = at + .milliseconds(Int64(pulse))
    }
    if pulses.count % 2 == 1 { places[cue].changes.append(at) }
    advance(cue, loop.time(), loop)
  }

  /// The next change of a cue that sounds.
  public func nextDeadline(in loop: PanelLoop) -> Instant? {
    var next = Instant.never
    for place in places {
      if let change = place.changes.first { next = min(next, change) }
    }
    return next == .never ? nil : next
  }

  /// Changes what is due.
  public func serve(_ set: PollSet, now: Instant, in loop: PanelLoop) {
    for cue in places.indices { advance(cue, now, loop) }
  }

  private func advance(_ cue: Int, _ now: Instant, _ loop: PanelLoop) {
    while let change = places[cue].changes.first, change <= now {
      places[cue].changes.removeFirst()
      set(cue, !places[cue].isOn, now, loop)
    }
  }

  private func switchOff(_ cue: Int, _ loop: PanelLoop) {
    if places[cue].isOn { set(cue, false, loop.time(), loop) }
  }

  private func set(_ cue: Int, _ isOn: Bool, _ now: Instant, _ loop: PanelLoop) {
    places[cue].isOn = isOn
    dry?.report(
      DryAction(at: now, control: nil, event: "", in: loop, kind: .sound(cue, isOn: isOn)))
    guard places[cue].output != nil || now >= places[cue].nextAttempt else { return }
    do throws(CueError) {
      let output: any CueOutput
      if let opened = places[cue].output {
        output = opened
      } else {
        output = try open(places[cue].file)
      }
      places[cue].output = output
      try output.set(isOn)
      places[cue].isFailureTold = false
    } catch {
      places[cue].output = nil
      places[cue].nextAttempt = error.isFinal ? .never : now + CueShow.retryAfter
      if !places[cue].isFailureTold { loop.log("cue \(places[cue].file.name): \(error.message)") }
      places[cue].isFailureTold = true
    }
  }

  /// Silent, then the new panel's.
  public func reload(in loop: PanelLoop) {
    stop(in: loop)
    fill(loop.panel, loop.log)
  }

  /// Silent.
  public func stop(in loop: PanelLoop) {
    for cue in places.indices {
      places[cue].changes = []
      switchOff(cue, loop)
      places[cue].output = nil
    }
    // What is reported after the end, such as a command's failure, opens nothing again.
    places.removeAll()
  }
}

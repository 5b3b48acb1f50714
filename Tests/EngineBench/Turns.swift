import ButtonController
import CAllocations
import CPanelLinux
import Glibc
import PanelFiles
import PanelHardware
import PanelOutputs

/// Turns of the real loop, from a descriptor that is ready to the line that is written: for callgrind,
/// which counts what they take.
///
/// The clock, the wait, the parts and the writing are those of `gpiopress run`; edges come from memory
/// in place of libgpiod.
enum Turns {
  /// What each turn finds.
  enum Kind: String, CaseIterable {
    /// A descriptor that was ready for nothing.
    case idle
    /// An edge that decides nothing yet: a button that bounces.
    case edge
    /// An edge that emits one event: a knob that turns.
    case event
    /// The same beside 255 buttons.
    case many
    /// A press that emits a tap, or its release, which emits nothing.
    case tap
  }

  /// Runs so many turns; gives how often they allocated, but for the first few, which fill what is kept.
  @discardableResult static func run(_ kind: Kind, _ count: Int) -> Int64 {
    let panel = panel(kind)
    let clock = TurnClock()
    let source = ReadySource(
      lines: panel.lines.count, moving: kind == .event || kind == .many ? 2 : 1,
      isIdle: kind == .idle)
    let loop = PanelLoop(panel: panel, hardware: ReadyLines(source), clock: clock) { _ in }
    addParts(to: loop, panel)
    var before: Int64 = 0
    for turn in 0..<count {
      if turn == count / 10 { before = allocation_count() }
      clock.next()
      do throws(SystemError) { try loop.wait() } catch { exit(1) }
      loop.turn()
    }
    let allocations = allocation_count() - before
    precondition(source.count >= count, "the turns read nothing")
    precondition(loop.counts.events >= events(kind, count), "too few events")
    return allocations
  }

  private static func events(_ kind: Kind, _ count: Int) -> Int {
    switch kind {
    case .idle, .edge: return 0
    case .event, .many: return count * 9 / 10
    case .tap: return count * 9 / 20
    }
  }

  private static func panel(_ kind: Kind) -> PanelFile {
    var controls: [Control] = []
    var names: [(name: String, control: Int)] = []
    switch kind {
    case .event, .many:
      controls = [Control(kind: .knob(Knob(stepsPerDetent: 1), hasPush: false))]
      names = [("volume.a", 0), ("volume.b", 0)]
    case .idle, .edge:
      controls = [
        Control(kind: .button, gestures: Gestures(tap: Tap(), hold: Hold()), chatter: nil)
      ]
      names = [("volume", 0)]
    case .tap:
      controls = [
        Control(
          kind: .button, debounce: Debounce(press: .zero, release: .zero),
          gestures: Gestures(tap: Tap(firesAtPress: true)), chatter: nil)
      ]
      names = [("volume", 0)]
    }
    let more = kind == .many ? 255 : 0
    for number in 0..<more {
      names.append(("button\(number)", controls.count))
      controls.append(Control(kind: .button, gestures: Gestures(tap: Tap(), confirm: Confirm())))
    }
    return PanelFile(
      path: "turns.yaml", name: "turns", board: "none", panel: Panel(controls: controls),
      controls: controls.indices.map { ControlFile(name: $0 == 0 ? "volume" : "button\($0)") },
      lines: names.indices.map {
        LinePlan(
          name: names[$0].name, control: names[$0].control, chip: .any, target: .offset($0),
          pin: "GPIO\($0)")
      }, rings: [], outputs: Outputs(stdout: true))
  }

  /// What `gpiopress run` adds, in its order.
  private static func addParts(to loop: PanelLoop, _ panel: PanelFile) {
    let written = open("/dev/null", O_WRONLY)
    loop.add(EventStream(to: written, format: { $1.appendLine(of: $0, to: &$2) }))
    let outputs = ActionOutputs()
    let keyboard = VirtualKeyboard(panel, log: { _ in })
    outputs.add(keyboard)
    loop.add(keyboard)
    loop.add(ActionRunner(perform: outputs.perform))
    do throws(SystemError) {
      loop.add(Signals(try SignalWatch([SIGTERM, SIGHUP, SIGCHLD])))
    } catch { exit(1) }
    loop.add(StandardErrorOutput())
    let mqtt = MqttOutput(panel, version: "", log: { _ in }, reload: { _ in [] })
    loop.add(mqtt)
    outputs.add(mqtt)
    loop.add(ControlSocket(version: "", startedAt: loop.time(), reload: { _ in [] }))
    loop.add(PriorityPart(panel, log: { _ in }))
    _ = loop.start()
    loop.add(RingShow(panel, report: { _ in }))
    loop.add(CueShow(panel, log: { _ in }))
    loop.add(SystemdNotifier(environment: { _ in nil }))
  }
}

/// The kernel's clock, which is read, with another's time: 10 us a turn, however slow the machine is.
private final class TurnClock: PanelClock {
  private let clock = MonotonicClock()
  private var instant = Instant(nanoseconds: 1_000_000_000_000)

  func next() { instant = instant + .microseconds(10) }

  func now() -> Instant { max(instant, Instant(nanoseconds: clock.now().nanoseconds & 1)) }

  func nowAndTimeAsleep() -> (now: Instant, asleep: TimeSpan) {
    let (now, _) = clock.nowAndTimeAsleep()
    return (max(instant, Instant(nanoseconds: now.nanoseconds & 1)), .zero)
  }

  func wallOffset() -> TimeSpan { clock.wallOffset() }
}

/// Signals that never come.
private final class Signals: LoopPart {
  private let signals: SignalWatch
  private var slot = -1

  init(_ signals: SignalWatch) { self.signals = signals }

  func addDescriptors(to set: inout PollSet) { slot = set.add(reading: signals.raw) }

  func serve(_ set: PollSet, now: Instant, in loop: PanelLoop) {
    if set.isReady(slot), !signals.take().isEmpty { loop.stop() }
  }
}

/// Lines of which one has an edge whenever it is asked.
private final class ReadySource: LineSource {
  let lines: [Int]
  let descriptors: [Int32]
  let pollPeriod: TimeSpan? = nil
  let noticesLosses = true
  private let moving: Int
  private let isIdle: Bool
  private var levels: [Bool]
  private(set) var count = 0

  /// Lines of which the first `moving` change in turn.
  init(lines count: Int, moving: Int, isIdle: Bool) {
    lines = Array(0..<count)
    levels = Array(repeating: false, count: count)
    self.moving = moving
    self.isIdle = isIdle
    let descriptor = pl_event_open()
    _ = pl_event_raise(descriptor)
    descriptors = [descriptor]
  }

  func drain(into batch: inout EdgeBatch, now: Instant) throws(SystemError) {
    let line = count % moving
    count += 1
    if isIdle { return }
    levels[line].toggle()
    batch.insert(EdgeBatch.Entry(stamp: now, line: line, isClosed: levels[line]))
  }

  func readLevels(into levels: inout [Bool]) throws(SystemError) {
    for line in lines { levels[line] = self.levels[line] }
  }

  func close() {}
}

private final class ReadyLines: LineHardware {
  private let source: ReadySource

  init(_ source: ReadySource) { self.source = source }

  func watchChips() throws(SystemError) -> (any ChipWatch)? { NoChips() }

  func open(_ wanted: [Int], of plans: [LinePlan]) -> LineOpening {
    LineOpening(sources: [source])
  }
}

/// Chips that never come nor go.
private final class NoChips: ChipWatch {
  let raw = pl_event_open()

  func take() -> Bool { false }
}

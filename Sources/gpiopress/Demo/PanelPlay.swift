import ButtonController
import PanelFiles
import PanelHardware
import PanelReplay

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Any panel, played with the keyboard: the daemon's loop on lines in memory, in real time.
///
/// What its actions would do is shown, and not done.
final class PanelPlay {
  private let panel: PanelFile
  private let style: TerminalStyle
  private let loop: PanelLoop
  private let lines: TraceLines
  private let clock = SimulationClock()
  private let keyboard = Keyboard()
  private let keys: PanelKeys
  private var hands: PanelHands
  private let view: View

  /// What parts of the loop report, for the screen.
  private final class View {
    var screen: PanelScreen
    var state: PanelScreen.State
    let panel: PanelFile

    init(_ panel: PanelFile, _ screen: PanelScreen) {
      self.panel = panel
      self.screen = screen
      state = PanelScreen.State(
        isClosed: panel.controls.map { _ in false }, notes: panel.controls.map { _ in "" })
    }

    func add(_ action: DryAction) {
      if case .sound = action.kind { return }
      let head = EventText.head(action.at, action.control, of: panel, isNarrow: true)
      screen.add("\(head)  > \(ActionLine.text(action, of: panel))")
    }
  }

  /// Plays `panel`; commands take `commandTime`, and fail where `fails` says so.
  init(
    _ panel: PanelFile, _ style: TerminalStyle, commandTime: TimeSpan,
    fails: @escaping (Action.Command, PanelEvent, String) -> Bool
  ) {
    self.panel = panel
    self.style = style
    keys = PanelKeys(panel)
    hands = PanelHands(panel)
    let view = View(panel, PanelScreen(panel, style, keys: keys))
    self.view = view
    lines = TraceLines(panel.lines, startLevels: hands.levels, clock: clock)
    lines.needsAudits = false
    let log: (String) -> Void = { view.screen.add("\($0)") }
    loop = PanelLoop(panel: panel, hardware: lines, clock: clock, log: log)
    let run = DryRun(commandTime: commandTime, fails: fails) { view.add($0) }
    loop.add(Recorder(view))
    DryParts(panel, run, log: log).add(to: loop)
    loop.add(keyboard)
    loop.add(TracePlayer(lines, clock: clock, isComplete: false) { _ in })
  }

  /// Plays until somebody quits.
  func run() throws(Failure) {
    let session = TerminalSession(readsKeys: true)
    var output = Output()
    var painter = ScreenPainter()
    select(0)
    _ = loop.start()
    clock.begin()
    while true {
      if let request = session.takeSignal() {
        if request == .end { return }
        painter.forget()
      }
      for key in Key.all(in: session.read(within: 0)) where !take(key) { return }
      lines.add(hands.takeEntries())
      output.bytes += painter.paint(picture(), size: Screen.size())
      if !output.bytes.isEmpty { try output.finish() }
      keyboard.wake = wake(after: loop.time())
      do throws(SystemError) { try loop.wait() } catch {
        throw Failure(.system, "gpiopress: cannot \(error)")
      }
      loop.turn()
    }
  }

  // MARK: The picture

  private func picture() -> [String] {
    let now = loop.time()
    let pictures = panel.rings.indices.map { loop.controller.frame(of: $0, at: now) }
    for control in panel.controls.indices {
      view.state.isClosed[control] = isClosed(control)
    }
    return view.screen.lines(pictures, view.state, size: Screen.size())
  }

  private func isClosed(_ control: Int) -> Bool {
    let own = hands.pressLines(of: control)
    return !own.isEmpty && own.allSatisfy { loop.controller.isClosed(line: $0) }
  }

  /// When the picture changes next, and not so late that a signal would wait noticeably.
  private func wake(after now: Instant) -> Instant {
    var wake = now + .milliseconds(50)
    for ring in panel.rings.indices {
      switch loop.controller.motion(of: ring, at: now) {
      case .still: break
      case .until(let change): wake = min(wake, change)
      case .moving: wake = min(wake, now + .milliseconds(33))
      }
    }
    return wake
  }

  // MARK: Keys

  /// Does what `key` says; false to quit.
  private func take(_ key: Key) -> Bool {
    let (control, count) = (view.state.selected, panel.controls.count)
    let now = Instant.zero + (loop.time() - clock.origin)
    switch key {
    case .quit: return false
    case .next: select((control + 1) % max(count, 1))
    case .previous: select((control + max(count, 1) - 1) % max(count, 1))
    case .choose(let letter):
      if let chosen = keys.control(of: letter) {
        select(chosen)
      } else {
        say("no control has the key \(letter)")
      }
    case .space, .tap, .hold, .arrow: act(key, control, now)
    }
    return true
  }

  private func act(_ key: Key, _ control: Int, _ now: Instant) {
    guard panel.controls.indices.contains(control) else { return say("the panel has no controls") }
    let name = panel.controls[control].name
    let canPress = !hands.pressLines(of: control).isEmpty
    select(control)
    let isDone: Bool
    switch key {
    case .arrow(let direction, let isHeld):
      guard hands.move(control, direction, isHeld: isHeld, at: now) else {
        return say("\(name) does not turn or move; arrows are for knobs and sticks")
      }
      return
    case .tap: isDone = hands.tap(control, at: now)
    case .hold: isDone = hands.hold(control, at: now)
    case .space: isDone = hands.toggle(control, at: now)
    case .quit, .next, .previous, .choose: return
    }
    if isDone { return }
    say(
      canPress
        ? "\(name) is pressed already; wait, or press space to release it"
        : "\(name) has no push; turn it with the arrows")
  }

  private func select(_ control: Int) {
    view.state.selected = control
    say(
      panel.controls.indices.contains(control)
        ? ControlText.summary(control, of: panel) : "the panel has no controls")
  }

  private func say(_ text: String) { view.state.caption = VisibleText.of(text) }

  /// Puts events on the screen.
  private final class Recorder: EventPart {
    private let view: View

    init(_ view: View) { self.view = view }

    func take(_ event: PanelEvent, in loop: PanelLoop) {
      view.screen.add(EventText.line(event, of: loop.panel, isNarrow: true))
      guard loop.panel.controls.indices.contains(event.control) else { return }
      switch event.gesture?.kind {
      case .turn(_, let position, _): view.state.notes[event.control] = "at \(position)"
      case .move(_, _, let x, let y, _, _): view.state.notes[event.control] = "at \(x), \(y)"
      case .moveEnd: view.state.notes[event.control] = ""
      default: break
      }
    }
  }

  /// The terminal's keys as something to wait for, and the next change of the picture.
  private final class Keyboard: LoopPart {
    var wake = Instant.never

    func addDescriptors(to set: inout PollSet) { set.add(reading: STDIN_FILENO) }

    func nextDeadline(in loop: PanelLoop) -> Instant? { wake }
  }
}

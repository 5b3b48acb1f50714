import ButtonController
import PanelFiles
import PanelHardware

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension Command {
  /// `gpiopress demo`.
  static let demo = Command(
    name: "demo",
    summary: "plays a panel in memory and draws its ring in the terminal",
    options: [
      Option(name: "--interactive", help: "takes the keyboard for the panel instead of a scene")
    ],
    notes: """
      The scene: a tap, a hold that is released too early, a hold that confirms, turns, and an
      elastic drag. If the standard output is not a terminal, the events are printed instead,
      as JSON, one a line.

      Keys of --interactive (a terminal reports no release, so presses are toggled or timed):
        space   presses the button, and releases it
        t, h    a tap; a hold of 1.5 s
        ← →     turn the knob
        p       pushes the knob, and releases it
        q       quits
      """,
    run: playDemo)

  private static func playDemo(_ arguments: Arguments) throws(Failure) -> ExitCode {
    let isInteractive = arguments.has("--interactive")
    let style = Screen.style()
    let size = Screen.size()
    let rows = DemoScreen.neededRows(style ?? .ofProcess())
    let isLarge = size.rows >= rows && size.columns >= DemoScreen.neededColumns
    if isInteractive {
      guard style != nil, isatty(STDIN_FILENO) == 1 else {
        throw arguments.failure("--interactive needs a terminal on standard input and output")
      }
      if !isLarge {
        throw arguments.failure(tooSmall(size, rows))
      }
    }
    guard let style, isLarge else {
      if isatty(STDOUT_FILENO) == 1 {
        ErrorOutput.say(
          "gpiopress: \(style == nil ? Screen.cannotDraw : tooSmall(size, rows)); events are printed "
            + "as JSON instead")
      }
      return try Demo.printEvents()
    }
    return try Demo.draw(style, isInteractive: isInteractive)
  }

  private static func tooSmall(_ size: (columns: Int, rows: Int), _ rows: Int) -> String {
    "the terminal has \(size.columns) x \(size.rows) characters, and drawing needs "
      + "\(DemoScreen.neededColumns) x \(rows)"
  }
}

/// The loops of the demo.
enum Demo {
  /// The scene as event lines, each when it is decided.
  static func printEvents() throws(Failure) -> ExitCode {
    var player = DemoPlayer(scene: .full)
    var output = Output()
    let sink: Controller.Sink = { EventLine.append($0, of: DemoPanel.file, to: &output.bytes) }
    player.start(sink)
    while let next = player.nextInstant {
      let rest = max(0, (next - player.now).nanoseconds)
      var time = timespec()
      time.tv_sec = Int(rest / 1_000_000_000)
      time.tv_nsec = Int(rest % 1_000_000_000)
      nanosleep(&time, nil)
      player.run(to: player.now, sink)
      try output.finish()
    }
    return .ok
  }

  /// The scene, or what the keyboard does, in the terminal.
  static func draw(_ style: TerminalStyle, isInteractive: Bool) throws(Failure) -> ExitCode {
    var player = DemoPlayer(scene: isInteractive ? DemoScene() : .full)
    let keys =
      style.isUnicode
      ? "space press/release · t tap · h hold · ← → turn · p push/release · q quit"
      : "space press/release - t tap - h hold - arrows turn - p push/release - q quit"
    var screen = DemoScreen(style: style, keys: isInteractive ? keys : nil)
    let last = try play(&player, on: &screen, isInteractive: isInteractive)
    // What was seen last stays on the screen that stood there before.
    guard let last else { return .ok }
    var output = Output()
    for line in screen.picture(of: last.colours, last.state, columns: Screen.size().columns) {
      output.append("\(line)\n")
    }
    try output.finish()
    return .ok
  }

  /// Plays to the end, or until somebody ends it; gives the last picture of what came to its end.
  private static func play(
    _ player: inout DemoPlayer, on screen: inout DemoScreen, isInteractive: Bool
  ) throws(Failure) -> (colours: [Colour], state: DemoScreen.State)? {
    let session = TerminalSession(readsKeys: isInteractive)
    var output = Output()
    var state = DemoScreen.State()
    state.caption = "Try t for a tap, h for a hold that confirms, p and then an arrow for a drag."
    let sink: Controller.Sink = { event in
      if case .turn(_, let position, _) = event.kind { state.position = position }
      screen.add(EventText.line(PanelEvent(event), of: DemoPanel.file, isNarrow: true))
    }
    player.start(sink)
    while true {
      if let request = session.takeSignal() {
        if request == .end { return nil }
        screen.forget()
      }
      let now = player.now
      player.run(to: now, sink)
      state.isErasePressed = player.isClosed(.erase)
      state.isDialPushed = player.isClosed(.dialPush)
      let motion = player.controller.motion(of: DemoPanel.ring, at: now)
      let isOver = !isInteractive && player.nextInstant == nil && motion == .still
      if isOver {
        state.caption = "That was it. Your turn: \(Demo.name) demo --interactive"
      } else if !isInteractive {
        state.caption = player.scene.caption(at: now)
      }
      let colours = player.controller.frame(of: DemoPanel.ring, at: now)
      if isOver { return (colours, state) }
      output.bytes += screen.draw(colours, state)
      if !output.bytes.isEmpty { try output.finish() }
      let bytes = session.read(within: rest(from: now, to: player.nextInstant, motion))
      if Key.all(in: bytes).contains(where: { !player.play($0) }) { return nil }
    }
  }

  /// What calls this program: after `make demo` no folder of the search path has it.
  private static var name: String {
    let folders = CommandLine.arguments.first?.split(separator: "/") ?? []
    return folders.contains { $0 == ".build" } ? "swift run gpiopress" : "gpiopress"
  }

  /// How long to sleep: until something is due or the picture changes, and not so long that a signal
  /// would wait noticeably.
  private static func rest(
    from now: Instant, to next: Instant?, _ motion: Controller.Motion
  ) -> Int64 {
    var until = now + .milliseconds(50)
    if let next { until = min(until, next) }
    switch motion {
    case .still: break
    case .until(let change): until = min(until, change)
    case .moving: until = min(until, now + .milliseconds(33))
    }
    return max(0, (until - now).nanoseconds)
  }
}

extension DemoPlayer {
  /// Does what `key` says; false to quit.
  fileprivate mutating func play(_ key: Key) -> Bool {
    switch key {
    case .space: toggle(.erase)
    case .push: toggle(.dialPush)
    case .tap: press(.erase, for: .milliseconds(80))
    case .hold: press(.erase, for: .milliseconds(1500))
    case .left: scene.turn(clockwise: false, at: now)
    case .right: scene.turn(clockwise: true, at: now)
    case .quit: return false
    }
    return true
  }

  private func willBeClosed(_ line: DemoPanel.Line) -> Bool {
    scene.plan(of: line) ?? isClosed(line)
  }

  private mutating func toggle(_ line: DemoPanel.Line) {
    // A planned release is still to come: there is nothing to toggle before it.
    guard scene.plan(of: line) == nil else { return }
    scene.change(line, to: !willBeClosed(line), at: now)
  }

  private mutating func press(_ line: DemoPanel.Line, for span: TimeSpan) {
    guard scene.plan(of: line) == nil, !willBeClosed(line) else { return }
    let now = now
    scene.change(line, to: true, at: now)
    scene.change(line, to: false, at: now + span)
  }
}

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
    summary: "plays with a panel in memory, its rings drawn in the terminal",
    operands: [
      Operand(
        name: "PANEL", help: "a panel file to play with the keyboard; none: the demo's own",
        isOptional: true)
    ],
    options: [
      Option(name: "--interactive", help: "takes the keyboard instead of a scene, without PANEL"),
      Option(
        name: "--command-time", value: "TIME", help: "how long each command is taken to run (100ms)"
      ),
      Option(
        name: "--fail", value: "NAME",
        help: "takes commands of this control, CONTROL:EVENT or program to fail", isRepeatable: true
      ),
      .board,
    ],
    notes: """
      Without PANEL a scene plays: a tap, a hold that is released too early, a hold that confirms,
      turns, and an elastic drag. Where the standard output is no terminal the events are printed
      instead, as JSON, one a line.

      With PANEL or --interactive the keyboard plays. Nothing is run, typed or sent: what actions
      would do is shown. A terminal reports no release, so presses are toggled or timed:
        1-9, tab    choose a control
        space       presses it, and releases it; a switch goes on and off
        t, h        a tap; a press for as long as its hold or confirm asks for
        ← → ↑ ↓     turn a knob, move a stick; with shift a stick's direction stays
        q           quits
      """,
    run: playDemo)

  private static func playDemo(_ arguments: Arguments) throws(Failure) -> ExitCode {
    if let path = arguments.operand(0) {
      if path == "-" {
        throw arguments.failure("PANEL has to be a file: the standard input is the keyboard")
      }
      let panel = try Load.panel(path, board: arguments.value(of: "--board"), for: .replay)
      return try play(panel, arguments, what: "PANEL")
    }
    if arguments.has("--interactive") {
      return try play(DemoPanel.file, arguments, what: "--interactive")
    }
    for option in ["--command-time", "--fail", "--board"] where arguments.has(option) {
      throw arguments.failure("\(option) is for a PANEL")
    }
    let style = Screen.style()
    let size = Screen.size()
    let rows = DemoScreen.neededRows(style ?? .ofProcess())
    guard let style, size.rows >= rows, size.columns >= DemoScreen.neededColumns else {
      if isatty(STDOUT_FILENO) == 1 {
        let why = style == nil ? Screen.cannotDraw : tooSmall(size, DemoScreen.neededColumns, rows)
        ErrorOutput.say("gpiopress: \(why); events are printed as JSON instead")
      }
      return try Demo.printEvents()
    }
    return try Demo.draw(style)
  }

  /// Plays a panel with the keyboard; what cannot be drawn is an error, as there is no scene to print.
  private static func play(
    _ panel: PanelFile, _ arguments: Arguments, what: String
  ) throws(Failure) -> ExitCode {
    let instead = "; without one, gpiopress replay PANEL TRACE --actions shows what a panel does"
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
      throw arguments.failure("\(what) needs a terminal on standard input and output\(instead)")
    }
    guard let style = Screen.style() else {
      throw arguments.failure("\(Screen.cannotDraw), which \(what) needs\(instead)")
    }
    let size = Screen.size()
    let (columns, rows) = (PanelScreen.neededColumns, PanelScreen.neededRows)
    if size.columns < columns || size.rows < rows {
      throw arguments.failure(tooSmall(size, columns, rows))
    }
    let names = try FailNames(arguments.values(of: "--fail"), in: panel, arguments)
    let time = try arguments.span(of: "--command-time", orZero: true) ?? DryRun.usualTime
    try PanelPlay(panel, style, commandTime: time, fails: names.contains).run()
    return .ok
  }

  private static func tooSmall(
    _ size: (columns: Int, rows: Int), _ columns: Int, _ rows: Int
  ) -> String {
    "the terminal has \(size.columns) x \(size.rows) characters, and drawing needs "
      + "\(columns) x \(rows)"
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

  /// The scene in the terminal.
  static func draw(_ style: TerminalStyle) throws(Failure) -> ExitCode {
    var player = DemoPlayer(scene: .full)
    var screen = DemoScreen(style: style)
    let last = try play(&player, on: &screen)
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
    _ player: inout DemoPlayer, on screen: inout DemoScreen
  ) throws(Failure) -> (colours: [Colour], state: DemoScreen.State)? {
    let session = TerminalSession(readsKeys: false)
    var output = Output()
    var state = DemoScreen.State()
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
      let isOver = player.nextInstant == nil && motion == .still
      state.caption =
        isOver
        ? "That was it. Your turn: \(Demo.name) demo --interactive"
        : player.scene.caption(at: now)
      let colours = player.controller.frame(of: DemoPanel.ring, at: now)
      if isOver { return (colours, state) }
      output.bytes += screen.draw(colours, state)
      if !output.bytes.isEmpty { try output.finish() }
      _ = session.read(within: rest(from: now, to: player.nextInstant, motion))
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

import ButtonController
import Glibc
import PanelFiles
import Testing

@testable import PanelHardware

@Suite(.timeLimit(.minutes(5))) struct ChildProcessTests {
  /// Waits for the end as the loop does.
  private func end(of child: ChildProcess, sweeps: Bool = false) throws -> ChildProcess.End {
    while true {
      var set = PollSet()
      if let watch = child.watch { set.add(reading: watch) }
      try set.wait(timeout: child.watch == nil ? .milliseconds(5) : .seconds(30))
      if let end = child.collect(sweeps: sweeps) { return end }
    }
  }

  /// Waits until it is there; its id.
  private func begin(of child: ChildProcess) throws -> Int32 {
    while true {
      if let id = child.id { return id }
      var set = PollSet()
      set.add(reading: try #require(child.watch))
      try set.wait(timeout: .seconds(20))
    }
  }

  private func shell(_ text: String, output: Int32 = STDERR_FILENO) throws -> ChildProcess {
    try ChildProcess(["/bin/sh", "-c", text], variables: ["TOLD=yes"], output: output)
  }

  @Test func statusAndSignal() throws {
    #expect(try end(of: shell("exit 3")) == .status(3))
    #expect(try end(of: shell("exit 0")) == .status(0))
    #expect(try end(of: shell("kill -TERM $$")) == .signal(SIGTERM))
  }

  @Test func whatIsNotThere() throws {
    let child = try ChildProcess(["/nowhere/at-all"], variables: [])
    #expect(try end(of: child) == .failed(SystemError(ENOENT, "start /nowhere/at-all")))
  }

  @Test func whileItRuns() throws {
    let child = try shell("sleep 100")
    _ = try begin(of: child)
    #expect(child.collect(sweeps: false) == nil)
    child.signal(SIGKILL)
    #expect(try end(of: child) == .signal(SIGKILL))
  }

  /// A signal for what is still being started is not lost: it comes to it, or it is not begun.
  @Test func signalDuringTheStart() throws {
    for _ in 0..<50 {
      let child = try shell("sleep 100")
      child.signal(SIGTERM)
      let end = try end(of: child)
      let isMeant =
        end == .signal(SIGTERM) || end == .failed(SystemError(ECANCELED, "start /bin/sh"))
      #expect(isMeant, "\(end)")
    }
  }

  /// TERM and KILL go to all that it has started; what is left at its end is swept.
  @Test func groupIsEnded() throws {
    let pipe = Ends.pipe()
    let child = try shell("sleep 100 & trap '' TERM; exit 0", output: pipe.writing)
    _ = close(pipe.writing)
    pipe.writing = -1
    #expect(try end(of: child, sweeps: true) == .status(0))
    // The end of the pipe: nobody has it open any more.
    var slot = pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0)
    #expect(poll(&slot, 1, 20_000) == 1)
    #expect(slot.revents & Int16(POLLHUP) != 0)
  }

  /// Where somebody else takes the end, that is no command that runs for ever, and its number is
  /// nobody's to be signalled.
  @Test func endTakenBySomebodyElse() throws {
    let child = try shell("exit 5")
    let id = try begin(of: child)
    var status: Int32 = 0
    #expect(waitpid(id, &status, 0) == id)
    child.signal(SIGKILL)
    #expect(child.collect(sweeps: true) == .unknown)
  }

  @Test func signalsAreAsCommandsExpectThem() throws {
    let pipe = Ends.pipe()
    let text = "awk '/^Sig(Blk|Ign)/ { print $2 }' /proc/self/status"
    let child = try shell(text, output: pipe.writing)
    #expect(try end(of: child) == .status(0))
    let sets = String(decoding: pipe.read(4096), as: UTF8.self).split(separator: "\n")
    // 32 and 33 are the C library's own; its posix_spawn ignores them.
    let bits = sets.compactMap { UInt64($0, radix: 16) }.map { $0 & ~(3 << 31) }
    #expect(bits == [0, 0])
  }

  /// Variables pass as they are, UTF-8 or not; an outer event and systemd's do not pass.
  @Test func environmentIsPassedByteByByte() {
    let bytes = [0xFF, 0xC3, 0x28, 0xE2, 0x82].map { CChar(bitPattern: $0) }
    let entries =
      [Array("A=".utf8CString.dropLast()) + bytes + [0]]
      + ["GPIOPRESS_EVENT=tap", "NOTIFY_SOCKET=/x", "WATCHDOG_USEC=1", "NOTIFY_SOCKETS=1", "GPIO="]
      .map { Array($0.utf8CString) }
    var pointers: [UnsafeMutablePointer<CChar>?] = entries.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    let passed = pointers.withUnsafeMutableBufferPointer { list in
      list.baseAddress.map { ChildProcess.inherited(of: $0) } ?? []
    }
    #expect(passed == [pointers[0], pointers[4], pointers[5]])
  }

  @Test func ownVariablesComeWithThem() throws {
    let pipe = Ends.pipe()
    #expect(try end(of: shell("printf %s \"$TOLD,$PATH\"", output: pipe.writing)) == .status(0))
    let path = try #require(getenv("PATH"))
    #expect(pipe.read(4096) == Array("yes,\(String(cString: path))".utf8))
  }
}

@Suite struct PassingLimitTests {
  @Test func restIsCounted() {
    var limit = PassingLimit()
    let line = Array("words\n".utf8)
    let passed = (0..<500).filter { _ in limit.takes(line, at: .zero) }
    #expect(passed.count == PassingLimit.mostLines)
    #expect(limit.nextReport == .zero + .seconds(1))
    #expect(limit.report(at: .milliseconds(999)) == nil)
    #expect(limit.report(at: .milliseconds(1000)) == 400)
    #expect(limit.report(at: .milliseconds(1000)) == nil)
    let goesOn = limit.takes(line, at: .milliseconds(1000))
    #expect(goesOn)
  }

  @Test func longLinesCountByTheirBytes() {
    var limit = PassingLimit()
    let line = [UInt8](repeating: 46, count: 4096)
    let passed = (0..<50).filter { _ in limit.takes(line, at: .zero) }
    #expect(passed.count == PassingLimit.mostBytes / line.count)
    #expect(limit.takeLeftOut() == 50 - passed.count)
  }
}

@Suite(.timeLimit(.minutes(5))) struct ActionRunnerTests {
  /// A button with a ring, and what its taps run.
  private final class Commands {
    let bench: Bench
    let runner = ActionRunner()
    private var taps: Int64 = 0

    init(
      _ command: Action.Command, confirmed: Action.Command? = nil,
      rings: [Ring] = [Ring(pixels: 12)]
    ) {
      let button = Control(
        kind: .button, gestures: Gestures(tap: Tap(), confirm: Confirm()),
        rings: Array(rings.indices))
      bench = Bench(
        [button],
        actions: [
          Binding(event: "tap", detail: nil, actions: [.run(command)]),
          Binding(event: "confirm", detail: nil, actions: [.run(confirmed ?? command)]),
        ], rings: rings)
      bench.loop.add(runner)
      bench.start()
    }

    func tap() {
      taps += 1
      let at = Instant.milliseconds(taps)
      runner.take(
        PanelEvent(Event(at: at, decided: at, control: 0, kind: .tap(count: 1))), in: bench.loop)
    }

    /// The confirm at an instant, as the runner gets it.
    func confirm(_ milliseconds: Int64) {
      let at = Instant.milliseconds(milliseconds)
      bench.clock.instant = at
      runner.take(
        PanelEvent(
          Event(at: at, decided: at, control: 0, kind: .confirm(via: .hold, held: .seconds(1)))),
        in: bench.loop)
    }

    /// The first pixel of each ring.
    func pixels(_ milliseconds: Int64) -> [UInt32] {
      bench.loop.panel.panel.rings.indices.map {
        bench.loop.controller.frame(of: $0, at: .milliseconds(milliseconds))[0].rgb
      }
    }

    /// One turn of the runner as the loop has it, at an instant of the bench's clock.
    func turn(_ milliseconds: Int64, waits: TimeSpan = .zero) throws {
      var set = PollSet()
      runner.addDescriptors(to: &set)
      try set.wait(timeout: waits)
      bench.clock.instant = .milliseconds(milliseconds)
      runner.serve(set, now: bench.clock.instant, in: bench.loop)
    }

    func until(_ milliseconds: Int64, _ condition: () -> Bool) throws {
      while !condition() { try turn(milliseconds, waits: .milliseconds(100)) }
    }
  }

  /// `yes 'progress 0.5'`: every turn returns, and the time limit ends it.
  @Test func floodOfProgress() throws {
    let commands = Commands(
      Action.Command(
        arguments: ["/usr/bin/yes", "progress 0.5"], timeout: .seconds(2), showsProgress: true))
    commands.tap()
    for millisecond in 1..<200 as Range<Int64> { try commands.turn(millisecond) }
    #expect(commands.runner.runningCount == 1)
    try commands.until(2_100) { commands.runner.runningCount == 0 }
    let ended =
      "a: tap: /usr/bin/yes ran longer than 2000 ms and is ended; timeout: gives it longer"
    #expect(commands.bench.said == [ended])
  }

  /// What is no progress is passed on, but not without limit; what is left out is reported.
  @Test func floodOfWords() throws {
    let text = "i=0; while [ $i -lt 3000 ]; do echo; i=$((i + 1)); done"
    let commands = Commands(
      Action.Command(arguments: ["/bin/sh", "-c", text], showsProgress: true))
    commands.tap()
    var now: Int64 = 0
    while commands.runner.runningCount > 0 {
      now += 1
      try commands.turn(min(now, 900), waits: .milliseconds(100))
      if now > 900 { commands.bench.clock.instant = .milliseconds(900) }
    }
    let left = 3000 - PassingLimit.mostLines
    #expect(commands.bench.said == ["a: tap: \(left) lines of its output left out"])
  }

  private static let idle: UInt32 = 0x2e0b09
  private static let working = Ring(pixels: 1, shows: .working)

  /// All rings of a control report a command's end, each as far as it shows it.
  @Test func everyRingTellsAnOutcome() throws {
    let rings = [
      Ring(pixels: 1), Ring(pixels: 1, shows: [.success, .error]), Ring(pixels: 1, shows: .filling),
    ]
    let failing = Commands(Action.Command(arguments: ["/bin/sh", "-c", "exit 1"]), rings: rings)
    failing.tap()
    try failing.until(100) { failing.runner.runningCount == 0 }
    let pixels = failing.pixels(800)
    #expect(pixels == [0xff9500, 0xff9500, Self.idle])
    let text = "echo progress 1; exit 0"
    let good = Commands(
      Action.Command(arguments: ["/bin/sh", "-c", text], showsProgress: true), rings: rings)
    good.tap()
    try good.until(100) { good.runner.runningCount == 0 }
    #expect(good.pixels(800) == [0x34c759, 0x34c759, Self.idle])
  }

  @Test func everyRingShowsThatACommandRunsOn() throws {
    let rings = [
      Ring(pixels: 1), Self.working, Ring(pixels: 1, shows: [.success, .error, .remote]),
    ]
    let commands = Commands(
      Action.Command(arguments: ["/bin/sh", "-c", "exec sleep 100"]), rings: rings)
    commands.confirm(100)
    try commands.turn(100 + Defaults.success.nanoseconds / 1_000_000)
    let shown = commands.pixels(2300)
    #expect(shown[0] == shown[1] && shown[0] != Self.idle && shown[2] == Self.idle)
    commands.runner.leave()
    try commands.until(2400) { commands.runner.runningCount == 0 }
    #expect(commands.pixels(3000) == [0xff9500, Self.idle, 0xff9500])
  }

  /// While another command is shown as working a ring keeps that; one without that picture reports.
  @Test func anEndIsToldBesideACommandThatRunsOn() throws {
    let rings = [Self.working, Ring(pixels: 1, shows: [.success, .error]), Ring(pixels: 1)]
    let commands = Commands(
      Action.Command(
        arguments: ["/bin/sh", "-c", "echo progress 1"], isParallel: true, showsProgress: true),
      confirmed: Action.Command(arguments: ["/bin/sh", "-c", "exec sleep 100"], isParallel: true),
      rings: rings)
    commands.confirm(100)
    try commands.turn(1300)
    commands.tap()
    try commands.until(1400) { commands.runner.runningCount == 1 }
    #expect(commands.pixels(2200) == [0xff3b30, 0x34c759, 0xff3b30])
    commands.runner.leave()
    try commands.until(4000) { commands.runner.runningCount == 0 }
    #expect(commands.pixels(4600) == [Self.idle, 0xff9500, 0xff9500])
  }

  /// Progress is a picture of work; an application's stays where that is not shown.
  @Test func everyRingShowsProgress() throws {
    let rings = [
      Ring(pixels: 1), Self.working, Ring(pixels: 1, shows: [.success, .error, .remote]),
    ]
    let commands = Commands(
      Action.Command(
        arguments: ["/bin/sh", "-c", "echo progress 1; exec sleep 100"], showsProgress: true),
      rings: rings)
    commands.bench.loop.show(.remote(.off, for: nil), on: [2])
    commands.tap()
    try commands.until(100) { commands.pixels(100)[0] == 0xff3b30 }
    #expect(commands.pixels(100) == [0xff3b30, 0xff3b30, 0])
    commands.runner.leave()
    try commands.until(200) { commands.runner.runningCount == 0 }
    #expect(commands.pixels(80_000) == [Self.idle, Self.idle, 0])
  }

  @Test func droppedRunsAreCounted() throws {
    let commands = Commands(Action.Command(arguments: ["/bin/sh", "-c", "sleep 100"]))
    for _ in 0..<20 { commands.tap() }
    #expect(commands.runner.runningCount == 1)
    let first =
      "a: tap: more than 8 runs are waiting; the oldest is dropped "
      + "(parallel: true lets them run side by side)"
    #expect(commands.bench.said == [first])
    #expect(commands.runner.nextDeadline(in: commands.bench.loop) == .milliseconds(10_000))
    try commands.turn(10_000)
    #expect(commands.bench.said == [first, "a: tap: 10 more runs were dropped"])
    commands.runner.stop(in: commands.bench.loop)
    try commands.turn(14_999)
    #expect(commands.bench.said.count == 2)
    try commands.turn(15_000)
    let ends = [
      "a: tap: /bin/sh still runs at the end and is ended; stop_timeout: gives it longer",
      "8 waiting commands were dropped at the end",
    ]
    #expect(Array(commands.bench.said.dropFirst(2)) == ends)
    try commands.until(15_100) { !commands.runner.isFinishing(in: commands.bench.loop) }
    #expect(commands.runner.runningCount == 0)
  }

  /// A control whose command's end somebody else took goes on with the next.
  @Test func nextRunStartsWhateverBecameOfTheLast() throws {
    let commands = Commands(Action.Command(arguments: ["/bin/sh", "-c", "exit 0"]))
    for _ in 0..<3 { commands.tap() }
    try commands.until(10) { commands.runner.runningCount == 0 }
    #expect(commands.bench.said.isEmpty)
  }
}

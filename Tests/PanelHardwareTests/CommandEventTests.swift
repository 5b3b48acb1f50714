import ButtonController
import Glibc
import PanelFiles
import Testing

@testable import PanelHardware

/// The ends of commands as events.
@Suite(.timeLimit(.minutes(5))) struct CommandEventTests {
  private final class Recorder: EventPart {
    var ends: [(number: Int?, control: Int, end: CommandEnd)] = []

    func take(_ event: PanelEvent, in loop: PanelLoop) {
      if case .command(let end) = event.kind { ends.append((event.number, event.control, end)) }
    }
  }

  /// A button whose taps and ends of commands run something.
  private final class Commands {
    let bench: Bench
    let runner: ActionRunner
    let recorder = Recorder()

    init(_ actions: [Binding]) {
      bench = Bench([.tap], actions: actions)
      final class Keys { var names: [String] = [] }
      let keys = Keys()
      runner = ActionRunner { action, event, _ in
        if case .key(let struck) = action { keys.names.append("\(event.name) \(struck.codes[0])") }
      }
      take = { keys.names }
      bench.loop.add(runner)
      bench.loop.add(recorder)
      bench.start()
    }

    private let take: () -> [String]
    var typed: [String] { take() }

    func tap() {
      bench.edge(0, true, 100)
      bench.edge(0, false, 180)
      bench.run(to: 300)
    }

    /// Turns the runner and the loop until `condition`, while the bench's clock stands.
    func until(_ condition: () -> Bool) throws {
      while !condition() {
        var set = PollSet()
        runner.addDescriptors(to: &set)
        try set.wait(timeout: .milliseconds(50))
        runner.serve(set, now: bench.clock.now(), in: bench.loop)
        bench.loop.turn()
      }
    }
  }

  private static func run(_ text: String, timeout: TimeSpan = .seconds(60)) -> Action {
    .run(Action.Command(arguments: ["/bin/sh", "-c", text], timeout: timeout))
  }

  @Test func eachCommandOfAListHasItsOwn() throws {
    let commands = Commands([
      Binding(
        event: "tap",
        actions: [
          Self.run("exit 0"), .run(.init(arguments: ["/nowhere/at-all"])), Self.run("exit 3"),
          Self.run("kill -TERM $$"),
        ])
    ])
    commands.tap()
    try commands.until { commands.recorder.ends.count == 4 }
    let ends = commands.recorder.ends
    #expect(
      ends.map(\.end.outcome) == [
        .exit(0), .notStarted("No such file or directory"), .exit(3), .signal(Int(SIGTERM)),
      ])
    #expect(ends.allSatisfy { $0.end.event == "tap" && $0.control == 0 })
    // Numbered with all other events; the tap is the first.
    #expect(ends.map(\.number) == [2, 3, 4, 5])
  }

  /// More than the kernel passes to a program is a failure like any other.
  @Test func tooMuchToBePassed() throws {
    let long = String(repeating: "a", count: 4 << 20)
    let commands = Commands([
      Binding(
        event: "tap", actions: [.run(.init(arguments: ["/bin/true", long])), Self.run("exit 0")])
    ])
    commands.tap()
    try commands.until { commands.recorder.ends.count == 2 }
    #expect(
      commands.recorder.ends.map(\.end.outcome) == [
        .notStarted("Argument list too long"), .exit(0),
      ])
  }

  @Test func timeIsOver() throws {
    let commands = Commands([
      Binding(event: "tap", actions: [Self.run("exec sleep 100", timeout: .seconds(2))])
    ])
    commands.tap()
    try commands.until { commands.runner.runningCount == 1 }
    commands.bench.clock.instant = .milliseconds(2500)
    try commands.until { commands.recorder.ends.count == 1 }
    #expect(commands.recorder.ends[0].end.outcome == .timeout)
    // Since its start, which the bench's clock had at the tap's decision.
    #expect(commands.recorder.ends[0].end.took >= .seconds(2))
  }

  /// What an end causes has no end of its own, so nothing goes round in circles.
  @Test func whatFollowsTellsNothing() throws {
    let commands = Commands([
      Binding(event: "tap", actions: [Self.run("exit 1")]),
      Binding(event: "command_failed", actions: [.key(Action.Keys([33])), Self.run("exit 1")]),
      Binding(event: "command_failed", detail: "tap", actions: [.key(Action.Keys([20]))]),
      Binding(event: "command_failed", detail: "hold", actions: [.key(Action.Keys([35]))]),
      Binding(event: "command_done", actions: [.key(Action.Keys([32]))]),
    ])
    commands.tap()
    try commands.until { commands.recorder.ends.count == 1 && commands.runner.runningCount == 0 }
    try commands.until { commands.typed.count == 2 && commands.runner.runningCount == 0 }
    commands.bench.loop.turn()
    #expect(commands.recorder.ends.count == 1)
    #expect(commands.typed.sorted() == ["command_failed 20", "command_failed 33"])
    // The follower's own failure is said, though it is no event.
    #expect(commands.bench.said.last == "a: command_failed: /bin/sh exited with status 1")
  }

  /// A control that a reload has taken away reports nothing; one of the same name does.
  @Test(arguments: [true, false]) func afterAReload(isThere: Bool) throws {
    let commands = Commands([Binding(event: "tap", actions: [Self.run("exit 0")])])
    commands.tap()
    var panel = Bench.panel([.tap, .tap])
    panel.controls[0].name = "other"
    panel.controls[1].name = isThere ? "a" : "another"
    commands.bench.loop.reload(panel)
    try commands.until { commands.runner.runningCount == 0 }
    commands.bench.loop.turn()
    #expect(commands.recorder.ends.map(\.control) == (isThere ? [1] : []))
  }

  /// A grandchild that keeps the pipe open is nobody's to wait for.
  @Test func aGrandchildKeepsNoCommandOpen() throws {
    let action = Action.run(
      Action.Command(
        arguments: ["/bin/sh", "-c", "echo progress 0.5; sleep 100 & exit 7"],
        showsProgress: true))
    let bench = Bench(
      [Control(kind: .button, gestures: Gestures(tap: Tap()), rings: [0])],
      actions: [Binding(event: "tap", actions: [action])], rings: [Ring(pixels: 4)])
    let runner = ActionRunner()
    let recorder = Recorder()
    bench.loop.add(runner)
    bench.loop.add(recorder)
    bench.start()
    bench.edge(0, true, 100)
    bench.edge(0, false, 180)
    bench.run(to: 300)
    while recorder.ends.isEmpty {
      var set = PollSet()
      runner.addDescriptors(to: &set)
      try set.wait(timeout: .milliseconds(50))
      runner.serve(set, now: bench.clock.now(), in: bench.loop)
      bench.loop.turn()
    }
    #expect(recorder.ends[0].end.outcome == .exit(7))
  }
}

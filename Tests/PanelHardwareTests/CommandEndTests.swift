import ButtonController
import Foundation
import PanelFiles
import Testing

@testable import PanelHardware

/// What becomes of commands when the program ends or the panel is reloaded.
@Suite(.timeLimit(.minutes(5))) struct CommandEndTests {
  /// A button whose hold runs one command and whose end of the hold another, in a folder.
  private final class Held {
    let bench: Bench
    let runner = ActionRunner()
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

    init(start: String, stop: String) throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let path = folder.path
      func run(_ event: String, _ text: String) -> Binding {
        let arguments = ["/bin/sh", "-c", "cd \(path); \(text)"]
        return Binding(event: event, actions: [.run(Action.Command(arguments: arguments))])
      }
      bench = Bench([.hold], actions: [run("hold", start), run("hold_end", stop)])
      bench.loop.add(runner)
      bench.start()
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Presses until the hold is reported; the button stays down.
    func hold() {
      bench.edge(0, true, 100)
      bench.run(to: 2500)
    }

    var text: String {
      let file = folder.appendingPathComponent("reported")
      return (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    }

    func turn() throws {
      var set = PollSet()
      runner.addDescriptors(to: &set)
      try set.wait(timeout: .milliseconds(100))
      runner.serve(set, now: bench.clock.now(), in: bench.loop)
    }

    func finish() throws {
      while runner.isFinishing(in: bench.loop) { try turn() }
    }

    /// Gives the command that reads `gate` its line.
    func openGate() throws {
      let gate = try FileHandle(forWritingTo: folder.appendingPathComponent("gate"))
      gate.write(Data("go\n".utf8))
      try gate.close()
    }
  }

  private static let waits = "read line < gate; echo start >> reported"

  private static func held(start: String = waits, stop: String = "echo stop >> reported") throws
    -> Held
  {
    let held = try Held(start: start, stop: stop)
    #expect(mkfifo(held.folder.appendingPathComponent("gate").path, 0o600) == 0)
    held.hold()
    return held
  }

  @Test func whatClosesRunsAtTheEndAfterWhatOpens() throws {
    let held = try Self.held()
    held.bench.loop.shutDown()
    #expect(held.bench.reported.last == "hold_end 2500")
    #expect(held.runner.isFinishing(in: held.bench.loop))
    try held.turn()
    #expect(held.text == "")
    try held.openGate()
    try held.finish()
    #expect(held.text == "start\nstop\n")
    #expect(held.bench.said == [])
  }

  @Test func whatWaitsSurvivesAReload() throws {
    let held = try Self.held()
    held.bench.loop.reload(Bench.panel([.tap, .toggle]))
    #expect(held.runner.runningCount == 1)
    #expect(!held.runner.isFinishing(in: held.bench.loop))
    try held.openGate()
    while held.text != "start\nstop\n" { try held.turn() }
    #expect(held.bench.said == [])
  }

  @Test func whatClosesRunsThoughWhatOpenedHangs() throws {
    let held = try Self.held(start: "exec sleep 100")
    held.bench.loop.shutDown()
    held.bench.clock.instant = .milliseconds(7_499)
    try held.turn()
    #expect(held.bench.said == [])
    held.bench.clock.instant = .milliseconds(7_500)
    try held.finish()
    #expect(held.text == "stop\n")
    let said = "a: hold: /bin/sh still runs at the end and is ended; stop_timeout: gives it longer"
    #expect(held.bench.said == [said])
  }

  /// Every step has its time: TERM to what opens, then to what closes, then KILL to all.
  @Test func endIsBounded() throws {
    let held = try Self.held(start: "exec sleep 100", stop: "trap '' TERM; sleep 100")
    held.bench.loop.shutDown()
    var instants: [Int64] = []
    while held.runner.isFinishing(in: held.bench.loop), instants.count < 200 {
      try held.turn()
      // The clock moves on only where nothing else is left to wait for.
      held.bench.clock.instant = held.bench.clock.instant + .milliseconds(500)
      instants.append(held.bench.clock.instant.nanoseconds / 1_000_000)
    }
    // A hold of 2.5 s, 5 s of grace, 7 s for what closes, 3 s to TERM and KILL.
    let last = try #require(instants.last)
    #expect(last <= 18_500)
    #expect(held.bench.said.count == 2)
  }

  @Test func aSecondSignalEndsTheGrace() throws {
    let held = try Self.held(start: "exec sleep 100")
    held.bench.loop.shutDown()
    held.runner.endGrace(in: held.bench.loop)
    try held.finish()
    #expect(held.text == "stop\n")
  }

  @Test func withNothingToDoNothingIsWaitedFor() throws {
    let bench = Bench([.hold])
    let runner = ActionRunner()
    bench.loop.add(runner)
    bench.start()
    bench.loop.shutDown()
    #expect(!runner.isFinishing(in: bench.loop))
    #expect(bench.loop.nextWake == nil)
    try bench.loop.finish()
  }
}

import Foundation
import Testing

/// What goes wrong around a panel that runs: its file, its commands, its standard output.
@Suite(.serialized, .timeLimit(.minutes(5))) struct BadDayTests {
  private static func panel(_ tap: String, after: String = "1s") -> String {
    """
    board: raspberry-pi-5
    controls:
      go: {kind: button, pin: GPIO17, tap: true, do: {tap: \(tap)}}
      erase: {kind: button, pin: GPIO22, confirm: {after: \(after), exclusive: false}}

    """
  }

  private static func start(_ panel: String, output: FileHandle? = nil) throws -> StreamedRun {
    try StreamedRun(try Scratch(["panel.yaml": panel]), output: output)
  }

  private static let quick = "{run: [/bin/sh, -c, echo >> ran]}"

  private static func ran(_ run: StreamedRun) -> Int {
    let file = run.scratch.folder.appendingPathComponent("ran")
    return (try? Data(contentsOf: file).count) ?? 0
  }

  // MARK: The panel file

  @Test func aBadFileLeavesAConfirmFilling() throws {
    let run = try Self.start(Self.panel(Self.quick))
    run.write("0 erase 1\n")
    #expect(run.event("confirm_start") != "")
    try run.scratch.write("controls: {", to: "panel.yaml")
    run.write("600 ! reload\n1200 erase 0\n")
    let next = run.line()
    #expect(next.contains("\"event\":\"confirm\"") && next.contains("\"at\":1000,"))
    #expect(run.end() == 0)
    #expect(run.errors.contains("panel.yaml: the old panel runs on"))
  }

  @Test func aGoodFileCancelsAConfirmAndTakesItsPlace() throws {
    let run = try Self.start(Self.panel(Self.quick))
    run.write("0 erase 1\n")
    #expect(run.event("confirm_start") != "")
    try run.scratch.write(Self.panel(Self.quick, after: "320ms"), to: "panel.yaml")
    run.write("600 ! reload\n700 erase 0\n800 erase 1\n1300 erase 0\n")
    #expect(run.event("cancel").contains("\"reason\":\"reload\""))
    #expect(run.event("confirm").contains("\"at\":1120,"))
    #expect(run.end() == 0)
  }

  // MARK: Commands

  @Test(
    arguments: [
      ("{run: [/nowhere/at-all]}", "\"error\":\"No such file or directory\""),
      ("{run: [./panel.yaml]}", "\"error\":\"Permission denied\""),
      ("{run: [/bin/sh, -c, exit 3]}", "\"exit\":3"),
      ("{run: [/bin/sh, -c, kill -9 $$]}", "\"signal\":9"),
      ("{run: [/bin/sleep, 100], timeout: 200ms}", "\"timeout\":true"),
      ("{run: [/bin/sh, -c, sleep 100 & exit 4]}", "\"exit\":4"),
      ("{run: [/bin/sh, -c, sleep 100 & exit 4], show: progress}", "\"exit\":4"),
      ("{run: [/usr/bin/yes, progress 0.5], show: progress, timeout: 200ms}", "\"timeout\":true"),
    ])
  func aCommandThatFailsIsToldAndTheNextRuns(action: String, end: String) throws {
    let run = try Self.start(Self.panel("[\(action), \(Self.quick)]"))
    run.write("0 go 1\n80 go 0\n")
    let failed = run.event("command_failed")
    #expect(failed.contains(end), "\(failed)")
    #expect(failed.contains("\"of\":\"tap\""))
    #expect(run.event("command_done").contains("\"exit\":0"))
    #expect(run.end() == 0)
    #expect(Self.ran(run) == 1)
  }

  /// Ten presses while the first command hangs: eight wait, the others are dropped and counted.
  @Test func aHandThatDoesNotStopIsBounded() throws {
    let run = try Self.start(
      Self.panel("{run: [/bin/sh, -c, sleep 1; echo >> ran]}") + "stop_timeout: 0ms\n")
    let taps = (0..<12).map { "\($0 * 80) go 1\n\($0 * 80 + 35) go 0\n" }.joined()
    run.write(taps + "1100 ! end\n")
    var taken = 0
    while taken < 12 {
      let line = run.line()
      if line.isEmpty { break }
      if line.contains("\"event\":\"tap\"") { taken += 1 }
    }
    #expect(taken == 12)
    #expect(run.end() == 0)
    #expect(run.errors.contains("more than 8 runs are waiting"))
  }

  // MARK: The standard output

  @Test func aReaderThatGoesEndsIt() throws {
    let run = try Self.start(Self.panel(Self.quick))
    run.write("0 go 1\n80 go 0\n")
    #expect(run.event("tap") != "")
    run.closeOutput()
    run.write("300 go 1\n380 go 0\n")
    run.process.waitUntilExit()
    #expect(run.process.terminationStatus == 71)
    #expect(run.errors.contains("nobody reads the standard output any more"))
  }

  @Test func aFullDiskKeepsNothingFromRunning() throws {
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let run = try Self.start(Self.panel(Self.quick), output: full)
    run.write("0 go 1\n80 go 0\n")
    #expect(run.end() == 0)
    #expect(Self.ran(run) == 1)
    let errors = run.errors
    #expect(errors.contains("the standard output takes no events: No space left on device"))
    #expect(errors.contains("events lost"))
  }

  @Test func withoutAnOutputItRuns() throws {
    let closed = try #require(FileHandle(forWritingAtPath: "/dev/null"))
    let run = try Self.start(
      Self.panel(Self.quick) + "outputs: {stdout: false}\n", output: closed)
    run.write("0 go 1\n80 go 0\n")
    #expect(run.end() == 0)
    #expect(Self.ran(run) == 1)
  }
}

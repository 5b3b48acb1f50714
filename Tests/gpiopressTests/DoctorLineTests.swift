import Glibc
import LoopTestKit
import PanelFiles
import PanelHardware
import Testing

@testable import gpiopress

/// What `gpiopress doctor` says of a panel's lines.
@Suite struct DoctorLineTests {
  private static func line(
    _ panel: String = DoctorTests.button, used: LineUse? = nil,
    trial: Result<LineTrial, SystemError>? = nil,
    files: [String: String] = [:], table: ChipTable = MemoryInspector.pi
  ) throws -> Check {
    let inspector = MemoryInspector(
      table, used: used.map { [DoctorTests.header: [17: $0]] } ?? [:],
      trials: trial.map { [17: $0] } ?? [:])
    var (machine, context) = try DoctorTests.context(files, inspector)
    context.panel = try DoctorTests.panel(panel)
    context.profile = try DoctorTests.boards.profile("raspberry-pi-5")
    return try withExtendedLifetime(machine) { try #require(LineChecks.all(context).first) }
  }

  @Test func aLineThatCanEverything() throws {
    let check = try Self.line()
    #expect(
      check
        == .ok(
          "line erase",
          "GPIO17 (line 17 of pinctrl-rp1) is free, edges, kernel debounce, its pull works, "
            + "contact open"))
  }

  @Test func aLineWhoseChipIsNotThere() throws {
    let check = try Self.line(table: ChipTable(chips: []))
    #expect(check.verdict == .error)
    #expect(check.evidence.hasPrefix("GPIO17: the chip pinctrl-rp1 is not there"), "\(check)")
    #expect(check.code == .unavailable)
    let denied = ChipTable(chips: [], skipped: [.init(path: "/dev/gpiochip0", code: EACCES)])
    #expect(try Self.line(table: denied).code == .permission)
  }

  /// The process is named where /proc says so, and the candidates where it does not say the line.
  @Test func aLineThatSomebodyHolds() throws {
    let use = LineUse(consumer: "music", isUsed: true)
    let handle = "/proc/812/fd/5"
    let command = [
      "/proc/812/cmdline": "/usr/bin/python3\0player.py\0", handle: "->anon_inode:gpio-line",
    ]
    let other = ["/proc/9/fd/1": "->anon_inode:gpio-event", "/proc/9/cmdline": "lgd"]
    let files = command.merging(other) { $1 }
    var check = try Self.line(used: use)
    #expect(check.verdict == .error)
    #expect(check.evidence == "GPIO17 (line 17 of pinctrl-rp1) is held by \"music\"")
    #expect(check.hint?.isEmpty == false)
    let info = [
      "/proc/812/fdinfo/5": "pos:\t0\ngpio-chip:\tgpiochip0\ngpio-line:\t4\ngpio-line:\t17\n"
    ]
    check = try Self.line(used: use, files: files.merging(info) { $1 })
    #expect(check.evidence.hasSuffix("is held by \"music\": python3 (process 812)"), "\(check)")
    check = try Self.line(used: use, files: files)
    #expect(check.evidence.contains("processes that have lines: "), "\(check)")
    #expect(check.evidence.contains("lgd (process 9)"), "\(check)")
    let elsewhere = ["/proc/812/fdinfo/5": "gpio-chip:\tgpiochip0\ngpio-line:\t4\n"]
    check = try Self.line(used: use, files: command.merging(elsewhere) { $1 })
    #expect(check.evidence.hasSuffix("is held by \"music\""), "\(check)")
  }

  /// A request would take it off its bus, or stop what it drives.
  @Test func aLineThatSomethingElseNeedsIsNotTried() throws {
    let mux = "/sys/kernel/debug/pinctrl/1f000d0000.gpio-pinctrl-rp1/pinmux-pins"
    let taken = "pin 17 (gpio17): 1f00098000.pwm (GPIO UNCLAIMED) function pwm0 group gpio17\n"
    var check = try Self.line(trial: .failure(SystemError(EIO, "try")), files: [mux: taken])
    #expect(check.verdict == .warning)
    #expect(check.evidence.contains("a pin of 1f00098000.pwm (pwm0)"), "\(check)")
    check = try Self.line(
      used: LineUse(isOutput: true), trial: .failure(SystemError(EIO, "try")))
    #expect(check.verdict == .warning)
    #expect(check.evidence.contains("an output now"), "\(check)")
  }

  @Test func theOwnRunOfThePanelIsNoFault() throws {
    let panel = try Scratch(["panel.yaml": DoctorTests.button])
    let path = panel.folder.appendingPathComponent("panel.yaml").path
    let (machine, _) = try DoctorTests.context()
    try machine.write("/usr/bin/gpiopress\0run\0cwd.yaml\0", to: "/proc/812/cmdline")
    try machine.write("->\(path)", to: "/proc/812/cwd/cwd.yaml")
    try machine.write("->anon_inode:gpio-line", to: "/proc/812/fd/5")
    try machine.write("gpio-chip:\tgpiochip0\ngpio-line:\t17\n", to: "/proc/812/fdinfo/5")
    let use = LineUse(consumer: "gpiopress", isUsed: true)
    let inspector = MemoryInspector(MemoryInspector.pi, used: [DoctorTests.header: [17: use]])
    var context = DoctorContext()
    (context.machine, context.inspector, context.chips) = (machine.root, inspector, inspector.table)
    context.panel = try DoctorTests.panel(DoctorTests.button)
    context.panel?.path = path
    #expect(LineChecks.all(context).first?.verdict == .skipped)
    context.panel?.path = path + ".other"
    #expect(LineChecks.all(context).first?.verdict == .error)
  }

  @Test(
    arguments: [
      (LineTrial(hasEdges: false, hasDebounce: false, pull: .follows, isHigh: true), "input: poll"),
      (LineTrial(hasEdges: true, hasDebounce: nil, pull: .refused, isHigh: true), "10 kΩ"),
      (
        LineTrial(hasEdges: true, hasDebounce: nil, pull: .stays(isHigh: false), isHigh: false),
        "wired the other way"
      ),
    ])
  func trialsThatCostSomething(trial: LineTrial, words: String) throws {
    let check = try Self.line(trial: .success(trial))
    #expect(check.verdict == .warning)
    #expect(check.hint?.contains(words) == true, "\(check)")
  }

  @Test func aSwitchMayBeClosed() throws {
    let trial = LineTrial(
      hasEdges: true, hasDebounce: nil, pull: .stays(isHigh: false), isHigh: false)
    let panel = "board: raspberry-pi-5\ncontrols:\n  door: {kind: switch, pin: GPIO17}\n"
    #expect(try Self.line(panel, trial: .success(trial)).verdict == .ok)
  }

  @Test(arguments: [(EBUSY, ExitCode.unavailable), (EACCES, .permission), (EIO, .unavailable)])
  func refusals(code: Int32, exit: ExitCode) throws {
    let check = try Self.line(trial: .failure(SystemError(code, "request")))
    #expect(check.verdict == .error)
    #expect(check.code == exit)
    #expect(check.hint != nil)
  }
}

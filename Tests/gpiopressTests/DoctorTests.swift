import Foundation
import Glibc
import LoopTestKit
import PanelFiles
import PanelHardware
import PanelOutputs
import Testing

@testable import gpiopress

/// The checks of `gpiopress doctor` over machines that are made up.
@Suite struct DoctorTests {
  static let boards = BoardCatalogue.checkout(above: #filePath)
  static let header = "pinctrl-rp1"

  static func context(
    _ files: [String: String] = [:],
    _ inspector: MemoryInspector = MemoryInspector(.init(chips: []))
  ) throws -> (machine: MadeUpMachine, context: DoctorContext) {
    let machine = try MadeUpMachine(files)
    var context = DoctorContext()
    context.machine = machine.root
    context.inspector = inspector
    context.chips = inspector.table
    context.accounts = Accounts(machine.root)
    return (machine, context)
  }

  static func panel(_ text: String) throws -> PanelFile {
    try PanelReader.decode(Array(text.utf8), path: "panel.yaml", boards: boards).panel
  }

  static let button = """
    board: raspberry-pi-5
    controls:
      erase: {kind: button, pin: GPIO17, tap: true}

    """

  // MARK: The system

  @Test(
    arguments: [
      ("6.12.25+rpt-rpi-2712", 2, .ok, "6.12.25"), ("4.4.0", 1, .error, "4.8"),
      ("5.4.83-v7l+", 1, .warning, "5.5"), ("5.9.1", 2, .error, "5.10"), ("5.9.1", 1, .ok, "5.9.1"),
      ("nonsense", 1, .skipped, "no version"), ("", 1, .skipped, "no version"),
    ] as [(String, Int, Check.Verdict, String)])
  func kernels(release: String, abi: Int, verdict: Check.Verdict, words: String) throws {
    let (machine, context) = try Self.context(["/proc/sys/kernel/osrelease": "\(release)\n"])
    let check = withExtendedLifetime(machine) { SystemChecks.kernel(context, abi: abi) }
    #expect(check.verdict == verdict)
    #expect(check.evidence.contains(words), "\(check.evidence)")
  }

  @Test(
    arguments: [
      ([:], nil, "none"), (["/.dockerenv": ""], nil, "docker"),
      (["/run/.containerenv": ""], nil, "podman"), ([:], "lxc", "lxc"),
    ] as [([String: String], String?, String)])
  func containers(files: [String: String], variable: String?, name: String) throws {
    var (machine, context) = try Self.context(files)
    context.containerVariable = variable
    let check = withExtendedLifetime(machine) { SystemChecks.container(context) }
    #expect(check.verdict == .ok)
    #expect(check.evidence.contains(name), "\(check.evidence)")
  }

  private static let alarm = "/sys/class/hwmon/hwmon1"
  private static let firmware = "/sys/devices/platform/soc@107c000000/soc:firmware/get_throttled"

  private static let alarmName = alarm + "/name"
  private static let alarmValue = alarm + "/in0_lcrit_alarm"
  private static let supplyCases: [([String: String], Check.Verdict)] = [
    ([:], .skipped), ([alarmName: "rpi_volt\n", alarmValue: "0\n"], .ok),
    ([alarmName: "rpi_volt\n", alarmValue: "1\n"], .error),
    ([alarmName: "cpu\n", alarmValue: "1\n"], .skipped),
    ([firmware: "0\n"], .ok), ([firmware: "50000\n"], .warning), ([firmware: "50005\n"], .error),
    ([firmware: "e0000\n"], .ok),
  ]

  @Test(arguments: supplyCases)
  func supplies(files: [String: String], verdict: Check.Verdict) throws {
    let (machine, context) = try Self.context(files)
    withExtendedLifetime(machine) { #expect(SystemChecks.supply(context).verdict == verdict) }
  }

  @Test(arguments: [(true, .ok), (false, .warning), (nil, .skipped)] as [(Bool?, Check.Verdict)])
  func wallClocks(isRight: Bool?, verdict: Check.Verdict) throws {
    var (_, context) = try Self.context()
    context.isClockRight = isRight
    #expect(SystemChecks.wallClock(context).verdict == verdict)
  }

  // MARK: Chips

  @Test func noChipIsExplained() throws {
    for (files, words) in [
      ([:], "Debian's for clouds"), (["/.dockerenv": ""], "in this container"),
      (["/sys/bus/gpio/x": ""], "though the kernel has GPIO"),
    ] as [([String: String], String)] {
      let (machine, context) = try Self.context(files)
      let check = withExtendedLifetime(machine) { ChipChecks.devices(context) }
      #expect(check.verdict == .error)
      #expect(check.code == .unavailable)
      #expect(check.evidence.contains(words), "\(check.evidence)")
    }
  }

  @Test func aChipThatMayNotBeOpened() throws {
    let table = ChipTable(chips: [], skipped: [.init(path: "/dev/gpiochip0", code: EACCES)])
    let (machine, context) = try Self.context(["/dev/gpiochip0": ""], MemoryInspector(table))
    let check = withExtendedLifetime(machine) { ChipChecks.devices(context) }
    #expect(check.verdict == .error)
    #expect(check.code == .permission)
    #expect(check.hint?.isEmpty == false)
  }

  @Test func chipsOfTheBoard() throws {
    var (_, context) = try Self.context([:], MemoryInspector(MemoryInspector.pi))
    #expect(ChipChecks.ofBoard(context).verdict == .skipped)
    context.profile = try Self.boards.profile("raspberry-pi-5")
    #expect(ChipChecks.ofBoard(context).verdict == .ok)
    context.chips.chips[0].lineCount = 8
    #expect(ChipChecks.ofBoard(context).verdict == .warning)
    context.chips.chips.append(context.chips.chips[0])
    #expect(ChipChecks.ofBoard(context).verdict == .error)
    context.chips.chips = [.init(path: "/dev/gpiochip0", label: "other", lineCount: 8)]
    #expect(ChipChecks.ofBoard(context).evidence.contains("pinctrl-rp1"))
  }

  @Test func theHeaderSaysWhoHasWhat() throws {
    let inspector = MemoryInspector(
      MemoryInspector.pi, used: [Self.header: [8: LineUse(consumer: "spi0 CS0", isUsed: true)]])
    var (_, context) = try Self.context([:], inspector)
    context.profile = try Self.boards.profile("raspberry-pi-5")
    let check = ChipChecks.header(context)
    #expect(check.verdict == .ok)
    #expect(check.evidence == "27 lines free, taken: GPIO8 by \"spi0 CS0\"")
  }

  // MARK: The service

  @Test func theUserOfTheService() throws {
    let group = getgid()
    let users = "root:x:0:0::/:/bin/sh\ngpiopress:x:4242:4242::/:/bin/false\n"
    for (members, mode, verdict, hint) in [
      ("gpiopress", 0o660, .ok, nil), ("", 0o660, .error, "usermod -aG gpio gpiopress"),
      ("gpiopress", 0o600, .error, "device rules"), ("", 0o666, .ok, nil),
    ] as [(String, Int, Check.Verdict, String?)] {
      let (machine, context) = try Self.context([
        "/etc/passwd": users, "/etc/group": "gpio:x:\(group):\(members)\n",
      ])
      try machine.write("", to: "/dev/gpiochip0", mode: mode)
      let check = ServiceChecks.user(context)
      #expect(check.verdict == verdict, "\(check)")
      // A group of the number 0 is root's own, where no usermod helps.
      if let hint, group != 0 { #expect(check.hint?.contains(hint) == true, "\(check)") }
    }
    let (machine, none) = try Self.context()
    withExtendedLifetime(machine) { #expect(ServiceChecks.user(none).verdict == .skipped) }
  }

  @Test func theUnitAndItsProgram() throws {
    let unit = "/usr/lib/systemd/system/gpiopress@.service"
    let text = "[Service]\nExecStart=/usr/bin/gpiopress run /etc/gpiopress/%i.yaml\n"
    var files: [String: String] = [:]
    var verdicts: [Check.Verdict] = []
    for (path, content) in [("/nothing", ""), (unit, text), ("/usr/bin/gpiopress", "")] {
      files[path] = content
      let (machine, context) = try Self.context(files)
      verdicts.append(withExtendedLifetime(machine) { ServiceChecks.unit(context).verdict })
    }
    #expect(verdicts == [.skipped, .error, .ok])
    files["/etc/systemd/system/multi-user.target.wants/gpiopress@rack.service"] = ""
    let (machine, context) = try Self.context(files)
    withExtendedLifetime(machine) {
      #expect(ServiceChecks.unit(context).evidence.contains("enabled: gpiopress@rack.service"))
      #expect(ServiceChecks.rules(context).verdict == .warning)
    }
  }

  // MARK: Devices

  @Test func devicesThatThePanelNeeds() throws {
    let panel = try Self.panel(
      """
      board: raspberry-pi-5
      controls:
        erase: {kind: button, pin: GPIO17, tap: true, ring: halo, do: {tap: {key: [KEY_ENTER]}}}
      rings:
        halo: {driver: ws2812, device: /dev/spidev0.0, pixels: 8}
        glow: {driver: led, leds: ["a:white:b"]}
        beam: {driver: pwm, chip: 0, channels: [4]}
      outputs: {keyboard: {name: Desk}}

      """)
    var (machine, context) = try Self.context()
    context.panel = panel
    context.profile = try Self.boards.profile("raspberry-pi-5")
    func verdicts() -> [Check.Verdict] {
      (DeviceChecks.spi(context) + DeviceChecks.leds(context) + DeviceChecks.pwm(context)
        + [DeviceChecks.uinput(context)]).map(\.verdict)
    }
    #expect(verdicts() == [.error, .error, .error, .error])
    #expect(DeviceChecks.spi(context).first?.hint?.contains("dtparam=spi=on") == true)
    try machine.write("", to: "/dev/spidev0.0")
    try machine.write("", to: "/dev/uinput")
    try machine.write("0", to: "/sys/class/leds/a:white:b/brightness")
    try machine.write("4\n", to: "/sys/class/pwm/pwmchip0/npwm")
    #expect(verdicts() == [.ok, .ok, .error, .ok])
    #expect(DeviceChecks.pwm(context).first?.code == .badConfiguration)
    try machine.write("8\n", to: "/sys/class/pwm/pwmchip0/npwm")
    #expect(verdicts() == [.ok, .ok, .ok, .ok])
    context.panel = nil
    #expect(verdicts() == [.ok, .ok, .ok, .ok])
    withExtendedLifetime(machine) {}
  }

  @Test(
    arguments: [
      (.accepted(version: "5"), .ok), (.refused("Connection refused"), .error), (.silent, .error),
    ] as [(BrokerVisit.Outcome, Check.Verdict)])
  func brokers(outcome: BrokerVisit.Outcome, verdict: Check.Verdict) {
    let broker = Outputs.Mqtt(host: "house", port: 1883, base: "x")
    let check = BrokerChecks.check(outcome, broker)
    #expect(check.verdict == verdict)
    #expect(check.evidence.contains("house:1883"))
  }

  // MARK: The report

  @Test func aRightThatIsMissingGoesFirst() {
    var checkup = Checkup()
    #expect(checkup.code == .ok)
    checkup.add(.warning("a", "b"))
    #expect(checkup.code == .ok)
    checkup.add(.error("a", "b"))
    #expect(checkup.code == .unavailable)
    checkup.add(.error("a", "b", .permission))
    #expect(checkup.code == .permission)
    #expect(checkup.summary == "0 ok, 1 warning, 2 errors, 0 skipped")
  }

  @Test func aCheckThatHangsIsLeftToItself() {
    let isOver = DispatchSemaphore(value: 0)
    defer { isOver.signal() }
    let group = CheckGroup(name: "slow", limit: .milliseconds(1)) { _ in
      isOver.wait()
      return []
    }
    let checks = group.checks(DoctorContext())
    #expect(checks.map(\.name) == ["slow"])
    #expect(checks.first?.verdict == .error)
    #expect(checks.first?.evidence.contains("no answer within") == true)
  }

  @Test func wordsAndNoColourAlone() throws {
    let plain = TerminalStyle(colours: .none, isUnicode: false, movesCursor: false)
    let text = CheckLines(style: plain).text(of: .error("line a\u{1B}", "bad", hint: "fix"))
    #expect(text == "error    line a\\x1b        bad\n                           hint: fix\n")
    let bright = TerminalStyle(colours: .full, isUnicode: true, movesCursor: true)
    #expect(CheckLines(style: bright).text(of: .error("a", "b")).contains("error"))
  }

  /// On any machine, with any panel: lines, or JSON, and an exit code that fits.
  @Test func theProgramEndsAsItsChecksSay() throws {
    let files = try Sample.files()
    for words in [["doctor"], ["doctor", "panel.yaml"], ["doctor", "nothing.yaml"]] {
      let run = try ProgramRun(words + ["--json"], in: files.folder)
      let json = try JSON.parse(run.output.utf8)
      #expect(run.errors == "")
      #expect(json["healthy"] == .bool(run.code == 0))
      guard case .array(let checks)? = json["checks"] else {
        Issue.record("no checks")
        continue
      }
      let verdicts = Check.Verdict.allCases.map { JSON.string($0.rawValue) }
      for check in checks {
        #expect(check["verdict"].map(verdicts.contains) == true)
        #expect(check["evidence"] != nil)
      }
      #expect(checks.contains { $0["verdict"] == .string("error") } == (run.code != 0))
    }
    let text = try ProgramRun(["doctor", "panel.yaml"], in: files.folder)
    #expect(!text.output.contains("\u{1B}"))
    #expect(text.outputLines.last?.contains(" skipped") == true)
  }

  @Test(arguments: [
    (["doctor", "--press"], "--press needs a PANEL"),
    (["doctor", "p", "--press", "--no-press"], "take one of them"),
  ])
  func wrongCommandLines(arguments: [String], words: String) throws {
    let run = try ProgramRun(arguments)
    #expect(run.code == 64)
    #expect(run.errors.contains(words))
  }
}

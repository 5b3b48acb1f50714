import ButtonController
import PanelFiles
import PanelHardware

/// What checks look at: the machine's files, its chips, and the panel if one is named.
struct DoctorContext: Sendable {
  var machine = MachineRoot()
  var inspector: any GpioInspector = KernelInspector()
  /// The chips as they were found at the start.
  var chips = ChipTable(chips: [])
  var accounts = Accounts()
  /// Who asks.
  var account = Account(name: "root", id: 0, groups: [0])
  /// The variable `container` of the environment.
  var containerVariable: String?
  /// The board that the panel or the command line names, or that was found; nil for none.
  var profile: BoardProfile?
  /// What this machine calls itself where no profile fits.
  var unknownBoard: String?
  /// The profile that fits this machine; nil where none does.
  var detected: String?
  var panel: PanelFile?
  /// What is wrong with the panel file, or not quite right.
  var panelChecks: [Check] = []
  var isClockRight: Bool? = WallClock.isSynchronised

  /// The user of the service.
  static let serviceUser = "gpiopress"
}

/// One or more checks that look at one thing, and how long they may take.
struct CheckGroup: Sendable {
  /// The name of the check if it does not end in time.
  let name: String
  var limit = TimeSpan.seconds(3)
  let run: @Sendable (DoctorContext) -> [Check]

  /// All of them, in the order of the report: what others rest on goes first.
  static let all: [CheckGroup] = [
    CheckGroup(name: "kernel") { [SystemChecks.kernel($0)] },
    CheckGroup(name: "container") { [SystemChecks.container($0)] },
    CheckGroup(name: "libgpiod") { _ in [SystemChecks.library()] },
    CheckGroup(name: "clock") { [SystemChecks.edgeClock($0), SystemChecks.wallClock($0)] },
    CheckGroup(name: "supply") { [SystemChecks.supply($0)] },
    CheckGroup(name: "board") { [ChipChecks.board($0)] },
    CheckGroup(name: "chips") { [ChipChecks.devices($0), ChipChecks.ofBoard($0)] },
    CheckGroup(name: "header") { [ChipChecks.header($0)] },
    CheckGroup(name: "unit") { [ServiceChecks.unit($0), ServiceChecks.rules($0)] },
    CheckGroup(name: "service user") { [ServiceChecks.user($0)] },
    CheckGroup(name: "panel") { $0.panelChecks },
    CheckGroup(name: "lines", limit: .seconds(20)) { LineChecks.all($0) },
    CheckGroup(name: "SPI") { DeviceChecks.spi($0) },
    CheckGroup(name: "PWM") { DeviceChecks.pwm($0) },
    CheckGroup(name: "LEDs") { DeviceChecks.leds($0) },
    CheckGroup(name: "uinput") { [DeviceChecks.uinput($0)] },
    CheckGroup(name: "broker", limit: .seconds(6)) { [BrokerChecks.broker($0)] },
  ]

  /// What it finds, or that it takes too long.
  func checks(_ context: DoctorContext) -> [Check] {
    let body = run
    do throws(SystemError) {
      if let checks = try TimeLimit.run(limit, { body(context) }) { return checks }
    } catch {
      return [.error(name, "cannot \(error)", .system)]
    }
    let seconds = limit.nanoseconds / 1_000_000_000
    return [
      .error(
        name, "no answer within \(seconds) s",
        hint: "a driver or a bus hangs; `dmesg` may say which", .system)
    ]
  }
}

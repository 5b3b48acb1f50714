import PanelHardware

/// The kernel, the library, the clocks, the supply.
enum SystemChecks {
  /// A version of Linux.
  struct KernelVersion: Comparable {
    var major: Int
    var minor: Int

    /// The beginning of `6.12.25+rpt-rpi-2712`.
    init?(_ release: String) {
      let parts = release.split { !$0.isNumber }.prefix(2).compactMap { Int($0) }
      guard parts.count == 2, release.first?.isNumber == true else { return nil }
      (major, minor) = (parts[0], parts[1])
    }

    init(_ major: Int, _ minor: Int) { (self.major, self.minor) = (major, minor) }

    static func < (a: KernelVersion, b: KernelVersion) -> Bool {
      (a.major, a.minor) < (b.major, b.minor)
    }
  }

  /// What which kernel began with.
  private static let characterDevices = KernelVersion(4, 8)
  private static let pulls = KernelVersion(5, 5)
  private static let monotonicStamps = KernelVersion(5, 7)
  private static let secondInterface = KernelVersion(5, 10)

  private static func version(_ context: DoctorContext) -> (text: String, number: KernelVersion?) {
    let text = context.machine.text("/proc/sys/kernel/osrelease", limit: 4096) ?? ""
    return (text, KernelVersion(text))
  }

  static func kernel(_ context: DoctorContext, abi: Int = GpioLibrary.abi) -> Check {
    let (text, number) = version(context)
    guard let number else {
      return .skipped("kernel", "no version in /proc/sys/kernel/osrelease; is /proc mounted?")
    }
    let evidence = "Linux \(text)"
    let hint = "a newer kernel is needed"
    if number < characterDevices {
      return .error("kernel", "\(evidence) has no GPIO character devices (4.8 began)", hint: hint)
    }
    if abi > 1, number < secondInterface {
      return .error(
        "kernel", "\(evidence) is too old for libgpiod 2 (5.10)",
        hint: "\(hint), or a program that is built with libgpiod 1.6")
    }
    if number < pulls {
      return .warning(
        "kernel", "\(evidence) cannot pull lines (5.5 began)",
        hint: "wire resistors, and write wiring: external_active_low")
    }
    return .ok("kernel", evidence)
  }

  static func container(_ context: DoctorContext) -> Check {
    guard let name = Container.name(context.machine, context.containerVariable) else {
      return .ok("container", "none")
    }
    return .ok(
      "container",
      "in one (\(name)): only devices that were passed in are there, and chips that come later are "
        + "looked for every five seconds")
  }

  static func library() -> Check {
    let version = "\(GpioLibrary.version), ABI \(GpioLibrary.abi)"
    let debounce =
      GpioLibrary.hasDebounce ? "can ask for kernel_debounce" : "cannot ask for kernel_debounce"
    let losses =
      GpioLibrary.numbersEdges ? "numbers edges" : "does not number edges, so levels are compared"
    return .ok("libgpiod", "\(version): \(debounce), \(losses)")
  }

  static func edgeClock(_ context: DoctorContext) -> Check {
    guard let number = version(context).number else {
      return .skipped("clock of edges", "the kernel's version is not known")
    }
    let source = context.machine.text(
      "/sys/devices/system/clocksource/clocksource0/current_clocksource", limit: 4096)
    let by = source.map { ", which counts by \($0)" } ?? ""
    if number < monotonicStamps {
      return .warning(
        "clock of edges", "this kernel stamps edges by the wall clock (5.7 began with monotonic)",
        hint: "a step of the wall clock while a button is held is taken for time")
    }
    return .ok("clock of edges", "monotonic\(by)")
  }

  static func wallClock(_ context: DoctorContext) -> Check {
    switch context.isClockRight {
    case true?: return .ok("wall clock", "synchronised")
    case false?:
      return .warning(
        "wall clock",
        "not synchronised: `time` in event lines may be wrong; presses are not affected",
        hint: "timedatectl set-ntp true")
    case nil: return .skipped("wall clock", "the kernel does not say whether it is synchronised")
    }
  }

  static func supply(_ context: DoctorContext) -> Check {
    let hint = "use a stronger power supply and a shorter, thicker cable"
    switch SupplyVoltage.read(context.machine) {
    case nil: return .skipped("supply", "this machine does not measure it")
    case .good?: return .ok("supply", "no undervoltage since the start")
    case .wasLow?:
      return .warning("supply", "undervoltage since the start, though not now", hint: hint)
    case .low?: return .error("supply", "undervoltage now", hint: hint)
    }
  }
}

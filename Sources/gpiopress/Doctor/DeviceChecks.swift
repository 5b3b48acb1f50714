import PanelFiles
import PanelHardware

/// What rings, cues and the keyboard need: SPI, PWM, LEDs, uinput.
enum DeviceChecks {
  private static let keyboard = "/dev/uinput"

  /// The device files that a panel opens, each once.
  static func devices(of panel: PanelFile?) -> [String] {
    guard let panel else { return [] }
    var devices: [String] = []
    for device in panel.rings.compactMap(\.driver.device) where !devices.contains(device) {
      devices.append(device)
    }
    return devices + (needsKeyboard(panel) ? [keyboard] : [])
  }

  private static func needsKeyboard(_ panel: PanelFile) -> Bool {
    if panel.outputs.keyboard != nil { return true }
    return panel.controls.contains { control in
      control.actions.contains { binding in
        binding.actions.contains { if case .key = $0 { true } else { false } }
      }
    }
  }

  // MARK: SPI

  static func spi(_ context: DoctorContext) -> [Check] {
    if let panel = context.panel {
      let wanted = devices(of: panel).filter { $0 != keyboard }
      if !wanted.isEmpty { return wanted.map { device($0, context) } }
      return [.skipped("SPI", "no ring of the panel needs it")]
    }
    let found = context.machine.names(in: "/dev").filter { $0.hasPrefix("spidev") }
      .map { "/dev/\($0)" }
    if found.isEmpty {
      let enable = context.profile?.spi.compactMap(\.enable).first
      return [
        .skipped(
          "SPI", "no /dev/spidev*: it is off",
          hint: enable.map { "for rings on SPI: \($0)" })
      ]
    }
    return found.map { device($0, context) }
  }

  private static func device(_ path: String, _ context: DoctorContext) -> Check {
    let name = "SPI"
    guard context.machine.exists(path) else {
      let enable = context.profile?.spi.first { $0.device == path }?.enable
      return .error(
        name, "\(path) is not there",
        hint: "switch it on\(enable.map { ": \($0)" } ?? ""), and see ls /dev/spidev*")
    }
    guard context.machine.mayUse(path) else {
      return .error(
        name, "\(context.account.name) may not open \(path)",
        hint: ChipTable.advice(onDenied: path, context.machine), .permission)
    }
    let size = context.machine.text("/sys/module/spidev/parameters/bufsiz", limit: 64)
    return .ok(name, "\(path)\(size.map { ", \($0) bytes at a time" } ?? "")")
  }

  // MARK: PWM

  private static let pwmRoot = "/sys/class/pwm"

  static func pwm(_ context: DoctorContext) -> [Check] {
    guard let panel = context.panel else {
      let chips = context.machine.names(in: pwmRoot).filter { $0.hasPrefix("pwmchip") }
      return [
        chips.isEmpty
          ? .skipped("PWM", "no chip in \(pwmRoot): it is off")
          : .ok("PWM", chips.joined(separator: ", "))
      ]
    }
    var checks: [Check] = []
    for ring in panel.rings {
      if case .pwm(let chip, let channels, _, _) = ring.driver {
        checks.append(pwm(chip, channels, for: ring.name, context))
      }
    }
    for cue in panel.cues {
      if case .pwm(let chip, let channel, _) = cue.driver {
        checks.append(pwm(chip, [channel], for: cue.name, context))
      }
    }
    return checks.isEmpty ? [.skipped("PWM", "nothing in the panel needs it")] : checks
  }

  private static func pwm(
    _ chip: String, _ channels: [Int], for user: String, _ context: DoctorContext
  ) -> Check {
    let name = "PWM \(user)"
    do throws(RingError) {
      let folder = try RingDevices.pwmChip(chip, context.machine)
      let count = RingDevices.channels(ofPwmChip: folder)
      if let count, let wrong = channels.first(where: { $0 >= count }) {
        return .error(
          name, "\(folder) has the channels 0 to \(count - 1), not \(wrong)", .badConfiguration)
      }
      return .ok(name, "\(folder)\(count.map { ", \($0) channels" } ?? "")")
    } catch {
      return .error(name, error.what, hint: error.hint.isEmpty ? nil : error.hint)
    }
  }

  // MARK: LEDs

  private static let ledRoot = "/sys/class/leds"

  static func leds(_ context: DoctorContext) -> [Check] {
    let names = context.machine.names(in: ledRoot)
    guard let panel = context.panel else {
      return [
        names.isEmpty
          ? .skipped("LEDs", "the kernel has none")
          : .ok("LEDs", "\(names.count) in \(ledRoot)")
      ]
    }
    var checks: [Check] = []
    for ring in panel.rings {
      guard case .led(let wanted) = ring.driver else { continue }
      checks.append(leds(wanted, of: ring.name, among: names, context))
    }
    return checks.isEmpty ? [.skipped("LEDs", "no ring of the panel needs one")] : checks
  }

  private static func leds(
    _ wanted: [String], of ring: String, among names: [String], _ context: DoctorContext
  ) -> Check {
    let name = "LEDs \(ring)"
    if let missing = wanted.first(where: { !names.contains($0) }) {
      let hint =
        names.isEmpty
        ? "the kernel has none; load the driver or overlay of the LEDs"
        : "there are \(names.joined(separator: ", "))"
      return .error(name, "there is no LED \(missing)", hint: hint)
    }
    let closed = wanted.filter { !context.machine.mayUse("\(ledRoot)/\($0)/brightness") }
    if let first = closed.first {
      return .error(
        name, "\(context.account.name) may not set \(ledRoot)/\(first)/brightness",
        hint: "install the device rules, and join the group gpio", .permission)
    }
    return .ok(name, "\(wanted.count) LEDs, all there")
  }

  // MARK: uinput

  static func uinput(_ context: DoctorContext) -> Check {
    let isNeeded = context.panel.map(needsKeyboard)
    if isNeeded == false { return .skipped("uinput", "the panel types no key") }
    let load = "sudo modprobe uinput; at each start by /etc/modules-load.d/uinput.conf"
    guard context.machine.exists(keyboard) else {
      return isNeeded == nil
        ? .skipped("uinput", "no \(keyboard)", hint: "for keys: \(load)")
        : .error("uinput", "no \(keyboard)", hint: load)
    }
    if context.machine.mayUse(keyboard) { return .ok("uinput", keyboard) }
    let evidence = "\(context.account.name) may not open \(keyboard)"
    let hint = ChipTable.advice(onDenied: keyboard, context.machine)
    return isNeeded == nil
      ? .skipped("uinput", evidence, hint: "for keys: \(hint)")
      : .error("uinput", evidence, hint: hint, .permission)
  }
}

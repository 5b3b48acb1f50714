import PanelFiles
import PanelHardware

/// The service: its unit, its device rules, its user.
enum ServiceChecks {
  private static let units = [
    "/etc/systemd/system", "/usr/local/lib/systemd/system", "/usr/lib/systemd/system",
    "/lib/systemd/system",
  ]
  private static let unitName = "gpiopress@.service"
  private static let ruleFolders = [
    "/etc/udev/rules.d", "/usr/local/lib/udev/rules.d", "/usr/lib/udev/rules.d",
    "/lib/udev/rules.d",
  ]
  private static let ruleName = "60-gpiopress.rules"

  private static func file(_ name: String, in folders: [String], _ context: DoctorContext)
    -> String?
  {
    folders.map { "\($0)/\(name)" }.first(where: context.machine.exists)
  }

  static func unit(_ context: DoctorContext) -> Check {
    guard let path = file(unitName, in: units, context) else {
      return .skipped(
        "unit", "\(unitName) is not installed", hint: "sudo make install, or the package")
    }
    let program = context.machine.text(path).flatMap(ServiceChecks.program)
    if let program, !context.machine.exists(program) {
      return .error(
        "unit", "\(path) starts \(program), which is not there", hint: "install the program again")
    }
    let wants = context.machine.names(in: "/etc/systemd/system/multi-user.target.wants")
    let enabled = wants.filter { $0.hasPrefix("gpiopress@") }
    let names = enabled.joined(separator: ", ")
    return .ok("unit", "\(path), \(enabled.isEmpty ? "none enabled" : "enabled: \(names)")")
  }

  /// The program of `ExecStart=/usr/bin/gpiopress run …`.
  private static func program(_ unit: String) -> String? {
    let line = unit.split(separator: "\n").first { $0.hasPrefix("ExecStart=") }
    return line?.dropFirst("ExecStart=".count).split(separator: " ").first.map(String.init)
  }

  static func rules(_ context: DoctorContext) -> Check {
    if let path = file(ruleName, in: ruleFolders, context) { return .ok("device rules", path) }
    let isInstalled = file(unitName, in: units, context) != nil
    let groups = context.chips.chips.compactMap { context.machine.rights(of: $0.path)?.group }
    if let group = groups.first, group != 0 {
      let name = context.accounts.groupName(group) ?? String(group)
      return .ok("device rules", "none of gpiopress; another gives chips to the group \(name)")
    }
    if isInstalled {
      return .warning(
        "device rules", "\(ruleName) is not installed, though the unit is",
        hint: "sudo make install, or the package; then sudo udevadm trigger")
    }
    return .skipped(
      "device rules", "\(ruleName) is not installed", hint: "sudo make install, or the package")
  }

  /// Whether the service's user may open what the panel needs: by rights and groups alone.
  static func user(_ context: DoctorContext) -> Check {
    let name = "service user"
    guard let user = context.accounts.user(named: DoctorContext.serviceUser) else {
      return .skipped(
        name, "there is no user \(DoctorContext.serviceUser): no service is installed")
    }
    let names = context.machine.names(in: "/dev").filter { $0.hasPrefix("gpiochip") }
    let devices = names.map { "/dev/\($0)" } + DeviceChecks.devices(of: context.panel)
    let closed = devices.filter { path in
      context.machine.rights(of: path).map { !$0.allowUse(by: user) } ?? false
    }
    guard let first = closed.first, let rights = context.machine.rights(of: first) else {
      return devices.isEmpty
        ? .skipped(name, "\(user.name) is there, but no device that it needs")
        : .ok(name, "\(user.name) may open \(devices.joined(separator: ", "))")
    }
    let evidence = "\(user.name) may not open \(closed.joined(separator: ", "))"
    let group = context.accounts.groupName(rights.group) ?? String(rights.group)
    let hint =
      rights.group == 0 || rights.mode & 0o060 != 0o060
      ? "install the device rules, then sudo udevadm trigger"
      : "sudo usermod -aG \(group) \(user.name), then restart the service"
    return .error(name, evidence, hint: hint, .permission)
  }
}

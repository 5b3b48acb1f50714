import Glibc
import PanelFiles
import PanelHardware

/// The board, its chips, and who may open them.
enum ChipChecks {
  static func board(_ context: DoctorContext) -> Check {
    let name = context.profile.map { "\($0.names.first ?? $0.id) (\($0.id))" }
    if let detected = context.detected {
      guard let profile = context.profile, profile.id != detected else {
        return .ok("board", name ?? detected)
      }
      return .warning(
        "board", "this is \(detected), but \(profile.id) is asked for",
        hint: "write board: auto, or board: \(detected)")
    }
    let seen = context.unknownBoard.map { "it calls itself \"\($0)\"" } ?? "it gives no name"
    if let name {
      return .warning(
        "board", "\(name) is asked for, but no profile fits this machine: \(seen)",
        hint: "a container hides the device tree; else see gpiopress boards")
    }
    return .warning(
      "board", "no profile fits this machine: \(seen)",
      hint: "name one with --board, or write pins as {chip: LABEL, line: NUMBER}")
  }

  /// The device files, and whether this user may open them.
  static func devices(_ context: DoctorContext) -> Check {
    let table = context.chips
    let denied = table.skipped.filter { $0.code == EACCES || $0.code == EPERM }
    if let first = denied.first {
      let paths = denied.map(\.path).joined(separator: ", ")
      return .error(
        "GPIO devices", "\(context.account.name) may not open \(paths)",
        hint: ChipTable.advice(onDenied: first.path, context.machine), .permission)
    }
    if table.chips.isEmpty { return noDevices(context) }
    let list = table.chips.map { chip in
      "\(chip.path) [\(chip.label), \(chip.lineCount) lines]"
    }
    let evidence = "\(context.account.name) may open \(list.joined(separator: ", "))"
    if let failed = table.skipped.first(where: { $0.code != ENOENT }) {
      return .warning(
        "GPIO devices",
        "\(evidence); \(failed.path) cannot be opened: \(ErrorNumber.text(of: failed.code))",
        hint: "`dmesg` may say more")
    }
    return .ok("GPIO devices", evidence)
  }

  private static func noDevices(_ context: DoctorContext) -> Check {
    let name = "GPIO devices"
    if let engine = Container.name(context.machine, context.containerVariable) {
      return .error(
        name, "no /dev/gpiochip* in this container (\(engine))",
        hint: "pass each in with --device /dev/gpiochip0, and its group with --group-add")
    }
    if !context.machine.exists("/sys/bus/gpio") {
      return .error(
        name, "no /dev/gpiochip*: this kernel has no GPIO, as Debian's for clouds",
        hint: "use the board's own kernel, or Debian's that is not for clouds")
    }
    return .error(
      name, "no /dev/gpiochip*, though the kernel has GPIO",
      hint: "load the driver of the board's chip; `dmesg` may say why it is not there")
  }

  /// Whether the chips that the profile knows are there.
  static func ofBoard(_ context: DoctorContext) -> Check {
    let name = "chips of board"
    guard let profile = context.profile, !profile.chips.isEmpty else {
      return .skipped(name, "no profile names them")
    }
    if context.chips.chips.isEmpty { return .skipped(name, "no chip can be opened") }
    let labels = context.chips.chips.map(\.label)
    let header = profile.chips.filter { chip in
      chip.isOnHeader || profile.header.contains { $0.chip == chip.label }
    }
    for chip in header {
      let count = labels.filter { $0 == chip.label }.count
      if count == 1 { continue }
      return .error(
        name,
        count == 0
          ? "\(chip.label), whose lines are on the header, is not there"
          : "\(count) chips are labelled \(chip.label)",
        hint: count == 0
          ? "is this board \(profile.id)? gpiopress boards detect says"
          : "write lines by their names: pin: {line_name: NAME}")
    }
    for chip in header {
      guard let lines = chip.lines,
        let found = context.chips.chips.first(where: { $0.label == chip.label }),
        found.lineCount != lines
      else { continue }
      return .warning(
        name, "\(chip.label) has \(found.lineCount) lines, and \(lines) by the profile",
        hint: "gpiopress boards \(profile.id) shows what is expected where")
    }
    return .ok(name, "\(header.map(\.label).joined(separator: ", ")) is there")
  }

  /// Which lines of the header somebody has.
  static func header(_ context: DoctorContext) -> Check {
    guard let profile = context.profile, profile.isVerified else {
      return .skipped("header", "no profile knows it")
    }
    if context.chips.chips.isEmpty { return .skipped("header", "no chip can be opened") }
    var uses: [String: [LineUse]] = [:]
    for chip in Set(profile.header.compactMap(\.chip)) {
      uses[chip] = context.inspector.uses(ofChip: chip)
    }
    let owners = PinOwners(of: profile, context.machine)
    var taken: [String] = []
    var free = 0
    for pin in profile.header where pin.kind == .gpio && !pin.isSecond {
      guard let chip = pin.chip, let line = pin.line, let chipUses = uses[chip],
        chipUses.indices.contains(line)
      else { continue }
      let use = chipUses[line]
      if use.isUsed {
        taken.append(
          "\(pin.name) by \(use.consumer.isEmpty ? "the kernel" : "\"\(use.consumer)\"")")
      } else if let owner = owners.owner(of: pin) {
        taken.append("\(pin.name) by \(owner)")
      } else {
        free += 1
      }
    }
    let list = taken.isEmpty ? "none taken" : "taken: \(taken.joined(separator: ", "))"
    return .ok("header", "\(free) lines free, \(list)")
  }
}

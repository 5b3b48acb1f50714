/// What a Raspberry Pi's firmware says of its supply.
public enum SupplyVoltage: Equatable, Sendable {
  /// It is and was high enough.
  case good
  /// It is too low.
  case low
  /// It was too low since the board was started.
  case wasLow

  private static let isLowBit: UInt64 = 1 << 0
  private static let wasLowBit: UInt64 = 1 << 16

  /// What the files of `machine` say; nil on a machine that does not measure it.
  public static func read(_ machine: MachineRoot) -> SupplyVoltage? {
    let alarm = alarm(machine)
    guard let bits = firmwareBits(machine) else { return alarm }
    if bits & isLowBit != 0 || alarm == .low { return .low }
    return bits & wasLowBit != 0 ? .wasLow : .good
  }

  /// The alarm of the driver `raspberrypi-hwmon`, which every kernel has: too low in the last seconds.
  private static func alarm(_ machine: MachineRoot) -> SupplyVoltage? {
    let root = "/sys/class/hwmon"
    for name in machine.names(in: root)
    where machine.text("\(root)/\(name)/name") == "rpi_volt" {
      guard let alarm = machine.text("\(root)/\(name)/in0_lcrit_alarm") else { continue }
      return alarm == "1" ? .low : .good
    }
    return nil
  }

  /// The firmware's own report, which Raspberry Pi's kernels have.
  private static func firmwareBits(_ machine: MachineRoot) -> UInt64? {
    let root = "/sys/devices/platform"
    for folder in machine.names(in: root) where folder.hasPrefix("soc") {
      for name in machine.names(in: "\(root)/\(folder)") where name.hasSuffix("firmware") {
        guard let text = machine.text("\(root)/\(folder)/\(name)/get_throttled") else { continue }
        return UInt64(text.hasPrefix("0x") ? String(text.dropFirst(2)) : text, radix: 16)
      }
    }
    return nil
  }
}

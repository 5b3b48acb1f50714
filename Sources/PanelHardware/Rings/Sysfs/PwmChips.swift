import Glibc
import PanelFiles

/// The kernel's PWM chips, by what a panel file calls them.
struct PwmChips {
  private let root: String
  private let files: any Attributes

  /// Those of a folder, usually /sys/class/pwm.
  init(_ root: String, _ files: any Attributes) {
    self.root = root
    self.files = files
  }

  private struct Chip {
    /// `pwmchip2`.
    let name: String
    /// `3f20c000.pwm`, or `1-0040` of an I2C bus.
    let device: String
    let isPca9685: Bool

    var description: String { "\(name) (\(device)\(isPca9685 ? ", a PCA9685" : ""))" }
    /// Whether it is at an address such as `0x41`.
    func isAt(_ address: Int) -> Bool {
      device.split(separator: "-").last.flatMap { Int($0, radix: 16) } == address
    }
  }

  /// The path of a chip: by its number, the name of its device, which stays when numbers change, or
  /// `pca9685` with an address or without.
  func find(_ wanted: String) throws(RingError) -> String {
    if let number = Int(wanted), files.exists("\(root)/pwmchip\(number)") {
      return "\(root)/pwmchip\(number)"
    }
    let chips = try all()
    if let chip = chips.first(where: { $0.device == wanted }) { return "\(root)/\(chip.name)" }
    if let chip = PwmChipName(wanted) { return try find(chip, wanted, among: chips) }
    throw missing(wanted, among: chips)
  }

  private func find(
    _ wanted: PwmChipName, _ text: String, among chips: [Chip]
  ) throws(RingError) -> String {
    let own = chips.filter { chip in
      chip.isPca9685 && (wanted.address.map { chip.isAt($0) } ?? true)
    }
    if own.count > 1 {
      throw RingError(
        "there are several PCA9685: \(own.map(\.device).joined(separator: ", "))",
        hint: wanted.address == nil
          ? "write the address of one, such as address: 0x40, or its device as chip"
          : "write the device of one as chip", isFinal: true)
    }
    guard let chip = own.first else { throw missing(text, among: chips) }
    return "\(root)/\(chip.name)"
  }

  private func all() throws(RingError) -> [Chip] {
    var names: [String] = []
    do throws(SystemError) { names = try files.names(in: root) } catch { throw RingError(error) }
    return names.filter { $0.hasPrefix("pwmchip") }.sorted().map { name in
      Chip(
        name: name, device: files.target(of: "\(root)/\(name)/device") ?? "",
        isPca9685: files.target(of: "\(root)/\(name)/device/driver") == "pca9685-pwm")
    }
  }

  private func missing(_ wanted: String, among chips: [Chip]) -> RingError {
    let list = chips.map(\.description).joined(separator: ", ")
    return RingError(
      "there is no PWM chip \(wanted) in \(root)"
        + (list.isEmpty ? ", nor any other" : "; there are \(list)"),
      hint: hint(wanted), code: ENOENT)
  }

  private func hint(_ wanted: String) -> String {
    let isI2c = PwmChipName(wanted) != nil || PwmChipName.isI2cDevice(wanted)
    if !isI2c { return "switch PWM on (Raspberry Pi: dtoverlay=pwm) or name another chip" }
    let address =
      PwmChipName(wanted)?.address
      ?? wanted.split(separator: "-").last
      .flatMap { Int($0, radix: 16) }
    let other = address.map { $0 == 0x40 ? "" : ",addr=0x\(String($0, radix: 16))" } ?? ""
    return "load the PCA9685's driver (Raspberry Pi: dtoverlay=i2c-pwm-pca9685a\(other)) or name "
      + "another chip"
  }
}

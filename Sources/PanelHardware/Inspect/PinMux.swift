import PanelFiles

/// What the kernel's pin multiplexers have given pins to, where that may be read: as root, below debugfs.
///
/// A line of a bus is nobody's in the eyes of the GPIO layer, and would be taken off its bus by a request.
public struct PinMux: Sendable {
  private let root = "/sys/kernel/debug/pinctrl"
  private let machine: MachineRoot
  private let folders: [String]

  /// That of `machine`.
  public init(_ machine: MachineRoot) {
    self.machine = machine
    folders = machine.names(in: root)
  }

  /// Which device has the pin of a line, with its function; nil where none has, or where it is not known.
  public func owner(chip: String, line: Int) -> String? {
    // Such as 1f000d0000.gpio-pinctrl-rp1, where pins and lines have the same numbers.
    guard let folder = folders.first(where: { $0.hasSuffix("-\(chip)") }),
      let text = machine.text("\(root)/\(folder)/pinmux-pins")
    else { return nil }
    for row in text.split(separator: "\n") where row.hasPrefix("pin \(line) ") {
      return PinMux.owner(in: row)
    }
    return nil
  }

  /// `pin 2 (gpio2): 1f00074000.i2c (GPIO UNCLAIMED) function i2c1 group gpio2`.
  static func owner(in row: Substring) -> String? {
    guard let colon = row.firstIndex(of: ":") else { return nil }
    let words = row[row.index(after: colon)...].split(separator: " ")
    // Else it is in brackets that nobody claims it.
    guard let device = words.first, !device.hasPrefix("(") else { return nil }
    guard let place = words.firstIndex(of: "function"), words.indices.contains(place + 1) else {
      return String(device)
    }
    return "\(device) (\(words[place + 1]))"
  }
}

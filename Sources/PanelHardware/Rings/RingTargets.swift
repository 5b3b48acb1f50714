import Glibc
import PanelFiles

/// What rings write to, by name: two rings with a name in common may write to the same LEDs.
///
/// It may name the same for two that have nothing to do with each other, but never the other way round:
/// a chip or a device goes by several names.
enum RingTargets {
  /// Of a ring or a chain, with the lines that power it.
  static func names(of parts: [RingPart]) -> Set<String> {
    var names: Set<String> = PoweredRing.lines(of: parts).isEmpty ? [] : ["lines"]
    for part in parts { names.formUnion(self.names(of: part.file.driver)) }
    return names
  }

  static func names(of driver: RingFile.Driver) -> Set<String> {
    switch driver {
    case .terminal: return ["terminal"]
    case .file(let path): return ["file \(path)"]
    case .ws2812(let device, _), .apa102(let device, _), .pio(let device):
      return ["device \(real(device))"]
    // A chip by its number or by the name of its device.
    case .pwm(_, let channels, _, _): return Set(channels.map { "pwm \($0)" })
    // A line by its number or by its name.
    case .softPwm: return ["lines"]
    case .led(let names): return Set(names.map { "led \($0)" })
    }
  }

  /// A device by way of no links, such as udev makes in /dev.
  ///
  /// As it is while it is not there, and elsewhere, where to look it up could take its time.
  private static func real(_ path: String) -> String {
    guard path.utf8.starts(with: "/dev/".utf8), let found = realpath(path, nil) else { return path }
    defer { free(found) }
    return String(cString: found)
  }
}

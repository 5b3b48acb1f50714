import Glibc
import PanelFiles

/// Whether what a ring writes to is there, without touching it.
public enum RingDevices {
  /// The folder of a PWM chip that a panel names; throws where it is not there.
  public static func pwmChip(_ name: String, _ machine: MachineRoot) throws(RingError) -> String {
    try PwmChips(machine.path("/sys/class/pwm"), KernelAttributes()).find(name)
  }

  /// How many channels the PWM chip in a folder has; nil where it does not say.
  public static func channels(ofPwmChip folder: String) -> Int? {
    guard let bytes = try? FileBytes.read(path: "\(folder)/npwm", limit: 64) else { return nil }
    return Int(String(decoding: bytes.prefix { $0 != 10 }, as: UTF8.self))
  }
}

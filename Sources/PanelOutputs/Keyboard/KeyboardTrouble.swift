import CPanelLinux
import Glibc
import PanelHardware

/// What is said of a keyboard that cannot be made, or was lost.
enum KeyboardTrouble {
  /// One line: what, where, why, and the hint.
  static func text(of error: SystemError, keyboard: String) -> String {
    let isOther = error.code == Int32(PL_REFUSED_KIND.rawValue)
    let why = isOther ? "\(error.what): it is another kind of file" : error.description
    let hint = hint(for: error.code).map { "\($0); until then " } ?? ""
    return "keyboard \(keyboard): cannot \(why); \(hint)no key is typed"
  }

  private static func hint(for code: Int32) -> String? {
    switch code {
    case EACCES, EPERM:
      return "give the program's user the device by a udev rule, such as KERNEL==\"uinput\", "
        + "GROUP=\"input\", MODE=\"0660\", and by that group (docs/keyboard.md)"
    case ENOENT, ENODEV, ENXIO:
      return "load the kernel's module: modprobe uinput, at each start by a line uinput in "
        + "/etc/modules-load.d/uinput.conf; a container must be given the device"
    default: return nil
    }
  }
}

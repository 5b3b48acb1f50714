import CPanelLinux
import Glibc

/// The standard error of a daemon: one line a message, from any thread, never waiting.
public enum StandardError {
  /// Writes `line`; dropped where nobody reads and the pipe is full.
  ///
  /// What would move a terminal's cursor or break the line is made visible.
  public static func say(_ line: String) {
    var bytes: [UInt8] = []
    for byte in line.utf8 {
      if byte < 0x20 || byte == 0x7f {
        bytes += "\\x\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8
      } else {
        bytes.append(byte)
      }
    }
    bytes.append(10)
    _ = bytes.withUnsafeBytes {
      pl_write_now(STDERR_FILENO, $0.baseAddress, UInt32(clamping: $0.count))
    }
  }

  /// Opens `/dev/null` in the place of standard descriptors that are closed.
  ///
  /// Else the next file that is opened, a GPIO chip, would be the standard output.
  public static func fillStandardDescriptors() {
    while true {
      let descriptor = open("/dev/null", O_RDWR)
      if descriptor < 0 { return }
      if descriptor > STDERR_FILENO {
        _ = close(descriptor)
        return
      }
    }
  }
}

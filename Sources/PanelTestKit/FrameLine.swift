import ButtonController
import PanelFiles

/// Frames as JSON lines.
public enum FrameLine {
  /// Appends `frame` as one line, line feed included: `{"at":…,"ring":"halo","pixels":["ff3b30",…]}`.
  public static func append(
    _ frame: TraceRunner.Frame, of panel: PanelFile, to bytes: inout [UInt8]
  ) {
    bytes += #"{"at":"#.utf8
    appendMilliseconds(frame.at.nanoseconds, to: &bytes)
    bytes += #","ring":"#.utf8
    JSON.appendString(panel.rings[frame.ring].name, to: &bytes)
    bytes += #","pixels":["#.utf8
    for (index, pixel) in frame.pixels.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.append(UInt8(ascii: "\""))
      for shift in stride(from: 20, through: 0, by: -4) {
        bytes.append(JSON.hexDigit((pixel >> UInt32(shift)) & 15))
      }
      bytes.append(UInt8(ascii: "\""))
    }
    bytes += "]}\n".utf8
  }

  /// Exact milliseconds with up to six decimals and no trailing zeros.
  private static func appendMilliseconds(_ nanoseconds: Int64, to bytes: inout [UInt8]) {
    if nanoseconds < 0 { bytes.append(UInt8(ascii: "-")) }
    let (whole, part) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    bytes += String(whole).utf8
    if part == 0 { return }
    var digits = Array(String(1_000_000 + part).utf8.dropFirst())
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    bytes.append(UInt8(ascii: "."))
    bytes += digits
  }
}

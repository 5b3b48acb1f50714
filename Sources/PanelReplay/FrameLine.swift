import ButtonController
import PanelFiles

/// Frames as JSON lines.
public enum FrameLine {
  private static let digits = Array("0123456789abcdef".utf8)

  /// Appends `frame` as one line, line feed included: `{"at":…,"ring":"halo","pixels":["ff3b30",…]}`.
  public static func append(
    _ frame: TraceRunner.Frame, of panel: PanelFile, to bytes: inout [UInt8]
  ) {
    bytes += #"{"at":"#.utf8
    JSONText.append(milliseconds: frame.at.nanoseconds, to: &bytes)
    bytes += #","ring":"#.utf8
    JSONText.append(string: panel.rings[frame.ring].name, to: &bytes)
    bytes += #","pixels":["#.utf8
    for (index, pixel) in frame.pixels.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.append(UInt8(ascii: "\""))
      for shift in stride(from: 20, through: 0, by: -4) {
        bytes.append(digits[Int(pixel >> UInt32(shift)) & 15])
      }
      bytes.append(UInt8(ascii: "\""))
    }
    bytes += "]}\n".utf8
  }
}

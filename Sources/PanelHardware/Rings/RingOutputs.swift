import ButtonController
import PanelFiles

/// Makes the output that a panel file asks for.
public enum RingOutputs {
  /// The output of a ring, or of a chain of rings with one device in its order.
  ///
  /// Its frames are the rings' pictures, one after the other; `board` is shared by all rings of a panel.
  public static func make(
    _ parts: [RingPart], board: TerminalBoard
  ) throws(RingError) -> any RingOutput {
    precondition(!parts.isEmpty, "an output is of one ring at least")
    let lines = PoweredRing.lines(of: parts)
    let output = try makeUnpowered(parts, board: board)
    return lines.isEmpty ? output : PoweredRing(output, lines: lines)
  }

  private static func makeUnpowered(
    _ parts: [RingPart], board: TerminalBoard
  ) throws(RingError) -> any RingOutput {
    let (file, pixels) = (parts[0].file, parts[0].pixels)
    switch file.driver {
    case .terminal: return TerminalRing(board: board, name: file.name, pixels: pixels)
    case .file(let path): return FileRing(path: path, name: file.name, pixels: pixels)
    case .ws2812(let device, let encoding):
      return SpiRing(parts, device: device, ws2812: encoding)
    case .apa102(let device, let speed):
      return SpiRing(parts, device: device, apa102: speed)
    case .pwm(let chip, let channels, let frequency, let isInverted):
      return PwmRing(
        file, pixels: pixels, chip: chip, channels: channels, frequency: frequency,
        isInverted: isInverted)
    case .led(let names): return LedRing(file, pixels: pixels, names: names)
    case .pio(let device): return PioRing(parts, device: device)
    case .softPwm(let lines, let frequency):
      return SoftPwmRing(file, pixels: pixels, lines: lines, frequency: frequency)
    }
  }
}

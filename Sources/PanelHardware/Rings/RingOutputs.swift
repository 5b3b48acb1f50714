import ButtonController
import PanelFiles

/// Makes the output that a panel file asks for.
public enum RingOutputs {
  /// The output of a ring of `pixels` pixels; `board` is shared by all rings of a panel.
  public static func make(
    _ file: RingFile, pixels: Int, board: TerminalBoard
  ) throws(RingError) -> any RingOutput {
    switch file.driver {
    case .terminal: return TerminalRing(board: board, name: file.name, pixels: pixels)
    case .file(let path): return FileRing(path: path, name: file.name, pixels: pixels)
    case .pwm, .softPwm, .led, .ws2812, .apa102, .pio:
      throw RingError("ring \(file.name): its driver is not in this program", isFinal: true)
    }
  }
}

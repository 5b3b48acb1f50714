import ButtonController
import PanelFiles
import PanelHardware

/// The panel file, with its warnings said.
///
/// `board` stands where the file says `auto`. In a simulation no line of the board is touched, so any
/// serves where none is found.
enum RunFiles {
  static func panel(
    _ path: String, board: String? = nil, isSimulated: Bool = false
  ) throws(Failure) -> PanelFile {
    do throws(FileError) {
      return try read(path, board: board, isSimulated: isSimulated)
    } catch {
      throw Failure(error, invalid: .badConfiguration)
    }
  }

  static func read(
    _ path: String, board: String? = nil, isSimulated: Bool = false
  ) throws(FileError) -> PanelFile {
    let reading = try Load.reading(of: path, board: board, needsNoBoard: isSimulated)
    for var warning in reading.warnings {
      warning.message = "warning: \(warning.message)"
      StandardError.say(warning.description)
    }
    return reading.panel
  }
}

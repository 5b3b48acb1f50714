import ButtonController
import PanelFiles
import PanelHardware

/// The panel file, with its warnings said.
enum RunFiles {
  static func panel(_ path: String) throws(Failure) -> PanelFile {
    do throws(FileError) {
      return try read(path)
    } catch {
      throw Failure(error, invalid: .badConfiguration)
    }
  }

  static func read(_ path: String) throws(FileError) -> PanelFile {
    let reading = try Load.reading(of: path)
    for var warning in reading.warnings {
      warning.message = "warning: \(warning.message)"
      StandardError.say(warning.description)
    }
    return reading.panel
  }
}

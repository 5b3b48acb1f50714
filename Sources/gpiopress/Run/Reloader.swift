import PanelFiles
import PanelHardware
import PanelOutputs

/// Reads the panel file again, whoever asks for it: a signal, a client of the socket, the broker.
struct Reloader {
  /// The panel file.
  let path: String
  /// As it was read at the start.
  var board: String?
  var isSimulated = false

  /// Starts again with the file as it is now; where that is wrong, the old panel runs on.
  ///
  /// Not to be called while events are delivered, but from a part's `serve`. Gives what is to be said of
  /// it: errors line by line, and what came of it last.
  func reload(_ loop: PanelLoop) -> [String] {
    do throws(FileError) {
      let panel = try RunFiles.read(path, board: board, isSimulated: isSimulated)
      if panel.outputs.mqtt != nil {
        do throws(MqttLibrary.Missing) { try MqttLibrary.open() } catch {
          return ["\(path): \(error.message)", "\(path): the old panel runs on"]
        }
      }
      loop.reload(panel)
      return ["\(path): reloaded"]
    } catch {
      return error.diagnostics.map(\.description) + ["\(path): the old panel runs on"]
    }
  }
}

import PanelFiles

/// How commands read panels, boards and traces.
enum Load {
  /// The panel at `path` and its warnings; `board` stands for `auto` in it.
  static func reading(
    of path: String, board: String? = nil, ownership: Ownership? = .current
  ) throws(FileError) -> PanelReader.Reading {
    var boards = try BoardCatalogue.standard()
    boards.assumedBoard = board
    return try PanelReader.read(path: path, boards: boards, ownership: ownership)
  }

  /// The board of panels that say `auto`, where they are replayed and this machine has no profile.
  private static let replayBoard = "raspberry-pi-5"

  /// The panel at `path`, of which nothing is run, or what to say and how to end if it cannot be used.
  ///
  /// A replay touches no line, so its panel is read on a machine without a profile, too.
  static func panel(
    _ path: String, board: String? = nil, forReplay: Bool = false
  ) throws(Failure) -> PanelFile {
    do throws(FileError) {
      var boards = try BoardCatalogue.standard()
      boards.assumedBoard = board
      if forReplay { boards.fallbackBoard = replayBoard }
      return try PanelReader.read(path: path, boards: boards, ownership: nil).panel
    } catch {
      throw Failure(error, invalid: .badConfiguration)
    }
  }

  /// The boards that are found on this machine.
  static func boards() throws(Failure) -> BoardCatalogue {
    do throws(FileError) {
      return try BoardCatalogue.standard()
    } catch {
      throw Failure(error, invalid: .badConfiguration)
    }
  }

  /// The profile called `id`.
  static func profile(_ id: String, of boards: BoardCatalogue) throws(Failure) -> BoardProfile {
    do throws(FileError) {
      if let profile = try boards.profile(id) { return profile }
    } catch {
      throw Failure(error, invalid: .badConfiguration)
    }
    let ids = boards.ids
    let why =
      ids.isEmpty
      ? "no profiles were found; set GPIOPRESS_BOARDS to their folder"
      : "no board \(id)\(Nearest.hint(for: id, among: ids)); see gpiopress boards"
    throw Failure(.noInput, "gpiopress: \(why)")
  }

  /// The trace at `path`, for `panel`; `-` is the text form on the standard input.
  static func trace(
    _ path: String, for panel: PanelFile, options: Trace.VcdOptions = Trace.VcdOptions()
  ) throws(Failure) -> Trace {
    do throws(FileError) {
      if path != "-" {
        return try Trace.read(
          path: path, lines: panel.lines, controls: panel.controls, options: options)
      }
    } catch {
      throw Failure(error, invalid: .badData)
    }
    let bytes = try Descriptor.read(path, invalid: .badData)
    do throws(FileError) {
      return try Trace.parse(bytes, path: path, lines: panel.lines, controls: panel.controls)
    } catch {
      throw Failure(error, invalid: .badData)
    }
  }
}

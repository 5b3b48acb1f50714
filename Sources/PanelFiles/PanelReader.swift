import ButtonController

/// Reads panel files.
public enum PanelReader {
  /// A panel and what is not wrong but costs something.
  public struct Reading: Equatable, Sendable {
    /// The panel.
    public var panel: PanelFile
    /// Warnings, in the order of the file.
    public var warnings: [Diagnostic]
  }

  /// Reads the panel file at `path`; `board: auto` is looked up below `root` (`/` outside tests).
  public static func read(
    path: String, boards: BoardCatalogue, root: String = "/"
  ) throws(FileError) -> Reading {
    throw FileError(kind: .notFound, diagnostics: [])
  }

  /// Decodes the text of a panel file; `path` is for messages only.
  public static func decode(
    _ text: [UInt8], path: String, boards: BoardCatalogue, root: String = "/"
  ) throws(FileError) -> Reading {
    throw FileError(kind: .notFound, diagnostics: [])
  }
}

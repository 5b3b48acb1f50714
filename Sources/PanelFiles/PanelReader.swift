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
  ///
  /// Where its commands would run as root, a file that others can write is an error, unless
  /// `ownership` is nil: then that is not looked at (a replay runs no commands).
  public static func read(
    path: String, boards: BoardCatalogue, root: String = "/", ownership: Ownership? = .current
  ) throws(FileError) -> Reading {
    let text = try FileBytes.read(path: path, limit: YamlParser.maximumBytes)
    return try decode(text, path: path, boards: boards, root: root) { place in
      ownership?.fault(ofFile: path, place: place)
    }
  }

  /// Decodes the text of a panel file; `path` is for messages only.
  public static func decode(
    _ text: [UInt8], path: String, boards: BoardCatalogue, root: String = "/"
  ) throws(FileError) -> Reading {
    try decode(text, path: path, boards: boards, root: root) { _ in nil }
  }

  /// `faultOfRun` is asked where the first command stands.
  private static func decode(
    _ text: [UInt8], path: String, boards: BoardCatalogue, root: String,
    faultOfRun: (Place) -> Diagnostic?
  ) throws(FileError) -> Reading {
    let findings = Findings(path: path)
    var panel: PanelFile?
    if let node = YamlParser.parse(text, into: findings) {
      let decoder = PanelDecoder(findings: findings, boards: boards, root: root)
      panel = decoder.decode(node, stem: stem(of: path))
      if let run = decoder.context.firstRun, let fault = faultOfRun(run.place) {
        findings.fail(run.place, run.path, fault.message)
      }
    }
    if let error = findings.error { throw error }
    guard let panel else {
      throw FileError(
        kind: .invalid,
        diagnostics: [Diagnostic(path: path, place: Place(), message: "no panel file")])
    }
    return Reading(panel: panel, warnings: findings.sortedWarnings)
  }

  /// The file's name without folders and ending.
  private static func stem(of path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    guard let dot = file.lastIndex(of: "."), dot != file.startIndex else { return file }
    return String(file[..<dot])
  }
}

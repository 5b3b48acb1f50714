import ButtonController

/// Reads panel files.
public enum PanelReader {
  /// A panel and what is not wrong but costs something.
  public struct Reading: Equatable, Sendable {
    /// The panel.
    public var panel: PanelFile
    /// Warnings, in the order of the file.
    public var warnings: [Diagnostic]
    /// The programs that it runs, each once, in the order of the file; see `warningsOnThisMachine`.
    public var programs: [ProgramUse] = []
  }

  /// Reads the panel file at `path`; `board: auto` is looked up below `root` (`/` outside tests).
  ///
  /// As root, a panel or board file that somebody else may change is refused, as things are done by
  /// it; with `onlyWarns` that is a warning, and nobody is asked where `ownership` is nil (a replay
  /// does nothing). It is judged by the file that was read, whatever stands at `path` later.
  ///
  /// Never waits for a file and takes a bounded time, whatever the file holds: it is a regular one
  /// of at most 1 MiB with a limited number of values, or refused. At most 100 errors are reported.
  public static func read(
    path: String, boards: BoardCatalogue, root: String = "/", ownership: Ownership? = .current,
    onlyWarns: Bool = false
  ) throws(FileError) -> Reading {
    var boards = boards
    var remark: String?
    if !onlyWarns { boards.ownership = ownership }
    let text = try FileBytes.read(
      path: path, limit: YamlParser.maximumBytes
    ) { file throws(FileError) in
      guard let ownership else { return }
      if !onlyWarns { try ownership.judge(file) }
      remark = ownership.remark(about: file)
    }
    var reading = try decode(text, path: path, boards: boards, root: root)
    reading.panel.digest = Sha256.text(of: text)
    if let remark {
      reading.warnings.insert(Diagnostic(path: path, place: Place(), message: remark), at: 0)
    }
    return reading
  }

  /// Decodes the text of a panel file; `path` is for messages only.
  public static func decode(
    _ text: [UInt8], path: String, boards: BoardCatalogue, root: String = "/"
  ) throws(FileError) -> Reading {
    let findings = Findings(path: path)
    var panel: PanelFile?
    var programs: [ProgramUse] = []
    if let node = YamlParser.parse(text, into: findings) {
      let decoder = PanelDecoder(findings: findings, boards: boards, root: root)
      panel = decoder.decode(node, stem: stem(of: path))
      programs = decoder.context.programs
    }
    if let error = findings.error { throw error }
    guard let panel else { throw FileError(.invalid, path, "no panel file") }
    return Reading(panel: panel, warnings: findings.sortedWarnings, programs: programs)
  }

  /// The file's name without folders and ending.
  package static func stem(of path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    guard let dot = file.lastIndex(of: "."), dot != file.startIndex else { return file }
    return String(file[..<dot])
  }
}

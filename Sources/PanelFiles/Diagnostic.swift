/// One error or warning about a file, in one line: where, what, why and the hint.
public struct Diagnostic: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file, as the user wrote it.
  public var path: String
  /// Where in the file.
  public var place: Place
  /// What is wrong and the hint; begins with the key's path where there is one.
  public var message: String

  /// A diagnostic of the file `path`.
  public init(path: String, place: Place, message: String) {
    self.path = path
    self.place = place
    self.message = message
  }

  /// `panel.yaml:14:14: controls.erase.confirm.after: "1.2" has no unit; write 1.2s`.
  public var description: String {
    place.line == 0 ? "\(path): \(message)" : "\(path):\(place.line):\(place.column): \(message)"
  }
}

/// Why a file could not be used, with everything that is wrong with it.
public struct FileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What kind of trouble it is; decides the program's exit code.
  public enum Kind: Equatable, Sendable {
    /// It is not there (exit code 66).
    case notFound
    /// It may not be read (exit code 77).
    case notPermitted
    /// The system cannot read it now (exit code 71): too many open files, or a disk that fails.
    case system
    /// Its content is wrong (78 for a panel or board file, 65 for a trace).
    case invalid
  }

  /// The kind.
  public var kind: Kind
  /// Everything that is wrong, in the order of the file; at least one.
  public var diagnostics: [Diagnostic]

  /// An error of a file.
  public init(kind: Kind, diagnostics: [Diagnostic]) {
    self.kind = kind
    self.diagnostics = diagnostics
  }

  /// All that is wrong, a line each.
  public var description: String {
    diagnostics.map(\.description).joined(separator: "\n")
  }
}

/// Collects everything that is wrong with one file.
///
/// A class, because every part of a decoder adds to the same list. Used by one thread.
final class Findings {
  let path: String
  private(set) var errors: [Diagnostic] = []
  private(set) var warnings: [Diagnostic] = []
  /// More errors than anybody reads; a file with so many is of another kind.
  static let maximum = 1000

  init(path: String) { self.path = path }

  /// Adds an error about the key `keyPath` (empty for the whole file).
  func fail(_ place: Place, _ keyPath: String, _ message: String) {
    if errors.count < Self.maximum {
      errors.append(diagnostic(place, keyPath, message))
    } else if errors.count == Self.maximum {
      errors.append(diagnostic(place, "", "more than \(Self.maximum) errors; the rest is not told"))
    }
  }

  /// Adds a warning about the key `keyPath`.
  func warn(_ place: Place, _ keyPath: String, _ message: String) {
    warnings.append(diagnostic(place, keyPath, message))
  }

  /// The errors as one, in the order of the file; nil if there is none.
  var error: FileError? {
    errors.isEmpty ? nil : FileError(kind: .invalid, diagnostics: Self.inOrder(errors))
  }

  /// The warnings in the order of the file.
  var sortedWarnings: [Diagnostic] { Self.inOrder(warnings) }

  private func diagnostic(_ place: Place, _ keyPath: String, _ message: String) -> Diagnostic {
    Diagnostic(
      path: path, place: place, message: keyPath.isEmpty ? message : "\(keyPath): \(message)")
  }

  /// By place; what stands at one place keeps its order.
  private static func inOrder(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    diagnostics.enumerated().sorted { a, b in
      let (p, q) = (a.element.place, b.element.place)
      return (p.line, p.column, a.offset) < (q.line, q.column, b.offset)
    }.map(\.element)
  }
}

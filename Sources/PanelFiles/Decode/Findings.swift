import ButtonController

/// Collects everything that is wrong with one file.
///
/// A class, because every part of a decoder adds to the same list. Used by one thread. Beyond
/// `limit` findings are counted and nothing more: their texts, which cost far more than finding
/// them, are never made.
final class Findings {
  let path: String
  /// As many errors and as many warnings are reported one by one.
  let limit: Int
  private(set) var errors: [Diagnostic] = []
  private(set) var warnings: [Diagnostic] = []
  /// All that were found, reported or not.
  private(set) var errorCount = 0
  private(set) var warningCount = 0
  private var firstUntold: (error: Place?, warning: Place?)

  /// More errors of a panel or board file than anybody reads.
  static let usualLimit = 100
  /// What a message may have, in Unicode scalars; a file of one long word is no reason for more.
  static let longestMessage = 1000

  init(path: String, limit: Int = Findings.usualLimit) {
    self.path = path
    self.limit = limit
  }

  /// Adds an error about the key `keyPath` (empty for the whole file).
  func fail(
    _ place: Place, _ keyPath: @autoclosure () -> String, _ message: @autoclosure () -> String
  ) {
    errorCount += 1
    if errors.count < limit {
      errors.append(diagnostic(place, keyPath(), message()))
    } else if firstUntold.error == nil {
      firstUntold.error = place
    }
  }

  /// Adds a warning about the key `keyPath`.
  func warn(
    _ place: Place, _ keyPath: @autoclosure () -> String, _ message: @autoclosure () -> String
  ) {
    warningCount += 1
    if warnings.count < limit {
      warnings.append(diagnostic(place, keyPath(), message()))
    } else if firstUntold.warning == nil {
      firstUntold.warning = place
    }
  }

  /// The errors as one, in the order of the file; nil if there is none.
  var error: FileError? {
    if errors.isEmpty { return nil }
    let rest = rest(errorCount - errors.count, "error", at: firstUntold.error)
    return FileError(kind: .invalid, diagnostics: Self.inOrder(errors) + rest)
  }

  /// The warnings in the order of the file.
  var sortedWarnings: [Diagnostic] {
    Self.inOrder(warnings) + rest(warningCount - warnings.count, "warning", at: firstUntold.warning)
  }

  private func rest(_ count: Int, _ what: String, at place: Place?) -> [Diagnostic] {
    guard let place, count > 0 else { return [] }
    return [
      diagnostic(place, "", "\(count) more \(what)\(count == 1 ? "" : "s"); fix these first")
    ]
  }

  private func diagnostic(_ place: Place, _ keyPath: String, _ message: String) -> Diagnostic {
    let text = keyPath.isEmpty ? message : "\(keyPath): \(message)"
    return Diagnostic(path: path, place: place, message: Self.shortened(text))
  }

  private static func shortened(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard text.utf8.count > longestMessage,
      let end = scalars.index(
        scalars.startIndex, offsetBy: longestMessage, limitedBy: scalars.endIndex),
      end != scalars.endIndex
    else { return text }
    return String(scalars[..<end]) + "…"
  }

  /// By place; what stands at one place keeps its order.
  private static func inOrder(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    diagnostics.enumerated().sorted { a, b in
      let (p, q) = (a.element.place, b.element.place)
      return (p.line, p.column, a.offset) < (q.line, q.column, b.offset)
    }.map(\.element)
  }
}

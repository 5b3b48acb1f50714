import PanelFiles
import PanelHardware

/// What one check has found: data, to be printed as lines or as JSON.
struct Check: Equatable, Sendable {
  /// How it is.
  enum Verdict: String, Equatable, Sendable, CaseIterable {
    case ok
    /// It works, and costs something.
    case warning
    /// It does not work.
    case error
    /// There was nothing to check, or it could not be.
    case skipped
  }

  /// What was checked, such as `kernel` or `line erase`.
  var name: String
  var verdict: Verdict
  /// What was seen.
  var evidence: String
  /// What to do; nil where there is nothing.
  var hint: String?
  /// How the program ends because of it; of errors.
  var code: ExitCode = .ok

  static func ok(_ name: String, _ evidence: String) -> Check {
    Check(name: name, verdict: .ok, evidence: evidence)
  }

  static func skipped(_ name: String, _ evidence: String, hint: String? = nil) -> Check {
    Check(name: name, verdict: .skipped, evidence: evidence, hint: hint)
  }

  static func warning(_ name: String, _ evidence: String, hint: String? = nil) -> Check {
    Check(name: name, verdict: .warning, evidence: evidence, hint: hint)
  }

  static func error(
    _ name: String, _ evidence: String, hint: String? = nil, _ code: ExitCode = .unavailable
  ) -> Check {
    Check(name: name, verdict: .error, evidence: evidence, hint: hint, code: code)
  }

  /// An error or a warning from a message of the kind `what; what to do`.
  static func message(
    _ name: String, _ verdict: Verdict, _ message: String, _ code: ExitCode = .unavailable
  ) -> Check {
    var parts = message.split(separator: ";", maxSplits: 1).map(String.init)
    if parts.isEmpty { parts = [message] }
    let hint = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : nil
    return Check(
      name: name, verdict: verdict, evidence: parts[0], hint: hint,
      code: verdict == .error ? code : .ok)
  }

  /// The check as JSON.
  var json: JSONBuilder {
    var object = JSONBuilder()
    object.add("name", name)
    object.add("verdict", verdict.rawValue)
    object.add("evidence", evidence)
    if let hint { object.add("hint", hint) }
    return object
  }
}

/// All checks of one run, and how the program ends.
struct Checkup {
  private(set) var checks: [Check] = []

  mutating func add(_ check: Check) { checks.append(check) }

  /// A right that is missing may hide everything else, so it goes first; then the file, then the rest.
  private static let order: [ExitCode] = [
    .permission, .badConfiguration, .noInput, .unavailable, .system,
  ]

  /// 0 where there is no error.
  var code: ExitCode {
    let codes = checks.filter { $0.verdict == .error }.map(\.code)
    return Checkup.order.first(where: codes.contains) ?? (codes.isEmpty ? .ok : .unavailable)
  }

  private func count(_ verdict: Check.Verdict) -> Int {
    checks.filter { $0.verdict == verdict }.count
  }

  /// `12 ok, 1 warning, 2 errors, 3 skipped`.
  var summary: String {
    let (warnings, errors) = (count(.warning), count(.error))
    return "\(count(.ok)) ok, \(warnings) \(warnings == 1 ? "warning" : "warnings"), "
      + "\(errors) \(errors == 1 ? "error" : "errors"), \(count(.skipped)) skipped"
  }

  /// Everything as one JSON object.
  var json: String {
    var object = JSONBuilder()
    object.add("healthy", code == .ok)
    object.add("checks", checks.map(\.json))
    return object.text + "\n"
  }
}

/// Checks as lines of text: the word says how it is, a colour only underlines it.
struct CheckLines {
  private let style: TerminalStyle

  /// As wide as the longest name that is usual.
  private static let nameWidth = 16
  private static let wordWidth = 7

  init(style: TerminalStyle) { self.style = style }

  func text(of check: Check) -> String {
    let word = check.verdict.rawValue
    let name = VisibleText.of(check.name)
    let indent = String(repeating: " ", count: CheckLines.wordWidth + CheckLines.nameWidth + 4)
    var text = marked(word, check.verdict) + padding(word, CheckLines.wordWidth) + "  "
    text += name + padding(name, CheckLines.nameWidth) + "  " + VisibleText.of(check.evidence)
    text += "\n"
    if let hint = check.hint { text += "\(indent)hint: \(VisibleText.of(hint))\n" }
    return text
  }

  private func marked(_ word: String, _ verdict: Check.Verdict) -> String {
    switch verdict {
    case .ok: return word
    case .warning: return style.bold(word)
    case .error: return style.red(word)
    case .skipped: return style.dim(word)
    }
  }

  private func padding(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count))
  }
}

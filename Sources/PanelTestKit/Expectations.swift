import PanelFiles
import PanelReplay
import Testing

/// Expects what comes of a trace on a panel: control and event each, in the order of decision.
///
///     expectEvents(panel: "panel.yaml", trace: "100 erase 1\n180 erase 0", ["erase tap"])
///
/// What differs, or is wrong with panel or trace, is an issue of the test, with all that came and why.
public func expectEvents(
  panel path: String, trace: String, _ expected: [String],
  sourceLocation: SourceLocation = #_sourceLocation
) {
  attempt(sourceLocation) { () throws(FileError) in
    let seen = try events(panel: path, trace: trace)
    let summaries = seen.map(\.summary)
    return summaries == expected
      ? nil : "\(expected) expected, \(summaries) came\(account(of: seen))"
  }
}

/// Expects lines of JSON of a trace on a panel, by the rules of `gpiopress replay --expect`.
///
/// Control by control there have to be as many events as lines, in their order, and each has all the
/// keys of its line with the same values; keys that a line leaves out are not compared.
///
///     expectEvents(
///       panel: "panel.yaml", trace: "100 erase 1\n180 erase 0",
///       json: #"{"control":"erase","event":"tap","at":180}"#)
public func expectEvents(
  panel path: String, trace: String, json expected: String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  attempt(sourceLocation) { () throws(FileError) in
    let seen = try events(panel: path, trace: trace)
    let printed = seen.map(\.line).joined(separator: "\n")
    do throws(ExpectedEvents.Failure) {
      let difference = try ExpectedEvents.compare(
        printed: Array(printed.utf8), expected: Array(expected.utf8))
      return difference.map { "\($0)\(account(of: seen))" }
    } catch {
      return "line \(error.line) of what is expected: \(error.message)"
    }
  }
}

/// Records what `check` finds, and what keeps it from looking.
private func attempt(
  _ place: SourceLocation, _ check: () throws(FileError) -> String?
) {
  do throws(FileError) {
    if let difference = try check() { Issue.record("\(difference)", sourceLocation: place) }
  } catch {
    Issue.record("\(error)", sourceLocation: place)
  }
}

/// All that came, a line each with its reason.
private func account(of seen: [SeenEvent]) -> String {
  if seen.isEmpty { return "\nnothing came" }
  return "\nwhat came:" + seen.map { "\n  \($0.line)\n    \($0.why)" }.joined()
}

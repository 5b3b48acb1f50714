import ButtonController
import PanelFiles
import PanelHardware

/// Which troubles of lines end the program at its start; the others are waited for.
enum RunStart {
  /// Turns a loop that only looks until it is ended, and gives the lines back: what is pressed still is
  /// pressed, as the looking ends and not the press.
  static func watch(_ loop: PanelLoop) throws(Failure) {
    do throws(SystemError) {
      try loop.run()
      loop.shutDown(cancelsOpen: false)
      try loop.finish()
    } catch {
      throw Failure(.system, "gpiopress: cannot \(error)")
    }
  }

  static func start(_ loop: PanelLoop, waits: Bool) throws(Failure) {
    let troubles = loop.start { code(for: $0, waits: waits) != nil }
    // A right that is missing is to be given first: it may hide everything else.
    let denied = troubles.first { $0.kind == .denied }
    guard let trouble = denied ?? troubles.first, let code = code(for: trouble, waits: waits)
    else { return }
    // One line, as of every error; the others have most often the same reason.
    let others = troubles.filter { $0 != trouble }.map { loop.panel.lines[$0.line] }
    let rest = others.map { "\($0.name) (\($0.pin))" }.joined(separator: ", ")
    throw Failure(code, trouble.message + (rest.isEmpty ? "" : "; also affected: \(rest)"))
  }

  private static func code(for trouble: LineTrouble, waits: Bool) -> ExitCode? {
    switch trouble.kind {
    case .missing, .unreadable: return nil
    case .busy: return waits ? nil : .unavailable
    case .denied: return .permission
    case .ambiguous, .failed: return .unavailable
    case .outOfRange: return .badConfiguration
    }
  }
}

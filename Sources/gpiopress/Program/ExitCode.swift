import PanelFiles

/// How the program ends: the codes of sysexits.h that it uses.
enum ExitCode: Int32, CaseIterable {
  /// All is well.
  case ok = 0
  /// A comparison found a difference.
  case differs = 1
  /// The command line is wrong.
  case usage = 64
  /// A trace or an expectation is wrong.
  case badData = 65
  /// A file is not there or cannot be read.
  case noInput = 66
  /// Hardware is not there or is in use.
  case unavailable = 69
  /// The system failed.
  case system = 71
  /// Something may not be done.
  case permission = 77
  /// A panel or board file is wrong.
  case badConfiguration = 78

  /// What the help and the manual page say of it.
  var meaning: String {
    switch self {
    case .ok: "well"
    case .differs: "differs"
    case .usage: "usage"
    case .badData: "bad trace"
    case .noInput: "no such file"
    case .unavailable: "hardware unavailable"
    case .system: "system error"
    case .permission: "permission"
    case .badConfiguration: "bad panel or board file"
    }
  }
}

/// Why a command stops: its exit code, and what is said on stderr, a line each.
struct Failure: Error {
  var code: ExitCode
  var lines: [String]

  init(_ code: ExitCode, _ lines: [String]) {
    self.code = code
    self.lines = lines
  }

  init(_ code: ExitCode, _ line: String) { self.init(code, [line]) }

  /// The reader of stdout went away: nobody is left to read.
  static let nobodyReads = Failure(.ok, [])

  /// A file that could not be used; `invalid` is the code for wrong content.
  init(_ error: FileError, invalid: ExitCode) {
    lines = error.diagnostics.map(\.description)
    switch error.kind {
    case .notFound: code = .noInput
    case .notPermitted: code = .permission
    case .system: code = .system
    case .invalid: code = invalid
    }
  }
}

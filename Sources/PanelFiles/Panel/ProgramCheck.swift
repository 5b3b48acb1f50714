#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A program that a panel file runs, and where it stands there first.
public struct ProgramUse: Equatable, Sendable {
  /// As the file has it: a path, or a name that is looked for in PATH.
  public var program: String
  /// The key's path, such as `controls.erase.do.confirm.run[0]`.
  public var keyPath: String
  /// Where it stands.
  public var place: Place
}

extension PanelReader.Reading {
  /// The warnings, and one for each program that cannot be started on this machine.
  ///
  /// It looks at the machine: for who runs the panel here, not for who replays it elsewhere.
  public var warningsOnThisMachine: [Diagnostic] {
    var found: [Diagnostic] = []
    for use in programs where found.count < Findings.usualLimit {
      guard let fault = ProgramCheck.fault(of: use.program) else { continue }
      found.append(
        Diagnostic(path: panel.path, place: use.place, message: "\(use.keyPath): \(fault)"))
    }
    let all = (warnings + found).enumerated()
    return all.sorted { a, b in
      let (p, q) = (a.element.place, b.element.place)
      return (p.line, p.column, a.offset) < (q.line, q.column, b.offset)
    }.map(\.element)
  }
}

/// Looks for a program as the start of a command does, without starting it.
public enum ProgramCheck {
  /// Why `program` cannot be started here; nil if it can.
  ///
  /// A name without a slash is looked for in `path`, the variable PATH of this process.
  public static func fault(
    of program: String, path: String? = getenv("PATH").map { String(cString: $0) }
  ) -> String? {
    // What the shell would make of it is said already.
    if program.isEmpty || program.hasPrefix("~/") { return nil }
    let shown = Value.clip(program)
    if program.utf8.contains(UInt8(ascii: "/")) {
      let beside = program.hasPrefix("/") ? "" : " (from the folder in which gpiopress is started)"
      return fault(at: program).map { "\(shown)\(beside) \($0) on this machine" }
    }
    // As the C library has it where PATH is not set.
    let path = path ?? "/bin:/usr/bin"
    var reason: String?
    for folder in path.split(separator: ":", omittingEmptySubsequences: false) {
      let file = folder.isEmpty ? program : "\(folder)/\(program)"
      guard let fault = fault(at: file) else { return nil }
      // It goes on behind one that may not be started.
      if fault != missing { reason = reason ?? "\(Value.clip(file)) \(fault) on this machine" }
    }
    return reason
      ?? "\(shown) is in no folder of PATH (\(Value.clip(path))) on this machine; write its whole path"
  }

  private static let missing = "is not there"

  private static func fault(at path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      switch errno {
      case ENOENT, ENOTDIR: return missing
      default: return "cannot be looked at (\(ErrorNumber.text(of: errno)))"
      }
    }
    if status.st_mode & S_IFMT == S_IFDIR { return "is a directory, not a program" }
    // By the rights with which it will be started.
    if faccessat(AT_FDCWD, path, X_OK, AT_EACCESS) != 0 {
      return "is not executable (chmod +x it)"
    }
    return nil
  }
}

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Who runs the program; decides whether a panel file may name commands.
public struct Ownership: Equatable, Sendable {
  /// The effective user.
  public var user: UInt32
  /// The user who called sudo, if one did.
  public var caller: UInt32?

  /// A user, perhaps called by another through sudo.
  public init(user: UInt32, caller: UInt32? = nil) {
    self.user = user
    self.caller = caller
  }

  /// The process's own.
  public static var current: Ownership {
    let caller = getenv("SUDO_UID").flatMap { UInt32(String(cString: $0)) }
    return Ownership(user: geteuid(), caller: caller)
  }

  /// What is wrong with a file of this owner and mode whose commands would run; nil if nothing is.
  ///
  /// Only root is asked: for anybody else a command can do no more than its author could.
  public func fault(owner: UInt32, group: UInt32, mode: UInt32) -> String? {
    guard user == 0 else { return nil }
    if mode & 0o002 != 0 || mode & 0o020 != 0 && group != 0 {
      return "runs as root, but others may write this file; chmod go-w it"
    }
    if owner != 0, owner != caller {
      return
        "runs as root, but this file belongs to user \(owner), who may change it; chown root it"
    }
    return nil
  }

  func fault(ofFile path: String, place: Place) -> Diagnostic? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return fault(owner: status.st_uid, group: status.st_gid, mode: status.st_mode).map {
      Diagnostic(path: path, place: place, message: $0)
    }
  }
}

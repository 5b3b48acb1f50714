#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Who runs the program; decides whose files it may act on.
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

  /// What is wrong with a file of this owner and mode that would be acted on; nil if nothing is.
  ///
  /// Only root is asked: for anybody else a panel can do no more than its author could. A group that
  /// may write is refused even if it is root's, since an access list may hide others behind it.
  public func fault(owner: UInt32, group: UInt32, mode: UInt32) -> String? {
    guard user == 0 else { return nil }
    if owner != 0, owner != caller {
      return "would run as root, but belongs to user \(owner), who may change it; chown root it"
    }
    if mode & 0o022 != 0 {
      let who = mode & 0o002 != 0 ? "others" : "group \(group)"
      return "would run as root, but \(who) may write it; chmod go-w it"
    }
    return nil
  }

  /// What is wrong with the folders above the file at `realPath`; nil if nothing is.
  ///
  /// Nobody gets in by such a folder, as the file itself is judged whenever it is read; but others
  /// can take the file away, so that the next start or reload fails.
  func faultOfFolders(above realPath: String) -> String? {
    guard user == 0 else { return nil }
    var folder = realPath
    var isNearest = true
    while folder != "/", let slash = folder.lastIndex(of: "/") {
      folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
      var status = stat()
      guard stat(folder, &status) == 0 else { return nil }
      // Further up, the sticky bit keeps what is root's in its place.
      let isSticky = status.st_mode & S_ISVTX != 0 && !isNearest
      let who: String?
      if status.st_uid != 0, status.st_uid != caller {
        who = "user \(status.st_uid)"
      } else if status.st_mode & 0o002 != 0, !isSticky {
        who = "others"
      } else if status.st_mode & 0o020 != 0, status.st_gid != 0, !isSticky {
        who = "group \(status.st_gid)"
      } else {
        who = nil
      }
      if let who {
        return "would run as root, but \(who) may write its folder \(folder); keep it in a folder "
          + "of root's, such as /etc/gpiopress"
      }
      isNearest = false
    }
    return nil
  }
}

/// Who may change a file, from its open descriptor.
struct FileAccess: Equatable {
  var owner: UInt32
  var group: UInt32
  var mode: UInt32
}

extension Ownership {
  /// Refuses an open file that somebody else may change.
  func judge(_ file: borrowing OpenFile) throws(FileError) {
    let access = file.access
    guard let fault = fault(owner: access.owner, group: access.group, mode: access.mode) else {
      return
    }
    throw FileError(.notPermitted, file.path, fault)
  }

  /// What is worth a warning about an open file: that it is refused where it would be run, or that
  /// others may take it away.
  func remark(about file: borrowing OpenFile) -> String? {
    let access = file.access
    if let fault = fault(owner: access.owner, group: access.group, mode: access.mode) {
      return "gpiopress run refuses it: \(fault)"
    }
    return file.realPath.flatMap { faultOfFolders(above: $0) }
  }
}

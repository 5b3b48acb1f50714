import CPanelLinux
import Glibc
import PanelFiles
import PanelHardware

/// Why there is no control socket: what, where, why, and the hint, in one line.
public struct SocketTrouble: Error, Equatable, Sendable {
  /// What is to be said.
  public var message: String
  /// Whether another process listens there: nothing that time would change.
  public var isHeld: Bool
}

/// A socket that listens, and its file, which is removed with it.
///
/// The file appears complete, with its mode and its group. What a process left behind that is gone is
/// replaced; everything else that has the name is left alone.
final class SocketFile {
  /// What the panel file asks for.
  let wanted: Outputs.Socket
  private let folder: OwnedDescriptor
  private let name: [CChar]
  private let listener: OwnedDescriptor
  private var file = pl_socket_file()

  /// Who owns it and its group may speak to it.
  private static let mode: UInt32 = 0o660
  /// Two processes may clear the same name at once; one of them is then in use.
  private static let mostAttempts = 3

  init(_ wanted: Outputs.Socket) throws(SocketTrouble) {
    self.wanted = wanted
    var name = [CChar](repeating: 0, count: Int(PL_NAME_SIZE))
    let folder = OwnedDescriptor(owning: pl_folder_open(wanted.path, &name))
    if folder.raw < 0 { throw SocketTrouble.folder(of: wanted.path, -folder.raw) }
    var group: Int64 = -1
    if let wantedGroup = wanted.group {
      group = pl_group_number(wantedGroup)
      if group < 0 { throw SocketTrouble.group(wantedGroup, of: wanted.path, Int32(-group)) }
    }
    let raw = try SocketFile.listen(wanted, folder.raw, name, group, &file)
    listener = OwnedDescriptor(owning: raw)
    self.folder = folder
    self.name = name
  }

  private static func listen(
    _ wanted: Outputs.Socket, _ folder: Int32, _ name: [CChar], _ group: Int64,
    _ file: inout pl_socket_file
  ) throws(SocketTrouble) -> Int32 {
    for _ in 0..<mostAttempts {
      let result = pl_socket_listen(folder, name, group, mode, &file)
      if result >= 0 { return result }
      if result != -EEXIST { throw SocketTrouble(of: wanted, -result) }
      try clear(wanted, folder, name)
    }
    throw SocketTrouble(of: wanted, EADDRINUSE)
  }

  /// Removes what a process left that is gone.
  private static func clear(
    _ wanted: Outputs.Socket, _ folder: Int32, _ name: [CChar]
  ) throws(SocketTrouble) {
    var process: Int32 = 0
    let found = pl_socket_probe(folder, name, wanted.path, &process)
    if found == 1 { throw SocketTrouble.held(wanted.path, by: process) }
    if found == -ENOENT { return }
    if found < 0 { throw SocketTrouble(of: wanted, -found) }
    let cleared = pl_socket_clear(folder, name)
    if cleared < 0, cleared != -ENOENT, cleared != -EADDRINUSE {
      throw SocketTrouble(of: wanted, -cleared)
    }
  }

  /// To be polled for reading: somebody wants to connect.
  var raw: Int32 { listener.raw }

  /// Whether the file is still where it was made.
  var isInPlace: Bool { pl_socket_is_there(folder.raw, name, &file) == 1 }

  /// Who has connected, and the process (0 where that is not known); -errno for nobody.
  func accept() -> (descriptor: Int32, process: Int32) {
    var process: Int32 = 0
    let descriptor = pl_socket_accept(listener.raw, &process)
    return (descriptor, process)
  }

  // The file goes with it, if it is this one still, whatever ends the program short of a kill.
  deinit { _ = pl_socket_remove(folder.raw, name, &file) }
}

extension SocketTrouble {
  private init(_ path: String, _ why: String, isHeld: Bool = false) {
    message = "outputs.socket: \(path): \(why)"
    self.isHeld = isHeld
  }

  fileprivate static func held(_ path: String, by process: Int32) -> SocketTrouble {
    let who = process > 0 ? "process \(process)" : "another process"
    return SocketTrouble(
      path, "\(who) listens there already; end it, or give this panel another path", isHeld: true)
  }

  fileprivate static func folder(of path: String, _ code: Int32) -> SocketTrouble {
    let folder = SocketTrouble.folder(of: path)
    switch code {
    case ENOENT:
      let runPrefix = "/run/"
      let hint =
        folder.hasPrefix(runPrefix)
        ? "RuntimeDirectory=\(folder.dropFirst(runPrefix.count)) in the service, or a line in "
          + "/etc/tmpfiles.d, makes it" : "make it"
      return SocketTrouble(path, "its folder \(folder) is not there; \(hint)")
    case ENOTDIR: return SocketTrouble(path, "\(folder) is no folder; name another path")
    case EISDIR: return SocketTrouble(path, "this is a folder; add the socket's own name")
    case Int32(PL_REFUSED_LINK.rawValue):
      return SocketTrouble(
        path, "a symbolic link on the way belongs to somebody else; write the path without it")
    default: return SocketTrouble(path, "\(folder): \(ErrorNumber.text(of: code))")
    }
  }

  fileprivate static func group(_ name: String, of path: String, _ code: Int32) -> SocketTrouble {
    if code != ENOENT {
      return SocketTrouble(path, "cannot look up the group \(name): \(ErrorNumber.text(of: code))")
    }
    return SocketTrouble(
      path, "there is no group \(name) on this machine; `groupadd --system \(name)` makes it")
  }

  fileprivate init(of wanted: Outputs.Socket, _ code: Int32) {
    let (path, folder) = (wanted.path, SocketTrouble.folder(of: wanted.path))
    switch code {
    case Int32(PL_REFUSED_KIND.rawValue):
      self.init(
        path,
        "something else than a control socket is there and is left alone; move it away, or "
          + "name another path")
    case Int32(PL_REFUSED_GROUP):
      self.init(
        path,
        "user \(geteuid()) may not give it to the group \(wanted.group ?? ""); "
          + "SupplementaryGroups=\(wanted.group ?? "") in the service makes it a member")
    case EACCES, EPERM, EROFS:
      self.init(
        path,
        "user \(geteuid()) may not make it in \(folder) (\(ErrorNumber.text(of: code))); "
          + "chown the folder, or name another path")
    default: self.init(path, ErrorNumber.text(of: code))
    }
  }

  /// The folder of a path, as a person would write it.
  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

import Glibc
import PanelFiles

/// The files by which a machine says what it is and has: those below `/`, or below a test's own folder.
///
/// Only small files of the kernel and of the system are read, and nothing is ever written.
public struct MachineRoot: Sendable {
  private let prefix: String

  /// The files below `folder`.
  public init(_ folder: String = "/") {
    prefix = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
  }

  /// Where a file of the machine lies, such as `/dev/uinput`.
  public func path(_ path: String) -> String { prefix + path }

  /// Whether it is the machine's own root.
  public var isReal: Bool { prefix.isEmpty }

  /// Whether something is there.
  public func exists(_ path: String) -> Bool { access(self.path(path), F_OK) == 0 }

  /// Whether this process may read and write it.
  public func mayUse(_ path: String) -> Bool { access(self.path(path), R_OK | W_OK) == 0 }

  /// The text of a file, without line feeds at its end; nil where it cannot be read.
  public func text(_ path: String, limit: Int = 256 * 1024) -> String? {
    guard let bytes = try? FileBytes.read(path: self.path(path), limit: limit) else { return nil }
    var text = bytes[...]
    while text.last == 10 || text.last == 0 { text.removeLast() }
    return String(decoding: text, as: UTF8.self)
  }

  /// The names in a folder, sorted; none where there is no such folder.
  public func names(in folder: String) -> [String] {
    guard let directory = opendir(path(folder)) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// What a link says; nil where it is none, or may not be read.
  public func link(_ path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: 4096)
    let count = readlink(self.path(path), &bytes, bytes.count)
    if count <= 0 { return nil }
    return String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Who owns a file and what its mode allows; nil where it is not there.
  public func rights(of path: String) -> FileRights? {
    var status = stat()
    guard stat(self.path(path), &status) == 0 else { return nil }
    return FileRights(
      owner: status.st_uid, group: status.st_gid, mode: UInt32(status.st_mode) & 0o7777)
  }

  /// Whether two paths lead to one file.
  func isSameFile(_ one: String, _ other: String) -> Bool {
    var (first, second) = (stat(), stat())
    guard stat(path(one), &first) == 0, stat(other, &second) == 0 else { return false }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }
}

/// Who owns a file, and what its mode allows.
public struct FileRights: Equatable, Sendable {
  /// The owner's number.
  public var owner: UInt32
  /// The group's number.
  public var group: UInt32
  /// The bits of the mode.
  public var mode: UInt32

  /// Whether `account` may read and write the file.
  ///
  /// The first that fits decides, as for the kernel: an owner whom the mode forbids it has no use of the
  /// group.
  public func allowUse(by account: Account) -> Bool {
    if account.id == 0 { return true }
    if account.id == owner { return mode & 0o600 == 0o600 }
    if account.groups.contains(group) { return mode & 0o060 == 0o060 }
    return mode & 0o006 == 0o006
  }
}

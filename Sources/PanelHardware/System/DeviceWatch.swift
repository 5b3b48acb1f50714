import Glibc
import PanelFiles

/// Reports which device files of some folders came, went, or changed their rights, as something to poll.
///
/// At rest it costs nothing: the kernel wakes who polls it. One owner; no call waits. Opening, reading
/// and writing a device are no changes, so a reader never wakes itself.
public final class DeviceWatch {
  /// What has changed since it was asked last.
  public struct Changes: Equatable, Sendable {
    /// The paths that changed, each once.
    public var paths: [String] = []
    /// Whether more changed than the kernel could report: everything may have changed.
    public var isIncomplete = false

    /// Nothing has changed.
    public init() {}

    /// Whether the file at `path` may have changed.
    public func mayConcern(_ path: String) -> Bool { isIncomplete || paths.contains(path) }

    /// Whether a file whose path begins with `beginning` may have changed.
    public func mayConcern(pathsBeginningWith beginning: String) -> Bool {
      isIncomplete || paths.contains { $0.hasPrefix(beginning) }
    }
  }

  /// Whether the kernel itself keeps the files of `folder`, so that what comes or goes shows there.
  ///
  /// A container's own `/dev` stays as it was made. True where that cannot be reported.
  public static func isKeptByKernel(_ folder: String) -> Bool {
    var kind = stat()
    guard stat(folder, &kind) == 0 else { return true }
    guard let mounts = try? FileBytes.read(path: "/proc/self/mountinfo", limit: 1 << 20) else {
      return true
    }
    // The C library's macros major and minor; glibc packs 32 bits of each.
    let device = UInt64(kind.st_dev)
    let major = (device >> 8) & 0xfff | (device >> 32) & ~0xfff
    let minor = device & 0xff | (device >> 12) & 0xffff_ff00
    let number = "\(major):\(minor)"
    let type = fileSystem(of: number, in: String(decoding: mounts, as: UTF8.self))
    return type == nil || type == "devtmpfs"
  }

  /// The type of the file system with the device number `number`, by the kernel's list of mounts.
  static func fileSystem(of number: String, in mounts: String) -> String? {
    for mount in mounts.split(separator: "\n") {
      // ID PARENT MAJOR:MINOR ROOT PLACE OPTIONS [TAG ...] - TYPE SOURCE OPTIONS
      let words = mount.split(separator: " ")
      guard words.count > 2, words[2] == number else { continue }
      guard let dash = words.lastIndex(of: "-"), dash + 1 < words.count else { continue }
      return String(words[dash + 1])
    }
    return nil
  }

  private let descriptor: OwnedDescriptor
  /// The kernel's number of each folder.
  private var folders: [(number: Int32, path: String)] = []
  private var buffer: [UInt8]

  /// Room for some hundred changes; what is left is read the next time.
  private static let bufferSize = 4096

  /// Watches `folders`, which must be there.
  public init(_ folders: [String] = ["/dev"]) throws(SystemError) {
    let flags = Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC)
    let raw = inotify_init1(flags)
    descriptor = try OwnedDescriptor(raw < 0 ? -errno : raw, "watch devices by inotify")
    buffer = [UInt8](repeating: 0, count: DeviceWatch.bufferSize)
    let changes = IN_CREATE | IN_DELETE | IN_ATTRIB | IN_MOVED_FROM | IN_MOVED_TO
    for folder in folders {
      let number = inotify_add_watch(descriptor.raw, folder, UInt32(changes | IN_ONLYDIR))
      if number < 0 { throw SystemError(errno, "watch \(folder) by inotify") }
      self.folders.append((number, folder))
    }
  }

  /// To be polled for reading.
  public var raw: Int32 { descriptor.raw }

  /// Takes what has changed; one bounded read, so that a storm of changes does not hold the caller.
  ///
  /// It stays readable while there is more.
  public func take() -> Changes {
    var changes = Changes()
    let count = buffer.withUnsafeMutableBytes {
      Glibc.read(descriptor.raw, $0.baseAddress, $0.count)
    }
    guard count > 0 else {
      // Who cannot know what has changed must look at everything.
      changes.isIncomplete = count < 0 && errno != EAGAIN && errno != EINTR
      return changes
    }
    buffer.withUnsafeBytes { bytes in
      var rest = UnsafeRawBufferPointer(rebasing: bytes[..<count])
      while let event = DeviceWatch.next(&rest) { note(event, in: &changes) }
    }
    return changes
  }

  /// One change as the kernel writes it.
  private struct RawEvent {
    var folder: Int32
    var mask: UInt32
    var name: String
  }

  /// The next of `bytes`: folder, mask, cookie, length of the name; then the name, filled up with NUL.
  private static func next(_ bytes: inout UnsafeRawBufferPointer) -> RawEvent? {
    let head = MemoryLayout<inotify_event>.size
    guard bytes.count >= head else { return nil }
    let event = bytes.loadUnaligned(as: inotify_event.self)
    let end = min(head + Int(event.len), bytes.count)
    let name = String(decoding: bytes[head..<end].prefix { $0 != 0 }, as: UTF8.self)
    bytes = UnsafeRawBufferPointer(rebasing: bytes[end...])
    return RawEvent(folder: event.wd, mask: event.mask, name: name)
  }

  private func note(_ event: RawEvent, in changes: inout Changes) {
    // The queue was too short, or the folder itself has gone with all that was in it.
    if event.mask & UInt32(IN_Q_OVERFLOW | IN_IGNORED) != 0 { changes.isIncomplete = true }
    guard !event.name.isEmpty, let folder = folders.first(where: { $0.number == event.folder })
    else { return }
    let path = "\(folder.path)/\(event.name)"
    if !changes.paths.contains(path) { changes.paths.append(path) }
  }
}

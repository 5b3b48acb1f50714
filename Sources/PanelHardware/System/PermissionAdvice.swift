import Glibc
import PanelFiles

/// What helps a user who may not open a device, by what the device and the process really are.
struct PermissionAdvice: Equatable {
  /// The device's file.
  var path: String
  /// The name of its group, or the number of one without a name.
  var group: String
  /// The group's number.
  var groupID: UInt32
  /// Whether the group may read and write it.
  var groupMay: Bool
  /// Who runs the program.
  var user: String
  /// Whether the program runs as root.
  var isRoot: Bool
  /// Whether the process is of that group.
  var isInGroup: Bool
  /// Whether the user is of that group by now, which counts from the next login on.
  var joinsGroup: Bool
  /// Whether the process runs in a container.
  var isContained: Bool

  /// One sentence, without a full stop.
  var text: String {
    if isRoot {
      return isContained
        ? "a container forbids it even to root; pass the device with --device \(path)"
        : "even root may not; a sandbox forbids it (DeviceAllow= or PrivateDevices= of the service)"
    }
    if isContained {
      return "in a container pass the device with --device \(path) and its group with --group-add "
        + "\(groupID)"
    }
    if groupID == 0 {
      return
        "it belongs to root alone, as no udev rule gives it to a group; for now: sudo chgrp gpio "
        + "\(path) && sudo chmod g+rw \(path)"
    }
    if !groupMay { return "its group \(group) may not write; for now: sudo chmod g+rw \(path)" }
    if isInGroup {
      return "its group \(group) is the user's, so something else forbids it (a sandbox)"
    }
    if joinsGroup {
      return
        "\(user) has joined its group \(group), which counts from the next login on; log in again"
    }
    return "add \(user) to its group: sudo usermod -aG \(group) \(user), then log in again"
  }

  /// The facts of this machine and process; nil where the device cannot be looked at.
  init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.path = path
    groupID = status.st_gid
    groupMay = status.st_mode & (S_IRGRP | S_IWGRP) == S_IRGRP | S_IWGRP
    isRoot = geteuid() == 0
    isInGroup = PermissionAdvice.processGroups.contains(status.st_gid)
    // Not through the name service, which may ask the network and wait for it.
    let users = PermissionAdvice.entries(of: "/etc/passwd")
    let user = users.first { $0.count > 2 && $0[2] == String(geteuid()) }?[0]
    self.user = user ?? "the user \(geteuid())"
    let entry = PermissionAdvice.entries(of: "/etc/group").first {
      $0.count > 3 && $0[2] == String(status.st_gid)
    }
    group = entry?[0] ?? String(status.st_gid)
    joinsGroup = entry?[3].split(separator: ",").contains { $0 == user ?? "" } ?? false
    isContained =
      access("/.dockerenv", F_OK) == 0 || access("/run/.containerenv", F_OK) == 0
      || getenv("container") != nil
  }

  /// Facts that are made up, for tests.
  init(
    path: String, group: String, groupID: UInt32, groupMay: Bool = true, user: String = "pi",
    isRoot: Bool = false, isInGroup: Bool = false, joinsGroup: Bool = false,
    isContained: Bool = false
  ) {
    self.path = path
    self.group = group
    self.groupID = groupID
    self.groupMay = groupMay
    self.user = user
    self.isRoot = isRoot
    self.isInGroup = isInGroup
    self.joinsGroup = joinsGroup
    self.isContained = isContained
  }

  private static var processGroups: [gid_t] {
    let count = getgroups(0, nil)
    guard count > 0 else { return [getegid()] }
    var groups = [gid_t](repeating: 0, count: Int(count))
    let found = getgroups(count, &groups)
    return groups.prefix(max(0, Int(found))) + [getegid()]
  }

  /// The lines of a file such as /etc/group, in their fields.
  private static func entries(of path: String) -> [[String]] {
    guard let bytes = try? FileBytes.read(path: path, limit: 1 << 20) else { return [] }
    return bytes.split(separator: 10).map { line in
      line.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
      }
    }
  }
}

import Glibc

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
  init?(of path: String, _ machine: MachineRoot = MachineRoot()) {
    guard let rights = machine.rights(of: path) else { return nil }
    self.path = path
    groupID = rights.group
    groupMay = rights.mode & 0o060 == 0o060
    isRoot = geteuid() == 0
    isInGroup = Account.processGroups.contains(rights.group)
    let accounts = Accounts(machine)
    let user = accounts.userName(geteuid())
    self.user = user ?? "the user \(geteuid())"
    group = accounts.groupName(rights.group) ?? String(rights.group)
    joinsGroup = user.map { accounts.isMember($0, ofGroup: rights.group) } ?? false
    isContained =
      Container.name(machine, getenv("container").map { String(cString: $0) }) != nil
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
}

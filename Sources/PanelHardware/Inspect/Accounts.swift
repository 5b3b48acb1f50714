import Glibc
import PanelFiles

/// A user, with all groups.
public struct Account: Equatable, Sendable {
  /// The name.
  public var name: String
  /// The number.
  public var id: UInt32
  /// The numbers of the groups.
  public var groups: [UInt32]

  /// A user of these groups.
  public init(name: String, id: UInt32, groups: [UInt32]) {
    self.name = name
    self.id = id
    self.groups = groups
  }
}

/// The users and groups of /etc/passwd and /etc/group.
///
/// Not through the name service, which may ask the network and wait for it.
public struct Accounts: Sendable {
  private let users: [[String]]
  private let groups: [[String]]

  /// Those of `machine`.
  public init(_ machine: MachineRoot = MachineRoot()) {
    users = Accounts.entries(machine.text("/etc/passwd", limit: 1 << 20))
    groups = Accounts.entries(machine.text("/etc/group", limit: 1 << 20))
  }

  /// The user called `name`, with the groups that count from a next login on.
  public func user(named name: String) -> Account? {
    guard let entry = users.first(where: { $0[0] == name }), entry.count > 3,
      let id = UInt32(entry[2]), let group = UInt32(entry[3])
    else { return nil }
    let others = groups.filter { isMember(name, of: $0) }.compactMap { UInt32($0[2]) }
    return Account(name: name, id: id, groups: [group] + others)
  }

  /// The name of a user; nil for one without.
  public func userName(_ id: UInt32) -> String? {
    users.first { $0.count > 2 && $0[2] == String(id) }?[0]
  }

  /// The name of a group; nil for one without.
  public func groupName(_ id: UInt32) -> String? {
    groups.first { $0.count > 2 && $0[2] == String(id) }?[0]
  }

  /// Whether the list of a group's members has `name`.
  public func isMember(_ name: String, ofGroup id: UInt32) -> Bool {
    groups.contains { $0.count > 2 && $0[2] == String(id) && isMember(name, of: $0) }
  }

  private func isMember(_ name: String, of group: [String]) -> Bool {
    group.count > 3 && group[3].split(separator: ",").contains { $0 == name }
  }

  /// The lines of a file such as /etc/group, in their fields.
  private static func entries(_ text: String?) -> [[String]] {
    (text ?? "").split(separator: "\n").map { line in
      line.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    }
  }
}

extension Account {
  /// Who runs this process, with the groups that it really has.
  public static func ofProcess(_ accounts: Accounts) -> Account {
    let id = geteuid()
    return Account(
      name: accounts.userName(id) ?? "the user \(id)", id: id, groups: Account.processGroups)
  }

  static var processGroups: [gid_t] {
    let count = getgroups(0, nil)
    guard count > 0 else { return [getegid()] }
    var groups = [gid_t](repeating: 0, count: Int(count))
    let found = getgroups(count, &groups)
    return groups.prefix(max(0, Int(found))) + [getegid()]
  }
}

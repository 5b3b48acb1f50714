import PanelFiles

/// The boards as a table and as JSON.
enum BoardList {
  /// All profiles in the order of their ids, and what is wrong with those that cannot be read.
  static func profiles(of boards: BoardCatalogue) -> (good: [BoardProfile], bad: [Failure]) {
    var profiles: [BoardProfile] = []
    var failures: [Failure] = []
    for id in boards.ids {
      do throws(Failure) {
        profiles.append(try Load.profile(id, of: boards))
      } catch {
        failures.append(error)
      }
    }
    return (profiles, failures)
  }

  static func text(_ profiles: [BoardProfile]) -> String {
    var rows = [["ID", "NAME", "PROCESSOR", "HEADER"]]
    for profile in profiles {
      rows.append([
        profile.id, profile.names.first ?? "", profile.soc,
        profile.isVerified ? "\(lineCount(profile)) lines" : "not verified",
      ])
    }
    return Columns.text(rows)
  }

  static func json(_ profiles: [BoardProfile]) -> String {
    var object = JSONBuilder()
    object.add("boards", profiles.map(summary))
    return object.text + "\n"
  }

  /// One board with its header and what a panel uses of it.
  static func json(of profile: BoardProfile, uses: HeaderUses) -> String {
    var object = summary(profile)
    object.add(
      "chips",
      profile.chips.map { chip in
        var item = JSONBuilder()
        item.add("label", chip.label)
        if let lines = chip.lines { item.add("lines", lines) }
        if let hasEdges = chip.hasEdges { item.add("edges", hasEdges) }
        if let hasBias = chip.hasBias { item.add("bias", hasBias) }
        return item
      })
    object.add(
      "header",
      profile.header.map { pin in
        var item = JSONBuilder()
        item.add("pin", pin.position)
        item.add("kind", pin.kind.rawValue)
        item.add("name", pin.name)
        if let chip = pin.chip { item.add("chip", chip) }
        if let line = pin.line { item.add("line", line) }
        if !pin.alternatives.isEmpty { item.add("alternatives", pin.alternatives) }
        if let pull = pin.bootPull { item.add("boot_pull", pull) }
        if let reason = profile.reasonToAvoid(pin.position) { item.add("avoid", reason) }
        let uses = uses[pin.position]
        if !uses.isEmpty { item.add("uses", uses) }
        return item
      })
    object.add("setup", profile.setup)
    object.add("notes", profile.notes)
    object.add("unverified", profile.unverified)
    return object.text + "\n"
  }

  private static func summary(_ profile: BoardProfile) -> JSONBuilder {
    var object = JSONBuilder()
    object.add("id", profile.id)
    object.add("names", profile.names)
    object.add("processor", profile.soc)
    object.add("verified", profile.isVerified)
    object.add("lines", lineCount(profile))
    return object
  }

  private static func lineCount(_ profile: BoardProfile) -> Int {
    profile.header.filter { $0.kind == .gpio && !$0.isSecond }.count
  }
}

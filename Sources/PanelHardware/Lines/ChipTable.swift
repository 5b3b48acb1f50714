import Glibc
import PanelFiles

/// The GPIO chips of a machine, and the search for a line among them.
///
/// Chips are told apart by label, never by number: the same header was gpiochip4 in one kernel and
/// gpiochip0 in the next. What fits twice is refused; the first is never simply taken.
public struct ChipTable: Equatable, Sendable {
  /// A chip that could be opened.
  public struct Chip: Equatable, Sendable {
    /// Its device file.
    public var path: String
    /// Its label, such as `pinctrl-rp1`.
    public var label: String
    /// How many lines it has.
    public var lineCount: Int
    /// The names of its lines; empty where they were not asked for.
    public var lineNames: [String]

    /// A chip at `path`.
    public init(path: String, label: String, lineCount: Int, lineNames: [String] = []) {
      self.path = path
      self.label = label
      self.lineCount = lineCount
      self.lineNames = lineNames
    }
  }

  /// A device file that could not be opened.
  public struct Skipped: Equatable, Sendable {
    /// Its path.
    public var path: String
    /// errno.
    public var code: Int32

    /// A device file that failed with `code`.
    public init(path: String, code: Int32) {
      self.path = path
      self.code = code
    }
  }

  /// A line that was found.
  public struct Found: Equatable, Sendable {
    /// The chip's device file.
    public var path: String
    /// The chip's label.
    public var label: String
    /// The line's number on it.
    public var offset: Int
  }

  /// The chips, in the order of their paths.
  public var chips: [Chip]
  /// What could not be opened.
  public var skipped: [Skipped]

  /// A table of these chips.
  public init(chips: [Chip], skipped: [Skipped] = []) {
    self.chips = chips
    self.skipped = skipped
  }

  /// Finds the line of `plan`, which is the engine's `line`.
  public func find(_ plan: LinePlan, line: Int) throws(LineTrouble) -> Found {
    let candidates = try candidates(for: plan, line: line)
    switch plan.target {
    case .offset(let offset):
      let chip = candidates[0]
      guard candidates.count == 1 else {
        throw trouble(
          .ambiguous, plan, line,
          "\(candidates.count) chips are possible (\(ChipTable.list(candidates))); name one by its "
            + "label: pin: {chip: LABEL, line: \(offset)}")
      }
      guard offset >= 0, offset < chip.lineCount else {
        throw trouble(
          .outOfRange, plan, line,
          "\(chip.label) (\(chip.path)) has the lines 0 to \(chip.lineCount - 1), not \(offset)")
      }
      return Found(path: chip.path, label: chip.label, offset: offset)
    case .name(let name):
      return try find(name, among: candidates, plan, line)
    }
  }

  private func candidates(for plan: LinePlan, line: Int) throws(LineTrouble) -> [Chip] {
    guard case .label(let label) = plan.chip else {
      if chips.isEmpty { throw missing("a GPIO chip", plan, line) }
      return chips
    }
    let fitting = chips.filter { $0.label == label }
    if fitting.isEmpty { throw missing("the chip \(label)", plan, line) }
    guard fitting.count == 1 else {
      throw trouble(
        .ambiguous, plan, line,
        "\(fitting.count) chips are labelled \(label) (\(ChipTable.list(fitting))); give the line by "
          + "its name instead: pin: {line_name: NAME}")
    }
    return fitting
  }

  private func find(
    _ name: String, among candidates: [Chip], _ plan: LinePlan, _ line: Int
  ) throws(LineTrouble) -> Found {
    var found: [Found] = []
    for chip in candidates {
      for (offset, other) in chip.lineNames.enumerated() where other == name {
        found.append(Found(path: chip.path, label: chip.label, offset: offset))
      }
    }
    if found.isEmpty { throw missing("a line named \(name)", plan, line) }
    guard found.count == 1 else {
      let places = found.map { "\($0.offset) of \($0.label)" }.joined(separator: ", ")
      throw trouble(
        .ambiguous, plan, line,
        "\(found.count) lines are named \(name) (\(places)); give chip and line: "
          + "pin: {chip: \(found[0].label), line: \(found[0].offset)}")
    }
    return found[0]
  }

  /// Something is not there, or behind a device file that may not be opened.
  private func missing(_ what: String, _ plan: LinePlan, _ line: Int) -> LineTrouble {
    let denied = skipped.filter { $0.code == EACCES || $0.code == EPERM }
    guard denied.isEmpty else {
      let paths = denied.map(\.path).joined(separator: ", ")
      return trouble(
        .denied, plan, line,
        "\(paths) may not be opened; \(ChipTable.advice(onDenied: denied[0].path))")
    }
    // What cannot be opened may be what is missing, or be there before or after its chip is; a file
    // that has just gone is none.
    let failed = skipped.filter { $0.code != ENOENT }
    guard failed.isEmpty else {
      let first = failed.first { SystemError.isOutOfFiles($0.code) } ?? failed[0]
      let path = failed.count == 1 ? first.path : "\(first.path) and others"
      let why = "\(path) cannot be opened: \(ErrorNumber.text(of: first.code))"
      return SystemError.isOutOfFiles(first.code)
        ? trouble(.failed, plan, line, why)
        : trouble(.unreadable, plan, line, "\(what) is not there, and \(why); trying again")
    }
    let seen =
      chips.isEmpty ? "this machine has no GPIO chip" : "there are \(ChipTable.list(chips))"
    return trouble(.missing, plan, line, "\(what) is not there (\(seen)); waiting for it")
  }

  /// What to do where the rights to a device of `machine` are missing.
  public static func advice(
    onDenied path: String, _ machine: MachineRoot = MachineRoot()
  ) -> String {
    PermissionAdvice(of: path, machine)?.text
      ?? "see the owner and mode of the device (ls -l /dev/gpiochip*)"
  }

  private func trouble(
    _ kind: LineTrouble.Kind, _ plan: LinePlan, _ line: Int, _ why: String
  ) -> LineTrouble {
    LineTrouble(line: line, kind: kind, message: "\(plan.name) (\(plan.pin)): \(why)")
  }

  private static func list(_ chips: [Chip]) -> String {
    chips.map { "\($0.path) [\($0.label)]" }.joined(separator: ", ")
  }
}

extension ChipTable {
  /// Looks at every GPIO device file below `folder`; names of lines are read where `readsNames`.
  ///
  /// libgpiod's own searches fail as a whole at the first chip that cannot be opened.
  public static func scan(folder: String = "/dev", readsNames: Bool) -> ChipTable {
    var table = ChipTable(chips: [])
    var seen: [dev_t] = []
    var paths: [String] = []
    do throws(SystemError) {
      paths = try candidates(in: folder)
    } catch {
      table.skipped.append(Skipped(path: folder, code: error.code))
    }
    for path in paths {
      // A compatibility link such as gpiochip4 -> gpiochip0 is not a second chip.
      var kind = stat()
      guard stat(path, &kind) == 0, kind.st_mode & S_IFMT == S_IFCHR else { continue }
      if seen.contains(kind.st_rdev) { continue }
      seen.append(kind.st_rdev)
      do throws(SystemError) {
        let chip = try GpioChip(path: path)
        let facts = try chip.facts()
        var names: [String] = []
        if readsNames {
          for offset in 0..<facts.lineCount { names.append(try chip.facts(ofLine: offset).name) }
        }
        table.chips.append(
          Chip(path: path, label: facts.label, lineCount: facts.lineCount, lineNames: names))
      } catch {
        if error.code != ENOTTY { table.skipped.append(Skipped(path: path, code: error.code)) }
      }
    }
    return table
  }

  private static func candidates(in folder: String) throws(SystemError) -> [String] {
    guard let directory = opendir(folder) else { throw SystemError(errno, "read \(folder)") }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasPrefix("gpiochip") { names.append("\(folder)/\(name)") }
    }
    // A link sorts behind its target only by chance; the real file's name is the better one.
    return names.sorted {
      (isLink($0) ? 1 : 0, $0.utf8.count, $0) < (isLink($1) ? 1 : 0, $1.utf8.count, $1)
    }
  }

  private static func isLink(_ path: String) -> Bool {
    var kind = stat()
    return lstat(path, &kind) == 0 && kind.st_mode & S_IFMT == S_IFLNK
  }
}

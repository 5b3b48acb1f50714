import Glibc

/// A process that has GPIO lines.
public struct LineHolder: Equatable, Sendable {
  /// Its number.
  public var process: Int32
  /// Its command line; empty where that may not be read.
  public var command: [String]
  /// Whether it is this line, and not just some line.
  public var isCertain: Bool

  /// `python3 (process 812)`.
  public var text: String {
    let program = command.first.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
    return "\(program ?? "a program") (process \(process))"
  }
}

/// Which processes have GPIO lines, as far as /proc lets this process see.
///
/// A user sees their own processes only; the kernel says which lines they are from 6.1 on, and only of
/// those that speak its second interface.
public struct LineHolders: Sendable {
  private struct Handle: Sendable {
    var process: Int32
    /// The chip and its lines; nil where the kernel does not say.
    var lines: (chip: String, offsets: [Int])?
  }

  private let machine: MachineRoot
  private var handles: [Handle] = []

  /// More processes or descriptors than these are not looked at: it has to end.
  private static let mostProcesses = 4_096
  private static let mostDescriptors = 1_024

  /// Those of `machine`, this process left out.
  public init(_ machine: MachineRoot) {
    self.machine = machine
    let processes = machine.names(in: "/proc").compactMap { Int32($0) }
    for process in processes.prefix(LineHolders.mostProcesses) where process != getpid() {
      let folder = "/proc/\(process)"
      for name in machine.names(in: "\(folder)/fd").prefix(LineHolders.mostDescriptors) {
        guard let link = machine.link("\(folder)/fd/\(name)"),
          link.hasPrefix("anon_inode:"), LineHolders.kinds.contains(String(link.dropFirst(11)))
        else { continue }
        handles.append(
          Handle(
            process: process, lines: LineHolders.lines(machine.text("\(folder)/fdinfo/\(name)"))))
      }
    }
  }

  /// What the kernel calls descriptors of lines, in both of its interfaces.
  private static let kinds = ["gpio-line", "gpio-linehandle", "gpio-event"]

  private static func lines(_ text: String?) -> (chip: String, offsets: [Int])? {
    var chip: String?
    var offsets: [Int] = []
    for row in (text ?? "").split(separator: "\n") {
      let words = row.split { $0 == ":" || $0 == "\t" || $0 == " " }
      guard words.count == 2 else { continue }
      if words[0] == "gpio-chip" { chip = String(words[1]) }
      if words[0] == "gpio-line", let offset = Int(words[1]) { offsets.append(offset) }
    }
    return chip.map { ($0, offsets) }
  }

  /// Who may hold a line of the chip at `path`: the one that does, or else those whose lines are not
  /// known.
  public func holders(ofLine line: Int, chip path: String) -> [LineHolder] {
    let chip = path.split(separator: "/").last.map(String.init) ?? path
    let certain = handles.filter {
      $0.lines?.chip == chip && $0.lines?.offsets.contains(line) == true
    }
    let found = certain.isEmpty ? handles.filter { $0.lines == nil } : certain
    var holders: [LineHolder] = []
    for handle in found where !holders.contains(where: { $0.process == handle.process }) {
      holders.append(
        LineHolder(
          process: handle.process, command: command(of: handle.process),
          isCertain: !certain.isEmpty))
    }
    return holders
  }

  private func command(of process: Int32) -> [String] {
    (machine.text("/proc/\(process)/cmdline") ?? "").split(separator: "\0").map(String.init)
  }

  /// Whether a holder is a `gpiopress run` of the panel file at `path`.
  public func isRun(_ holder: LineHolder, ofPanel path: String) -> Bool {
    guard let place = holder.command.firstIndex(of: "run"), place > 0 else { return false }
    return holder.command[(place + 1)...].contains { word in
      if word.hasPrefix("-") { return false }
      let file = word.hasPrefix("/") ? word : "/proc/\(holder.process)/cwd/\(word)"
      return machine.isSameFile(file, path)
    }
  }
}

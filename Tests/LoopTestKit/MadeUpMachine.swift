import Foundation
import PanelFiles
import PanelHardware

/// A machine of files that a test makes up; they go with it.
public final class MadeUpMachine {
  /// Where its root lies.
  public let folder: URL

  /// A machine with these files, text by path.
  ///
  /// A text that begins with `->` is a link to what follows.
  public init(_ files: [String: String] = [:]) throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("gpiopress-machine-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (path, text) in files { try write(text, to: path) }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Makes a file with all folders on the way.
  public func write(_ text: String, to path: String, mode: Int = 0o644) throws {
    let file = folder.appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    if text.hasPrefix("->") {
      try FileManager.default.createSymbolicLink(
        atPath: file.path, withDestinationPath: String(text.dropFirst(2)))
      return
    }
    try Data(text.utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
  }

  /// The machine's root.
  public var root: MachineRoot { MachineRoot(folder.path) }
}

/// Chips that a test makes up.
public struct MemoryInspector: GpioInspector {
  /// What `chips` gives.
  public var table: ChipTable
  /// What `uses` gives, by the chip's label and the line.
  public var used: [String: [Int: LineUse]]
  /// What trying a line gives; a line that is not here works.
  public var trials: [Int: Result<LineTrial, SystemError>]

  /// Chips of `table`.
  public init(
    _ table: ChipTable, used: [String: [Int: LineUse]] = [:],
    trials: [Int: Result<LineTrial, SystemError>] = [:]
  ) {
    self.table = table
    self.used = used
    self.trials = trials
  }

  /// A Raspberry Pi 5's header.
  public static let pi = ChipTable(chips: [
    ChipTable.Chip(path: "/dev/gpiochip0", label: "pinctrl-rp1", lineCount: 54)
  ])

  /// A line that can everything, with an open contact to ground.
  public static let good = LineTrial(
    hasEdges: true, hasDebounce: true, pull: .follows, isHigh: true)

  /// The table.
  public func chips() -> ChipTable { table }

  /// What was made up, and free lines for the rest.
  public func uses(ofChip label: String) -> [LineUse] {
    guard let chip = table.chips.first(where: { $0.label == label }) else { return [] }
    return (0..<chip.lineCount).map { used[label]?[$0] ?? LineUse() }
  }

  /// What was made up.
  public func tryOut(
    _ found: ChipTable.Found, _ plan: LinePlan
  ) -> Result<LineTrial, SystemError> {
    trials[found.offset] ?? .success(MemoryInspector.good)
  }
}

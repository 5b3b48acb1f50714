import ButtonController
import Glibc
import PanelFiles

/// What stands at the top of a recording: who wrote it, of what, and where.
package enum RecordHead {
  /// Its lines, for comments.
  package static func lines(
    of panel: PanelFile, in loop: PanelLoop, from zero: Instant, version: String
  ) -> [String] {
    var count: [UInt8] = []
    JSONText.append(milliseconds: zero.nanoseconds, to: &count)
    let wall = WallTime(zero + loop.wallOffset).text
    let board = panel.boardName.isEmpty ? panel.board : "\(panel.board) (\(panel.boardName))"
    var lines = [
      "gpiopress \(version), libgpiod \(GpioLibrary.version), \(system)",
      "panel \(panel.path), \(panel.name)"
        + (panel.digest.isEmpty ? "" : ", SHA-256 \(panel.digest)"),
      "board \(board)",
      "begun \(wall), at \(String(decoding: count, as: UTF8.self)) of the monotonic clock",
    ]
    for plan in panel.lines {
      var chip = ""
      if case .label(let label) = plan.chip { chip = " of \(label)" }
      lines.append("line \(plan.name): \(plan.pin)\(chip)")
    }
    return lines
  }

  /// `Linux 6.12.47+rpt-rpi-2712 aarch64`.
  private static var system: String {
    var facts = utsname()
    guard uname(&facts) == 0 else { return "an unknown system" }
    func text<Field>(_ field: Field) -> String {
      withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
    return [text(facts.sysname), text(facts.release), text(facts.machine)].joined(separator: " ")
  }
}

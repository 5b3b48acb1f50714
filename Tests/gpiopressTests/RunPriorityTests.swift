import Foundation
import LoopTestKit
import Testing

/// `priority:` of a program that runs, as the system has it, before and after reloads.
@Suite struct RunPriorityTests {
  private static func panel(_ priority: String) -> String {
    """
    board: raspberry-pi-5
    \(priority)
    controls:
      # No machine has such a chip: it is waited for.
      go: {kind: button, pin: {chip: nobody-has-this, line: 1}, tap: true}

    """
  }

  /// Policy (1 for SCHED_FIFO, 0 for an ordinary one), priority, and whether memory is locked.
  private struct Place: Equatable {
    var policy: Int32
    var priority: Int32
    var isLocked: Bool

    init(policy: Int32, priority: Int32, isLocked: Bool) {
      self.policy = policy
      self.priority = priority
      self.isLocked = isLocked
    }

    init(of process: Int32) throws {
      // Linux has a bit for its children beside the policy.
      policy = sched_getscheduler(process) & 0xFF
      var parameters = sched_param()
      sched_getparam(process, &parameters)
      priority = parameters.sched_priority
      let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
      let locked = status.split(separator: "\n").first { $0.hasPrefix("VmLck:") }
      isLocked = locked.map { !$0.split(whereSeparator: \.isWhitespace).contains("0") } ?? false
    }
  }

  @Test(
    .enabled(if: geteuid() == 0, "only root may do so everywhere"),
    .disabled(if: Sanitizer.isPresent, "its memory cannot be locked"))
  func isTrueAfterAReload() async throws {
    let files = try Scratch(["panel.yaml": Self.panel("priority: 7")])
    let process = Process()
    process.executableURL = ProgramRun.program
    process.arguments = ["run", "panel.yaml"]
    process.currentDirectoryURL = files.folder
    process.environment = ProgramRun.environment
    process.standardOutput = Pipe()
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    defer {
      process.terminate()
      process.waitUntilExit()
    }
    let steps: [(String?, Place)] = [
      (nil, Place(policy: 1, priority: 7, isLocked: true)),
      ("priority: 9", Place(policy: 1, priority: 9, isLocked: true)),
      ("", Place(policy: 0, priority: 0, isLocked: false)),
      ("priority: 8", Place(policy: 1, priority: 8, isLocked: true)),
    ]
    for (text, expected) in steps {
      if let text {
        try files.write(Self.panel(text), to: "panel.yaml")
        kill(process.processIdentifier, SIGHUP)
      }
      let limit = ContinuousClock.now + .seconds(60)
      while process.isRunning, ContinuousClock.now < limit,
        try Place(of: process.processIdentifier) != expected
      {
        try await Task.sleep(for: .milliseconds(20))
      }
      // Of one that has ended there is no place to be read.
      let found = process.isRunning ? try Place(of: process.processIdentifier) : nil
      if found != expected {
        process.terminate()
        let said = errors.fileHandleForReading.readDataToEndOfFile()
        let text = String(decoding: said, as: UTF8.self)
        // A container may keep the right even from root.
        if text.contains("not permitted") { return }
        process.waitUntilExit()
        let place = found.map { "\($0)" } ?? "ended with \(process.terminationStatus)"
        Issue.record("\(place) in place of \(expected); \(text)")
        return
      }
    }
  }
}

import Foundation
import Testing

@testable import PanelFiles

/// What `check` and `run` say of the commands of a panel.
@Suite struct ProgramCheckTests {
  private final class Folder {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    var path: String { url.path }

    init() throws {
      let manager = FileManager.default
      for name in ["first", "second", "first/folder"] {
        try manager.createDirectory(
          at: url.appendingPathComponent(name), withIntermediateDirectories: true)
      }
      for (name, mode) in [("first/plain", 0o644), ("second/plain", 0o755), ("second/good", 0o755)]
      {
        let file = url.appendingPathComponent(name)
        try Data("#!/bin/sh\n".utf8).write(to: file)
        try manager.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
      }
      try manager.createSymbolicLink(
        atPath: url.appendingPathComponent("second/dangling").path, withDestinationPath: "nowhere")
    }

    deinit { try? FileManager.default.removeItem(at: url) }
  }

  @Test func pathsAreTakenAsTheyStand() throws {
    let folder = try Folder()
    func fault(_ name: String) -> String? {
      ProgramCheck.fault(of: "\(folder.path)/\(name)", path: "/nowhere").map {
        $0.replacingOccurrences(of: folder.path, with: "")
      }
    }
    #expect(fault("second/good") == nil)
    #expect(
      fault("first/plain")?.hasSuffix("is not executable (chmod +x it) on this machine") == true)
    #expect(fault("first/none")?.hasSuffix("is not there on this machine") == true)
    #expect(fault("second/dangling")?.hasSuffix("is not there on this machine") == true)
    #expect(
      fault("first/folder")?.hasSuffix("is a directory, not a program on this machine") == true)
    #expect(fault("second/good/below")?.hasSuffix("is not there on this machine") == true)
    let relative = try #require(ProgramCheck.fault(of: "no/such", path: nil))
    #expect(relative.contains("from the folder in which gpiopress is started"))
  }

  @Test func namesAreLookedForInPath() throws {
    let folder = try Folder()
    let path = "\(folder.path)/nowhere:\(folder.path)/first:\(folder.path)/second"
    #expect(ProgramCheck.fault(of: "good", path: path) == nil)
    // It goes on behind one that may not be started.
    #expect(ProgramCheck.fault(of: "plain", path: path) == nil)
    #expect(
      ProgramCheck.fault(of: "plain", path: "\(folder.path)/first")?.contains("is not executable")
        == true)
    let none = try #require(ProgramCheck.fault(of: "none", path: "/nowhere"))
    #expect(none == "none is in no folder of PATH (/nowhere) on this machine; write its whole path")
    #expect(ProgramCheck.fault(of: "sh", path: nil) == nil)
    #expect(ProgramCheck.fault(of: "sh", path: "") != nil)
  }

  private static func panel(_ action: String) -> String {
    """
    board: raspberry-pi-5
    controls:
      b: {kind: button, pin: GPIO17, do: {tap: \(action)}}

    """
  }

  @Test func warningsStandAtTheProgramAndOnce() throws {
    let text = Self.panel("[{run: [/no/such, a]}, {run: [sh]}, {run: [/no/such]}, {run: [\"*\"]}]")
    let reading = try decode(text)
    // Reading a file alone looks at no machine: a replay says nothing of programs.
    #expect(reading.warnings.count == 1)
    let all = reading.warningsOnThisMachine.map(\.description)
    #expect(all.count == 3)
    #expect(
      all.first
        == "panel.yaml:3:52: controls.b.do.tap[0].run[0]: /no/such is not there on this machine")
  }

  @Test(
    arguments: [
      ("[x, ~/file]", "~"), ("[x, \"~\"]", "~"), ("[x, a~b]", nil), ("[x, \"a | b\"]", "|"),
      ("[x, \">\", f]", ">"), ("[x, 2>&1]", ">"), ("[x, <in]", "<"), ("[x, a && b]", "&&"),
      ("[x, a&b]", nil), ("[x, a; b]", ";"), ("[x, \"*.txt\"]", "*"), ("[x, $HOME]", "$HOME"),
      ("[x, \"${HOME}/a\"]", "${"), ("[x, $(date)]", "$("), ("[x, 5$]", nil), ("[x, a$ b]", nil),
      ("[x, \"`date`\"]", "`"), ("[~/bin/x]", "~"),
      ("[/bin/sh, -c, \"a | b > $HOME; c\"]", nil), ("[bash, -ec, a; b]", nil),
      ("[env, sh, -c, a; b]", nil), ("[sh, -c, a, \"*\"]", "*"), ("[sh, script, a;b]", ";"),
      ("[python3, -c, \"print(1 > 0); x\"]", nil), ("[sed, s/a*/b/]", nil),
      ("[x, -c, a;b]", ";"), ("[sh, --exec, a;b]", ";"),
    ] as [(String, String?)])
  func whatNeedsAShell(arguments: String, sign: String?) throws {
    let warnings = try decode(Self.panel("{run: \(arguments)}")).warnings.map(\.message)
    if let sign {
      #expect(warnings.count == 1, "\(warnings)")
      #expect(
        warnings.first?.contains(": \(sign) is passed on as it stands") == true, "\(warnings)")
      #expect(warnings.first?.contains("[/bin/sh, -c, \"…\"]") == true)
    } else {
      #expect(warnings == [])
    }
  }

  @Test func whatNoProgramCanBeGiven() {
    let long = String(repeating: "a", count: 131_072)
    #expect(
      errors(of: Self.panel("{run: [x, \"a\\0b\"]}"))
        == [
          "panel.yaml:3:54: controls.b.do.tap.run[1]: a NUL, at which every program would see it end;"
            + " leave it out"
        ])
    #expect(errors(of: Self.panel("{run: [x, \(long)]}")).first?.contains("131072 bytes") == true)
    #expect(errors(of: Self.panel("{run: [x, \(long.dropLast())]}")) == [])
  }

  // MARK: The ends of commands

  @Test(
    arguments: [
      ("command_done: {run: [sh]}", ["never happens: no other entry of the control has a run"]),
      ("tap: {run: [sh]}, command_done: {run: [sh]}", []),
      ("tap: {run: [sh]}, command_failed:tap: {run: [sh]}", []),
      ("tap: {run: [sh]}, command_failed:hold: {run: [sh]}", ["never happens: hold has no run"]),
      (
        "command_done: {run: [sh]}, command_failed: {run: [sh]}",
        [
          "never happens: no other entry of the control has a run",
          "never happens: no other entry of the control has a run",
        ]
      ),
    ] as [(String, [String])])
  func entriesForEnds(entries: String, remarks: [String]) throws {
    let text = Self.panel("{run: [sh]}").replacingOccurrences(
      of: "do: {tap: {run: [sh]}}", with: "do: {\(entries)}")
    let warnings = try decode(text).warnings.map(\.message)
    #expect(warnings.count == remarks.count)
    for (warning, remark) in zip(warnings, remarks) { #expect(warning.hasSuffix(remark)) }
  }

  @Test func anEndIsOfAnEventOfTheControl() {
    let text = Self.panel("{run: [sh]}, command_done:on: {run: [sh]}")
    #expect(errors(of: text).first?.contains("no particular of command_done is called on") == true)
  }

  /// A control may take the repeats of its kind's defaults away.
  @Test(arguments: ["button", "switch"]) func repeatsCanBeOff(kind: String) throws {
    let text = """
      board: raspberry-pi-5
      defaults:
        \(kind): {hold: {after: 1s, repeat: 200ms}}
      controls:
        a: {kind: \(kind), pin: GPIO17}
        b: {kind: \(kind), pin: GPIO22, hold: {repeat: off}}

      """
    let controls = try decode(text).panel.panel.controls
    #expect(controls.map { $0.gestures.hold?.repeats == nil } == [false, true])
    #expect(controls.map { $0.gestures.hold?.after } == [.seconds(1), .seconds(1)])
  }
}

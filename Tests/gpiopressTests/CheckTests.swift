import Foundation
import PanelTestKit
import Testing

/// `gpiopress check` as a user runs it.
@Suite struct CheckTests {
  @Test func showsTheWiring() throws {
    let files = try Sample.files()
    let run = try ProgramRun(["check", "panel.yaml"], in: files.folder)
    #expect(run.code == 0)
    #expect(
      run.output == """
        Sample, on raspberry-pi-5

        CONTROL  KIND    LINE   PIN     CHIP         OFFSET  WIRING
        erase    button  erase  GPIO17  pinctrl-rp1  17      to ground; pull-up inside, active low

        RING  PIXELS  DRIVER
        halo  8       terminal

        """)
  }

  @Test func warningsAreNoErrors() throws {
    let files = try Scratch([
      "panel.yaml": Sample.panel.replacing("tap: true", with: "tap: {max: 2}")
    ])
    let run = try ProgramRun(["check", "panel.yaml"], in: files.folder)
    #expect(run.code == 0)
    #expect(run.errorLines.contains { $0.hasPrefix("panel.yaml:7:") && $0.contains("warning: ") })
  }

  @Test func jsonHasTheSame() throws {
    let files = try Sample.files()
    let run = try ProgramRun(["check", "--json", "panel.yaml"], in: files.folder)
    #expect(run.code == 0)
    #expect(run.errors == "")
    let json = try JSON.parse(run.output.utf8)
    #expect(json["valid"] == .bool(true))
    #expect(json["errors"] == .array([]))
    guard case .array(let lines)? = json["lines"] else { throw Missing() }
    #expect(lines.count == 1)
    #expect(lines.first?["chip"] == .string("pinctrl-rp1"))
    #expect(lines.first?["offset"] == .number(17, text: "17"))
    #expect(lines.first?["wiring"] == .string("to_ground"))
  }

  @Test func jsonOfErrorsIsOnTheStandardOutput() throws {
    let files = try Scratch([
      "panel.yaml": Sample.panel.replacing("confirm: 1.2s", with: "confirm: 1.2\n    hodl: 2s")
    ])
    let run = try ProgramRun(["check", "panel.yaml", "--json"], in: files.folder)
    #expect(run.code == 78)
    #expect(run.errors == "")
    let json = try JSON.parse(run.output.utf8)
    #expect(json["valid"] == .bool(false))
    guard case .array(let errors)? = json["errors"] else { throw Missing() }
    #expect(errors.count == 2)
    #expect(errors.first?["line"] == .number(8, text: "8"))
    #expect(errors.first?["path"] == .string("panel.yaml"))
  }

  private struct Missing: Error {}
}

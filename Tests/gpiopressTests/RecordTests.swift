import Foundation
import Testing

/// `record` and `run --record`, on traces in the place of lines; each takes as long as its trace.
@Suite(.serialized, .timeLimit(.minutes(5))) struct RecordTests {
  private static let panel = """
    name: Sample
    board: auto
    controls:
      erase: {kind: button, pin: GPIO17, tap: true, confirm: 310ms}
      level: {kind: switch, pin: GPIO22}
      dial: {kind: knob, pins: {a: GPIO5, b: GPIO6, press: GPIO13}}

    """

  private static let trace = """
    start level 1
    0 ! found erase gone
    5 ! back erase 0
    20 erase 1
    21.5 erase 0
    22.000001 erase 1
    70 erase 0
    100 ! gone dial
    110 level 0
    150 ! back dial 0
    260 ! lost erase 0
    270 erase 1
    600 erase 0
    620 dial.a 1
    621 dial.b 1
    640 ! end

    """

  private static func files() throws -> Scratch {
    try Scratch(["panel.yaml": panel, "input.trace": trace])
  }

  /// Lines without what only a run knows.
  private static func decisions(_ lines: [String]) -> [String] {
    lines.map { $0.replacing(/,"(time|decided|n)":("[^"]*"|[0-9.]+)/, with: "") }
  }

  /// The same without instants: a simulated chip comes back when the loop finds it.
  private static func names(_ lines: [String]) -> [String] {
    lines.map { $0.replacing(/.*"control":"([a-z]+)","event":"([a-z_]+)".*/) { "\($0.1) \($0.2)" } }
  }

  private static func text(_ scratch: Scratch, _ name: String) throws -> String {
    try String(contentsOf: scratch.folder.appendingPathComponent(name), encoding: .utf8)
  }

  @Test func aRecordingIsATrace() throws {
    let scratch = try Self.files()
    let run = try ProgramRun(
      ["record", "panel.yaml", "-o", "out.trace", "--simulate", "input.trace"], in: scratch.folder)
    #expect(run.code == 0)
    #expect(run.output == "")
    let text = try Self.text(scratch, "out.trace")
    let hash = try #require(text.firstMatch(of: /SHA-256 ([0-9a-f]{64})/)?.1)
    #expect(!hash.isEmpty)
    for part in ["# gpiopress ", "# panel panel.yaml, Sample", "# line erase: GPIO17"] {
      #expect(text.contains(part))
    }
    let original = try ProgramRun(["replay", "panel.yaml", "input.trace"], in: scratch.folder)
    let replay = try ProgramRun(["replay", "panel.yaml", "out.trace"], in: scratch.folder)
    #expect(replay.code == 0)
    #expect(replay.errors == "")
    #expect(original.outputLines.count > 8)
    #expect(Self.names(replay.outputLines) == Self.names(original.outputLines))
  }

  @Test func aDumpIsRecordedByItsName() throws {
    let scratch = try Self.files()
    let trace = "start level 1\n20 erase 1\n70 erase 0\n90 level 0\n200 ! end\n"
    try trace.write(
      to: scratch.folder.appendingPathComponent("plain.trace"), atomically: true, encoding: .utf8)
    let run = try ProgramRun(
      ["record", "panel.yaml", "-o", "out.vcd", "--simulate", "plain.trace"], in: scratch.folder)
    #expect(run.code == 0)
    let original = try ProgramRun(["replay", "panel.yaml", "plain.trace"], in: scratch.folder)
    let replay = try ProgramRun(["replay", "panel.yaml", "out.vcd"], in: scratch.folder)
    #expect(Self.decisions(replay.outputLines) == Self.decisions(original.outputLines))
  }

  @Test func theStandardOutputIsATraceToo() throws {
    let scratch = try Self.files()
    let run = try ProgramRun(
      ["record", "panel.yaml", "-o", "-", "--simulate", "input.trace", "--for", "60ms"],
      in: scratch.folder)
    #expect(run.code == 0)
    let entries = run.outputLines.filter { !$0.hasPrefix("#") }
    #expect(entries.first == "start level 1")
    #expect(entries.last?.hasSuffix("! end") == true)
    #expect(entries.contains { $0.hasSuffix(" erase 1") })
    #expect(!entries.contains { $0.contains("lost") })
  }

  @Test func aDiskThatIsFullEndsIt() throws {
    let scratch = try Self.files()
    let run = try ProgramRun(
      ["record", "panel.yaml", "-o", "/dev/full", "--simulate", "input.trace"], in: scratch.folder)
    #expect(run.code == 71)
    #expect(
      run.errorLines.last
        == "gpiopress: cannot write /dev/full: No space left on device; what was written before that "
        + "is a whole trace")
  }

  @Test(
    arguments: [
      (["-o"], "gpiopress: record: -o needs FILE after it"),
      ([], "gpiopress: record: -o FILE is missing; write -o - for the standard output"),
      (["-o", "x", "--for", "5"], "gpiopress: record: --for 5: write a time with its unit"),
      (["-o", "x", "--map", "A=B"], "gpiopress: record: --map belongs to --simulate"),
    ])
  func whatIsWrongIsSaid(arguments: [String], expected: String) throws {
    let scratch = try Self.files()
    let run = try ProgramRun(["record", "panel.yaml"] + arguments, in: scratch.folder)
    #expect(run.code == 64)
    #expect(run.errors.hasPrefix(expected), "\(run.errors)")
  }

  @Test func aFolderThatIsMissingIsSaid() throws {
    let scratch = try Self.files()
    let run = try ProgramRun(
      ["record", "panel.yaml", "-o", "none/out.trace", "--simulate", "input.trace"],
      in: scratch.folder)
    #expect(run.code == 71)
    #expect(run.errors.contains("none/out.trace: cannot be written: No such file or directory"))
  }

  @Test func aDaemonKeepsRecordings() throws {
    let scratch = try Self.files()
    let run = try ProgramRun(
      ["run", "panel.yaml", "--simulate", "input.trace", "--record", "records"], in: scratch.folder)
    #expect(run.code == 0)
    let folder = scratch.folder.appendingPathComponent("records")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.count == 1)
    let name = try #require(names.first)
    #expect(name.wholeMatch(of: /panel-000001-\d{8}T\d{6}Z\.trace/) != nil)
    #expect(run.errors.contains("recording to records/\(name)"))
    let replay = try ProgramRun(["replay", "panel.yaml", "records/\(name)"], in: scratch.folder)
    #expect(Self.decisions(replay.outputLines) == Self.decisions(run.outputLines))
  }

  @Test(
    arguments: [
      (["--record-size", "64MiB"], "--record-size belongs to --record"),
      (
        ["--record", "r", "--record-size", "64"],
        "--record-size 64: write a whole number with its unit"
      ),
      (
        ["--record", "r", "--record-size", "1KiB"],
        "--record-size 1KiB: too small; write 64KiB or more"
      ),
      (["--record", "r", "--record-age", "1"], "--record-age 1: write a time with its unit"),
    ])
  func limitsAreChecked(arguments: [String], expected: String) throws {
    let scratch = try Self.files()
    let run = try ProgramRun(
      ["run", "panel.yaml", "--simulate", "input.trace"] + arguments, in: scratch.folder)
    #expect(run.code == 64)
    #expect(run.errors.hasPrefix("gpiopress: run: \(expected)"), "\(run.errors)")
  }
}

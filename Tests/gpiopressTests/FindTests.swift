import ButtonController
import LoopTestKit
import PanelFiles
import PanelHardware
import Testing

@testable import gpiopress

/// `gpiopress find` without a board: what is a press, and which lines are left alone.
@Suite struct FindTests {
  private typealias Kind = PinSearch.Finding.Kind

  /// Runs edges (line, closed, milliseconds) through a search of three lines; the level at rest is open
  /// unless the line is in `closed`.
  private static func findings(
    _ edges: [(Int, Bool, Int64)], closed: Set<Int> = [], until end: Int64 = 5_000
  ) -> [(line: Int, kind: Kind)] {
    var search = PinSearch(levels: (0..<3).map(closed.contains))
    var findings: [PinSearch.Finding] = []
    for (line, isClosed, time) in edges {
      let at = Instant.zero + .milliseconds(time)
      findings += search.advance(to: at)
      if let finding = search.edge(line, isClosed: isClosed, at: at) { findings.append(finding) }
    }
    findings += search.advance(to: .zero + .milliseconds(end))
    return findings.map { ($0.line, $0.kind) }
  }

  @Test func aPressAndItsRelease() {
    let found = Self.findings([(1, true, 100), (1, false, 220)])
    #expect(found.map(\.line) == [1, 1])
    #expect(found.map(\.kind) == [.pressed, .released(after: .milliseconds(120))])
  }

  @Test func aContactThatRestsClosedIsPressedWhenItOpens() {
    let found = Self.findings([(2, false, 100), (2, true, 150)], closed: [2])
    #expect(found.map(\.kind) == [.pressed, .released(after: .milliseconds(50))])
  }

  /// Bounces of up to 9 ms are one change, at the stamp of the first edge.
  @Test func bouncesAreOneChange() {
    let found = Self.findings([
      (0, true, 100), (0, false, 102), (0, true, 105), (0, false, 300), (0, true, 303),
      (0, false, 306),
    ])
    #expect(found.map(\.kind) == [.pressed, .released(after: .milliseconds(200))])
  }

  @Test func aGlitchIsNothing() {
    #expect(Self.findings([(0, true, 100), (0, false, 104)]).isEmpty)
  }

  /// The hum of the mains on a line that nothing pulls: said once, and no press.
  @Test func aLineThatHumsIsNoButton() {
    let hum: [(Int, Bool, Int64)] = (0..<600).map { (step: Int) in
      (1, step % 2 == 0, Int64(step * 5))
    }
    let found = Self.findings(hum + [(1, true, 9_000), (1, false, 9_100)], until: 12_000)
    #expect(found.filter { $0.kind == .restless }.count == 1)
    #expect(found.last?.kind == .released(after: .milliseconds(100)))
  }

  @Test func severalLinesComeInTheOrderOfTheirStamps() {
    let found = Self.findings([(2, true, 100), (0, true, 101)])
    #expect(found.map(\.line) == [2, 0])
  }

  private static let boards = BoardCatalogue.checkout(above: #filePath)

  @Test func linesInUseAndThoseToAvoidAreLeftAlone() throws {
    let profile = try #require(try Self.boards.profile("raspberry-pi-5"))
    let machine = try MadeUpMachine([
      "/dev/spidev0.0": "",
      "/sys/kernel/debug/pinctrl/1f000d0000.gpio-pinctrl-rp1/pinmux-pins":
        "pin 12 (gpio12): 1f00098000.pwm (GPIO UNCLAIMED) function pwm0 group gpio12\n"
        + "pin 17 (gpio17): (MUX UNCLAIMED) (GPIO UNCLAIMED)\n",
    ])
    let inspector = MemoryInspector(
      MemoryInspector.pi,
      used: [
        "pinctrl-rp1": [
          26: LineUse(consumer: "fan", isUsed: true), 24: LineUse(isOutput: true),
        ]
      ])
    let lines = FindLines(of: profile, pull: .up, inspector: inspector, machine.root)
    let names = lines.candidates.map(\.plan.name)
    #expect(names.contains("GPIO17"))
    let why = Dictionary(uniqueKeysWithValues: lines.leftAlone.map { ($0.name, $0.why) })
    #expect(why["GPIO26"] == "held by \"fan\"")
    #expect(why["GPIO24"] == "an output")
    #expect(why["GPIO12"] == "a pin of 1f00098000.pwm (pwm0)")
    #expect(why["GPIO10"] == "a pin of /dev/spidev0.0")
    #expect(why["GPIO14"] == "UART TX / console")
    #expect(names.count + why.count == 28)
    #expect(lines.candidates.allSatisfy { $0.plan.bias == .pullUp && $0.plan.isActiveLow })
    let down = FindLines(of: profile, pull: .down, inspector: inspector, machine.root)
    #expect(down.candidates.allSatisfy { $0.plan.bias == .pullDown && !$0.plan.isActiveLow })
  }

  @Test func linesOfAChipHaveItsNames() {
    let chip = ChipTable.Chip(
      path: "/dev/gpiochip3", label: "0-0020", lineCount: 3, lineNames: ["UP", "-", ""])
    let inspector = MemoryInspector(
      ChipTable(chips: [chip]), used: ["0-0020": [0: LineUse(isUsed: true)]])
    let lines = FindLines(ofChip: chip, pull: .up, inspector: inspector)
    #expect(lines.candidates.map(\.plan.name) == ["line 1", "line 2"])
    #expect(lines.leftAlone.map(\.why) == ["used by the kernel"])
  }

  /// A name that a device tree gives may not move the cursor.
  @Test func namesAreMadeVisible() {
    let chip = ChipTable.Chip(
      path: "/dev/gpiochip3", label: "0-0020", lineCount: 1, lineNames: ["a\u{1B}[2Jb"])
    let lines = FindLines(
      ofChip: chip, pull: .up, inspector: MemoryInspector(ChipTable(chips: [chip])))
    let style = TerminalStyle(colours: .none, isUnicode: false, movesCursor: false)
    var report = FindReport(lines, on: nil, isJSON: false, style: style)
    let text = report.text(of: PinSearch.Finding(line: 0, kind: .pressed, at: .zero))
    #expect(text == "a\\x1b[2Jb (0-0020 0) pressed\n")
  }

  @Test(arguments: [
    (["find", "--pull", "left"], 64, "--pull left: write up or down"),
    (["find", "--chip", "a", "--board", "b"], 64, "--chip and --board: take one of them"),
    (["find", "--board", "milk-v-mars"], 69, "the header of milk-v-mars is not known"),
    (["find", "--for", "3"], 64, "write a time with its unit"),
  ])
  func whatIsWrongIsSaidInOneLine(arguments: [String], code: Int32, words: String) throws {
    let run = try ProgramRun(arguments)
    #expect(run.code == code)
    #expect(run.output == "")
    #expect(run.errorLines.count == 1)
    #expect(run.errors.contains(words), "\(run.errors)")
  }
}

import Foundation
import PanelFiles
import Testing

/// `gpiopress boards` as a user runs it, over the profiles of the checkout.
@Suite struct BoardsTests {
  @Test func everyProfileIsListed() throws {
    let files = try FileManager.default.contentsOfDirectory(
      atPath: ProgramRun.checkout.appendingPathComponent("boards").path)
    let ids = files.filter { $0.hasSuffix(".yaml") && $0 != "index.yaml" }
      .map { String($0.dropLast(5)) }.sorted()
    let run = try ProgramRun(["boards"])
    #expect(run.code == 0)
    #expect(run.errors == "")
    #expect(run.outputLines.dropFirst().map { $0.prefix { $0 != " " } } == ids.map { $0[...] })
    let json = try JSON.parse(try ProgramRun(["boards", "--json"]).output.utf8)
    guard case .array(let boards)? = json["boards"] else { throw Missing() }
    #expect(boards.compactMap { $0["id"] } == ids.map { .string($0) })
  }

  @Test func aBrokenProfileHidesNoOther() throws {
    let folder = try Scratch(["broken.yaml": "id: [\n"])
    let run = try ProgramRun(["boards"], environment: ["GPIOPRESS_BOARDS": folder.folder.path])
    #expect(run.code == 78)
    #expect(run.outputLines.contains { $0.hasPrefix("raspberry-pi-5 ") })
    #expect(run.errors.hasPrefix(folder.folder.appendingPathComponent("broken.yaml").path))
  }

  @Test func aHeaderIsDrawnWithWhatAPanelUses() throws {
    let files = try Sample.files()
    let run = try ProgramRun(
      ["boards", "raspberry-pi-5", "--panel", "panel.yaml"], in: files.folder)
    #expect(run.code == 0)
    #expect(run.output.contains("\n  erase  GPIO17 11 # o 12 GPIO18\n"))
    #expect(run.output.contains("\n            GND  9 - o 10 GPIO15\n"))
    let plain = try ProgramRun(["boards", "raspberry-pi-5"])
    #expect(plain.output.contains("\n  GPIO17 11 o o 12 GPIO18\n"))
  }

  @Test func whatIsGoodToKnowStandsBelow() throws {
    let text = try ProgramRun(["boards", "jetson-orin-nano"]).output
    #expect(
      text.contains("\nBefore its pins are lines\n  JetPack gives its pins another function; make ")
    )
    #expect(text.contains("\nGood to know\n  gpio-tegra186 supports debounce"))
    #expect(text.contains("\nNot confirmed by a source\n"))
    let json = try JSON.parse(
      try ProgramRun(["boards", "jetson-orin-nano", "--json"]).output.utf8)
    guard case .array(let setup)? = json["setup"] else { throw Missing() }
    #expect(setup.count == 1)
  }

  @Test func aHeaderIsTheSameInJSON() throws {
    let files = try Sample.files()
    let run = try ProgramRun(
      ["boards", "raspberry-pi-5", "--json", "--panel", "panel.yaml"], in: files.folder)
    let json = try JSON.parse(run.output.utf8)
    guard case .array(let pins)? = json["header"] else { throw Missing() }
    #expect(pins.count == 40)
    let pin = pins.first { $0["pin"] == .string("J8-11") }
    #expect(pin?["uses"] == .array([.string("erase")]))
    #expect(pin?["line"] == .number(17, text: "17"))
  }

  @Test(arguments: [
    (
      ["boards", "raspbery-pi-5"], 66,
      "gpiopress: no board raspbery-pi-5; did you mean raspberry-pi-5?; see gpiopress boards\n"
    ),
    (["boards", "../x"], 66, "gpiopress: no board ../x; see gpiopress boards\n"),
    (
      ["boards", "--panel", "x"], 64,
      "gpiopress: boards: --panel needs a board's ID before it; see gpiopress boards --help\n"
    ),
    (["boards", "raspberry-pi-5", "--panel", "nothing.yaml"], 66, "nothing.yaml: no such file\n"),
  ])
  func whatIsWrongIsToldInOneLine(arguments: [String], code: Int32, message: String) throws {
    let run = try ProgramRun(arguments)
    #expect(run.code == code)
    #expect(run.output == "")
    #expect(run.errors == message)
  }

  @Test func everyVerifiedBoardHasAStarterThatIsRight() throws {
    let json = try JSON.parse(try ProgramRun(["boards", "--json"]).output.utf8)
    guard case .array(let boards)? = json["boards"] else { throw Missing() }
    var count = 0
    for board in boards {
      guard case .string(let id)? = board["id"], board["verified"] == .bool(true) else { continue }
      let starter = try ProgramRun(["init", id])
      #expect(starter.code == 0, "\(id): \(starter.errors)")
      // Also what is commented out is right.
      let whole = starter.output.replacing("  # volume:", with: "  volume:")
        .replacing("    # do:", with: "    do:").replacing("    #   ", with: "      ")
      for text in [starter.output, whole] {
        let files = try Scratch(["panel.yaml": text])
        let run = try ProgramRun(["check", "panel.yaml"], in: files.folder)
        #expect(run.code == 0, "\(id): \(run.errors)")
        #expect(!run.output.contains("?"), "\(run.output)")
      }
      count += 1
    }
    #expect(count >= 20)
  }

  @Test func aBoardWithoutAHeaderHasNoStarter() throws {
    let run = try ProgramRun(["init", "milk-v-mars"])
    #expect(run.code == 69)
    #expect(run.output == "")
    #expect(run.errorLines.count == 1)
  }

  private struct Missing: Error {}
}

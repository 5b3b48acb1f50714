import ButtonController
import PanelFiles
import PanelTestKit
import Testing

/// Panels that are tested by their traces.
enum Sample {
  static let panel = """
    board: auto
    controls:
      erase: {kind: button, pin: GPIO17, tap: true, confirm: 1.2s}

    """
  static let tap = "100 erase 1\n180 erase 0\n"
  static let tooShort = "100 erase 1\n900 erase 0\n"
}

@Suite struct EventsTests {
  @Test func ofATap() throws {
    let events = try TestPanel(yaml: Sample.panel).events(Sample.tap)
    #expect(events.map(\.summary) == ["erase tap"])
    let tap = try #require(events.first)
    #expect(tap.kind == .tap(count: 1))
    #expect("\(tap.at), \(tap.decided)" == "180 ms, 200 ms")
    #expect(
      "\(tap)" == #"{"at":180,"decided":200,"control":"erase","event":"tap","count":1}"#)
    #expect(tap.why.contains("80 ms"))
  }

  /// Presses and releases come where the panel asks for them, or the test does.
  @Test func withEdges() throws {
    let panel = try TestPanel(yaml: Sample.panel)
    #expect(
      try panel.events(Sample.tap, edges: true).map(\.name) == ["press", "release", "tap"])
    let asking = Sample.panel.replacing("tap: true", with: "tap: true, edges: true")
    #expect(
      try TestPanel(yaml: asking).events(Sample.tap).map(\.name) == ["press", "release", "tap"])
    let typing =
      Sample.panel.replacing("confirm: 1.2s", with: "key: {hold: KEY_SPACE}")
      + "outputs: {keyboard: {name: Talk}}\n"
    #expect(try TestPanel(yaml: typing).events(Sample.tap).map(\.name) == ["tap"])
  }

  @Test func ofAFile() throws {
    try withFile(Sample.panel) { path in
      let seen = try events(panel: path, trace: Sample.tap)
      #expect(seen.map(\.name) == ["tap"])
    }
  }

  /// The board is the same wherever the tests run.
  @Test func onAnotherBoard() throws {
    let panel = Sample.panel.replacing("GPIO17", with: "J8-11")
    #expect(try TestPanel(yaml: panel).file.board == "raspberry-pi-5")
    #expect(
      try TestPanel(yaml: panel, board: "raspberry-pi-4b").file.board == "raspberry-pi-4b")
  }

  @Test func whatIsWrongIsThrown() throws {
    let wrong = Sample.panel.replacing("1.2s", with: "1.2")
    #expect(
      Self.error { () throws(FileError) in _ = try TestPanel(yaml: wrong) }
        == #"panel:3:58: controls.erase.confirm: "1.2" has no unit; write 1.2s"#)
    let panel = try TestPanel(yaml: Sample.panel)
    let ofTrace = Self.error { () throws(FileError) in _ = try panel.events("100 erased 1\n") }
    #expect(ofTrace.hasPrefix("trace:1:5: "))
  }

  private static func error(_ body: () throws(FileError) -> Void) -> String {
    do throws(FileError) {
      try body()
    } catch {
      return error.description
    }
    return "nothing was thrown"
  }
}

import ButtonController
import PanelFiles
import Testing

@Suite struct PanelEventTests {
  private static let panel = PanelFile(
    path: "", name: "", board: "none", panel: Panel(controls: []),
    controls: [ControlFile(name: "erase")], lines: [], rings: [])

  private static func line(_ event: PanelEvent) -> String {
    var bytes: [UInt8] = []
    EventLine.append(event, of: panel, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let ends: [(CommandEnd, String)] = [
    (CommandEnd(of: "tap", .exit(0), took: .milliseconds(12)), "\"exit\":0,\"took\":12"),
    (CommandEnd(of: "tap", .exit(3), took: .zero), "\"exit\":3,\"took\":0"),
    (CommandEnd(of: "tap", .signal(9), took: .zero), "\"signal\":9,\"took\":0"),
    (CommandEnd(of: "tap", .timeout, took: .seconds(60)), "\"timeout\":true,\"took\":60000"),
    (CommandEnd(of: "tap", .notStarted("no"), took: .zero), "\"error\":\"no\",\"took\":0"),
  ]

  @Test(arguments: ends.indices) func endOfACommand(index: Int) {
    let (end, particulars) = Self.ends[index]
    let name = index == 0 ? "command_done" : "command_failed"
    #expect(
      Self.line(PanelEvent(end, control: 0, at: .zero + .milliseconds(5)))
        == "{\"at\":5,\"decided\":5,\"control\":\"erase\",\"event\":\"\(name)\",\"of\":\"tap\","
        + "\(particulars)}\n")
  }

  private static func event(_ kind: Event.Kind, isRemote: Bool) -> String {
    line(
      PanelEvent(
        Event(at: .zero, decided: .zero, control: 0, kind: kind), number: 7, isRemote: isRemote))
  }

  @Test func numberAndOrigin() {
    let head = "{\"at\":0,\"decided\":0,\"control\":\"erase\",\"event\":"
    #expect(
      Self.event(.tap(count: 1), isRemote: false) == head + "\"tap\",\"n\":7,\"count\":1}\n")
    #expect(
      Self.event(.tap(count: 1), isRemote: true)
        == head + "\"tap\",\"n\":7,\"count\":1,\"via\":\"remote\"}\n")
    // A key stands once in a line: a program's press goes before the way of the confirm.
    #expect(
      Self.event(.confirm(via: .hold, held: .seconds(1)), isRemote: true)
        == head + "\"confirm\",\"n\":7,\"held\":1000,\"via\":\"remote\"}\n")
  }
}

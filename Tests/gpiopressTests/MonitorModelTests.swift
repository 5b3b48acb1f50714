import ButtonController
import EngineTestKit
import Foundation
import PanelFiles
import PanelReplay
import Testing

@testable import gpiopress

/// What a monitor knows of a panel, from what a socket or a loop gives it.
@Suite struct MonitorModelTests {
  // MARK: What controls wait for

  private static let states: [(trace: String, at: Int64, control: String, state: String)] = [
    ("", 100, "erase", ""),
    ("100 erase 1", 105, "erase", ""),
    ("100 erase 1", 250, "erase", "held 0.1 s, a tap until 0.3 s"),
    ("100 erase 1", 900, "erase", "held 0.8 s, confirms at 1.2 s"),
    ("100 erase 1", 1301, "erase", "held 1.2 s, counts no more"),
    ("100 erase 1\n180 erase 0", 250, "erase", "1 tap, waits 180 ms for one more"),
    ("100 erase 1\n180 erase 0", 500, "erase", ""),
    ("start erase 1", 500, "erase", "closed since before; counts once it was open"),
    ("100 play 1", 130, "play", "held 0.0 s, perhaps of a chord, waits 20 ms"),
    ("100 play 1", 600, "play", "held 0.5 s, a hold at 0.8 s"),
    ("100 play 1", 1500, "play", "held 1.4 s, level 2 at 2.0 s"),
    ("100 play 1", 2500, "play", "held 2.4 s"),
    ("100 off 1", 1500, "off", "held 1.4 s, the release decides, level 2 at 3.0 s"),
    ("100 off 1\n110 play 1", 600, "both", "held 0.4 s, confirms at 1.0 s"),
    ("100 door 1", 600, "door", ""),
    (
      "100 volume.press 1\n200 volume.a 1\n210 volume.b 1\n220 volume.a 0\n230 volume.b 0", 600,
      "volume", "held 0.5 s, turned"
    ),
  ]

  @Test(arguments: states.indices) func aControlSaysWhatItWaitsFor(index: Int) throws {
    let (trace, at, control, state) = Self.states[index]
    var bench = try MonitorBench()
    try bench.play(trace + "\n", to: at)
    #expect(try bench.state(control) == state)
  }

  // MARK: Events

  private static let events: [(trace: String, texts: [String])] = [
    (
      "100 erase 1\n180 erase 0",
      ["door state  on false (state)", "erase tap  count 1 (tap.gap 250 ms, known 250 ms later)"]
    ),
    (
      "100 erase 1\n1500 erase 0",
      [
        "door state  on false (state)", "erase confirm_start (tap.within 300 ms)",
        "erase confirm  via hold, held 1.20 s (confirm.after 1.2 s)",
      ]
    ),
    (
      "100 erase 1\n700 erase 0",
      [
        "door state  on false (state)", "erase confirm_start (tap.within 300 ms)",
        "erase cancel  released, 33 %, held 0.60 s (cancel released 1.2 s, known 20 ms later)",
      ]
    ),
    (
      "100 door 1",
      [
        "door state  on false (state)", "door on (debounce.press 20 ms, known 20 ms later)",
      ]
    ),
  ]

  @Test(arguments: events.indices) func anEventSaysWhatItWaitedFor(index: Int) throws {
    let (trace, texts) = Self.events[index]
    var bench = try MonitorBench()
    try bench.play(trace + "\n", to: 3000)
    #expect(bench.texts == texts)
  }

  /// What is shown is what the panel emitted, not what an engine beside it believes.
  @Test func eventsAreThePanelsAlone() throws {
    let bench = try MonitorBench()
    var model = bench.model
    model.take(.start(bench.panel.lines.map { _ in false }))
    model.take(
      .entry(Trace.Entry(at: .zero + .milliseconds(100), action: .edge(line: 0, isClosed: true))))
    model.advance(to: .zero + .seconds(3))
    #expect(model.eventCount == 0 && model.happened.isEmpty)
    let line =
      #"{"at":1,"decided":2,"control":"erase","event":"command_failed","of":"tap","exit":3,"took":12}"#
    model.take(try #require(MonitorEvent(try JSON.parse(Array(line.utf8)))))
    #expect(model.eventCount == 1 && model.gestures[0].map(\.name) == ["command_failed"])
    #expect(
      model.gestures[0].first?.text
        == "command_failed  of tap, exit 3, took 0.01 s (known 1 ms later)"
    )
  }

  @Test func aKnobSaysWhereItIs() throws {
    var bench = try MonitorBench()
    let turn = "100 volume.a 1\n110 volume.b 1\n120 volume.a 0\n130 volume.b 0\n"
    try bench.play(turn, to: 200)
    #expect(bench.model.places == ["", "", "", "", "at 4", ""])
  }

  // MARK: Lines

  @Test func aLineKnowsItsRateAndBounce() throws {
    var bench = try MonitorBench()
    let erase = try bench.line("erase")
    try bench.play("100 erase 1\n101.5 erase 0\n103.25 erase 1\n", to: 110)
    #expect(bench.model.lines[erase].lastPress == nil)
    #expect(bench.model.isClosed(erase) && !bench.model.isSettledClosed(erase))
    bench.pass(to: .zero + .milliseconds(140))
    #expect(bench.model.isSettledClosed(erase))
    #expect(bench.model.lines[erase].lastPress?.bounce == .microseconds(3250))
    #expect(bench.model.lines[erase].rate == 3)
    bench.pass(to: .zero + .milliseconds(1050))
    #expect(bench.model.lines[erase].rate == 3)
    bench.pass(to: .zero + .milliseconds(1250))
    #expect(bench.model.lines[erase].rate == 0)
    // A release changes nothing of the press.
    bench.take(
      .entry(
        Trace.Entry(at: .zero + .milliseconds(1300), action: .edge(line: erase, isClosed: false))))
    bench.pass(to: .zero + .milliseconds(1400))
    #expect(bench.model.lines[erase].lastPress?.edges == 3)
    // Hours later it is as if nothing had been.
    bench.pass(to: .zero + .seconds(20_000))
    #expect(bench.model.lines[erase].rate == 0 && bench.model.lines[erase].edges == 4)
  }

  @Test func theStatusCountsBeforeTheMonitorCame() throws {
    var bench = try MonitorBench()
    try bench.play("", to: 100)
    #expect(bench.model.health(0) == "ok")
    try bench.take(status: Self.status(#""health":"chatter","edges":412,"bounces":3"#))
    #expect(bench.model.health(0) == "chatter")
    #expect(bench.model.trouble(ofControl: 0) == "ignored, as it chatters")
    #expect(bench.model.edgeTotal(0) == 412 && bench.model.bounceTotal(0) == 3)
    bench.take(
      .entry(Trace.Entry(at: .zero + .milliseconds(200), action: .edge(line: 0, isClosed: true))))
    #expect(bench.model.edgeTotal(0) == 413)
    try bench.take(status: Self.status(#""health":"ok","edges":413,"bounces":3"#))
    #expect(bench.model.edgeTotal(0) == 413)
    #expect(bench.model.trouble(ofControl: 0) == nil)
  }

  private static func status(_ line: String) -> String {
    #"{"ok":true,"pid":7,"uptime":5000,"counts":{"events":9},"lines":[{"line":"erase",\#(line)}]}"#
  }

  @Test func aGoneLineIsSaid() throws {
    var bench = try MonitorBench()
    try bench.play("100 ! gone volume\n", to: 200)
    let line = try bench.line("volume.a")
    #expect(bench.model.health(line) == "line_gone")
    let control = try #require(bench.panel.controls.firstIndex { $0.name == "volume" })
    #expect(bench.model.trouble(ofControl: control) == "its line is not there")
  }

  @Test func picturesOfThePanelGoFirst() throws {
    var bench = try MonitorBench()
    try bench.play("100 erase 1\n", to: 1300)
    #expect(bench.model.picture(0).contains { $0.rgb != 0 })
    var model = bench.model
    let json = try JSON.parse(Array(#"{"at":1,"ring":"halo","pixels":["0000ff","zz",7]}"#.utf8))
    let isTaken = model.take(picture: json)
    #expect(isTaken && model.picture(0).map(\.rgb) == [0xFF, 0, 0])
    let other = try JSON.parse(Array(#"{"at":1,"ring":"sign","pixels":[]}"#.utf8))
    let isOtherTaken = model.take(picture: other)
    #expect(!isOtherTaken)
  }

  // MARK: What no panel sends

  @Test(
    arguments: [
      "{}", "[]", "7", #"{"event":"tap"}"#, #"{"event":7,"control":"erase","at":1}"#,
      #"{"event":"tap","control":"erase","at":"1"}"#,
      #"{"event":"tap","control":"erase","at":1e300}"#,
    ])
  func whatIsNoEventIsNone(text: String) throws {
    #expect(MonitorEvent(try JSON.parse(Array(text.utf8))) == nil)
    #expect(MonitorStatus(try JSON.parse(Array(text.utf8))) == nil)
  }

  @Test func otherPanelsAreFound() throws {
    let bench = try MonitorBench()
    let text = """
      {"pid":7,"uptime":1,"counts":{},"lines":[LINES],"controls":[],"rings":[]}
      """
    func difference(_ lines: String) throws -> String? {
      let json = text.replacingOccurrences(of: "LINES", with: lines)
      let status = MonitorStatus(try JSON.parse(Array(json.utf8)))
      return try #require(status).difference(from: bench.panel)
    }
    let own = bench.panel.lines.map { #"{"line":"\#($0.name)"}"# }
    #expect(try difference(#"{"line":"other"}"#) == "lines differ: other")
    #expect(try difference(own.dropLast().joined(separator: ",")) == "lines differ: volume.press")
    #expect(try difference(own.reversed().joined(separator: ",")) == "lines are in another order")
    #expect(try difference(own.joined(separator: ",")) == "controls differ: erase")
  }
}

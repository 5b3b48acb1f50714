import ButtonController
import PanelFiles
import Testing

@Suite struct EventLineTests {
  static let panel = PanelFile(
    path: "", name: "", board: "", panel: Panel(controls: [Control(kind: .button)]),
    controls: [ControlFile(name: "a\"ä")], lines: [], rings: [])

  static let head = "{\"at\":1.5,\"decided\":2,\"control\":\"a\\\"ä\",\"event\":"

  static let cases: [(Event.Kind, String)] = [
    (.press, "\"press\"}"),
    (.release(held: TimeSpan(nanoseconds: 1)), "\"release\",\"held\":0.000001}"),
    (.tap(count: 2), "\"tap\",\"count\":2}"),
    (
      .release(held: .seconds(60), reason: .stuck),
      "\"release\",\"held\":60000,\"reason\":\"stuck\"}"
    ),
    (.ignored(reason: .success), "\"ignored\",\"reason\":\"success\"}"),
    (.ignored(reason: .consumed), "\"ignored\",\"reason\":\"consumed\"}"),
    (.holdReady(level: 2), "\"hold_ready\",\"level\":2}"),
    (.hold(taps: 0, held: .seconds(2)), "\"hold\",\"held\":2000}"),
    (.holdLevel(level: 2, held: .seconds(3)), "\"hold_level\",\"level\":2,\"held\":3000}"),
    (
      .turn(steps: 2, position: 10, limit: .max),
      "\"turn\",\"steps\":2,\"position\":10,\"limit\":\"max\"}"
    ),
    (.hold(taps: 0), "\"hold\"}"),
    (.hold(taps: 1), "\"hold\",\"taps\":1}"),
    (.holdLevel(level: 3), "\"hold_level\",\"level\":3}"),
    (.holdRepeat(count: 7), "\"hold_repeat\",\"count\":7}"),
    (.holdEnd(held: .milliseconds(2000)), "\"hold_end\",\"held\":2000}"),
    (.confirmStart, "\"confirm_start\"}"),
    (.ready, "\"ready\"}"),
    (
      .confirm(via: .doubleTap, held: TimeSpan(nanoseconds: 80_100_000)),
      "\"confirm\",\"via\":\"double_tap\",\"held\":80.1}"
    ),
    (
      .cancel(
        Event.Cancel(reason: .otherControl, progress: 1.0 / 3, held: .milliseconds(400), taps: 2)),
      "\"cancel\",\"reason\":\"other_control\",\"progress\":0.333333,\"held\":400,\"taps\":2}"
    ),
    (
      .cancel(Event.Cancel(reason: .lost, progress: nil, held: nil, taps: 0)),
      "\"cancel\",\"reason\":\"lost\"}"
    ),
    (.turn(steps: -1, position: -12), "\"turn\",\"steps\":-1,\"position\":-12}"),
    (.dragStart, "\"drag_start\"}"),
    (
      .drag(delta: -1, total: -1, pull: -5.780521499),
      "\"drag\",\"delta\":-1,\"total\":-1,\"pull\":-5.780521}"
    ),
    (.dragEnd(total: 0, path: 2), "\"drag_end\",\"total\":0,\"path\":2}"),
    (
      .move(dx: 0, dy: -1, x: 0, y: -1, pull: -0.0, angle: -90),
      "\"drag\",\"dx\":0,\"dy\":-1,\"x\":0,\"y\":-1,\"pull\":0,\"angle\":-90}"
    ),
    (.moveEnd(x: 1, y: 2, path: 3), "\"drag_end\",\"x\":1,\"y\":2,\"path\":3}"),
    (.state(isOn: true), "\"state\",\"on\":true}"),
    (.on, "\"on\"}"), (.off, "\"off\"}"), (.bootHeld, "\"boot_held\"}"),
    (.stuck, "\"stuck\"}"), (.unstuck, "\"unstuck\"}"), (.chatter, "\"chatter\"}"),
    (.quiet, "\"quiet\"}"), (.lineGone, "\"line_gone\"}"), (.lineBack, "\"line_back\"}"),
    (.lost, "\"lost\"}"), (.resync, "\"resync\"}"),
  ]

  @Test(arguments: cases.indices) func isWritten(index: Int) {
    let (kind, expected) = Self.cases[index]
    let event = Event(
      at: Instant(nanoseconds: 1_500_000), decided: Instant(nanoseconds: 2_000_000), control: 0,
      kind: kind)
    var bytes: [UInt8] = []
    EventLine.append(event, of: Self.panel, to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == Self.head + expected + "\n")
  }

  @Test func wallClockComesFifth() {
    var bytes: [UInt8] = []
    let event = Event(at: .zero, decided: .zero, control: 0, kind: .tap(count: 1))
    EventLine.append(
      event, of: Self.panel, time: WallTime(Instant(nanoseconds: 1_767_323_045_678_000_000)),
      to: &bytes)
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == "{\"at\":0,\"decided\":0,\"control\":\"a\\\"ä\",\"event\":\"tap\","
        + "\"time\":\"2026-01-02T03:04:05.678Z\",\"count\":1}\n")
  }

  /// However much of it there is; its beginning is made elsewhere than the rest.
  @Test func aLineMayBeLong() {
    let event = Event(at: .zero, decided: .zero, control: 0, kind: .tap(count: 1))
    for count in Array(440...520) + [5000] {
      for name in [String(repeating: "n", count: count), String(repeating: "ä", count: count)] {
        var bytes: [UInt8] = [1]
        EventLine.append(PanelEvent(event), control: name, to: &bytes)
        #expect(
          String(decoding: bytes, as: UTF8.self)
            == "\u{1}{\"at\":0,\"decided\":0,\"control\":\"\(name)\",\"event\":\"tap\",\"count\":1}\n"
        )
      }
    }
  }

  @Test(
    arguments: [
      (0, "0"), (1, "0.000001"), (-1, "-0.000001"), (10, "0.00001"), (18_250_000, "18.25"),
      (449_999_999, "449.999999"), (10_000_000_000_000_000, "10000000000"),
      (Int64.max, "9223372036854.775807"), (Int64.min, "-9223372036854.775808"),
    ] as [(Int64, String)]
  )
  func millisecondsAreExact(nanoseconds: Int64, expected: String) {
    var bytes: [UInt8] = []
    JSONText.append(milliseconds: nanoseconds, to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
  }

  @Test(
    arguments: [
      (0.0833333333, "0.083333"), (-0.0000001, "0"), (1e-7, "0"), (0.9999999, "1"),
      (1e6, "1000000"),
      (-5.5, "-5.5"), (.nan, "0"), (.infinity, "9200000000000"),
    ] as [(Double, String)]
  )
  func numbersAreRounded(number: Double, expected: String) {
    var bytes: [UInt8] = []
    JSONText.append(number: number, to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
  }

  /// Digits and letters are written by twos, fours and eights: each length of each comes out whole.
  @Test func everyLength() {
    for length in 0...40 {
      let text = String("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQR".prefix(length))
      var bytes: [UInt8] = []
      JSONText.append(string: text, to: &bytes)
      #expect(String(decoding: bytes, as: UTF8.self) == "\"\(text)\"")
    }
    var power = 1
    while true {
      for number in [power - 1, power, -power] {
        var bytes: [UInt8] = []
        JSONText.append(integer: number, to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == "\(number)")
      }
      let (next, isTooMuch) = power.multipliedReportingOverflow(by: 10)
      if isTooMuch { break }
      power = next
    }
    for number in [Int.max, Int.min] {
      var bytes: [UInt8] = []
      JSONText.append(integer: number, to: &bytes)
      #expect(String(decoding: bytes, as: UTF8.self) == "\(number)")
    }
  }

  @Test func controlCharactersAreEscaped() {
    var bytes: [UInt8] = []
    JSONText.append(string: "a\nb\t\u{1}\u{7F}\\", to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == "\"a\\nb\\t\\u0001\\u007f\\\\\"")
  }
}

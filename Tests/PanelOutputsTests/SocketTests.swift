import ButtonController
import Foundation
import PanelFiles
import PanelHardware
import Testing

@testable import PanelOutputs

/// Requests of programs, over real sockets.
@Suite struct SocketTests {
  private static func error(_ message: String, _ code: String) -> String {
    var answer = JSONBuilder()
    answer.add("error", message)
    answer.add("code", code)
    return answer.text
  }

  // MARK: Status

  @Test func statusSaysHowThePanelIs() throws {
    let bench = try SocketBench()
    let client = try bench.connect()
    try bench.move("go", true)
    bench.run(to: 150)
    let answer = try JSON.parse(try client.ask(#"{"status":true,"id":"x\"1"}"#).utf8)
    #expect(answer["id"] == .string("x\"1"))
    #expect(answer["ok"] == .bool(true))
    #expect(answer["version"] == .string("1.2.3"))
    #expect(answer["uptime"]?.description == "150")
    #expect(answer["panel"]?["name"] == .string("Bench"))
    guard case .array(let lines) = answer["lines"], case .array(let outputs) = answer["outputs"],
      case .array(let rings) = answer["rings"], case .array(let controls) = answer["controls"]
    else {
      Issue.record("\(answer)")
      return
    }
    #expect(lines.count == bench.loop.panel.lines.count)
    #expect(
      lines[0].description
        == #"{"line":"go","control":"go","pin":"GPIO17","raw":1,"settled":1,"health":"ok","edges":1,"#
        + #""bounces":0}"#)
    #expect(rings[0].description == #"{"ring":"halo","pixels":8,"shows":"pressed"}"#)
    #expect(
      outputs.map(\.description) == [
        #"{"output":"socket","state":"ok","clients":1,"requests":1,"dropped":0}"#
      ])
    #expect(controls.last?.description == #"{"control":"both","kind":"chord"}"#)
  }

  @Test func statusCountsBouncesAndSaysWhatIsWrong() throws {
    let bench = try SocketBench()
    let client = try bench.connect()
    let go = try bench.line("go")
    for (offset, isClosed) in [(0, true), (1, false), (2, true), (3, false), (4, true)] {
      let at = Instant(nanoseconds: (100 + Int64(offset)) * 1_000_000)
      bench.lines.set(go, isClosed: isClosed, at: at)
    }
    bench.run(to: 120)
    bench.lines.lose(try bench.line("left"))
    bench.pump()
    let answer = try JSON.parse(try client.ask(#"{"status":true}"#).utf8)
    guard case .array(let lines) = answer["lines"] else {
      Issue.record("\(answer)")
      return
    }
    #expect(lines[0]["edges"]?.description == "5")
    #expect(lines[0]["bounces"]?.description == "4")
    #expect(answer["counts"]?["lost"]?.description == "1")
    bench.run(to: 70_000)
    let later = try JSON.parse(try client.ask(#"{"status":true}"#).utf8)
    guard case .array(let stuck) = later["lines"] else { return }
    #expect(stuck[0]["health"] == .string("stuck"))
  }

  // MARK: Events

  @Test func eventsAreTheLinesOfTheStream() throws {
    let bench = try SocketBench()
    let (all, some, none) = (try bench.connect(), try bench.connect(), try bench.connect())
    #expect(try all.ask(#"{"events":true}"#) == #"{"ok":true}"#)
    #expect(try some.ask(#"{"events":["left","both"]}"#) == #"{"ok":true}"#)
    let before = bench.eventLines.count
    for control in ["go", "left"] {
      try bench.move(control, true)
      bench.run(to: bench.clock.instant.nanoseconds / 1_000_000 + 80)
      try bench.move(control, false)
      bench.run(to: bench.clock.instant.nanoseconds / 1_000_000 + 300)
    }
    let reported = Array(bench.eventLines[before...])
    #expect(reported.count == 2)
    #expect(all.all() == reported)
    #expect(some.all() == [reported[1]])
    #expect(none.all() == [])
    #expect(reported[0].hasSuffix(#""n":\#(before + 1),"count":1}"#))
    #expect(try all.ask(#"{"events":false}"#) == #"{"ok":true}"#)
    try bench.move("go", true)
    bench.run(to: 5_000)
    #expect(all.all() == [])
  }

  @Test func aHalfClosedSubscriberGetsEventsUntilItGoes() throws {
    let bench = try SocketBench()
    let client = try bench.connect()
    client.send(#"{"events":true}"#)
    client.endSending()
    #expect(client.all() == [#"{"ok":true}"#])
    try bench.move("go", true)
    bench.run(to: 3_000)
    #expect(client.all().count == 1)
    #expect(bench.socket.clients.count == 1)
    client.close()
    bench.pump()
    #expect(bench.socket.clients.isEmpty)
    #expect(bench.loop.nextWake != .ever)
  }

  // MARK: Rings

  @Test func aRingShowsAPictureForItsTime() throws {
    let bench = try SocketBench()
    let client = try bench.connect()
    #expect(try client.ask(#"{"ring":"halo","progress":0.5,"ttl":"5s"}"#) == #"{"ok":true}"#)
    #expect(bench.loop.shown(on: 0) == .remote)
    bench.run(to: 5_099)
    #expect(bench.loop.shown(on: 0) == .remote)
    bench.run(to: 5_101)
    #expect(bench.loop.shown(on: 0) == .idle)
    _ = try client.ask(#"{"ring":"halo","pattern":"working"}"#)
    bench.run(to: 35_100)
    #expect(bench.loop.shown(on: 0) == .remote)
    bench.run(to: 35_102)
    #expect(bench.loop.shown(on: 0) == .idle)
    _ = try client.ask(#"{"ring":"halo","pattern":"success"}"#)
    bench.run(to: 36_700)
    #expect(bench.loop.shown(on: 0) == .idle)
    let pixels = ##"{"ring":"halo","pixels":["#ff0000","#00ff00"],"ttl":"1m"}"##
    #expect(try client.ask(pixels) == #"{"ok":true}"#)
    let frame = bench.loop.controller.frame(of: 0, at: bench.clock.instant).map(\.rgb)
    #expect(frame == [0xff0000, 0x00ff00, 0, 0, 0, 0, 0, 0])
    #expect(try client.ask(##"{"ring":"halo","colour":"#0000ff"}"##) == #"{"ok":true}"#)
    #expect(bench.loop.controller.frame(of: 0, at: bench.clock.instant)[7].rgb == 0x0000ff)
    #expect(try client.ask(#"{"ring":"halo","pattern":"idle"}"#) == #"{"ok":true}"#)
    #expect(bench.loop.shown(on: 0) == .idle)
  }

  // MARK: What is wrong

  static let faults: [(line: String, answer: String)] = [
    ("nonsense", error("no JSON: column 1: a value is expected", "bad_request")),
    ("[1]", error(#"no object; write one such as {"status":true}"#, "bad_request")),
    (#"{"status":true"#, error("no JSON: column 15: a comma or } is expected", "bad_request")),
    (
      #"{"status":true,"status":true}"#,
      error(#"no JSON: column 16: the key "status" stands twice"#, "bad_request")
    ),
    (
      "{\"press\":\"\u{0}\"}",
      error(
        "no JSON: column 11: a control character in a string; write it as \\u00..", "bad_request")
    ),
    (#"{"statis":true}"#, error("statis: unknown key; did you mean status?", "bad_request")),
    (
      "{}",
      error(
        "nothing is asked for; write status, events, ring, press, release, record, frames, reload",
        "bad_request")
    ),
    (
      #"{"status":true,"press":"go"}"#,
      error("status and press in one request; write two lines", "bad_request")
    ),
    (#"{"status":false}"#, error("status: false asks for nothing; write true", "bad_request")),
    (
      #"{"status":1}"#,
      error(#"status: "1" where true or false is wanted"#, "bad_request")
    ),
    (
      #"{"press":null}"#,
      error("press: null is no value; leave the key out, or give it one", "bad_request")
    ),
    (
      #"{"ring":["halo"],"progress":1}"#,
      error("ring: a list stands where none belongs; write one value", "bad_request")
    ),
    (
      ##"{"ring":"halo","pixels":["#ff0000",{}]}"##,
      error("pixels: an object stands where none belongs", "bad_request")
    ),
    (
      #"{"ring":"halo","pixels":[]}"#,
      error("pixels: 0 items; 1 to 1024 are wanted", "bad_request")
    ),
    (#"{"press":17}"#, error(#"press: 17 is no text; write "17""#, "bad_request")),
    (
      #"{"press":"go","for":"100"}"#,
      error(#"for: "100" has no unit; write 100ms"#, "bad_request")
    ),
    (
      #"{"press":"go","ttl":"1s"}"#,
      error("ttl: belongs to ring, not to press", "bad_request")
    ),
    (
      #"{"ring":"halo"}"#,
      error("ring: nothing to show; add progress, pattern, colour, pixels", "bad_request")
    ),
    (
      #"{"ring":"halo","progress":0.4,"pattern":"idle"}"#,
      error("progress and pattern at once; leave one", "bad_request")
    ),
    (
      #"{"ring":"halo","progress":1.4}"#,
      error("progress: 1.4 is out of range; 0 to 1", "bad_request")
    ),
    (
      #"{"ring":"halo","pattern":"sucess"}"#,
      error(
        #"pattern: no picture is called "sucess"; did you mean success?"#, "bad_request")
    ),
    (
      #"{"ring":"halo","pattern":"off","ttl":"25h"}"#,
      error(#"ttl: "25h": no unit "h"; units are us, ms, s and m"#, "bad_request")
    ),
    (
      #"{"ring":"halo","colour":"red"}"#,
      error(##"colour: "red" is no colour; write for example "#ff3b30""##, "bad_request")
    ),
    (#"{"events":["goo"]}"#, error("no control goo; did you mean go?", "not_found")),
    (#"{"ring":"hallo","progress":0}"#, error("no ring hallo; did you mean halo?", "not_found")),
    (
      #"{"ring":"sign","progress":0}"#,
      error("sign shows no pictures of programs; add remote to rings.sign.shows", "refused")
    ),
    (
      ##"{"ring":"halo","pixels":["#000000","#000000","#000000","#000000","#000000","#000000","##
        + ##""#000000","#000000","#000000"]}"##,
      error("9 pixels; halo has 8, send that many or fewer", "refused")
    ),
    (#"{"press":"gp"}"#, error("no control or line gp; did you mean go?", "not_found")),
    (
      #"{"press":"both"}"#, error("both is a chord; press its buttons left, right", "refused")
    ),
    (
      #"{"press":"door"}"#,
      error("door is a switch, whose state is what its contact says", "refused")
    ),
    (#"{"press":"bare"}"#, error("bare has no push", "refused")),
    (#"{"press":"dial.a"}"#, error("dial.a is no contact that is pressed", "refused")),
    (
      #"{"press":"stick"}"#,
      error(
        "stick has no push; press stick.up, stick.down, stick.left, stick.right", "refused")
    ),
    (
      #"{"press":"erase"}"#,
      error(
        "erase is confirmed by hand only; `remote: true` of erase lets programs confirm it, too",
        "refused")
    ),
    (
      #"{"press":"left"}"#,
      error(
        "left is part of the chord both, which is confirmed by hand only; `remote: true` of both "
          + "lets programs confirm it, too", "refused")
    ),
    (
      #"{"press":"go","for":"5ms"}"#,
      error(
        "5ms is shorter than the debounce of go (10ms), so nothing would come of it; press it for "
          + "longer", "refused")
    ),
    (
      #"{"release":"go"}"#,
      error("no program presses go, and a finger releases it by itself; press it first", "refused")
    ),
    (
      #"{"id":[1],"status":true}"#, error("id: write text or a number", "bad_request")
    ),
  ]

  @Test(arguments: faults.indices) func whatIsWrongIsAnswered(index: Int) throws {
    let (line, answer) = Self.faults[index]
    let bench = try SocketBench()
    let client = try bench.connect()
    #expect(try client.ask(line) == answer)
    // It is served on.
    #expect(try client.ask(#"{"events":false,"id":7}"#) == #"{"id":7,"ok":true}"#)
    #expect(client.all() == [])
    #expect(bench.events.allSatisfy { !$0.contains("remote") })
  }

  @Test func invalidUTF8IsAnswered() throws {
    let bench = try SocketBench()
    let client = try bench.connect()
    client.send([0x22, 0xFF, 0x22, 10, 0xFF, 10])
    #expect(
      client.all() == [
        Self.error("no JSON: column 3: the string is not valid UTF-8", "bad_request"),
        Self.error("no JSON: column 1: a value is expected", "bad_request"),
      ])
  }

  @Test func anErrorRepeatsTheId() throws {
    let bench = try SocketBench()
    let client = try bench.connect()
    #expect(
      try client.ask(#"{"statis":true,"id":1.50}"#)
        == #"{"id":1.50,"error":"statis: unknown key; did you mean status?","code":"bad_request"}"#)
  }
}

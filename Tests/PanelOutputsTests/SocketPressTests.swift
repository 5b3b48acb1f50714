import ButtonController
import Foundation
import PanelFiles
import PanelHardware
import Testing

@testable import PanelOutputs

/// Presses by programs: as real as those of fingers, marked, and never left down.
@Suite struct SocketPressTests {
  private static let ok = #"{"ok":true}"#

  /// The events of a bench from now on.
  private static func events(
    of bench: SocketBench, _ body: () throws -> Void
  ) throws -> [String] {
    let before = bench.events.count
    try body()
    return Array(bench.events[before...])
  }

  @Test func aPressForATimeIsATapOfThatLength() throws {
    let bench = try SocketBench()
    let client = try bench.connect()
    let events = try Self.events(of: bench) { () throws in
      #expect(try client.ask(#"{"press":"go","for":"100ms"}"#) == Self.ok)
      bench.run(to: 1_000)
    }
    #expect(events == ["go tap 200 remote"])
    #expect(bench.eventLines.last?.hasSuffix(#""via":"remote"}"#) == true)
    #expect(bench.loop.nextWake == nil)
  }

  /// The end is known by its instant, so a process that was stopped makes no hold of it.
  @Test func aLateLoopMakesNoHoldOfATap() throws {
    let bench = try SocketBench()
    let client = try bench.connect()
    let events = try Self.events(of: bench) { () throws in
      #expect(try client.ask(#"{"press":"go","for":"100ms"}"#) == Self.ok)
      bench.stall(to: 9_000)
      bench.run(to: 10_000)
    }
    #expect(events == ["go tap 200 remote"])
  }

  @Test func aPressWithoutATimeLastsUntilItsRelease() throws {
    let bench = try SocketBench()
    let (holder, other) = (try bench.connect(), try bench.connect())
    let events = try Self.events(of: bench) { () throws in
      #expect(try holder.ask(#"{"press":"go"}"#) == Self.ok)
      bench.run(to: 2_500)
      #expect(
        try other.ask(#"{"press":"go"}"#)
          == #"{"error":"go is pressed already; wait for its release","code":"refused"}"#)
      // Anybody may let it go: who pressed may hang.
      #expect(try other.ask(#"{"release":"go"}"#) == Self.ok)
      bench.run(to: 3_000)
    }
    #expect(events == ["go hold 2100 remote", "go hold_end 2500 remote"])
  }

  @Test(arguments: ["close", "half close"])
  func whoGoesLetsGo(how: String) throws {
    let bench = try SocketBench()
    let client = try bench.connect()
    let events = try Self.events(of: bench) { () throws in
      #expect(try client.ask(#"{"press":"go"}"#) == Self.ok)
      bench.run(to: 500)
      if how == "close" { client.close() } else { client.endSending() }
      bench.pump()
      bench.run(to: 5_000)
    }
    #expect(events == ["go tap 500 remote"])
    #expect(bench.socket.clients.isEmpty)
  }

  @Test func aPressForATimeEndsWithItsProgram() throws {
    let bench = try SocketBench()
    let client = try bench.connect()
    let events = try Self.events(of: bench) { () throws in
      #expect(try client.ask(#"{"press":"go","for":"60s"}"#) == Self.ok)
      bench.run(to: 500)
      client.close()
      bench.pump()
      bench.run(to: 70_000)
    }
    #expect(events == ["go tap 500 remote"])
  }

  /// `echo … | nc -N`: it will send no more, and waits for the end.
  @Test func aPressForATimeGoesOnForWhoOnlyListens() throws {
    let bench = try SocketBench()
    let client = try bench.connect()
    client.send(#"{"press":"go","for":"300ms"}"#)
    client.endSending()
    bench.pump()
    bench.run(to: 350)
    client.receive()
    #expect(client.lines == [Self.ok])
    #expect(!client.isClosed)
    bench.run(to: 1_000)
    client.receive()
    #expect(client.isClosed)
    #expect(bench.events.last == "go tap 400 remote")
  }

  /// So soon after a release it would be a bounce of the same press.
  @Test func aPressWaitsUntilTheLastReleaseHasSettled() throws {
    let bench = try SocketBench()
    let client = try bench.connect()
    _ = try client.ask(#"{"press":"go","for":"50ms"}"#)
    bench.run(to: 160)
    #expect(try client.ask(#"{"press":"go","for":"50ms"}"#) != Self.ok)
    // Who waits for the end of a press can press again at once.
    client.send(#"{"press":"dial","for":"50ms"}"#)
    client.endSending()
    bench.pump()
    while !client.isClosed, bench.now < 1_000 {
      bench.run(to: bench.now + 1)
      client.receive()
    }
    #expect(bench.now < 300)
    #expect(try bench.connect().ask(#"{"press":"dial","for":"50ms"}"#) == Self.ok)
    bench.run(to: 1_000)
    #expect(
      bench.events.suffix(3) == [
        "go tap 150 remote", "dial tap 210 remote", "dial tap \(bench.lastAt) remote",
      ]
    )
  }

  /// The end of one program's press is no business of who pressed before it.
  @Test func anOldPressEndsNoNewOne() throws {
    let bench = try SocketBench()
    let (first, second) = (try bench.connect(), try bench.connect())
    _ = try first.ask(#"{"press":"go","for":"50ms"}"#)
    bench.run(to: 400)
    _ = try second.ask(#"{"press":"go"}"#)
    bench.run(to: 600)
    first.close()
    bench.run(to: 3_000)
    #expect(bench.events.last == "go hold 2400 remote")
  }

  @Test func aFingersPressIsNotMarkedAndNotLetGo() throws {
    let bench = try SocketBench()
    let client = try bench.connect()
    let events = try Self.events(of: bench) { () throws in
      _ = try client.ask(#"{"press":"go","for":"50ms"}"#)
      bench.run(to: 500)
      try bench.move("go", true)
      #expect(try client.ask(#"{"release":"go"}"#) != Self.ok)
      #expect(try client.ask(#"{"press":"go","for":"1s"}"#) != Self.ok)
      bench.run(to: 3_000)
      try bench.move("go", false)
      bench.run(to: 4_000)
    }
    #expect(events == ["go tap 150 remote", "go hold 2500", "go hold_end 3000"])
  }

  /// A finger presses while a program does, and lets go first: the press is over then.
  @Test func aFingerEndsAProgramsPress() throws {
    let bench = try SocketBench()
    let client = try bench.connect()
    let events = try Self.events(of: bench) { () throws in
      _ = try client.ask(#"{"press":"go"}"#)
      bench.run(to: 300)
      try bench.move("go", true)
      bench.run(to: 600)
      try bench.move("go", false)
      bench.run(to: 1_000)
      try bench.move("go", true)
      bench.run(to: 1_100)
      try bench.move("go", false)
      bench.run(to: 2_000)
      #expect(try client.ask(#"{"release":"go"}"#) != Self.ok)
    }
    #expect(events == ["go tap 600 remote", "go tap 1100"])
  }

  /// A finger that goes on pressing when the program lets go is found, and nothing is made up.
  @Test func aFingerBeneathAProgramsPressIsFound() throws {
    let bench = try SocketBench()
    let client = try bench.connect()
    let events = try Self.events(of: bench) { () throws in
      _ = try client.ask(#"{"press":"go","for":"200ms"}"#)
      bench.run(to: 200)
      try bench.move("go", true)
      bench.run(to: 10_000)
      try bench.move("go", false)
      bench.run(to: 11_000)
      try bench.move("go", true)
      bench.run(to: 11_100)
      try bench.move("go", false)
      bench.run(to: 12_000)
    }
    let (resync, rest) = (events.first ?? "", events.dropFirst())
    #expect(resync.hasPrefix("go resync "))
    #expect(
      Array(rest) == [
        resync.replacingOccurrences(of: "go resync", with: "go cancel resync") + " remote",
        "go tap 11100",
      ])
  }

  // MARK: Confirming

  @Test func remoteTrueLetsAProgramConfirm() throws {
    let bench = try SocketBench()
    let client = try bench.connect()
    let events = try Self.events(of: bench) { () throws in
      #expect(try client.ask(#"{"press":"open","for":"1500ms"}"#) == Self.ok)
      bench.run(to: 5_000)
    }
    #expect(
      events == ["open confirm_start 100 remote", "open confirm 1300 remote"])
    #expect(
      bench.eventLines.last?.hasSuffix(#""via":"remote","held":1200}"#) == true
        || bench.eventLines.last?.hasSuffix(#""held":1200,"via":"remote"}"#) == true)
  }

  /// A hand that confirms is not disturbed by what a program asks of the same button.
  @Test func aHandConfirmsAlone() throws {
    let bench = try SocketBench()
    let client = try bench.connect()
    let events = try Self.events(of: bench) { () throws in
      try bench.move("erase", true)
      bench.run(to: 600)
      #expect(try client.ask(#"{"press":"erase","for":"5s"}"#) != Self.ok)
      #expect(try client.ask(#"{"release":"erase"}"#) != Self.ok)
      try bench.move("erase", false)
      bench.run(to: 3_000)
    }
    #expect(events == ["erase confirm_start 400", "erase cancel released 600"])
  }

  /// A press of a program is a press: it cancels a confirm of another control.
  @Test func aProgramsPressCancelsAConfirmElsewhere() throws {
    let bench = try SocketBench()
    let client = try bench.connect()
    let events = try Self.events(of: bench) { () throws in
      try bench.move("erase", true)
      bench.run(to: 1_000)
      _ = try client.ask(#"{"press":"go","for":"100ms"}"#)
      bench.run(to: 2_000)
    }
    #expect(
      events == [
        "erase confirm_start 400", "erase cancel other_control 1000", "go ignored 1000 remote",
      ])
  }

  static let chords = """
    board: raspberry-pi-5
    controls:
      left: {kind: button, pin: GPIO24}
      right: {kind: button, pin: GPIO25}
      twice: {kind: button, pin: GPIO17, tap: {max: 2}}
    chords:
      both: {of: [left, right], confirm: 1.2s, remote: true}

    """

  @Test func aChordOfProgramsConfirmsWhereItSaysSo() throws {
    let bench = try SocketBench(Self.chords)
    let client = try bench.connect()
    let events = try Self.events(of: bench) { () throws in
      client.send(#"{"press":"left","for":"2s"}"# + "\n" + #"{"press":"right","for":"2s"}"#)
      #expect(client.all() == [Self.ok, Self.ok])
      bench.run(to: 4_000)
    }
    #expect(events == ["both confirm_start 100 remote", "both confirm 1300 remote"])
  }

  @Test func aChordOfAHandAndAProgramIsAProgramsToo() throws {
    let bench = try SocketBench(Self.chords)
    let client = try bench.connect()
    let events = try Self.events(of: bench) { () throws in
      try bench.move("left", true)
      bench.run(to: 120)
      _ = try client.ask(#"{"press":"right","for":"200ms"}"#)
      bench.run(to: 1_000)
    }
    #expect(events == ["both confirm_start 120 remote", "both cancel released 320 remote"])
  }

  @Test func theLastTapSaysWhoseTheyAre() throws {
    let bench = try SocketBench(Self.chords)
    let client = try bench.connect()
    let events = try Self.events(of: bench) { () throws in
      _ = try client.ask(#"{"press":"twice","for":"50ms"}"#)
      bench.run(to: 250)
      try bench.move("twice", true)
      bench.run(to: 300)
      try bench.move("twice", false)
      bench.run(to: 1_000)
      // Reported long after the release, as a second one may follow.
      _ = try client.ask(#"{"press":"twice","for":"50ms"}"#)
      bench.run(to: 2_000)
      // Cancelled while it waits for a second one.
      _ = try client.ask(#"{"press":"twice","for":"50ms"}"#)
      bench.run(to: 2_100)
      bench.loop.shutDown()
    }
    #expect(
      events == [
        "twice tap 300", "twice tap 1050 remote", "twice cancel shutdown 2100 remote",
      ])
  }

  // MARK: Lines that are not as they should be

  @Test func aLineThatDoesNotCountIsRefused() throws {
    let bench = try SocketBench()
    let client = try bench.connect()
    bench.lines.unplug("pinctrl-rp1")
    bench.pump()
    #expect(
      try client.ask(#"{"press":"go"}"#)
        == #"{"error":"go is not there: its chip has gone","code":"unavailable"}"#)
  }

  @Test func aChipThatGoesEndsThePress() throws {
    let bench = try SocketBench()
    let client = try bench.connect()
    _ = try client.ask(#"{"press":"go","for":"30s"}"#)
    bench.run(to: 1_000)
    bench.lines.unplug("pinctrl-rp1")
    bench.pump()
    bench.lines.plug("pinctrl-rp1")
    bench.run(to: 40_000)
    #expect(
      bench.events.filter { $0.hasPrefix("go ") } == [
        "go line_gone 1000", "go cancel line_gone 1000 remote", "go line_back \(bench.backAt)",
      ])
    #expect(try client.ask(#"{"release":"go"}"#) != Self.ok)
  }

  @Test func aReloadEndsThePress() throws {
    let bench = try SocketBench()
    let client = try bench.connect()
    _ = try client.ask(#"{"press":"go","for":"30s"}"#)
    bench.run(to: 1_000)
    #expect(try client.ask(#"{"reload":true}"#) == Self.ok)
    bench.run(to: 40_000)
    #expect(bench.events.filter { $0.hasPrefix("go ") } == ["go cancel reload 1000 remote"])
    #expect(try client.ask(#"{"press":"go","for":"50ms"}"#) == Self.ok)
    bench.run(to: 41_000)
    #expect(bench.events.last == "go tap 40050 remote")
  }

  @Test func aStickMovesByItsDirections() throws {
    let bench = try SocketBench()
    let client = try bench.connect()
    let events = try Self.events(of: bench) { () throws in
      #expect(try client.ask(#"{"press":"stick.up","for":"100ms"}"#) == Self.ok)
      bench.run(to: 1_000)
      #expect(try client.ask(#"{"press":"dial","for":"100ms"}"#) == Self.ok)
      bench.run(to: 2_000)
    }
    #expect(
      events == [
        "stick drag_start 100 remote", "stick drag 100 remote", "stick drag_end 200 remote",
        "dial tap 1100 remote",
      ])
  }
}

extension SocketBench {
  /// When the last event was.
  fileprivate var lastAt: String {
    events.last?.split(separator: " ").dropFirst(2).first.map(String.init) ?? ""
  }

  /// When the last line came back.
  fileprivate var backAt: String {
    events.last { $0.hasPrefix("go line_back") }?.split(separator: " ").last.map(String.init) ?? ""
  }
}

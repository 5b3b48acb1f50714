import ButtonController
import PanelFiles
import PanelReplay
import Testing

/// The replay's own rules: stalls, sleeps, ends and frames.
@Suite struct TraceRunnerTests {
  private static let erase = Control(
    kind: .button, gestures: Gestures(tap: Tap(), confirm: Confirm()), ring: 0)

  private static func panel(_ ring: Ring = Ring(pixels: 4)) -> Panel {
    Panel(controls: [erase], rings: [ring])
  }

  private static func edge(_ at: Int64, _ isClosed: Bool) -> Trace.Entry {
    entry(at, .edge(line: 0, isClosed: isClosed))
  }

  private static func entry(_ at: Int64, _ action: Trace.Action) -> Trace.Entry {
    Trace.Entry(at: Instant.zero + .milliseconds(at), action: action)
  }

  private static let confirming = [edge(100, true), edge(1500, false)]

  private func outputs(
    _ entries: [Trace.Entry], framesPerSecond: Int? = nil, panel: Panel = TraceRunnerTests.panel(),
    startLevels: [Bool] = []
  ) -> [TraceRunner.Output] {
    var outputs: [TraceRunner.Output] = []
    var runner = TraceRunner(panel: panel, options: .init(framesPerSecond: framesPerSecond))
    runner.run(Trace(startLevels: startLevels, entries: entries)) { outputs.append($0) }
    return outputs
  }

  private func events(_ outputs: [TraceRunner.Output]) -> [Event] {
    outputs.compactMap { if case .event(let event) = $0 { event } else { nil } }
  }

  private func frames(_ outputs: [TraceRunner.Output]) -> [TraceRunner.Frame] {
    outputs.compactMap { if case .frame(let frame) = $0 { frame } else { nil } }
  }

  private func milliseconds(_ count: Int64) -> Instant { .zero + .milliseconds(count) }

  // MARK: Time

  @Test func aTimerDueWhereAStallBeginsGoesBeforeIt() throws {
    // The press settles at 110.
    let emitted = events(
      outputs([Self.edge(100, true), Self.entry(400, .stall(until: milliseconds(5000)))]))
    let start = try #require(emitted.first)
    #expect(start.kind == .confirmStart)
    #expect(start.decided == milliseconds(400))
    #expect(emitted.dropFirst().first?.decided == milliseconds(5000))
  }

  @Test func anEdgeAtTheStallsBeginIsInsideIfItStandsAfterIt() {
    let stall = Self.entry(180, .stall(until: milliseconds(300)))
    let outside = [Self.edge(100, true), Self.edge(180, false), stall]
    let inside = [Self.edge(100, true), stall, Self.edge(180, false)]
    for entries in [outside, inside] {
      // Either way the release settles in the stall.
      let emitted = events(outputs(entries))
      #expect(emitted.map(\.at) == [milliseconds(180)])
      #expect(emitted.map(\.decided) == [milliseconds(300)])
    }
  }

  @Test func levelsOfASleepAreReadAtItsEnd() {
    let emitted = events(
      outputs([
        Self.entry(100, .suspend(until: milliseconds(1000))), Self.edge(500, true),
        Self.edge(1100, false), Self.edge(1200, true), Self.edge(1300, false),
      ]))
    // Pressed while asleep: unarmed until it was open; the second press counts.
    #expect(emitted.map(\.kind) == [.tap(count: 1)])
    #expect(emitted.map(\.at) == [milliseconds(1300)])
  }

  @Test func timersDueAtTheEndStillFire() {
    let entries = [Self.edge(100, true), Self.entry(1300, .end)]
    #expect(events(outputs(entries)).last?.kind == .confirm(via: .hold, held: .milliseconds(1200)))
    let earlier = [
      Self.edge(100, true),
      Trace.Entry(at: Instant(nanoseconds: 1_299_999_999), action: .end),
    ]
    #expect(events(outputs(earlier)).map(\.kind) == [.confirmStart])
  }

  @Test func nothingIsPlayedAfterTheEnd() {
    let entries = [Self.entry(50, .end), Self.edge(100, true), Self.edge(200, false)]
    #expect(events(outputs(entries)).isEmpty)
  }

  @Test func startLevelsAreToldAtZero() {
    let emitted = events(outputs([Self.entry(10, .end)], startLevels: [true]))
    #expect(emitted.map(\.kind) == [.bootHeld])
    #expect(emitted.map(\.at) == [.zero])
  }

  // MARK: Frames

  @Test(arguments: [1, 7, 24, 60, 1000])
  func framesStandAtWholeNumbersOfPeriods(framesPerSecond: Int) {
    let shown = frames(outputs(Self.confirming, framesPerSecond: framesPerSecond))
    #expect(shown.first?.at == .zero)
    for frame in shown {
      let number = (frame.at.nanoseconds * Int64(framesPerSecond) + 999_999_999) / 1_000_000_000
      #expect(number * 1_000_000_000 / Int64(framesPerSecond) == frame.at.nanoseconds)
    }
    for (a, b) in zip(shown, shown.dropFirst()) {
      #expect(a.at < b.at)
      #expect(a.pixels != b.pixels)
    }
    #expect(shown.last?.pixels == shown.first?.pixels)
  }

  @Test func eventsComeBeforeTheFramesThatShowThem() {
    let all = outputs(
      Self.confirming + [Self.entry(1600, .stall(until: milliseconds(1700)))], framesPerSecond: 100)
    var latest = Instant.zero
    for output in all {
      switch output {
      case .event(let event):
        #expect(event.decided > latest)
      case .frame(let frame):
        #expect(frame.at >= latest)
        latest = frame.at
      }
    }
    // The confirm is decided at 1300 exactly; the frame at 1300 stands after it.
    let confirm = all.firstIndex {
      if case .event(let event) = $0 { event.decided == milliseconds(1300) } else { false }
    }
    let frame = all.firstIndex {
      if case .frame(let frame) = $0 { frame.at >= milliseconds(1300) } else { false }
    }
    #expect(confirm != nil && frame != nil && confirm.map { $0 + 1 } == frame)
  }

  /// Skipping still stretches leaves nothing out: half the rate shows every other picture.
  @Test(arguments: [Ring.Idle.track, .off])
  func halfTheRateShowsEveryOtherPicture(idle: Ring.Idle) {
    let entries = [
      Self.edge(90, true), Self.edge(170, false), Self.edge(700, true), Self.edge(1403, false),
      Self.edge(1500, true), Self.edge(2900, false),
      Self.entry(3000, .lost(line: 0, isClosed: true)),
      Self.edge(5000, false), Self.edge(6000, true), Self.edge(7777, false),
    ]
    let panel = Self.panel(Ring(pixels: 12, idle: idle))
    let whole = frames(outputs(entries, framesPerSecond: 120, panel: panel))
    let half = frames(outputs(entries, framesPerSecond: 60, panel: panel))
    #expect(whole.count > half.count)
    func picture(_ frames: [TraceRunner.Frame], at instant: Instant) -> [UInt32]? {
      frames.last { $0.at <= instant }?.pixels
    }
    for number in 0..<Int64(600) {
      let instant = Instant(nanoseconds: number * 1_000_000_000 / 60)
      #expect(picture(half, at: instant) == picture(whole, at: instant), "frame \(number)")
    }
  }

  @Test func aBreathingRingEnds() throws {
    let panel = Self.panel(Ring(pixels: 4, idle: .breathe))
    let shown = frames(
      outputs([Self.edge(100, true), Self.edge(180, false)], framesPerSecond: 10, panel: panel))
    let last = try #require(shown.last)
    #expect(last.at > milliseconds(5000))
    #expect(last.at <= milliseconds(11000))
  }

  @Test func aFrameIsOneLine() {
    let file = PanelFile(
      path: "p", name: "p", board: "b", panel: Self.panel(), controls: [], lines: [],
      rings: [RingFile(name: "ha\"lo", driver: .terminal)])
    var bytes: [UInt8] = []
    FrameLine.append(
      TraceRunner.Frame(
        at: Instant(nanoseconds: 16_666_666), ring: 0, pixels: [0xff3b30, 0, 0x0102ff]),
      of: file, to: &bytes)
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == #"{"at":16.666666,"ring":"ha\"lo","pixels":["ff3b30","000000","0102ff"]}"# + "\n")
  }
}

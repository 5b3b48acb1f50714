import ButtonController
import Testing

/// Where a control stands and what it waits for, as the engine says when it is asked.
@Suite struct OutlookTests {
  private static func at(_ milliseconds: Int64) -> Instant { .zero + .milliseconds(milliseconds) }

  /// A panel of one control that is pressed at 100 ms, and open again from `release` on.
  private static func outlook(
    _ gestures: Gestures, release: Int64? = nil, at milliseconds: Int64
  ) -> Outlook? {
    var controller = Controller(Panel(controls: [Control(kind: .button, gestures: gestures)]))
    controller.start(at: .zero, isClosed: { _ in false }, { _ in })
    var edges: [(Int64, Bool)] = [(100, true)]
    if let release { edges.append((release, false)) }
    for (instant, isClosed) in edges where instant <= milliseconds {
      controller.report(
        line: 0, isClosed: isClosed, at: at(instant), known: at(instant), { _ in })
    }
    controller.advance(to: at(milliseconds), known: at(milliseconds), { _ in })
    return controller.outlook(of: 0)
  }

  private static let confirm = Gestures(tap: Tap(max: 2), confirm: Confirm())
  private static let levels = Gestures(
    hold: Hold(after: .milliseconds(500), furtherLevels: [.seconds(1)]))
  private static let atRelease = Gestures(
    hold: Hold(after: .milliseconds(500), furtherLevels: [.seconds(1)], commitsOnRelease: true))

  @Test func aPressSaysWhatComesNext() {
    #expect(Self.outlook(Self.confirm, at: 50)?.stage == .open)
    let rest = Self.outlook(Self.confirm, at: 50)
    #expect(rest?.press == nil && rest?.next == nil && rest?.taps == 0)
    let expected: [(Gestures, Int64, Outlook.Stage, Outlook.Next, Int64)] = [
      (Self.confirm, 200, .undecided, .confirmStart, 400),
      (Self.confirm, 700, .confirming, .confirm, 1300),
      (Self.levels, 200, .undecided, .hold, 600), (Self.levels, 700, .held, .level(2), 1100),
      (Self.atRelease, 700, .holdReady, .level(2), 1100),
    ]
    for (gestures, instant, stage, what, due) in expected {
      let outlook = Self.outlook(gestures, at: instant)
      #expect(outlook?.stage == stage)
      #expect(outlook?.press == Self.at(100))
      #expect(outlook?.next?.what == what && outlook?.next?.at == Self.at(due))
    }
  }

  @Test func whatIsDecidedWaitsForStuckAlone() {
    for (gestures, stage) in [(Self.levels, Outlook.Stage.held), (Self.confirm, .over)] {
      let outlook = Self.outlook(gestures, at: 2000)
      #expect(outlook?.stage == stage)
      #expect(outlook?.next?.what == .stuck)
    }
  }

  @Test func tapsWaitForMore() {
    let outlook = Self.outlook(Self.confirm, release: 180, at: 300)
    #expect(outlook?.stage == .open && outlook?.press == nil && outlook?.taps == 1)
    #expect(outlook?.next?.what == .taps)
    #expect(outlook?.next?.at == Self.at(180) + Tap().gap)
  }

  @Test func whatIsClosedAtTheStartIsUnarmed() {
    var controller = Controller(Panel(controls: [Control(kind: .button)]))
    controller.start(at: .zero, isClosed: { _ in true }, { _ in })
    #expect(controller.outlook(of: 0)?.stage == .unarmed)
    #expect(controller.outlook(of: 1) == nil)
    #expect(controller.outlook(of: -1) == nil)
  }
}

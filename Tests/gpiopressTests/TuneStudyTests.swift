import ButtonController
import EngineTestKit
import Testing

@testable import gpiopress

/// What `gpiopress tune` makes of the changes of a contact and of a knob.
@Suite struct TuneStudyTests {
  /// Changes of one contact that begins open, in nanoseconds, each to the other level.
  private static func study(_ times: [Int64]) -> ContactStudy {
    var study = ContactStudy(isClosed: false)
    for (index, time) in times.enumerated() {
      study.edge(at: Instant(nanoseconds: time), isClosed: index % 2 == 0)
    }
    study.finish()
    return study
  }

  private static let ms: Int64 = 1_000_000

  /// A pause of 25 ms ends a burst; one nanosecond less does not.
  @Test(arguments: [(-1, 0), (0, 1), (1, 1)] as [(Int64, Int)])
  func aBurstEndsAfterQuiet(offset: Int64, presses: Int) {
    let study = Self.study([0, 25 * Self.ms + offset])
    #expect(study.presses.count == presses)
    #expect(study.bursts(.touch).count == 1 - presses)
  }

  @Test func bouncesBelongToTheirPress() {
    let ms = Self.ms
    let study = Self.study([0, 2 * ms, 3 * ms, 103 * ms, 104 * ms, 109 * ms])
    #expect(study.presses == [ContactStudy.Press(at: .zero, held: .milliseconds(103))])
    #expect(study.bursts(.press).map(\.length) == [.milliseconds(3)])
    #expect(study.bursts(.press).map(\.longestPause) == [.milliseconds(2)])
    #expect(study.bursts(.release).map(\.length) == [.milliseconds(6)])
  }

  @Test func anOpeningWhileHeldIsNoRelease() {
    let ms = Self.ms
    let study = Self.study([0, 300 * ms, 304 * ms, 900 * ms])
    #expect(study.presses.map(\.held) == [.milliseconds(900)])
    #expect(study.bursts(.dropout).map(\.length) == [.milliseconds(4)])
  }

  @Test(
    arguments: [(20.0, 50), (10.0, 50), (16.667, 60), (8.333, 60), (13.0, nil), (24.0, nil)]
      as [(Double, Int?)])
  func theMainsAreHeard(period: Double, hertz: Int?) {
    let half = Int64(period * Double(Self.ms) / 2)
    let study = Self.study((0..<60).map { Int64($0) * half })
    #expect(study.bursts.first?.hum == hertz)
    if hertz != nil { #expect(study.presses.isEmpty) }
  }

  /// What was under way when edges were lost says nothing.
  @Test func anInterruptionCountsNothing() {
    var study = Self.study([])
    study.edge(at: .zero, isClosed: true)
    study.edge(at: Instant(nanoseconds: 100 * Self.ms), isClosed: false)
    study.interrupt(isClosed: true)
    study.edge(at: Instant(nanoseconds: 500 * Self.ms), isClosed: false)
    study.finish()
    #expect(study.presses.isEmpty)
    #expect(study.interruptions == 1)
  }

  @Test func tapsAndHoldsArePartedWhereTheStepIsWidest() {
    let ms = Self.ms
    let study = Self.study([0, 100, 300, 450, 700, 1700, 2000, 3200].map { $0 * ms })
    #expect(study.taps.count == 2)
    #expect(study.holds.count == 2)
    #expect(Self.study([0, 100 * ms, 300 * ms, 450 * ms]).division == nil)
  }

  // MARK: Knobs

  /// Detents clockwise of a part that rests after each of `quarters` steps, from the position `start`.
  private static func knob(
    quarters: Int, from start: Int, detents: Int = 12, isReversed: Bool = false,
    bounces: Bool = false
  ) -> KnobStudy {
    // Both open, a, both closed, b: clockwise.
    let levels = [(false, false), (true, false), (true, true), (false, true)]
    var position = start
    var time: Int64 = 0
    var study = KnobStudy(a: levels[start].0, b: levels[start].1)
    for _ in 0..<detents {
      for _ in 0..<quarters {
        let next = (position + (isReversed ? 3 : 1)) % 4
        let isA = levels[position].0 != levels[next].0
        let level = isA ? levels[next].0 : levels[next].1
        var changes = [level]
        if bounces { changes += [!level, level] }
        for change in changes {
          study.edge(isA: isA, isClosed: change, at: Instant(nanoseconds: time))
          time += 300_000
        }
        position = next
        time += 5 * ms
      }
      time += 100 * ms
    }
    study.finish()
    return study
  }

  @Test(arguments: [
    (4, 0, KnobStudy.Verdict(steps: 4, rest: .open)),
    (4, 2, KnobStudy.Verdict(steps: 4, rest: .closed)),
    (2, 0, KnobStudy.Verdict(steps: 2, rest: .open)),
    (1, 0, KnobStudy.Verdict(steps: 1, rest: .open)),
  ])
  func detentsAreFound(quarters: Int, start: Int, verdict: KnobStudy.Verdict) {
    for bounces in [false, true] {
      let study = Self.knob(quarters: quarters, from: start, bounces: bounces)
      #expect(study.verdict == verdict)
      #expect(study.isReversed == false)
      #expect(Self.knob(quarters: quarters, from: start, isReversed: true).isReversed == true)
    }
  }

  @Test func tooFewRestsAreNoVerdict() {
    #expect(Self.knob(quarters: 4, from: 0, detents: 4).verdict == nil)
    #expect(Self.knob(quarters: 4, from: 0, detents: 5).verdict != nil)
  }

  // MARK: Histograms

  /// Every length is in exactly one range, and there are ten ranges at most.
  @Test func histogramsCountEverythingOnce() {
    var random = SeededGenerator(seed: 11)
    for round in 0..<500 {
      let top = Int64(1) << Int64.random(in: 0..<45, using: &random)
      let spans = (0...Int.random(in: 0..<60, using: &random)).map { _ in
        TimeSpan(nanoseconds: Int64.random(in: 0...top, using: &random))
      }
      let bins = Histogram(spans).bins
      #expect(bins.reduce(0) { $0 + $1.count } == spans.count, "round \(round)")
      #expect((1...10).contains(bins.count), "round \(round)")
      for bin in bins {
        let inside = spans.filter { span in bin.low <= span && span < bin.high }
        #expect(bin.count == inside.count, "round \(round)")
      }
    }
    #expect(Histogram([]).bins.isEmpty)
  }
}

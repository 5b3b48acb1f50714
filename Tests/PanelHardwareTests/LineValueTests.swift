import ButtonController
import Testing

@testable import PanelHardware

/// What the loop knows of its lines, as values: no loop, no clock, no lines.
@Suite struct LevelAuditTests {
  private static func look(
    _ audit: inout LevelAudit, _ milliseconds: Int64, _ sights: [LevelAudit.Sight]
  ) -> [Int] {
    audit.look(at: .milliseconds(milliseconds)) { sights[$0] }.map(\.line)
  }

  @Test func believedWhenFoundTwice() {
    var audit = LevelAudit(lines: 2)
    #expect(Self.look(&audit, 100, [.differs, .agrees]) == [])
    #expect(audit.nextLook == .milliseconds(110))
    #expect(Self.look(&audit, 105, [.differs, .agrees]) == [])
    #expect(Self.look(&audit, 110, [.differs, .agrees]) == [0])
    #expect(audit.nextLook == .never)
    #expect(audit.sureUpTo == .milliseconds(110))
  }

  /// Each line is compared with itself: that of one look is not that of the next.
  @Test func anotherLineIsAnotherMatter() {
    var audit = LevelAudit(lines: 2)
    #expect(Self.look(&audit, 100, [.differs, .agrees]) == [])
    #expect(Self.look(&audit, 110, [.agrees, .differs]) == [])
    #expect(Self.look(&audit, 120, [.differs, .agrees]) == [])
    #expect(Self.look(&audit, 130, [.agrees, .moves]) == [])
  }

  @Test(arguments: [LevelAudit.Sight.agrees, .moves])
  func anEdgeBetweenBeginsAnew(sight: LevelAudit.Sight) {
    var audit = LevelAudit(lines: 1)
    #expect(Self.look(&audit, 100, [.differs]) == [])
    #expect(Self.look(&audit, 105, [sight]) == [])
    #expect(Self.look(&audit, 110, [.differs]) == [])
    audit.settle(0)
    #expect(Self.look(&audit, 120, [.differs]) == [])
    #expect(Self.look(&audit, 130, [.differs]) == [0])
  }

  @Test func deadlinesUpToADoubtPass() {
    var audit = LevelAudit(lines: 2)
    _ = Self.look(&audit, 100, [.agrees, .agrees])
    #expect(audit.mayPass(.milliseconds(100)))
    #expect(!audit.mayPass(.milliseconds(101)))
    #expect(!audit.holds(.milliseconds(101)))
    _ = Self.look(&audit, 110, [.differs, .agrees])
    #expect(!audit.mayPass(.milliseconds(105)))
    #expect(audit.holds(.milliseconds(105)))
    #expect(!audit.holds(.milliseconds(111)))
    // The second line's doubt begins later, so it holds up nothing that is due before.
    _ = Self.look(&audit, 120, [.moves, .differs])
    #expect(audit.mayPass(.milliseconds(110)))
    #expect(audit.holds(.milliseconds(111)))
    audit.settle(1)
    #expect(audit.mayPass(.milliseconds(120)))
  }

  /// A level that cannot be read is a doubt without an end of its own.
  @Test func unread() {
    var audit = LevelAudit(lines: 1)
    for look in stride(from: 100, through: 200, by: 10) as StrideThrough<Int64> {
      #expect(Self.look(&audit, look, [.unread]) == [])
      #expect(audit.holds(.milliseconds(look)))
      #expect(audit.nextLook == .milliseconds(look + 10))
    }
    #expect(Self.look(&audit, 210, [.differs]) == [])
    #expect(Self.look(&audit, 220, [.differs]) == [0])
  }

  @Test func hiddenLosses() {
    var audit = LevelAudit(lines: 2)
    audit.expectHiddenLoss(0, at: .milliseconds(100))
    #expect(audit.nextLook == .milliseconds(110))
    for look in [110, 120] as [Int64] {
      let found = audit.look(at: .milliseconds(look)) { _ in .differs }
      #expect(
        found
          == (look == 110
            ? [] : [.init(line: 0, isLoss: true), .init(line: 1, isLoss: false)]))
    }
  }
}

@Suite struct LineSearchTests {
  @Test func aMissingChipNeedsNoTimer() {
    var search = LineSearch(lines: 1, isTold: true)
    search.noteRefusal(0, .missing, at: .zero)
    #expect(search.next == .never)
    search.noteChange(at: .milliseconds(5_000))
    #expect(search.due(at: .milliseconds(5_000)) == [0])
    search.noteRefusal(0, .denied, at: .milliseconds(5_000))
    #expect(search.next == .milliseconds(6_000))
    search.noteRefusal(0, .denied, at: .milliseconds(6_000))
    #expect(search.next == .never)
  }

  @Test(arguments: [
    (true, LineTrouble.Kind.busy), (true, .failed), (true, .unreadable), (false, .missing),
    (false, .denied),
  ])
  func whatNothingTellsIsLookedForByTime(isTold: Bool, kind: LineTrouble.Kind) {
    var search = LineSearch(lines: 1, isTold: isTold)
    var now = Instant.zero
    var delays: [Int64] = []
    for _ in 0..<8 {
      search.noteRefusal(0, kind, at: now)
      delays.append((search.next - now).nanoseconds / 1_000_000)
      now = search.next
    }
    #expect(delays == [100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000])
  }

  /// A change brings no chip back sooner that comes and goes; another chip's lines are not delayed.
  @Test func aChipThatComesAndGoesIsDamped() {
    var search = LineSearch(lines: 2, isTold: true)
    search.noteOpen(0, at: .zero)
    search.noteOpen(1, at: .zero)
    search.noteGone(0, at: .milliseconds(50))
    search.noteChange(at: .milliseconds(60))
    #expect(search.next == .milliseconds(150))
    search.noteOpen(0, at: .milliseconds(150))
    search.noteGone(0, at: .milliseconds(160))
    search.noteGone(1, at: .milliseconds(20_000))
    search.noteChange(at: .milliseconds(20_000))
    #expect(search.due(at: .milliseconds(20_000)) == [0, 1])
    search.noteOpen(0, at: .milliseconds(20_000))
    search.noteGone(0, at: .milliseconds(29_999))
    #expect(search.due(at: .milliseconds(30_398)) == [1])
    search.noteOpen(0, at: .milliseconds(30_399))
    search.noteGone(0, at: .milliseconds(40_399))
    search.noteChange(at: .milliseconds(40_399))
    #expect(search.due(at: .milliseconds(40_399)) == [0, 1])
  }
}

@Suite struct LossLimitTests {
  @Test func fewLossesAreAllTold() {
    var losses = LossLimit(lines: 1)
    for instant in stride(from: 0, to: 60_000, by: 1_000) as StrideTo<Int64> {
      let isTold = losses.note(0, at: .milliseconds(instant))
      #expect(isTold)
    }
    #expect(losses.nextEnd == .never)
  }

  @Test func aStormEndsAfterASecondOfCalm() {
    var losses = LossLimit(lines: 2)
    var reported = 0
    for instant in 0..<5_000 as Range<Int64> where losses.note(1, at: .milliseconds(instant)) {
      reported += 1
    }
    #expect(reported == LossLimit.most)
    #expect(losses.isStorm(1))
    #expect(!losses.isStorm(0))
    let early = losses.takeEnds(at: .milliseconds(5_000))
    #expect(early == [])
    #expect(losses.nextEnd == .milliseconds(5_999))
    let ended = losses.takeEnds(at: .milliseconds(5_999))
    #expect(ended == [1])
    #expect(!losses.isStorm(1))
    #expect(losses.nextEnd == .never)
    let isToldAgain = losses.note(1, at: .milliseconds(6_000))
    #expect(isToldAgain)
  }

  @Test func messagesCountWhatTheyLeaveOut() {
    var losses = LossLimit(lines: 1)
    _ = losses.note(0, at: .zero)
    let first = losses.countToSay(0, at: .zero)
    #expect(first == 1)
    for _ in 0..<7 { _ = losses.note(0, at: .milliseconds(9_000)) }
    let tooSoon = losses.countToSay(0, at: .milliseconds(9_000))
    #expect(tooSoon == nil)
    let later = losses.countToSay(0, at: .milliseconds(10_000))
    #expect(later == 7)
  }
}

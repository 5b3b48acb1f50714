import EngineTestKit
import Testing

@testable import ButtonController

/// The earliest of many instants, against a look at each of them.
@Suite struct TournamentTests {
  @Test("says what a look at all places says", arguments: [1, 2, 3, 7, 8, 9, 64, 100])
  func lookAtAll(_ count: Int) {
    var random = SeededGenerator(seed: PropertyTests.seed &+ UInt64(count))
    var tournament = Tournament(count: count)
    var plain = Array(repeating: Instant.never, count: count)
    for _ in 0..<600 {
      let place = Int.random(in: 0..<count, using: &random)
      let instant = Self.instant(&random)
      tournament[place] = instant
      plain[place] = instant
      let limit = Self.instant(&random)
      let from = Int.random(in: 0...count, using: &random)
      let seed = Comment("seed \(PropertyTests.seed)")
      #expect(tournament[place] == instant, seed)
      #expect(tournament.earliest == plain.min(), seed)
      let later = plain.filter { $0 > limit }.min() ?? .never
      #expect(tournament.earliest(after: limit) == later, seed)
      #expect(
        tournament.first(from: from, before: limit)
          == plain.indices.first { $0 >= from && plain[$0] < limit }, seed)
    }
  }

  @Test func nobodyPlays() {
    let tournament = Tournament(count: 0)
    #expect(tournament.earliest == .never)
    #expect(tournament.first(before: .never) == nil)
    #expect(tournament.earliest(after: .ever) == .never)
  }

  /// Few different ones, so that many are equal.
  private static func instant(_ random: inout SeededGenerator) -> Instant {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return .ever
    case 1, 2: return .never
    default: return Instant(nanoseconds: Int64.random(in: -9...9, using: &random))
    }
  }
}

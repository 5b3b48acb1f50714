import ButtonController
import Glibc
import PanelFiles
import Testing

@Suite struct WallTimeTests {
  @Test(
    arguments: [
      (0, "1970-01-01T00:00:00.000Z"),
      (951_782_399_999_999_999, "2000-02-28T23:59:59.999Z"),
      (1_796_014_284_123_456_789, "2026-11-30T04:51:24.123Z"),
      (-5, "1970-01-01T00:00:00.000Z"),
    ] as [(Int64, String)])
  func text(nanoseconds: Int64, text: String) {
    #expect(WallTime(Instant(nanoseconds: nanoseconds)).text == text)
  }

  /// Every day until 2262 has the date that the C library gives it.
  @Test func datesAreThoseOfTheLibrary() {
    for day in stride(from: 0, to: 106_700, by: 1) {
      var seconds = time_t(day * 86_400)
      var parts = tm()
      gmtime_r(&seconds, &parts)
      let instant = Instant(nanoseconds: Int64(seconds) * 1_000_000_000)
      let time = WallTime(instant)
      let text = time.text
      let numbers = text.prefix(10).split(separator: "-").compactMap { Int($0) }
      guard numbers == [Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday)]
      else {
        Issue.record("\(text) for day \(day)")
        return
      }
      // A day's date is kept for its last moment, and for no moment more.
      for nanoseconds in [Int64(-1), 0, 86_399_999_999_999, 86_400_000_000_000] {
        let other = instant + TimeSpan(nanoseconds: nanoseconds)
        guard WallTime(other, like: time) == WallTime(other) else {
          Issue.record("day \(day) and \(nanoseconds) ns, from its beginning")
          return
        }
      }
    }
  }
}

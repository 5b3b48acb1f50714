import ButtonController
import Testing

@Suite struct TimeSpanTests {
  private static let durations: [(Duration, Int64)] = [
    (.zero, 0), (.nanoseconds(1), 1), (.milliseconds(-1500), -1_500_000_000),
    (.seconds(3) + .nanoseconds(7), 3_000_000_007),
    (Duration(secondsComponent: 0, attosecondsComponent: 1_999_999_999), 1),
    (Duration(secondsComponent: .max, attosecondsComponent: 0), Int64.max),
    (Duration(secondsComponent: .min, attosecondsComponent: 0), Int64.min),
  ]

  @Test(arguments: durations) func fromDuration(duration: Duration, nanoseconds: Int64) {
    #expect(TimeSpan(duration).nanoseconds == nanoseconds)
  }

  @Test(arguments: [Int64(0), 1, -1, 1_200_000_000, .max, .min])
  func throughDurationAndBack(nanoseconds: Int64) {
    let span = TimeSpan(nanoseconds: nanoseconds)
    #expect(span.duration == .nanoseconds(nanoseconds))
    #expect(TimeSpan(span.duration) == span)
  }
}

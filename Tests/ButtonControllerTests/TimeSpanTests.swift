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

  @Test(arguments: [
    (Int64(0), "0 s"), (1, "1 ns"), (-1, "-1 ns"), (999, "999 ns"), (1_000, "1 us"),
    (15_500, "15.5 us"), (800_000_000, "800 ms"), (-1_200_000_000, "-1.2 s"),
    (1_000_000_001, "1.000000001 s"), (1_500_000, "1.5 ms"), (60_000_000_000, "60 s"),
    (3_600_050_000_000, "3600.05 s"), (.max, "9223372036.854775807 s"),
    (.min, "-9223372036.854775808 s"),
  ])
  func printsReadably(nanoseconds: Int64, text: String) {
    #expect("\(TimeSpan(nanoseconds: nanoseconds))" == text)
    if nanoseconds.magnitude < Int64.max.magnitude {
      #expect("\(Instant(nanoseconds: nanoseconds))" == text)
    }
  }

  @Test func boundsOfTimeHaveNames() {
    #expect("\(Instant.never) \(Instant.ever) \(Instant.zero)" == "never ever 0 s")
    #expect("\([Instant.never])" == "[never]")
  }
}

import ButtonController
import PanelFiles
import Testing

@testable import PanelHardware

@Suite struct LightRequestTests {
  @Test func idleEndsWhatWasShown() {
    #expect(LightRequest(RingPicture(.idle), for: nil) == .endRemote)
    #expect(
      LightRequest(RingPicture(.breathe), for: .seconds(2))
        == .remote(.pattern(.breathe), for: .seconds(2)))
  }

  /// `light: {pattern: breathe, for: 2s}`, until its time is over; `off` until `idle` ends it.
  @Test func aLightActionIsShownForItsTime() {
    func light(_ event: String, _ picture: RingPicture, for time: TimeSpan? = nil) -> Binding {
      Binding(event: event, actions: [.light(ring: 0, picture, for: time)])
    }
    let bench = Bench(
      [Control(kind: .button, gestures: Gestures(tap: Tap(), hold: Hold()))],
      actions: [
        light("tap", RingPicture(.off), for: .seconds(2)), light("hold", RingPicture(.off)),
        light("hold_end", RingPicture(.idle)),
      ],
      rings: [Ring(pixels: 3)])
    bench.loop.add(ActionRunner())
    bench.start()
    func isDark(_ milliseconds: Int64) -> Bool {
      bench.run(to: milliseconds)
      return bench.loop.controller.frame(of: 0, at: bench.loop.time()).allSatisfy { $0.rgb == 0 }
    }
    #expect(!isDark(50))
    bench.edge(0, true, 100)
    bench.edge(0, false, 200)
    // From the tap's decision on.
    #expect(isDark(1_000))
    #expect(isDark(2_219))
    #expect(!isDark(2_220))
    bench.edge(0, true, 10_000)
    bench.edge(0, false, 20_000)
    #expect(isDark(19_000))
    #expect(!isDark(21_000))
  }
}

import Testing

@testable import ButtonController

/// Rings that show some pictures only, and controls with several rings.
@Suite("What a ring shows")
struct LightShowsTests {
  private static let spec = Ring(pixels: 4)
  private static let idle = LightPicturesTests.idle

  /// A picture, what brings it, and an instant at which it is not the idle one.
  struct Part: Sendable {
    let picture: Ring.Pictures
    var at = 50.0
    let decide: @Sendable (inout RingState) -> Void
  }

  static let parts: [Part] = [
    Part(picture: .pressed) { $0.press(at: ms(0)) },
    Part(picture: .pressed, at: 150) {
      $0.press(at: ms(0))
      $0.release(at: ms(100))
    },
    Part(picture: .filling, at: 600) { $0.fill(from: ms(0), to: ms(1200), at: ms(0)) },
    Part(picture: .filling, at: 650) {
      $0.fill(from: ms(0), to: ms(1200), at: ms(0))
      $0.drain(over: .milliseconds(250), at: ms(600))
    },
    Part(picture: .success, at: 1300) {
      $0.fill(from: ms(0), to: ms(1200), at: ms(0))
      $0.confirm(success: .milliseconds(1200), fade: .milliseconds(300), at: ms(1200))
    },
    Part(picture: .success) { $0.succeed(at: ms(0)) },
    Part(picture: .error) { $0.fail(at: ms(0)) },
    Part(picture: .working) { $0.work(at: ms(0)) },
    Part(picture: .working) { $0.showProgress(0.5, at: ms(0)) },
    Part(picture: .denied) { $0.deny(at: ms(0)) },
    Part(picture: .drag) { $0.drag(pull: 0.5, at: ms(0)) },
    Part(picture: .drag) { $0.drag(pull: 0.5, angle: 90, at: ms(0)) },
    Part(picture: .drag, at: 150) {
      $0.press(at: ms(0))
      $0.drag(pull: 0.5, at: ms(50))
      $0.spring(duration: .milliseconds(600), bounce: 0.65, at: ms(100))
    },
    Part(picture: .remote) { $0.showRemote(.off, until: .never, at: ms(0)) },
    Part(picture: .remote) {
      $0.showRemote(.pattern(.success), until: .never, at: ms(0))
    },
    Part(picture: .remote) { state in
      let red = [Colour(red: 1, green: 0, blue: 0)]
      red.withUnsafeBufferPointer { state.showRemote(pixels: $0, until: .never, at: ms(0)) }
    },
  ]

  @Test(arguments: parts.indices) func whatIsNotShownLeavesIdle(index: Int) {
    let part = Self.parts[index]
    func state(_ shows: Ring.Pictures) -> RingState {
      var state = RingState(pixels: 4, shows: shows)
      part.decide(&state)
      return state
    }
    let others = Ring.Pictures.all.subtracting(part.picture)
    #expect(state(others).text(Self.spec, at: ms(part.at)) == Self.idle)
    #expect(state(others).motion(spec: Self.spec, reduceMotion: false, at: ms(part.at)) == .still)
    let whole = state(.all).text(Self.spec, at: ms(part.at))
    #expect(whole != Self.idle)
    #expect(state(part.picture).text(Self.spec, at: ms(part.at)) == whole)
  }

  /// What a status says of a ring is what it shows: for its time, and idle before and after.
  @Test(arguments: parts.indices) func whatIsShownHasAName(index: Int) {
    let part = Self.parts[index]
    let names: [(Ring.Pictures, [Controller.Shown])] = [
      (.pressed, [.pressed]), (.filling, [.filling]), (.success, [.success]), (.error, [.error]),
      // The progress that a command emits is kept where an application's picture is.
      (.working, [.working, .remote]), (.denied, [.denied]), (.drag, [.drag]), (.remote, [.remote]),
    ]
    let wanted = names.first { $0.0 == part.picture }?.1 ?? []
    var state = RingState(pixels: 4)
    #expect(state.shown(at: ms(0)) == .idle)
    part.decide(&state)
    #expect(wanted.contains(state.shown(at: ms(part.at))))
    state.clear()
    state.endRemote(at: ms(part.at))
    state.endWork(at: ms(part.at))
    #expect(state.shown(at: ms(part.at)) == .idle)
    state.turnOff()
    #expect(state.shown(at: ms(part.at)) == .dark)
  }

  @Test func everyPictureHasACase() {
    #expect(Self.parts.reduce(into: Ring.Pictures()) { $0.formUnion($1.picture) } == .all)
  }

  /// A press that fills another ring does not take the outcome away, nor hold it back.
  @Test func anOutcomeIsToldWhileAnotherRingFills() {
    var lamp = RingState(pixels: 4, shows: [.success, .error, .working])
    lamp.fail(at: ms(0))
    lamp.fill(from: ms(300), to: ms(1500), at: ms(100))
    #expect(lamp.text(Self.spec, at: ms(600)) == "ff9500")
    lamp.drain(over: .milliseconds(250), at: ms(700))
    #expect(lamp.text(Self.spec, at: ms(1100)) == "ff9500")
    lamp.fill(from: ms(2000), to: ms(3200), at: ms(2000))
    lamp.succeed(at: ms(2500))
    #expect(lamp.text(Self.spec, at: ms(2900)) == "34c759")
  }

  /// A fill whose end is not shown does not stay full.
  @Test func aFillEndsThoughSuccessIsNotShown() {
    var halo = RingState(pixels: 4, shows: .filling)
    halo.fill(from: ms(0), to: ms(1200), at: ms(0))
    halo.fail(at: ms(500))
    halo.succeed(at: ms(600))
    #expect(halo.text(Self.spec, at: ms(1200)) == LightPicturesTests.filled)
    halo.confirm(success: .milliseconds(1200), fade: .milliseconds(300), at: ms(1200))
    #expect(halo.text(Self.spec, at: ms(1200)) == Self.idle)
  }

  /// What an application set is not the progress of a command that the ring does not show.
  @Test func theEndOfProgressLeavesAnApplicationsPicture() {
    var state = RingState(pixels: 4, shows: .remote)
    state.showRemote(.off, until: .never, at: ms(0))
    state.showProgress(0.5, at: ms(10))
    state.endProgress(at: ms(20))
    #expect(state.text(Self.spec, at: ms(30)) == "000000")
  }

  @Test func stuckIsDarkWhateverIsShown() {
    var state = RingState(pixels: 4, shows: [])
    state.turnOff()
    #expect(state.text(Self.spec, at: ms(0)) == "000000")
    state.clear()
    #expect(state.text(Self.spec, at: ms(0)) == Self.idle)
  }

  private static func controller(_ rings: [Ring]) -> Controller {
    let confirm = Confirm(after: .milliseconds(1200))
    var controller = Controller(
      Panel(
        controls: [
          Control(
            kind: .button, debounce: Debounce(press: .zero, release: .zero),
            gestures: Gestures(confirm: confirm), rings: Array(rings.indices))
        ], rings: rings))
    controller.start(at: ms(0), isClosed: { _ in false }) { _ in }
    return controller
  }

  @Test func severalRingsTakeOneDecision() {
    var controller = Self.controller([Ring(pixels: 4), Ring(pixels: 4), Ring(pixels: 4)])
    var seen: Set<[UInt32]> = []
    func same(_ at: Double) {
      let frame = controller.frame(of: 0, at: ms(at))
      #expect(controller.frame(of: 1, at: ms(at)) == frame)
      #expect(controller.frame(of: 2, at: ms(at)) == frame)
      #expect(controller.motion(of: 1, at: ms(at)) == controller.motion(of: 0, at: ms(at)))
      seen.insert(frame.map(\.rgb))
    }
    same(50)
    controller.report(line: 0, isClosed: true, at: ms(100), known: ms(100)) { _ in }
    controller.advance(to: ms(700), known: ms(700)) { _ in }
    same(700)
    controller.report(line: 0, isClosed: false, at: ms(800), known: ms(800)) { _ in }
    controller.advance(to: ms(850), known: ms(850)) { _ in }
    same(850)
    controller.report(line: 0, isClosed: true, at: ms(2000), known: ms(2000)) { _ in }
    controller.advance(to: ms(3300), known: ms(3300)) { _ in }
    same(3300)
    #expect(seen.count == 4)
  }

  @Test func eachRingShowsItsPartOfAConfirm() {
    let lamp = Ring(pixels: 4, shows: [.success, .error, .working])
    var controller = Self.controller([Ring(pixels: 4, shows: .filling), lamp])
    let idle = controller.frame(of: 1, at: ms(0))
    controller.report(line: 0, isClosed: true, at: ms(100), known: ms(100)) { _ in }
    controller.advance(to: ms(700), known: ms(700)) { _ in }
    #expect(controller.frame(of: 0, at: ms(700)) != idle)
    #expect(controller.frame(of: 1, at: ms(700)) == idle)
    controller.advance(to: ms(1400), known: ms(1400)) { _ in }
    #expect(controller.frame(of: 0, at: ms(1600)) == idle)
    #expect(Set(controller.frame(of: 1, at: ms(1600)).map(\.rgb)) == [0x34c759])
  }

  @Test func ringsThatAreNotThereOrTwiceAreLeftOut() {
    let panel = Panel(
      controls: [
        Control(kind: .button, rings: [1, 0, 1, 7, -1]),
        Control(kind: .button, ring: 1, rings: [0]),
      ], rings: [Ring(pixels: 1), Ring(pixels: 1)])
    let sound = Controller(panel).panel
    #expect(sound.controls.map(\.rings) == [[1, 0], [1, 0]])
    #expect(panel.problems == [Panel.Problem(control: 0, ring: nil, kind: .noSuchRing)])
  }

  @Test func theOnlyRing() {
    var control = Control(kind: .button, rings: [2, 1])
    #expect(control.ring == 2)
    control.ring = 3
    #expect(control.rings == [3])
    control.ring = nil
    #expect(control.rings.isEmpty)
  }
}

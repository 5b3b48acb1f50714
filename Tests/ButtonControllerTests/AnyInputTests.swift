import ButtonController
import EngineTestKit
import Testing

/// No call traps, hangs or needs a valid panel: inputs are ignored or clamped.
@Suite struct AnyInputTests {
  @Test("any panel runs, and bears any call", arguments: 0..<200)
  func wild(_ run: Int) {
    var random = SeededGenerator(seed: PropertyTests.seed &+ 9_000 &+ UInt64(run))
    let panel = WildPanel.panel(&random)
    _ = WildPanel.exercise(panel, calls: 400, &random)
    let sound = Controller(panel).panel
    // A chord without buttons stays what it is: it is never pressed.
    #expect(
      sound.problems.allSatisfy { $0.kind == .noSuchMembers },
      "seed \(PropertyTests.seed), run \(run)")
    #expect(Controller(sound).panel == sound)
    #expect(panel == sound || !panel.problems.isEmpty, "seed \(PropertyTests.seed), run \(run)")
  }

  @Test func whatIsSoundStaysAsItIs() {
    #expect(EverythingPanel.panel.problems.isEmpty)
    #expect(Controller(EverythingPanel.panel).panel == EverythingPanel.panel)
  }

  @Test func problemsSayWhere() {
    let panel = Panel(
      controls: [
        Control(kind: .button, gestures: Gestures(tap: Tap(max: 0)), ring: 3),
        Control(kind: .chord(Chord(members: [0, 0, 9]))),
        Control(kind: .button, gestures: Gestures(hold: Hold(), confirm: Confirm())),
      ], rings: [Ring(pixels: -1)])
    #expect(
      panel.problems == [
        Panel.Problem(control: 0, ring: nil, kind: .noSuchRing),
        Panel.Problem(control: 0, ring: nil, kind: .outOfRange),
        Panel.Problem(control: 1, ring: nil, kind: .noSuchMembers),
        Panel.Problem(control: 2, ring: nil, kind: .holdBesideConfirm),
        Panel.Problem(control: nil, ring: 0, kind: .outOfRange),
      ])
  }

  @Test func eventsAsAnArray() {
    var controller = Controller(
      Panel(controls: [Control(kind: .button, gestures: Gestures(tap: Tap()))]))
    let none = controller.events { $0.start(at: .zero, isClosed: { _ in false }, $1) }
    #expect(none.isEmpty)
    let events = controller.events { controller, sink in
      for (at, isClosed) in [(Int64(100), true), (180, false), (300, true)] {
        let at = Instant.zero + .milliseconds(at)
        controller.report(line: 0, isClosed: isClosed, at: at, known: at, sink)
      }
    }
    #expect(
      events == [
        Event(
          at: .zero + .milliseconds(180), decided: .zero + .milliseconds(300), control: 0,
          kind: .tap(count: 1))
      ])
  }

  @Test func aHoldOfNoTimeIsReachedByASwitchThatIsFoundOn() {
    var controller = Controller(
      Panel(controls: [
        Control(kind: .toggle, gestures: Gestures(hold: Hold(after: .zero)), stuck: nil)
      ]))
    var emitted: [Event.Kind] = []
    controller.start(at: .zero, isClosed: { _ in true }) { emitted.append($0.kind) }
    #expect(emitted == [.state(isOn: true), .hold(taps: 0)])
    emitted.removeAll()
    let later = Instant.zero + .seconds(1)
    controller.reload(at: later, known: later) { emitted.append($0.kind) }
    #expect(emitted == [.holdEnd(held: .seconds(1)), .state(isOn: true), .hold(taps: 0)])
  }

  @Test func examplesOfNothingThere() {
    var controller = Controller(
      Panel(controls: [
        Control(
          kind: .button, gestures: Gestures(hold: Hold(repeats: Repeat(every: .zero))), stuck: nil)
      ]))
    controller.start(at: .zero, isClosed: { _ in false }) { _ in }
    #expect(!controller.isClosed(line: 99))
    #expect(controller.frame(of: 99, at: .zero).isEmpty)
    #expect(controller.lines(of: 0) == 0..<1 && controller.lines(of: 7).isEmpty)
    #expect(controller.control(ofLine: 0) == 0 && controller.control(ofLine: -1) == nil)
    controller.report(line: 0, isClosed: true, at: .zero, known: .zero) { _ in }
    var emitted: [Event.Kind] = []
    controller.advance(to: .never, known: .never) { emitted.append($0.kind) }
    #expect(emitted == [.hold(taps: 0)])
    #expect(TimeSpan.milliseconds(.max) == TimeSpan(nanoseconds: .max))
    #expect(TimeSpan.seconds(.min) == TimeSpan(nanoseconds: .min))
  }
}

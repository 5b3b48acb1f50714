import ButtonController

/// A small panel and the thresholds that its sequences straddle.
struct Subject {
  var name: String
  var panel: Panel
  var thresholds: [Threshold]

  struct Threshold {
    var name: String
    var span: Span
    /// How many edges a sequence has, with intervals of a bounce, t - 1 ns, t and t + 1 ns.
    var depth: Int
  }

  static let debounce = Debounce(
    press: .milliseconds(10), release: .milliseconds(15), limit: .milliseconds(25))

  static func button(_ gestures: Gestures) -> Control {
    Control(kind: .button, debounce: debounce, gestures: gestures, tellsEdges: true, ring: 0)
  }

  static func panel(_ controls: [Control]) -> Panel {
    Panel(controls: controls, rings: [Ring(pixels: 3)])
  }

  static let all: [Subject] = [
    Subject(
      name: "taps and hold beside tap and confirm",
      panel: panel([
        button(
          Gestures(
            tap: Tap(max: 2, gap: .milliseconds(50)), hold: Hold(after: .milliseconds(100)))),
        button(
          Gestures(
            tap: Tap(),
            confirm: Confirm(after: .milliseconds(120), success: .milliseconds(60)),
            tapWithin: .milliseconds(40))),
      ]),
      thresholds: [
        Threshold(name: "press time", span: .milliseconds(10), depth: 7),
        Threshold(name: "release time", span: .milliseconds(15), depth: 7),
        Threshold(name: "limit", span: .milliseconds(25), depth: 7),
        Threshold(name: "tap.within", span: .milliseconds(40), depth: 8),
        Threshold(name: "gap", span: .milliseconds(50), depth: 7),
        Threshold(name: "hold", span: .milliseconds(100), depth: 7),
        Threshold(name: "confirm", span: .milliseconds(120), depth: 7),
      ]),
    Subject(
      name: "tap-then-hold beside confirm on release and by double tap",
      panel: panel([
        button(
          Gestures(
            tap: Tap(gap: .milliseconds(50)), hold: Hold(after: .milliseconds(100), taps: 1))),
        button(
          Gestures(
            confirm: Confirm(
              after: .milliseconds(80), commitsOnRelease: true, overHold: .milliseconds(130),
              doubleTap: true, success: .milliseconds(60)), tapWithin: .milliseconds(40))),
      ]),
      thresholds: [
        Threshold(name: "tap.within", span: .milliseconds(40), depth: 7),
        Threshold(name: "gap", span: .milliseconds(50), depth: 8),
        Threshold(name: "success", span: .milliseconds(60), depth: 7),
        Threshold(name: "confirm", span: .milliseconds(80), depth: 7),
        Threshold(name: "over_hold", span: .milliseconds(130), depth: 7),
      ]),
    Subject(
      name: "two members and their chord with confirm",
      panel: panel([
        button(Gestures(tap: Tap(max: 2, gap: .milliseconds(50)))),
        button(Gestures(tap: Tap(), hold: Hold(after: .milliseconds(70)))),
        Control(
          kind: .chord(Chord(members: [0, 1], within: .milliseconds(30))), debounce: debounce,
          gestures: Gestures(confirm: Confirm(after: .milliseconds(90))), tellsEdges: true),
      ]),
      thresholds: [
        Threshold(name: "release time", span: .milliseconds(15), depth: 7),
        Threshold(name: "within", span: .milliseconds(30), depth: 8),
        Threshold(name: "gap", span: .milliseconds(50), depth: 7),
        Threshold(name: "hold", span: .milliseconds(70), depth: 7),
        Threshold(name: "confirm", span: .milliseconds(90), depth: 7),
      ]),
    Subject(
      name: "a knob with a push that confirms",
      panel: panel([
        Control(
          kind: .knob(
            Knob(stepsPerDetent: 1, slipGuard: .milliseconds(12)), hasPush: true),
          debounce: debounce,
          gestures: Gestures(
            tap: Tap(max: 1, gap: .milliseconds(50)),
            confirm: Confirm(after: .milliseconds(90), doubleTap: true),
            tapWithin: .milliseconds(40)), tellsEdges: true)
      ]),
      thresholds: [
        Threshold(name: "slip guard", span: .milliseconds(12), depth: 6),
        Threshold(name: "tap.within", span: .milliseconds(40), depth: 6),
        Threshold(name: "confirm", span: .milliseconds(90), depth: 6),
      ]),
  ]
}

import ButtonController

/// A small panel and the thresholds that its sequences straddle.
struct Subject {
  var name: String
  var panel: Panel
  var thresholds: [Threshold]
  /// The lines that move; all, where none are named.
  var lines: [Int]
  /// Whether an edge may repeat its line's level.
  var repeatsEdges: Bool
  /// Whether once in a sequence edges are lost, a chip goes and comes back, or the machine sleeps.
  var isDisrupted: Bool

  init(
    name: String, panel: Panel, thresholds: [Threshold], lines: [Int]? = nil,
    repeatsEdges: Bool = false, isDisrupted: Bool = false
  ) {
    self.name = name
    self.panel = panel
    self.thresholds = thresholds
    self.lines = lines ?? Array(0..<Controller(panel).lineCount)
    self.repeatsEdges = repeatsEdges
    self.isDisrupted = isDisrupted
  }

  struct Threshold {
    var name: String
    /// How many moves a sequence has.
    var depth: Int
    /// The intervals between them.
    var intervals: [TimeSpan]

    /// Intervals of a bounce and of t - 1 ns, t and t + 1 ns around `span`.
    init(name: String, span: TimeSpan, depth: Int) {
      self.name = name
      self.depth = depth
      let before = span - TimeSpan(nanoseconds: 1)
      // Eight edges over four intervals would be sixteen million sequences a threshold.
      intervals = [.milliseconds(4), before, span]
      if depth < 8 { intervals.append(span + TimeSpan(nanoseconds: 1)) }
    }

    /// Intervals of these milliseconds.
    init(name: String, milliseconds: [Int64], depth: Int) {
      self.name = name
      self.depth = depth
      intervals = milliseconds.map { .milliseconds($0) }
    }
  }

  static let debounce = Debounce(
    press: .milliseconds(10), release: .milliseconds(15), limit: .milliseconds(25))

  static func button(_ gestures: Gestures, dropout: Int64? = nil) -> Control {
    var debounce = debounce
    debounce.dropout = dropout.map { .milliseconds($0) }
    return Control(kind: .button, debounce: debounce, gestures: gestures, emitsEdges: true, ring: 0)
  }

  static func chord(_ members: [Int], _ gestures: Gestures, within: Int64 = 30) -> Control {
    Control(
      kind: .chord(Chord(members: members, within: .milliseconds(within))), debounce: debounce,
      gestures: gestures, emitsEdges: true)
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
          gestures: Gestures(confirm: Confirm(after: .milliseconds(90))), emitsEdges: true),
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
            tapWithin: .milliseconds(40)), emitsEdges: true)
      ]),
      thresholds: [
        Threshold(name: "slip guard", span: .milliseconds(12), depth: 6),
        Threshold(name: "tap.within", span: .milliseconds(40), depth: 6),
        Threshold(name: "confirm", span: .milliseconds(90), depth: 6),
      ]),
    Subject(
      name: "a chord with taps beside a larger chord",
      panel: panel([
        button(Gestures(tap: Tap())), button(Gestures(tap: Tap())), button(Gestures(tap: Tap())),
        chord([0, 1], Gestures(tap: Tap(max: 2, gap: .milliseconds(50)))),
        chord([0, 1, 2], Gestures(tap: Tap())),
      ]),
      thresholds: [
        Threshold(name: "gap within the wait", milliseconds: [4, 16, 40], depth: 8)
      ], lines: [0, 1]),
    Subject(
      name: "a chord with taps beside a larger chord, disrupted",
      panel: panel([
        button(Gestures(tap: Tap())), button(Gestures(tap: Tap(firesAtPress: true))),
        button(Gestures(tap: Tap())),
        chord([0, 1], Gestures(tap: Tap(max: 2, gap: .milliseconds(50)))),
        chord([0, 1, 2], Gestures(tap: Tap())),
      ]),
      thresholds: [
        Threshold(name: "gap within the wait", milliseconds: [4, 16, 40], depth: 6)
      ], lines: [0, 1], isDisrupted: true),
    Subject(
      name: "members with a hold shorter than their wait",
      panel: panel([
        button(Gestures(tap: Tap(), hold: Hold(after: .milliseconds(20)))),
        button(
          Gestures(
            tap: Tap(), confirm: Confirm(after: .milliseconds(60)), tapWithin: .milliseconds(25))),
        chord([0, 1], Gestures(confirm: Confirm(after: .milliseconds(60))), within: 30),
      ]),
      thresholds: [
        Threshold(name: "hold", span: .milliseconds(20), depth: 7),
        Threshold(name: "tap.within", span: .milliseconds(25), depth: 7),
        Threshold(name: "hold within the wait", milliseconds: [4, 12, 24], depth: 7),
      ]),
    Subject(
      name: "confirm by double tap beside a second control",
      panel: panel([
        button(
          Gestures(
            confirm: Confirm(after: .milliseconds(80), doubleTap: true, success: .milliseconds(60)),
            tapWithin: .milliseconds(40))),
        button(Gestures(tap: Tap())),
      ]),
      thresholds: [Threshold(name: "taps", milliseconds: [4, 12, 30], depth: 8)]),
    Subject(
      name: "confirm by double tap beside two others",
      panel: panel([
        button(
          Gestures(
            confirm: Confirm(
              after: .milliseconds(80), doubleTap: true, isExclusive: false,
              success: .milliseconds(60)), tapWithin: .milliseconds(40))),
        button(Gestures(tap: Tap())), button(Gestures(tap: Tap())),
      ]),
      thresholds: [Threshold(name: "taps", milliseconds: [12, 30], depth: 8)]),
    Subject(
      name: "a chord that confirms by double tap, disrupted",
      panel: panel([
        button(Gestures(tap: Tap())), button(Gestures(tap: Tap())),
        chord(
          [0, 1],
          Gestures(
            confirm: Confirm(after: .milliseconds(80), doubleTap: true, success: .milliseconds(60)),
            tapWithin: .milliseconds(40)), within: 30),
      ]),
      thresholds: [Threshold(name: "taps", milliseconds: [4, 30], depth: 7)], isDisrupted: true),
    Subject(
      name: "two confirms, a member's and another's, disrupted",
      panel: panel([
        button(Gestures(confirm: Confirm(after: .milliseconds(60)))), button(Gestures(tap: Tap())),
        chord([0, 1], Gestures(tap: Tap()), within: 20),
      ]),
      thresholds: [
        Threshold(name: "end of the confirm", milliseconds: [4, 9, 56], depth: 6)
      ], isDisrupted: true),
    Subject(
      name: "open time of a confirm and a hold",
      panel: panel([
        button(Gestures(confirm: Confirm(after: .milliseconds(90))), dropout: 20),
        button(Gestures(hold: Hold(after: .milliseconds(70), commitsOnRelease: true)), dropout: 20),
      ]),
      thresholds: [
        Threshold(name: "dropout", span: .milliseconds(10), depth: 7),
        Threshold(name: "dropout, one line", milliseconds: [4, 10, 12], depth: 7),
      ], repeatsEdges: false),
    Subject(
      name: "repeated edges during a confirm",
      panel: panel([button(Gestures(confirm: Confirm(after: .milliseconds(90))), dropout: 20)]),
      thresholds: [
        Threshold(name: "press time", span: .milliseconds(10), depth: 7),
        Threshold(name: "end of the confirm", milliseconds: [9, 14, 45], depth: 8),
      ], repeatsEdges: true),
  ]
}

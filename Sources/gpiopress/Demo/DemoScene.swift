import ButtonController

/// Level changes that will happen, and what is said about them, in order of time.
struct DemoScene {
  /// One level change.
  struct Change {
    let at: Instant
    let line: DemoPanel.Line
    let isClosed: Bool
  }

  /// A sentence that stands under the ring from its instant on.
  struct Caption {
    let at: Instant
    let text: String
  }

  private(set) var changes: [Change] = []
  private(set) var captions: [Caption] = []

  /// How long one contact of the turning knob leads or stays.
  private static let quarter = TimeSpan.milliseconds(4)

  /// The instant after the last change of the knob's contacts.
  private var knobIsFree = Instant.zero

  /// The scene that plays by itself.
  static var full: DemoScene {
    var scene = DemoScene()
    // Each is said when it has happened, debounce included, or while it does.
    scene.say(0, "A button, about to be tapped …")
    scene.press(.erase, 400, 490)
    scene.say(510, "A tap: reported as soon as it is over.")
    scene.press(.erase, 1400, 2100)
    scene.say(1410, "Held: the ring fills …")
    scene.say(2120, "… but released too early: cancelled, and the ring drains.")
    scene.press(.erase, 3400, 4800)
    scene.say(3410, "Held again …")
    scene.say(4600, "… for 1.2 s: confirmed.")
    for at in [6000, 6150, 6300] as [Int64] { scene.turn(clockwise: true, at: milliseconds(at)) }
    scene.say(6020, "The knob turns in steps.")
    scene.press(.dialPush, 7200, 8600)
    for at in [7350, 7500, 7650, 7800, 7950] as [Int64] {
      scene.turn(clockwise: true, at: milliseconds(at))
    }
    scene.say(7370, "Pushed and turned it is an elastic drag …")
    scene.say(8620, "… and released, it springs back.")
    return scene
  }

  /// Closes `line` from `start` to `end`, in milliseconds.
  mutating func press(_ line: DemoPanel.Line, _ start: Int64, _ end: Int64) {
    change(line, to: true, at: DemoScene.milliseconds(start))
    change(line, to: false, at: DemoScene.milliseconds(end))
  }

  /// One detent of the knob at `instant`, or as soon as the one before it is over.
  mutating func turn(clockwise: Bool, at instant: Instant) {
    var at = max(instant, knobIsFree)
    let (first, second): (DemoPanel.Line, DemoPanel.Line) =
      clockwise ? (.dialA, .dialB) : (.dialB, .dialA)
    for (line, isClosed) in [(first, true), (second, true), (first, false), (second, false)] {
      change(line, to: isClosed, at: at)
      at = at + DemoScene.quarter
    }
    knobIsFree = at
  }

  /// A level change; those of one line come in order.
  mutating func change(_ line: DemoPanel.Line, to isClosed: Bool, at instant: Instant) {
    let index = changes.firstIndex { $0.at > instant } ?? changes.endIndex
    changes.insert(Change(at: instant, line: line, isClosed: isClosed), at: index)
  }

  /// Where `line` will be when everything planned has happened; nil if nothing is planned.
  func plan(of line: DemoPanel.Line) -> Bool? { changes.last { $0.line == line }?.isClosed }

  /// Takes the next change that is due at `instant`.
  mutating func take(dueAt instant: Instant) -> Change? {
    guard let first = changes.first, first.at <= instant else { return nil }
    return changes.removeFirst()
  }

  /// The caption of `instant`.
  func caption(at instant: Instant) -> String { captions.last { $0.at <= instant }?.text ?? "" }

  private mutating func say(_ at: Int64, _ text: String) {
    captions.append(Caption(at: DemoScene.milliseconds(at), text: text))
  }

  private static func milliseconds(_ count: Int64) -> Instant { .zero + .milliseconds(count) }
}

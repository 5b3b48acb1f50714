import ButtonController

/// What an edge costs on panels of one to many buttons, pressed one after the other.
enum Growth {
  static let sizes = [1, 16, 64, 256]

  /// One kind of panel, at each size.
  typealias Row = (name: String, measures: [Measure])

  static func rows(_ count: Int) -> [Row] {
    let hold = Gestures(tap: Tap(), hold: Hold(after: .milliseconds(500)))
    let confirm = Gestures(tap: Tap(max: 2), confirm: Confirm())
    return [
      ("with a hold", sizes.map { measureEdges(panel(of: $0, hold), edges: count) }),
      ("with a confirm", sizes.map { measureEdges(panel(of: $0, confirm), edges: count) }),
      ("each in chords", sizes.map { measureEdges(chain(of: $0, hold), edges: count) }),
    ]
  }

  private static func panel(of count: Int, _ gestures: Gestures) -> Panel {
    Panel(controls: (0..<count).map { _ in Control(kind: .button, gestures: gestures) })
  }

  /// Buttons that are all tied to each other: each is in a chord with its neighbours.
  private static func chain(of count: Int, _ gestures: Gestures) -> Panel {
    var panel = panel(of: count, gestures)
    // One button alone has no neighbour: then it is in a chord with a second one.
    if count == 1 { panel.controls.append(panel.controls[0]) }
    for first in 0..<(panel.controls.count - 1) {
      let chord = Chord(members: [first, first + 1])
      panel.controls.append(Control(kind: .chord(chord), gestures: Gestures(tap: Tap())))
    }
    return panel
  }
}

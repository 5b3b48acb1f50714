import ButtonController

/// Thresholds where two rules meet: a lock-out and a timer, a chord and its success time, a quarantine
/// and an audit, and those of a stick of two encoders.
extension Threshold {
  static let holes: [Threshold] = [
    holdInAnEagerLockout,
    holdAtTheEndOfAnEagerLockout,
    closedAgainInAnEagerLockout,
    openTimeAfterAnEagerLockout,
    aChordsPressInItsSuccessTime,
    aMembersPressInTheChordsSuccessTime,
    anAuditAtTheEndOfAQuarantine,
    aDetentAtThePushOfTwoEncoders,
    aDetentAtTheReleaseOfTwoEncoders,
  ]

  private static let holdInAnEagerLockout = Threshold(
    // Opened before the hold is due, the release is stamped there though the lock-out hides it.
    name: "hold in an eager lock-out", panel: eager(Hold(after: .milliseconds(100))),
    edges: [.close(at: 0), .open(at: 100, moves: true)],
    expected: [["0.tap1"], ["0.hold0", "0.end"], ["0.hold0", "0.end"]])

  private static let holdAtTheEndOfAnEagerLockout = Threshold(
    name: "hold at the end of an eager lock-out", panel: eager(Hold(after: .milliseconds(200))),
    edges: [.close(at: 0), .open(at: 200, moves: true)],
    expected: [["0.tap1"], ["0.hold0", "0.end"], ["0.hold0", "0.end"]])

  private static let closedAgainInAnEagerLockout = Threshold(
    // Closed again before the lock-out's end it was never open; at its end it is a release.
    name: "closed again in an eager lock-out", panel: eager(Hold(after: .milliseconds(150))),
    edges: [.close(at: 0), .open(at: 50), .close(at: 200, moves: true), .open(at: 600)],
    expected: [
      ["0.hold0", "0.end"], ["0.tap1", "0.hold0", "0.end"], ["0.tap1", "0.hold0", "0.end"],
    ])

  private static let openTimeAfterAnEagerLockout = Threshold(
    name: "open time after an eager lock-out",
    panel: Panel(
      controls: [
        button(
          confirm: Confirm(),
          debounce: Debounce(
            press: .milliseconds(100), release: .milliseconds(80), mode: .eager,
            dropout: .milliseconds(30)))
      ]),
    edges: [.close(at: 0), .open(at: 60), .close(at: 130, moves: true), .open(at: 1500)],
    expected: [["0.confirm"], ["0.confirm"], ["0.cancel.chatter"]])

  private static let aChordsPressInItsSuccessTime = Threshold(
    name: "a chord's press in its success time", panel: chord,
    edges: [
      .close(0, at: 0), .close(1, at: 0), .open(0, at: 1300), .open(1, at: 1310),
      .close(0, at: 2390), .close(1, at: 2400, moves: true), .open(0, at: 2600),
      .open(1, at: 2610),
    ],
    expected: [
      ["2.confirm", "2.ignored.success"], ["2.confirm", "2.cancel.released"],
      ["2.confirm", "2.cancel.released"],
    ])

  private static let aMembersPressInTheChordsSuccessTime = Threshold(
    // The confirm is the chord's: a member by itself is free at once.
    name: "a member's press in the chord's success time", panel: chord,
    edges: [
      .close(0, at: 0), .close(1, at: 0), .open(0, at: 1300), .open(1, at: 1310),
      .close(0, at: 2400, moves: true), .open(0, at: 2500),
    ],
    expected: [["2.confirm", "0.tap1"], ["2.confirm", "0.tap1"], ["2.confirm", "0.tap1"]])

  private static let anAuditAtTheEndOfAQuarantine = Threshold(
    // Eleven changes in 50 ms use up the credit; `quiet` is 2 s after the last, at 2,050 ms.
    name: "an audit at the end of a quarantine",
    panel: Panel(controls: [Control(kind: .button, gestures: Gestures(tap: Tap()), chatter: 10)]),
    edges: storm + [
      Edge(line: 0, isClosed: false, milliseconds: 2050, moves: true, isAudit: true),
      .close(at: 3000), .open(at: 3100),
    ],
    expected: [
      ["0.chatter", "0.quiet", "0.tap1"], ["0.chatter", "0.quiet", "0.resync", "0.tap1"],
      ["0.chatter", "0.quiet", "0.resync", "0.tap1"],
    ])

  private static let aDetentAtThePushOfTwoEncoders = Threshold(
    // A detent at the press's own stamp is after it; one before is none of it.
    name: "a detent at the push of two encoders", panel: encoders(tolerance: 0),
    edges: [
      .close(0, at: -6), .close(1, at: -4), .open(0, at: -2), .open(1, at: 0, moves: true),
      .close(4, at: 0), .open(4, at: 500),
    ],
    expected: [["0.tap1"], ["0.tap1"], ["0.move1,0", "0.drop"]])

  private static let aDetentAtTheReleaseOfTwoEncoders = Threshold(
    name: "a detent at the release of two encoders", panel: encoders(tolerance: 0),
    edges: [
      .close(4, at: 0), .close(2, at: 494), .close(3, at: 496), .open(2, at: 498),
      .open(4, at: 500), .open(3, at: 500, moves: true),
    ],
    expected: [["0.move0,1", "0.drop"], ["0.tap1"], ["0.tap1"]])

  /// Eleven changes in 50 ms.
  private static let storm: [Edge] = (0..<11).map { index -> Edge in
    let at = Int64(index) * 5
    return index % 2 == 0 ? Edge.close(at: at) : Edge.open(at: at)
  }

  private static func eager(_ hold: Hold) -> Panel {
    Panel(
      controls: [
        button(
          tap: Tap(), hold: hold,
          debounce: Debounce(
            press: .milliseconds(200), release: .milliseconds(20), mode: .eager))
      ])
  }

  private static let chord = Panel(
    controls: [
      button(tap: Tap()), button(tap: Tap()),
      Control(kind: .chord(Chord(members: [0, 1])), gestures: Gestures(confirm: Confirm())),
    ])

  private static func encoders(tolerance: Double) -> Panel {
    var stick = Stick()
    stick.drag.tolerance = tolerance
    return Panel(controls: [Control(kind: .encoderStick(stick), gestures: Gestures(tap: Tap()))])
  }
}

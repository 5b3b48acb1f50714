/// The defaults of the panel file, each with its unit and reason.
///
/// Their source is the design of gestures; the comparison with other tools stands in the manual.
public enum Defaults {
  /// 10 ms: most contacts have stopped bouncing, and a tap of 15 ms still counts.
  public static let pressSettle = TimeSpan.milliseconds(10)
  /// 20 ms: releases bounce longer than presses.
  public static let releaseSettle = TimeSpan.milliseconds(20)
  /// 20 ms both ways: a switch has no haste.
  public static let switchSettle = TimeSpan.milliseconds(20)
  /// 50 ms: longer bounce is chatter, and must not make a press longer than it was.
  public static let bounceLimit = TimeSpan.milliseconds(50)
  /// 250 ms from a release to the next press.
  public static let gap = TimeSpan.milliseconds(250)
  /// 300 ms: a tap never lights a confirm's ring.
  public static let tapWithin = TimeSpan.milliseconds(300)
  /// 2 s.
  public static let holdAfter = TimeSpan.seconds(2)
  /// 1.2 s of unbroken contact.
  public static let confirmAfter = TimeSpan.milliseconds(1200)
  /// 10 s: longer is somebody leaning on it.
  public static let overHold = TimeSpan.seconds(10)
  /// 1.2 s of success, in which presses are ignored.
  public static let success = TimeSpan.milliseconds(1200)
  /// 0.3 s.
  public static let fade = TimeSpan.milliseconds(300)
  /// 0.25 s.
  public static let drain = TimeSpan.milliseconds(250)
  /// 60 s closed is no finger.
  public static let stuck = TimeSpan.seconds(60)
  /// Presses of three controls this close together are an accident.
  public static let manyWindow = TimeSpan.milliseconds(200)
  /// So many level changes a second, for long, are still a contact: a bell on full-wave AC makes 240.
  public static let chatter = 1000
  /// 1 s: so much may be saved up for a burst; the worst rockers bounce with 160 edges.
  public static let chatterCredit = TimeSpan.seconds(1)
  /// 50 ms, or 2.5 times the release time: a contact open so long during a press has not held.
  public static let dropout = TimeSpan.milliseconds(50)
  /// So many openings of one burst are kept apart; more are merged where that changes nothing.
  static let openingsKept = 16
  /// So long without an edge ends a quarantine.
  public static let quietAfter = TimeSpan.seconds(2)
  /// 1 ms: repeats that come quicker would leave no time for anything else.
  public static let leastPeriod = TimeSpan.milliseconds(1)
  /// More taps in a row than anyone counts.
  public static let mostTaps = 1000
  /// As many pixels as a ring may have.
  public static let mostPixels = 1024
  /// 30 ms: a knob may slip a detent while it is pushed.
  public static let slipGuard = TimeSpan.milliseconds(30)
  /// 60 ms between detents is an ordinary turn.
  public static let accelerationWindow = TimeSpan.milliseconds(60)
  /// At most five steps a detent.
  public static let accelerationMax = 5
  /// After this rest a turn starts slow again.
  public static let accelerationRest = TimeSpan.milliseconds(200)
  /// 120 ms.
  public static let stickRepeat = TimeSpan.milliseconds(120)
  /// 80 units of travel.
  public static let reach = 80.0
  /// 12 units: one detent.
  public static let tolerance = 12.0
  /// 12 units a detent or step.
  public static let travelPerStep = 12.0
  /// 0.6 s.
  public static let springDuration = TimeSpan.milliseconds(600)
  /// 0.65: it overshoots well.
  public static let springBounce = 0.65
  /// 50 ms from the first member's press.
  public static let chordWithin = TimeSpan.milliseconds(50)
}

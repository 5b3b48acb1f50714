import ButtonController
import PanelFiles

/// What a press might have been, and what spoke against it.
extension Explainer {
  /// Why a press that was still closed at `instant` is no tap; nothing for a switch, which has none.
  func noTap(_ control: Int, closedAt instant: Instant) -> [String] {
    if panel.panel.controls[control].kind == .toggle { return [] }
    return panel.panel.controls[control].gestures.tap == nil
      ? ["tap: none is bound"] : ["tap: not released before \(Words.number(instant))"]
  }

  /// What a press did not come to, because `stuck` ended it at `instant`.
  func endedByStuck(_ control: Int, at instant: Instant) -> [String] {
    let gestures = panel.panel.controls[control].gestures
    var not = noTap(control, closedAt: instant)
    let before = "not released before stuck ended the press at \(Words.number(instant))"
    if gestures.hold?.commitsOnRelease == true { not.append("hold: \(before)") }
    if gestures.confirm?.commitsOnRelease == true { not.append("confirm: \(before)") }
    return not
  }

  /// Why a series of taps ended before a tap more: what the next press, if any, came to.
  func noFurtherTap(_ count: Int, _ event: Event, gap: TimeSpan) -> String {
    let next = "tap \(count + 1): "
    let end = event.at + gap
    guard let press = tracks[event.control].press, press > event.at, press < end else {
      return event.decided < end
        ? next + "the next press was no tap"
        : next + "no press within the gap of \(Words.time(gap)), which ended at "
          + Words.number(end)
    }
    return next + "pressed again at \(Words.number(press)), but not released before "
      + Words.number(event.decided)
  }
}
